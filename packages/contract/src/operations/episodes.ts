import * as z from 'zod';
import {
  causalRelation,
  episode,
  episodeContent,
  episodeDecision,
  episodeEvent,
  itemId,
  listedEpisode,
  MAX_EPISODE_BYTES,
  MAX_ITEMS,
  MAX_LINKS,
  memoryRef,
  sessionOrder,
} from '../domain/episode.ts';
import { EPISODE_PARTS, episodeAuthor, episodeFacets, episodePart, month } from '../domain/facet.ts';
import { episodeId, operationId, reference, sessionId } from '../domain/ids.ts';
import { job } from '../domain/job.ts';
import { cursor, limit, page } from '../domain/page.ts';
import { extra, outcome, outcomeSource } from '../domain/reflection.ts';
import { filled, label } from '../domain/text.ts';
import { instant } from '../domain/time.ts';
import { MAX_AT_ONCE, MAX_SELECTED_IDS } from '../facts/filters.ts';
import { command, query } from './define.ts';
import { withinBytes } from './within-bytes.ts';

const decisionFields = episodeDecision.shape;
const eventFields = episodeEvent.shape;
const ends = z.array(itemId).max(100);

/** Times of items: a given time counts as exact unless stated otherwise. */
const when = { at: instant.nullable().default(null), timeQuality: decisionFields.timeQuality.optional() };

const givenDecision = {
  type: decisionFields.type.default(null),
  context: decisionFields.context.default(''),
  options: decisionFields.options.default([]),
  chosen: filled(decisionFields.chosen),
  rationale: decisionFields.rationale.default(null),
  risks: decisionFields.risks.default([]),
  confidence: decisionFields.confidence.default(null),
  outcome: outcome.default('unknown'),
  outcomeSource: decisionFields.outcomeSource.default('reported'),
  ...when,
  extra: extra.default({}),
};
const givenEvent = {
  type: eventFields.type,
  content: filled(eventFields.content),
  commitSha: eventFields.commitSha.default(null),
  ...when,
  extra: extra.default({}),
};

const newDecision = z.strictObject({
  id: itemId.optional().describe('Default: d001, d002 …'),
  ...givenDecision,
  effects: ends.default([]).describe('Decisions and events of the episode that it caused'),
});
const newEvent = z.strictObject({
  id: itemId.optional().describe('Default: e001, e002 …'),
  ...givenEvent,
  causedBy: ends.default([]).describe('Decisions and events of the episode that caused it'),
  leadsTo: ends.default([]).describe('Decisions and events of the episode that it caused'),
});
const newLink = z.strictObject({ from: itemId, to: itemId, relation: causalRelation });

const shared = {
  task: filled(episodeContent.task),
  metrics: episodeContent.metrics,
  lessons: episodeContent.lessons,
  memoryRefs: episodeContent.memoryRefs,
};

/** Fields of `episode.store`. */
const newEpisode = z.strictObject({
  sessionId: reference
    .optional()
    .describe('Its session, by our id or your own, made on first use. Default: your own session'),
  projectId: reference.optional(),
  task: shared.task,
  outcome: outcome.default('unknown'),
  outcomeSource: episodeContent.outcomeSource.default('reported'),
  outcomeNative: episodeContent.outcomeNative.default(null),
  occurredAt: instant.nullable().default(null),
  decisions: z.array(newDecision).max(MAX_ITEMS).default([]),
  events: z.array(newEvent).max(MAX_ITEMS).default([]),
  links: z.array(newLink).max(MAX_LINKS).default([]).describe('More links between them; together they have no cycle'),
  metrics: shared.metrics.default({}),
  lessons: shared.lessons.default([]),
  memoryRefs: shared.memoryRefs.default([]),
  nativeId: label(512).nullable().default(null).describe('Your own id; a second store with it is refused'),
  extra: extra.default({}),
});

const changes = z
  .strictObject({
    ...shared,
    outcome,
    occurredAt: instant.nullable(),
    decisions: z.array(z.strictObject({ id: itemId, ...givenDecision })).max(MAX_ITEMS),
    events: z.array(z.strictObject({ id: itemId, ...givenEvent })).max(MAX_ITEMS),
    links: z.array(newLink).max(MAX_LINKS).describe('How a link is known stays; a new one is known by you'),
    extra,
  })
  .partial()
  .refine((value) => Object.keys(value).length > 0, { message: 'name at least one field to change' });

