import {
  AppError,
  describeIssues,
  type EpisodeContent,
  episodeContent,
  MAX_EPISODE_BYTES,
  MAX_TEXT_BYTES,
  parseGiven,
  textBytes,
  textProblem,
} from '@twicewise/contract';
import * as z from 'zod';
import { cut } from '../session-logs/texts.ts';

/** What was left out of an episode to keep it within its limit. */
export interface LeftOut {
  decisions: number;
  events: number;
  lessons: number;
  /** Texts were cut, or fields that were not understood were dropped. */
  isCut: boolean;
}

/** An episode that fits its limit, and what was left out. */
export interface Fitted {
  content: EpisodeContent;
  leftOut: LeftOut;
}

const KINDS = ['decisions', 'events', 'lessons'] as const;
type Kind = (typeof KINDS)[number];

/** Minimum length to which a text of a too large episode is cut, in bytes. It is longer than any id, time or pointer. */
const SHORTEST = 1024;

/** Cuts each text of an episode to `max` bytes, and drops the fields that were not understood. */
function cutTo<T>(value: T, max: number): T {
  if (typeof value === 'string') return cut(value, max) as T;
  if (Array.isArray(value)) return value.map((member) => cutTo(member, max)) as T;
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, member]) => [key, key === 'extra' ? {} : cutTo(member, max)]);
  return Object.fromEntries(entries) as T;
}

/** The episode with other items, and only the links between those items. */
function withItems(whole: EpisodeContent, items: Partial<Pick<EpisodeContent, Kind>>): EpisodeContent {
  const next = { ...whole, ...items };
  const ids = new Set([...next.decisions, ...next.events].map(({ id }) => id));
  return { ...next, links: next.links.filter(({ from, to }) => ids.has(from) && ids.has(to)) };
}

/** Removes events that repeat an earlier event of the same kind, whatever they count. */
function onceEach(events: EpisodeContent['events']): EpisodeContent['events'] {
  const known = new Set<string>();
  return events.filter(({ type, content }) => {
    const said = `${type} ${content.replace(/\d+/g, '0')}`;
    return !known.has(said) && known.add(said);
  });
}

/** Halves the kind of items that takes most room, so that one decision is not dropped for a thousand entries. */
function withLess(whole: EpisodeContent): EpisodeContent {
  const sizes = KINDS.map((kind) => ({ kind, bytes: textBytes(whole[kind]) }));
  const { kind } = sizes.reduce((most, one) => (one.bytes > most.bytes ? one : most));
  return withItems(whole, { [kind]: whole[kind].slice(0, whole[kind].length >> 1) });
}

/** Fits an episode into its limit: cuts its longest texts first, then drops repeated items and the last items. */
export function fitted(content: EpisodeContent): Fitted {
  let whole = content;
  for (let max = MAX_TEXT_BYTES / 2; textBytes(whole) > MAX_EPISODE_BYTES && max >= SHORTEST; max /= 2) {
    whole = {
      ...whole,
      ...cutTo({ task: whole.task, decisions: whole.decisions, events: whole.events, lessons: whole.lessons }, max),
    };
  }
  const isCut = textBytes(whole) < textBytes(content);
  if (textBytes(whole) > MAX_EPISODE_BYTES) whole = withItems(whole, { events: onceEach(whole.events) });
  while (textBytes(whole) > MAX_EPISODE_BYTES) whole = withLess(whole);
  const [decisions, events, lessons] = KINDS.map((kind) => content[kind].length - whole[kind].length);
  return { content: whole, leftOut: { decisions, events, lessons, isCut } as LeftOut };
}

const SINGULAR = { decisions: 'decision', events: 'event', lessons: 'lesson' } as const;

/** Describes in words what was left out. Empty when nothing was. */
export function notesOnRoom(leftOut: LeftOut): string[] {
  const counted = KINDS.filter((kind) => leftOut[kind] > 0).map(
    (kind) => `${leftOut[kind]} ${leftOut[kind] === 1 ? SINGULAR[kind] : kind}`,
  );
  return [
    ...(counted.length > 0 ? [`left out for want of room: at least ${counted.join(', ')}`] : []),
    ...(leftOut.isCut ? ['its longest texts are cut for want of room'] : []),
  ];
}

/** An error for people that says what is wrong with a file. */
export function badFile(message: string): AppError {
  return new AppError({ code: 'invalid_input', reason: 'bad_file', message, hint: 'Mend the file, or leave it out.' });
}

const contents = z.object(episodeContent);

/** Refuses content that no other door could store, because every stored memory must be exportable, for example in a bundle. */
export function refuseUnfit(content: EpisodeContent): void {
  const parsed = parseGiven(contents, content);
  if (!parsed.success) throw badFile(describeIssues(parsed.error));
  const { extra, ...said } = content;
  const bytes = Math.max(textBytes(said), textBytes(extra));
  if (bytes > MAX_EPISODE_BYTES) throw badFile(`it has ${bytes} bytes of text, the limit is ${MAX_EPISODE_BYTES}`);
  const problem = unfitText(extra);
  if (problem) throw badFile(`a text of it ${problem}`);
}

/** The reason why a text anywhere in a value cannot be stored, or null when all texts can. */
function unfitText(value: unknown): string | null {
  if (typeof value === 'string') return textProblem(value);
  for (const [key, item] of Object.entries(value ?? {})) {
    const problem = textProblem(key) ?? unfitText(item);
    if (problem) return problem;
  }
  return null;
}
