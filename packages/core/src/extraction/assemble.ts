import {
  type EpisodeContent,
  type EpisodeDecision,
  type EpisodeEvent,
  type EpisodeLink,
  MAX_EPISODE_BYTES,
  MAX_TEXT_BYTES,
  textBytes,
} from '@twicewise/contract';
import { causalOrder } from '../episodes/links.ts';
import type { LineTime } from '../importing/line-time.ts';
import type { Draft, DraftDecision, DraftEvent, Place, Ties } from './draft.ts';
import type { ExtractedSession } from './extracted.ts';
import { linksOf } from './links.ts';
import { endingOf } from './outcome.ts';
import { clean, cut } from './texts.ts';

/** What the file itself is. */
export interface Kind {
  format: 'json' | 'markdown';
  number?: unknown;
}

const MS_PER_MINUTE = 60_000;

/** What the log counted, and what its own two times give. What nobody measured is not there (R1). */
function metricsOf({ metrics, results }: Draft, { startedAt, endedAt }: ExtractedSession): EpisodeContent['metrics'] {
  const last = results.at(-1);
  const counts = { tests_passed: last?.passed, tests_failed: last?.failed, tests_skipped: last?.skipped };
  const minutes =
    startedAt === null || endedAt === null ? -1 : (Date.parse(endedAt) - Date.parse(startedAt)) / MS_PER_MINUTE;
  const measured = Object.entries(counts).filter(([, count]) => count !== null && count !== undefined);
  return Object.fromEntries([...metrics, ...measured, ...(minutes >= 0 ? [['duration_minutes', minutes]] : [])]);
}

const timed = <T extends Place & Ties>(item: T) => ({
  ...item,
  id: item.key,
  at: item.time?.at ?? null,
  timeQuality: item.time?.quality ?? ('unknown' as const),
});

const originOf = ({ pointer }: Place) => ({ pointer: cut(pointer, 1024), hash: '' });

function toDecision(item: DraftDecision & Pick<EpisodeDecision, 'at' | 'timeQuality'>, id: string): EpisodeDecision {
  const { key, nativeId, causedBy, leadsTo, pointer, time, ...rest } = item;
  return { ...rest, id, origin: originOf(item) };
}

function toEvent(item: DraftEvent & Pick<EpisodeEvent, 'at' | 'timeQuality'>, id: string): EpisodeEvent {
  const { key, nativeId, causedBy, leadsTo, pointer, time, ...rest } = item;
  return { ...rest, id, origin: originOf(item) };
}

const numbered = (letter: string, at: number) => `${letter}${String(at + 1).padStart(3, '0')}`;

/** Items in causal order with their ids, which are assigned last: contiguous, in that order (R8). */
function ordered(draft: Draft) {
  const links = linksOf([...draft.decisions, ...draft.events]);
  const decisions = causalOrder(draft.decisions.map(timed), links);
  const events = causalOrder(draft.events.map(timed), links);
  const ids = new Map([
    ...decisions.map(({ key }, at) => [key, numbered('d', at)] as const),
    ...events.map(({ key }, at) => [key, numbered('e', at)] as const),
  ]);
  const idOf = (key: string) => ids.get(key) as string;
  return {
    decisions: decisions.map((item) => toDecision(item, idOf(item.key))),
    events: events.map((item) => toEvent(item, idOf(item.key))),
    links: links.map((link): EpisodeLink => ({ ...link, from: idOf(link.from), to: idOf(link.to) })),
  };
}

/** First time of an item that is known to the second. */
function firstTime({ decisions, events }: Draft): LineTime | null {
  const times = [...decisions, ...events].flatMap(({ time }) => (time?.quality === 'exact' ? [time] : []));
  return times.reduce<LineTime | null>((first, time) => (first === null || time.at < first.at ? time : first), null);
}

/** Texts of an episode that would be too large, each cut to `max` bytes, without what was not understood. */
function cutTo<T>(value: T, max: number): T {
  if (typeof value === 'string') return cut(value, max) as T;
  if (Array.isArray(value)) return value.map((member) => cutTo(member, max)) as T;
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, member]) => [key, key === 'extra' ? {} : cutTo(member, max)]);
  return Object.fromEntries(entries) as T;
}

/** Least that is left of a text of an episode that is too large, in bytes: more than any id, time or pointer has. */
const SHORTEST = 1024;

/** An episode within its limit: first its longest texts are cut, then its last items left out. */
function bounded(content: EpisodeContent): EpisodeContent {
  let whole = content;
  for (let max = MAX_TEXT_BYTES / 2; textBytes(whole) > MAX_EPISODE_BYTES && max >= SHORTEST; max /= 2) {
    whole = {
      ...whole,
      ...cutTo({ task: whole.task, decisions: whole.decisions, events: whole.events, lessons: whole.lessons }, max),
    };
  }
  while (textBytes(whole) > MAX_EPISODE_BYTES) {
    const decisions = whole.decisions.slice(0, whole.decisions.length >> 1);
    const events = whole.events.slice(0, whole.events.length >> 1);
    const ids = new Set([...decisions, ...events].map(({ id }) => id));
    const links = whole.links.filter(({ from, to }) => ids.has(from) && ids.has(to));
    whole = { ...whole, decisions, events, links, lessons: whole.lessons.slice(0, whole.lessons.length >> 1) };
  }
  return whole;
}

/** The episode of a draft. The same draft gives the same episode: nothing of the day or the machine is in it (R7). */
export function assemble(
  draft: Draft,
  occurred: LineTime | null,
  session: ExtractedSession,
  kind: Kind,
): EpisodeContent {
  const time = occurred ?? firstTime(draft);
  const { number } = kind;
  const hasNumber = (typeof number === 'number' && Number.isFinite(number)) || typeof number === 'string';
  return bounded({
    task: draft.task,
    ...endingOf(draft),
    occurredAt: time?.at ?? null,
    timeQuality: time?.quality ?? 'unknown',
    ...ordered(draft),
    metrics: metricsOf(draft, session),
    lessons: draft.lessons,
    memoryRefs: [],
    extra: {
      system: 'session-log',
      format: kind.format,
      ...(hasNumber ? { logNumber: typeof number === 'string' ? clean(number, 64) : (number as number) } : {}),
    },
  });
}
