import * as z from 'zod';
import { author } from './author.ts';
import { episodeId, projectId, sessionId, sourceId } from './ids.ts';
import { extra, outcome, outcomeSource } from './reflection.ts';
import { label, MAX_TEXT_BYTES, text } from './text.ts';
import { instant, timeQuality } from './time.ts';

/** Maximum size of an episode, all texts together, in UTF-8 bytes (512 KB): four times the largest seen. */
export const MAX_EPISODE_BYTES = 524_288;
/** Maximum number of decisions, and of events, in one episode. */
export const MAX_ITEMS = 2000;
/** Maximum number of links in one episode. */
export const MAX_LINKS = 10_000;

/** Known types of decisions; unknown types are kept as they are (X9). */
export const KNOWN_DECISION_TYPES = ['design', 'implementation', 'test', 'recovery', 'routing'] as const;
/** Known types of events; unknown types are kept as they are (X9). */
export const KNOWN_EVENT_TYPES = ['tool_call', 'error', 'milestone', 'handoff', 'commit', 'test', 'artifact'] as const;

/** Id of a decision or event within its episode, such as `d001` or `e012`. */
export const itemId = label(64);

const when = {
  at: instant.nullable().describe('When, if known'),
  timeQuality: timeQuality.describe('`day`: only the date is known, so it orders against nothing of that day'),
};

/** Where in its source a program found an item. Null for what an agent or a person wrote. */
const origin = z
  .object({
    pointer: z.string().max(1024).describe('Place in the file: a JSON pointer, or `line N`'),
    hash: z.string().max(64).describe('Of the item as it was extracted; tells whether a person changed it since'),
  })
  .nullable();

/** One choice: the options, what was chosen and why (S1-16…24). */
export const episodeDecision = z.object({
  id: itemId,
  type: label(64).nullable().describe('design, implementation, test, recovery, routing, or another word'),
  context: text().describe('What was to decide; empty when it says no more than `chosen`'),
  options: z.array(text()).max(100).describe('What there was to choose from'),
  chosen: text().describe('What was decided'),
  rationale: text().nullable().describe('Why; null when nobody said'),
  risks: z.array(text()).max(100),
  confidence: z.number().min(0).max(1).nullable(),
  outcome: outcome.describe('How the decision turned out; unknown unless somebody said'),
  outcomeSource,
  ...when,
  origin,
  extra,
});
/** See {@link episodeDecision}. */
export type EpisodeDecision = z.infer<typeof episodeDecision>;

/** Something that happened (S1-25…30). */
export const episodeEvent = z.object({
  id: itemId,
  type: label(64).describe('tool_call, error, milestone, handoff, commit, test, artifact, or another word'),
  content: text(),
  commitSha: z
    .string()
    .regex(/^[0-9a-f]{7,40}$/)
    .nullable()
    .describe('7 to 40 hex digits, for a commit'),
  ...when,
  origin,
  extra,
});
/** See {@link episodeEvent}. */
export type EpisodeEvent = z.infer<typeof episodeEvent>;

/** How two items are related. `precedes` is order in time and never a cause (X12). */
export const causalRelation = z.enum(['causes', 'enables', 'prevents', 'correlates', 'precedes']);
/** See {@link causalRelation}. */
export type CausalRelation = z.infer<typeof causalRelation>;

/** What a link is based on (X12). */
export const evidenceBasis = z.enum(['asserted_by_agent', 'asserted_by_human', 'textual', 'temporal', 'statistical']);
/** See {@link evidenceBasis}. */
export type EvidenceBasis = z.infer<typeof evidenceBasis>;

/** A link between two items of an episode, stored once (B1-05). The links of an episode form no cycle (R10). */
export const episodeLink = z.object({ from: itemId, to: itemId, relation: causalRelation, basis: evidenceBasis });
/** See {@link episodeLink}. */
export type EpisodeLink = z.infer<typeof episodeLink>;

/** A memory in another system to which an episode belongs, by its name there (S1-59). */
export const memoryRef = z.object({ system: label(64), name: label(512) });
/** See {@link memoryRef}. */
export type MemoryRef = z.infer<typeof memoryRef>;

