import {
  AppError,
  type EpisodeContent,
  episodeContent,
  inputError,
  MAX_EPISODE_BYTES,
  MAX_TEXT_BYTES,
  textBytes,
  textProblem,
} from '@twicewise/contract';
import * as z from 'zod';
import { cut } from '../session-logs/texts.ts';

/** What an episode had no room for. */
export interface LeftOut {
  decisions: number;
  events: number;
  lessons: number;
  /** Texts were cut to make room, and what was not understood of them left out. */
  isCut: boolean;
}

/** An episode that may be stored, and what it had no room for. */
export interface Fitted {
  content: EpisodeContent;
  leftOut: LeftOut;
}

const KINDS = ['decisions', 'events', 'lessons'] as const;
type Kind = (typeof KINDS)[number];

/** Least that is left of a text of an episode that is too large, in bytes: more than any id, time or pointer has. */
const SHORTEST = 1024;

/** Texts of an episode that would be too large, each cut to `max` bytes, without what was not understood. */
function cutTo<T>(value: T, max: number): T {
  if (typeof value === 'string') return cut(value, max) as T;
  if (Array.isArray(value)) return value.map((member) => cutTo(member, max)) as T;
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, member]) => [key, key === 'extra' ? {} : cutTo(member, max)]);
  return Object.fromEntries(entries) as T;
}

/** An episode with other items, and the links among those. */
function withItems(whole: EpisodeContent, items: Partial<Pick<EpisodeContent, Kind>>): EpisodeContent {
  const next = { ...whole, ...items };
  const ids = new Set([...next.decisions, ...next.events].map(({ id }) => id));
  return { ...next, links: next.links.filter(({ from, to }) => ids.has(from) && ids.has(to)) };
}

/** Events without those that say again what one of their kind said before, whatever they count. */
function onceEach(events: EpisodeContent['events']): EpisodeContent['events'] {
  const known = new Set<string>();
  return events.filter(({ type, content }) => {
    const said = `${type} ${content.replace(/\d+/g, '0')}`;
    return !known.has(said) && known.add(said);
  });
}

/** Half as many of the kind that takes most room: one decision does not go for a thousand entries. */
function withLess(whole: EpisodeContent): EpisodeContent {
  const sizes = KINDS.map((kind) => ({ kind, bytes: textBytes(whole[kind]) }));
  const { kind } = sizes.reduce((most, one) => (one.bytes > most.bytes ? one : most));
  return withItems(whole, { [kind]: whole[kind].slice(0, whole[kind].length >> 1) });
}

/** An episode within its limit: first its longest texts are cut, then what it repeats and its last items left out. */
export function fitted(content: EpisodeContent): Fitted {
  let whole = content;
  for (let max = MAX_TEXT_BYTES / 2; textBytes(whole) > MAX_EPISODE_BYTES && max >= SHORTEST; max /= 2) {
    whole = {
      ...whole,
      ...cutTo({ task: whole.task, decisions: whole.decisions, events: whole.events, lessons: whole.lessons }, max),
    };
  }
  const isCut = whole !== content;
  if (textBytes(whole) > MAX_EPISODE_BYTES) whole = withItems(whole, { events: onceEach(whole.events) });
  while (textBytes(whole) > MAX_EPISODE_BYTES) whole = withLess(whole);
  const [decisions, events, lessons] = KINDS.map((kind) => content[kind].length - whole[kind].length);
  return { content: whole, leftOut: { decisions, events, lessons, isCut } as LeftOut };
}

const SINGULAR = { decisions: 'decision', events: 'event', lessons: 'lesson' } as const;

/** What was left out for want of room, in words; none when all is there. */
export function notesOnRoom(leftOut: LeftOut): string[] {
  const counted = KINDS.filter((kind) => leftOut[kind] > 0).map(
    (kind) => `${leftOut[kind]} ${leftOut[kind] === 1 ? SINGULAR[kind] : kind}`,
  );
  return [
    ...(counted.length > 0 ? [`left out for want of room: at least ${counted.join(', ')}`] : []),
    ...(leftOut.isCut ? ['its longest texts are cut for want of room'] : []),
  ];
}

/** What is wrong with a file, for people. */
export function badFile(message: string): AppError {
  return new AppError({ code: 'invalid_input', reason: 'bad_file', message, hint: 'Mend the file, or leave it out.' });
}

const contents = z.object(episodeContent);

/** Refuses what could not be stored by any other door: a memory must be able to leave again, as in a bundle. */
export function refuseUnfit(content: EpisodeContent): void {
  const parsed = contents.safeParse(content);
  if (!parsed.success) throw inputError('the file', parsed.error);
  const { extra, ...said } = content;
  const bytes = Math.max(textBytes(said), textBytes(extra));
  if (bytes > MAX_EPISODE_BYTES) throw badFile(`it has ${bytes} bytes of text, the limit is ${MAX_EPISODE_BYTES}`);
  const problem = unfitText(extra);
  if (problem) throw badFile(`a text of it ${problem}`);
}

/** What makes a text anywhere in a value unfit to store; null when all are fit. */
function unfitText(value: unknown): string | null {
  if (typeof value === 'string') return textProblem(value);
  if (value === null || typeof value !== 'object') return null;
  for (const [key, item] of Object.entries(value)) {
    const problem = textProblem(key) ?? unfitText(item);
    if (problem) return problem;
  }
  return null;
}