const one = z.strictObject({ id: episodeId });
const named = z.union([one, z.strictObject({ sessionId: reference, projectId: reference.optional() })]);
const written = z.object({ episode, operationId: operationId.nullable().describe('Null: nothing had to change') });
/** A file or folder of logs or episodes. */
export const logPath = z.string().min(1).max(4096);
const fromFiles = z.strictObject({
  path: logPath.describe('Absolute path on the machine of the host'),
  projectId: reference.optional(),
});

/** One value or several; several are alternatives. */
function oneOrMany<T extends z.ZodType>(item: T) {
  return z.union([item, z.array(item).max(50)]);
}

/** Filters of `episode.list`; all that are given must hold. */
export const episodeFilters = {
  projectId: reference.optional(),
  sessionId: oneOrMany(reference).optional(),
  outcome: z.union([outcome, z.array(outcome).max(4)]).optional(),
  outcomeSource: oneOrMany(outcomeSource).optional().describe('How the outcome is known'),
  has: z
    .array(episodePart)
    .max(EPISODE_PARTS.length)
    .optional()
    .describe(
      'At least one of each of these; errors are events of that type, attempts those of its session outside the bin',
    ),
  author: oneOrMany(episodeAuthor).optional().describe('Who recorded it: person, agent:NAME, or importer:NAME'),
  since: instant.optional().describe('Happened at or after'),
  until: instant.optional().describe('Happened before'),
  month: oneOrMany(month).optional().describe('Months in which it happened, in UTC, such as 2026-03'),
  text: z
    .string()
    .max(1000)
    .optional()
    .describe(
      'Every word (the first eight count) occurs in its task, decisions, events or lessons (letter case of A–Z ignored)',
    ),
  deleted: z.enum(['exclude', 'only']).default('exclude'),
};

/** Sessions by the id of their episode or their own, or all that a filter finds. */
export const sessionSelection = z
  .union(
    [
      z.strictObject({
        ids: z
          .array(z.union([episodeId, sessionId]))
          .min(1)
          .max(MAX_SELECTED_IDS)
          .describe('Ids of episodes or sessions; that of a session with an episode means its episode'),
      }),
      z.strictObject({
        filters: z
          .strictObject({
            ...episodeFilters,
            unrecorded: z.boolean().default(false).describe('What session.unrecorded lists, too'),
          })
          .describe('As in episode.list, text included'),
      }),
    ],
    { error: 'give ids, or filters for everything that matches' },
  )
  .describe('Sessions by id, or all that match');

const count = z.int().min(0);

const manyChange = z
  .strictObject({ kind: z.enum(['delete', 'restore']) })
  .describe(
    'What to do to each: put its episode into the bin, or take it out. Of an unrecorded session, all its attempts and ' +
      'turns; it is in the bin when all of them are, and only then is restored',
  );