/** What happened in a session, as its author writes it or a program extracts it. */
export const episodeContent = {
  task: text().describe('What the session was about'),
  outcome,
  outcomeSource,
  outcomeNative: label(256).nullable().describe('The word of the source, when it was not one of ours'),
  occurredAt: instant.nullable().describe('When the session was, if known'),
  timeQuality,
  decisions: z.array(episodeDecision).max(MAX_ITEMS),
  events: z.array(episodeEvent).max(MAX_ITEMS),
  links: z.array(episodeLink).max(MAX_LINKS),
  metrics: z
    .record(label(64), z.number().nullable())
    .describe('Such as duration_minutes, tool_calls, errors, recoveries; null is not measured, which is not 0'),
  lessons: z.array(label(MAX_TEXT_BYTES)).max(500),
  memoryRefs: z.array(memoryRef).max(200),
};

/** The record of a session: its decisions and events as one record, which is read, edited and undone as a whole. */
export const episode = z.object({
  id: episodeId,
  /** Id in the system it came from; unique within a project. */
  nativeId: z.string().nullable(),
  seq: z.int(),
  projectId,
  projectName: z.string(),
  sessionId,
  sessionNativeId: z.string().nullable(),
  ...episodeContent,
  /** The outcome recorded first, once a correction has replaced it (E-07). */
  originalOutcome: outcome.nullable(),
  author,
  sourceId: sourceId.nullable(),
  sourcePointer: z.string().nullable(),
  /** Version of the rules that extracted it (R17); null when it was not extracted. */
  ruleVersion: z.int().nullable(),
  createdAt: instant,
  updatedAt: instant,
  /** Changes with every write; pass it as `expectedRevision` to detect a concurrent change. */
  revision: z.int(),
  extra,
  deletedAt: instant.nullable(),
});
/** See {@link episode}. */
export type Episode = z.infer<typeof episode>;
/** The part of an episode that its author or a program writes. */
export type EpisodeContent = Pick<Episode, keyof typeof episodeContent | 'extra'>;

/** An episode as lists show it: the number of its items instead of the items. */
export const episodeSummary = episode.omit({ decisions: true, events: true, links: true, extra: true }).extend({
  decisions: z.int(),
  events: z.int(),
  links: z.int(),
  attempts: z.int().describe('Attempts of its session that are not in the bin'),
});
/** See {@link episodeSummary}. */
export type EpisodeSummary = z.infer<typeof episodeSummary>;

/** Longest text of a line that stands for a whole session in a list, in characters. */
export const MAX_LINE = 200;
const line = z.string().nullable();

/** What stands out in an episode, for a row of a list: the first {@link MAX_LINE} characters of each; null where there is none. */
export const episodeLines = z.object({
  lastDecision: line.describe('What its last decision chose'),
  lastError: line.describe('Its last event of the type error'),
  nextStep: line.describe('Its last event of the type next_step: what is left'),
  result: line.describe(
    'What came of it: its last test, milestone or handoff, else its last commit; where nothing was decided, else its last other event',
  ),
  found: line.describe(
    'With `text`: the line that has most of the words beyond those of its task, cut around the first; of the task itself, if that alone has them and begins with others',
  ),
});
/** See {@link episodeLines}. */
export type EpisodeLines = z.infer<typeof episodeLines>;

/** The best that {@link sessionMatch} can be. */
export const MAX_MATCH = 7;

/**
 * How well a session answers the words of a search: 6 when its task has them all, 4 when one of its lessons or one text of a decision
 * has, 2 when one event has, or one attempt or turn together, 0 when they are spread; and 1 more when they stand there as they were
 * typed.
 */
export const sessionMatch = z
  .int()
  .min(0)
  .max(MAX_MATCH)
  .nullable()
  .describe(
    'With `text`: 6 all words are in the task, 4 in one lesson or decision, 2 in one event, 0 spread; 1 more as typed',
  );

/** Order of a list of sessions. The latest of equal ones come first, also where nothing is to be sorted by: no words, no bin. */
export const sessionOrder = z
  .enum(['newest', 'best', 'deleted'])
  .default('newest')
  .describe('best: by match with `text`; deleted: in the bin, the last deleted first; the newest of equal ones first');

/** An episode in a list of episodes. */
export const listedEpisode = episodeSummary.extend({ ...episodeLines.shape, match: sessionMatch });
/** See {@link listedEpisode}. */
export type ListedEpisode = z.infer<typeof listedEpisode>;
