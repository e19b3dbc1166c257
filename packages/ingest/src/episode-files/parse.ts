import {
  type EpisodeContent,
  type EpisodeDecision,
  type EpisodeEvent,
  type EpisodeFile,
  type EpisodeLink,
  episodeFile,
  inputError,
  type Outcome,
  parseGiven,
} from '@twicewise/contract';
import { type Sifted, siftLinks } from '../episodes/links.ts';
import { parseLogTime } from '../lesson-lines/line-time.ts';
import { normaliseOutcome } from '../lesson-lines/outcome-words.ts';
import { type Fields, isFields } from '../session-logs/json/tree.ts';

/** Version of the rules in this file. Increase it whenever the rules give different results. */
export const ADR038_RULES = 1;

/** Key under which the original file is kept with its episode, so that it can be exported unchanged (E-05). */
export const ORIGINAL = 'adr038';

/** Keys of which an episode file has at least one, and what it has a list of with ids. */
const OF_EPISODES = ['decisions', 'events', 'lessons', 'metrics'];
const isListWithIds = (value: unknown) =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) && value.every((item) => isFields(item) && 'id' in item));

/**
 * True for a JSON object that means to be an episode file, whether or not it is a good one. A session log may have its keys, but says
 * what it did without ids.
 */
export function isEpisodeFile(file: Fields): boolean {
  const { id, session, decisions, events } = file;
  if (typeof id !== 'string' || typeof session !== 'string' || 'objective' in file || 'workLog' in file) return false;
  return OF_EPISODES.some((key) => key in file) && isListWithIds(decisions) && isListWithIds(events);
}

/** The contents of an episode file. */
export interface ParsedFile {
  nativeId: string;
  session: string;
  content: EpisodeContent;
  /** Links of the file that are invalid and were left out, with the reason. */
  refused: Sifted['refused'];
}

function timeOf(value: string | null | undefined): Pick<EpisodeEvent, 'at' | 'timeQuality'> {
  const read = parseLogTime(value);
  return read ? { at: read.at, timeQuality: read.quality } : { at: null, timeQuality: 'unknown' };
}

/** These files say "success" when nothing is known (B1-15); any other word was determined. */
function outcomeOf(word: string | null | undefined): {
  outcome: Outcome;
  outcomeSource: EpisodeContent['outcomeSource'];
  native: string | null;
} {
  const { outcome, native } = normaliseOutcome(word ?? '');
  const isTold = outcome === 'partial' || outcome === 'failure';
  return { outcome, outcomeSource: isTold ? 'reported' : 'defaulted', native };
}

type FileDecision = NonNullable<EpisodeFile['decisions']>[number];
type FileEvent = NonNullable<EpisodeFile['events']>[number];

function toDecision(file: FileDecision): EpisodeDecision {
  const chosen = file.chosen ?? file.summary ?? '';
  const { outcome, outcomeSource } = outcomeOf(file.outcome);
  return {
    id: file.id,
    type: file.type ?? null,
    // Half of the decisions repeat their choice in this field (R6).
    context: file.context === chosen ? '' : (file.context ?? ''),
    options: file.options ?? [],
    chosen,
    rationale: file.rationale || null,
    risks: [],
    confidence: null,
    outcome,
    outcomeSource,
    ...timeOf(file.timestamp),
    origin: null,
    extra: {},
  };
}

function toEvent(file: FileEvent): EpisodeEvent {
  const content = file.content ?? '';
  const commit = file.type === 'commit' ? /^(?:Commit: )?([0-9a-f]{7,40})$/.exec(content) : null;
  const what = { id: file.id, type: file.type, content, commitSha: commit?.[1] ?? null };
  return { ...what, ...timeOf(file.timestamp), origin: null, extra: {} };
}

/**
 * The links of the file. Each is returned once, though the file lists it at both ends. Links between events are order in time,
 * because the writers derived them from times (X12, R10). What a decision is said to have led to is asserted.
 */
function linksOf({ decisions, events }: EpisodeFile): EpisodeLink[] {
  const deciding = new Set((decisions ?? []).map(({ id }) => id));
  const link = (from: string, to: string): EpisodeLink =>
    deciding.has(from)
      ? { from, to, relation: 'causes', basis: 'asserted_by_agent' }
      : { from, to, relation: 'precedes', basis: 'temporal' };
  const found = [
    ...(decisions ?? []).flatMap(({ id, effects }) => (effects ?? []).map((effect) => link(id, effect))),
    ...(events ?? []).flatMap(({ id, caused_by }) => (caused_by ?? []).map((cause) => link(cause, id))),
    ...(events ?? []).flatMap(({ id, leads_to }) => (leads_to ?? []).map((effect) => link(id, effect))),
  ];
  return [...new Map(found.map((one) => [JSON.stringify([one.from, one.to]), one])).values()];
}

function metricsOf(metrics: EpisodeFile['metrics']): EpisodeContent['metrics'] {
  const known = Object.entries(metrics ?? {}).filter(([, value]) => value === null || typeof value === 'number');
  return Object.fromEntries(known) as EpisodeContent['metrics'];
}

/** Parses an episode file. Invalid links are left out. Throws `invalid_input` with a message that names the fault. */
export function parseAdr038(value: unknown): ParsedFile {
  const parsed = parseGiven(episodeFile, value);
  if (!parsed.success) throw inputError('the file', parsed.error);
  const file = parsed.data;
  const { outcome, outcomeSource, native } = outcomeOf(file.outcome);
  const when = timeOf(file.timestamp);
  const ids = new Set([...(file.decisions ?? []), ...(file.events ?? [])].map(({ id }) => id));
  const { kept: links, refused } = siftLinks(ids, linksOf(file));
  const content: EpisodeContent = {
    task: file.task ?? '',
    outcome,
    outcomeSource,
    outcomeNative: native,
    occurredAt: when.at,
    timeQuality: when.timeQuality,
    decisions: (file.decisions ?? []).map(toDecision),
    events: (file.events ?? []).map(toEvent),
    links,
    metrics: metricsOf(file.metrics),
    lessons: (file.lessons ?? []).filter((lesson): lesson is string => lesson !== null && lesson.trim() !== ''),
    memoryRefs: file.memoryRefs ?? [],
    extra: { [ORIGINAL]: file as EpisodeContent['extra'][string] },
  };
  return { nativeId: file.id, session: file.session, content, refused };
}
