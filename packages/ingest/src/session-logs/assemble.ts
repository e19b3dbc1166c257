import {
  type EpisodeContent,
  type EpisodeDecision,
  type EpisodeEvent,
  type EpisodeLink,
  IMPORTERS,
} from '@twicewise/contract';
import { fitted, notesOnRoom } from '../episodes/fit.ts';
import { causalOrder } from '../episodes/links.ts';
import type { LineTime } from '../lesson-lines/line-time.ts';
import type { LogDecision, LogDraft, LogEvent, Place, Ties } from './draft.ts';
import type { Extracted, ExtractedSession } from './extracted.ts';
import { linksOf } from './links.ts';
import { endingOf } from './outcome.ts';
import { clean, cut } from './texts.ts';

/** What kind of file this is. */
export interface Kind {
  format: 'json' | 'markdown';
  number?: unknown;
}

const MS_PER_MINUTE = 60_000;

/** What the log counted, and the duration between its own two times. What nobody measured is left out (R1). */
function metricsOf(
  { metrics, results }: LogDraft,
  { startedAt, endedAt }: ExtractedSession,
): EpisodeContent['metrics'] {
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

function toDecision(item: LogDecision & Pick<EpisodeDecision, 'at' | 'timeQuality'>, id: string): EpisodeDecision {
  const { key, nativeId, causedBy, leadsTo, pointer, time, ...rest } = item;
  return { ...rest, id, origin: originOf(item) };
}

function toEvent(item: LogEvent & Pick<EpisodeEvent, 'at' | 'timeQuality'>, id: string): EpisodeEvent {
  const { key, nativeId, causedBy, leadsTo, pointer, time, ...rest } = item;
  return { ...rest, id, origin: originOf(item) };
}

const numbered = (letter: string, at: number) => `${letter}${String(at + 1).padStart(3, '0')}`;

/** Items in causal order with their ids. Ids are assigned last: contiguous, in that order (R8). */
function ordered(draft: LogDraft) {
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

/** Time of the first item whose time is known to the second. */
function firstTime({ decisions, events }: LogDraft): LineTime | null {
  const times = [...decisions, ...events].flatMap(({ time }) => (time?.quality === 'exact' ? [time] : []));
  return times.reduce<LineTime | null>((first, time) => (first === null || time.at < first.at ? time : first), null);
}

/** Builds the episode of a draft. The same draft always gives the same episode: it depends on neither date nor machine (R7). */
export function assemble(
  draft: LogDraft,
  occurred: LineTime | null,
  session: ExtractedSession,
  kind: Kind,
): Pick<Extracted, 'content' | 'notes'> {
  const time = occurred ?? firstTime(draft);
  const { number } = kind;
  const hasNumber = (typeof number === 'number' && Number.isFinite(number)) || typeof number === 'string';
  const { content, leftOut } = fitted({
    task: draft.task,
    ...endingOf(draft),
    occurredAt: time?.at ?? null,
    timeQuality: time?.quality ?? 'unknown',
    ...ordered(draft),
    metrics: metricsOf(draft, session),
    lessons: draft.lessons,
    memoryRefs: [],
    extra: {
      system: IMPORTERS.sessionLogs,
      format: kind.format,
      ...(hasNumber ? { logNumber: typeof number === 'string' ? clean(number, 64) : (number as number) } : {}),
    },
  });
  const { decisions, events, lessons } = draft.leftOut;
  const all = {
    ...leftOut,
    decisions: leftOut.decisions + decisions,
    events: leftOut.events + events,
    lessons: leftOut.lessons + lessons,
  };
  return { content, notes: notesOnRoom(all) };
}
