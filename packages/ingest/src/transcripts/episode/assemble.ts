import type { Counts } from '@twicewise/checks';
import type { EpisodeContent, EpisodeDecision, EpisodeEvent } from '@twicewise/contract';
import { fitted, notesOnRoom } from '../../episodes/fit.ts';
import type { Ending } from '../../session-logs/outcome.ts';
import { saysFixture } from '../../session-logs/says-fixture.ts';
import type { SessionFacts } from '../steps.ts';
import type { AtStep, EpisodeDraft } from './draft.ts';

/** A transcript's session as an episode. */
export interface TranscriptEpisode {
  content: EpisodeContent;
  /** Descriptions of what did not fit. */
  notes: string[];
}

/** What was collected from a transcript. */
export interface Collected {
  facts: SessionFacts;
  task: string;
  draft: EpisodeDraft;
  ending: Ending;
  /** Number of tool calls, and of those that failed by themselves. */
  metrics: { tool_calls: number; errors: number };
  /** Counts of the last test run that printed some. */
  lastCounts: Counts | null;
}

const MS_PER_MINUTE = 60_000;

/** Minutes from the first to the last record; null when either has no time (R1). */
function minutesOf({ startedAt, endedAt }: SessionFacts): number | null {
  if (startedAt === null || endedAt === null) return null;
  const minutes = (Date.parse(endedAt) - Date.parse(startedAt)) / MS_PER_MINUTE;
  return minutes < 0 ? null : Math.round(minutes * 100) / 100;
}

function metricsOf({ facts, metrics, lastCounts }: Collected): EpisodeContent['metrics'] {
  const { passed = null, failed = null, skipped = null } = lastCounts?.unit === 'tests' ? lastCounts : {};
  const tests = { tests_passed: passed, tests_failed: failed, tests_skipped: skipped };
  const measured = Object.entries(tests).filter(([, count]) => count !== null);
  return { ...metrics, duration_minutes: minutesOf(facts), ...Object.fromEntries(measured) };
}

/** Items with their ids. Ids are assigned last: contiguous, in the order of the transcript (R8). Times are exact or unknown. */
function numbered<T extends EpisodeDecision | EpisodeEvent>(letter: string, drafts: readonly AtStep<T>[]): T[] {
  return drafts.map(({ at, line, ...said }, place) => {
    const moment = { at, timeQuality: at === null ? 'unknown' : 'exact' };
    const id = `${letter}${String(place + 1).padStart(3, '0')}`;
    return { ...said, id, ...moment, origin: { pointer: `line ${line}`, hash: '' } } as unknown as T;
  });
}

/**
 * Builds the episode from what was collected; null for a test fixture (R16). It depends on neither date nor machine (R7). It has
 * no links: order in time is no cause, and a transcript does not state causes (R10).
 */
export function assembleEpisode(collected: Collected): TranscriptEpisode | null {
  const { facts, task, draft, ending } = collected;
  const { startedAt } = facts;
  if (saysFixture(task)) return null;
  const { content, leftOut } = fitted({
    task,
    ...ending,
    occurredAt: startedAt,
    timeQuality: startedAt === null ? 'unknown' : 'exact',
    decisions: numbered<EpisodeDecision>('d', draft.decisions),
    events: numbered<EpisodeEvent>('e', draft.events),
    links: [],
    metrics: metricsOf(collected),
    lessons: [],
    memoryRefs: [],
    extra: { system: 'transcript', agent: facts.agent },
  });
  const { decisions, events } = draft.leftOut;
  const all = { ...leftOut, decisions: leftOut.decisions + decisions, events: leftOut.events + events };
  return { content, notes: notesOnRoom(all) };
}