/** Operations on episodes: the record of what happened in a session. */
export const episodeOperations = {
  'episode.store': command(
    'Record what happened in a session: decisions with what there was to choose from, events, and what caused what.',
    withinBytes(MAX_EPISODE_BYTES, 'episode', newEpisode),
    z.object({ episode, operationId, notes: z.array(z.string()) }),
  ),
  'episode.get': query(
    'One episode, complete, deleted ones included; by its id or its session.',
    named,
    z.object({ episode }),
  ),
  'episode.list': query(
    'Episodes by filter, the newest first: by when they happened, else when they were stored; or the best matches of `text` first.',
    z.strictObject({
      ...episodeFilters,
      order: sessionOrder,
      limit: limit(20, 100),
      cursor,
    }),
    page(listedEpisode).extend({ total: z.int().describe('Matches in all') }),
  ),
  'episode.facets': query(
    'What episodes have in common, with counts. Each facet is counted with all filters but its own: a count is what choosing that value would show.',
    z.strictObject({
      ...episodeFilters,
      unrecorded: z.boolean().default(false).describe('Count what session.unrecorded lists, too'),
    }),
    z.object({ total: z.int().describe('Records that pass all filters'), facets: episodeFacets }),
  ),
  'episode.decisions': query(
    'The decisions of an episode in causal order: what led to another comes before it, then by time.',
    named,
    z.object({ id: episodeId, decisions: z.array(episodeDecision) }),
  ),
  'episode.update': command(
    'Change fields of an episode; lists are replaced whole. Links to items that are gone go with them. A changed outcome is a correction.',
    withinBytes(
      MAX_EPISODE_BYTES,
      'episode',
      z.strictObject({
        id: episodeId,
        changes,
        expectedRevision: z.int().optional().describe('Refuse when the episode was changed since this revision'),
      }),
    ),
    written,
  ),
  'episode.renameRef': command(
    'Say that a memory of another system has another name there now: every episode that names it, those in the bin included, ' +
      'names it so from then on, as one write. Files of episodes are not touched, and read again they do not bring the old name back.',
    z.strictObject({
      system: memoryRef.shape.system.describe('As episodes name it, such as serena'),
      from: memoryRef.shape.name.describe('The name until now'),
      to: memoryRef.shape.name.describe('The name it has now'),
      projectId: reference.optional().describe('Episodes of this project only; default: of all'),
    }),
    z.object({
      episodes: z.int().min(0).describe('Episodes that named it'),
      operationId: operationId.nullable().describe('Null: none did'),
    }),
  ),
  'episode.delete': command('Put an episode in the bin.', one, written),
  'episode.restore': command('Take an episode out of the bin.', one, written),
  'episode.export': query(
    'An episode as the file of ADR-038 that it came from, or would be: equal as JSON to the imported one but for what was redacted, unless it was changed here. Or as the state of a Reflexion loop.',
    one.extend({ format: z.enum(['adr038', 'loop']).default('adr038') }),
    z.object({
      name: z.string().describe('Name for the file'),
      file: z.record(z.string(), z.json()),
      notCarried: z.array(z.string()),
    }),
  ),
  'episode.extract': command(
    'Make episodes of session logs, JSON or Markdown: one file, or every .json and .md of a folder. Reading a log again brings its episode up to date; what a person corrected stays. Episode files of ADR-038 and a causal-graph.json among them are read as import.episodes does; lessons and files of Reflexion loops are refused.',
    fromFiles,
    z.object({ job }),
  ),
  'import.episodes': command(
    'Import episode files of ADR-038: one file, or every .json of a folder. Each good file is imported whole, each bad one named with the reason. A second import adds nothing. Of a causal-graph.json among them the edges and patterns become claims, which decide nothing; what is left out is named.',
    fromFiles,
    z.object({ job }),
  ),
  'episode.previewMany': query(
    'What a change of many sessions would do, before it is done.',
    z.strictObject({ selection: sessionSelection, change: manyChange }),
    z.object({
      matches: z.int().describe('Sessions that are selected'),
      changes: z.int().describe('Of these, those that would change'),
      already: z.int().describe('Those that are so already'),
      missing: z.int().describe('Ids of which there is no episode, attempt or turn'),
      unrecorded: z
        .object({ sessions: count, attempts: count, turns: count })
        .describe('Of those that would change, those that are unrecorded, and their attempts and turns that would'),
      examples: z
        .array(z.object({ id: z.union([episodeId, sessionId]), task: z.string() }))
        .describe(
          'The five of those that would change that were stored last, by task; an unrecorded one by goal, latest task or name',
        ),
      asJob: z
        .boolean()
        .describe(
          `More than ${MAX_AT_ONCE} episodes, attempts and turns are selected: it runs in steps, with progress, and can be cancelled`,
        ),
      digest: z.string().describe('Stands for exactly these sessions as they are now; episode.changeMany asks for it'),
    }),
  ),
  'episode.changeMany': command(
    'Delete or restore many sessions as one undoable operation: their episodes, or their attempts and turns where they have none. ' +
      'Refused when the selection is no longer what the preview showed.',
    z.strictObject({
      selection: sessionSelection,
      change: manyChange,
      digest: label(64).describe('From episode.previewMany'),
    }),
    z.object({
      changed: z.int().describe('Sessions changed by now; those of a job follow'),
      operationId: operationId.nullable().describe('For operation.undo; null for a job, or when nothing had to change'),
      job: job.nullable().describe('For operation.undo by jobId; null when it was done at once'),
    }),
  ),
};
