import * as z from 'zod';
import { lessonsUsed } from '../domain/exposure.ts';
import { confidenceBand, lessonFacets, lessonSource, month } from '../domain/facet.ts';
import { verdict } from '../domain/feedback.ts';
import { operationId, reference, reflectionId, sourceId } from '../domain/ids.ts';
import { change } from '../domain/operation.ts';
import { cursor, limit, maxBytes, maxTokens, page } from '../domain/page.ts';
import {
  extra,
  failureCategory,
  outcome,
  outcomeSource,
  reflection,
  reflectionContent,
  reflectionKind,
  reflectionState,
} from '../domain/reflection.ts';
import { tooLong } from '../domain/retrieval.ts';
import { filled, label, MAX_LESSON_BYTES } from '../domain/text.ts';
import { instant } from '../domain/time.ts';
import { MAX_FILTER_TAGS, MAX_FILTER_VALUES, MAX_RULE_BYTES } from '../facts/filters.ts';
import { blankLesson, LESSON_FIELD_NAMES, type LessonFieldName, MERGED_FIELDS } from '../facts/lesson-fields.ts';
import { command, query } from './define.ts';
import { withinBytes } from './within-bytes.ts';

const content = reflectionContent;

/** Adds the limit on a whole lesson to an object schema. */
export function withinLessonLimit<T extends z.ZodType>(schema: T): T {
  return withinBytes(MAX_LESSON_BYTES, 'lesson', schema);
}

const blank = blankLesson();
/** The fields that an author writes, each with the value that stands for a missing one. */
const contentOrBlank = Object.fromEntries(
  LESSON_FIELD_NAMES.map((name) => [name, (content[name] as z.ZodType).default(blank[name])]),
) as { [Name in LessonFieldName]: z.ZodDefault<(typeof content)[Name]> };

const { taskDescription: _task, attemptNumber: _attempt, outcome: _outcome, ...rest } = contentOrBlank;

/**
 * Fields of `reflection.store`. Strict: an unknown field is an error, so that a misspelt one is not silently lost. A repeated
 * request with the same key is compared by a hash of the fields in this order.
 */
export const storeFields = {
  sessionId: reference.optional().describe('Session, by our id or your own; made on first use'),
  projectId: reference.optional().describe('Project, by our id or your own; made on first use'),
  taskDescription: filled(content.taskDescription),
  attemptNumber: contentOrBlank.attemptNumber,
  outcome: content.outcome,
  outcomeSource: outcomeSource.default('reported'),
  outcomeNative: label(256).nullable().default(null),
  ...rest,
  state: z
    .enum(['draft', 'accepted'])
    .optional()
    .describe('Default: accepted, or draft where the settings ask for review'),
  agent: label(256).nullable().default(null),
  nativeId: label(512).nullable().default(null).describe('Your own id; a second store with it is refused'),
  observedAt: instant.nullable().default(null),
  extra: extra.default({}),
  lessonsUsed: lessonsUsed.default([]),
};

const one = z.strictObject({ id: reflectionId });
const version = z.strictObject({
  id: reflectionId,
  operationId: operationId.describe('A write that touched the lesson; the version is what the lesson was after it'),
});

/** One value or several; several are alternatives. */
function oneOrMany<T extends z.ZodType>(item: T) {
  return z.union([item, z.array(item).max(MAX_FILTER_VALUES)]);
}

/** The value of the filter `rule` for lessons that no rule found. */
export const NO_RULE = '';

/**
 * Filters of `reflection.list`; a lesson must match all that are given. This is the only list of them: the store and the search
 * index each have a table with these names that does not compile while one is missing. Links of the interface contain those that
 * people choose.
 */
export const reflectionFilters = {
  projectId: oneOrMany(reference).optional(),
  sessionId: oneOrMany(reference).optional(),
  outcome: oneOrMany(outcome).optional(),
  tags: z.array(label(128)).max(MAX_FILTER_TAGS).optional().describe('Every one of these'),
  state: oneOrMany(reflectionState).optional().describe('Default: all but rejected'),
  kind: oneOrMany(reflectionKind).optional(),
  failureCategory: oneOrMany(failureCategory).optional(),
  minConfidence: z.number().min(0).max(1).optional(),
  confidence: oneOrMany(confidenceBand).optional().describe('Bands: low is below 0.5, high from 0.8 on, none unstated'),
  feedback: oneOrMany(verdict)
    .optional()
    .describe(
      'What most verdicts say; where most say that it did not help, harmful if at least as many say harmful as unhelpful',
    ),
  agent: oneOrMany(label(256)).optional(),
  source: oneOrMany(lessonSource).optional().describe('Who brought it in: person, agent, or importer:NAME'),
  sourceId: oneOrMany(sourceId)
    .optional()
    .describe('The import it came by: the `sourceId` in the result of that job, or an id of source.list'),
  rule: oneOrMany(z.union([label(MAX_RULE_BYTES), z.literal(NO_RULE)]))
    .optional()
    .describe('The rule that found it in a transcript; an empty text means: none did'),
  entityId: label(512).optional(),
  since: instant.optional().describe('createdAt at or after'),
  until: instant.optional().describe('createdAt before'),
  month: oneOrMany(month).optional().describe('Months of createdAt in UTC, such as 2026-03'),
  pinned: z.boolean().optional(),
  text: z
    .string()
    .max(1000)
    .optional()
    .describe('Every word (the first eight count) occurs somewhere in the lesson (letter case of A–Z ignored)'),
  deleted: z.enum(['exclude', 'only']).default('exclude'),
};
/** Name of a filter of lessons. */
export type LessonFilterName = keyof typeof reflectionFilters;

/** Orders of a list of lessons. A cursor is valid only for the order it was made in. */
export const lessonOrder = z.enum(['newest', 'oldest', 'updated', 'stored', 'confidence']);
/** See {@link lessonOrder}. */
export type LessonOrder = z.infer<typeof lessonOrder>;

/** What a list of lessons can be grouped by. */
export const lessonGrouping = z.enum(['project', 'source', 'rule']);
/** See {@link lessonGrouping}. */
export type LessonGrouping = z.infer<typeof lessonGrouping>;

const lessonGroup = z.object({
  value: z.string().describe('As the filter of this name takes it; an empty text for lessons that no rule found'),
  label: z.string().optional().describe('What people call it, where that is something else'),
  count: z.int().describe('Lessons of the whole list that are of this group'),
  here: z.int().describe('Items of this page that are of it; they follow those of the groups before'),
});
/** One group of a page of lessons. */
export type LessonGroup = z.infer<typeof lessonGroup>;

/** Answer of an operation that writes one lesson. */
const written = z.object({ reflection, operationId: operationId.nullable().describe('Null: nothing had to change') });

/** For callers that read the lesson before they change it. */
const expectedRevision = z.int().optional().describe('Refuse when the lesson was changed since this revision');

const oneSide = z.enum(['into', 'from']);
const anySide = z.enum(['into', 'from', 'both']);

function forEach<Name extends string, Schema>(names: readonly Name[], schema: Schema): Record<Name, Schema> {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>;
}

/**
 * For each field, whose value a merge keeps. Outcome and attempt are those of the lesson that stays, because two attempts remain
 * two.
 */
const mergeChoice = z
  .strictObject({ ...forEach(MERGED_FIELDS.one, oneSide), ...forEach(MERGED_FIELDS.both, anySide) })
  .partial();
/** See {@link mergeChoice}. */
export type MergeChoice = z.infer<typeof mergeChoice>;

/** Operations on lessons. */
export const reflectionOperations = {
  'reflection.store': command(
    'Record what was tried and what came of it.',
    withinLessonLimit(z.strictObject(storeFields)),
    z.object({
      reflection,
      operationId,
      created: z.object({ project: z.boolean(), session: z.boolean() }),
      /** Lessons of the project with exactly the same content. They are kept separately; a person may merge them. */
      identicalTo: z.array(reflectionId),
      notes: z.array(z.string()),
    }),
  ),
  'reflection.get': query('One lesson, complete, deleted ones included.', one, z.object({ reflection })),
  'reflection.recent': query(
    "The newest draft or accepted lessons of a session or project, within its window; of the asker's project where nothing is named and the own session has none yet.",
    z.strictObject({
      sessionId: reference.optional(),
      projectId: reference.optional(),
      limit: limit(5, 100),
      maxBytes,
      maxTokens,
    }),
    z.object({
      items: z.array(reflection),
      tooLong,
      window: z.int().describe('Most that this query can return'),
      beyondLimit: z.int().describe('Lessons within the window beyond those asked for'),
      beyondSession: z.boolean().describe("The own session has none: these are of the asker's project"),
    }),
  ),
  'reflection.list': query(
    'Lessons by filter, in the order asked for. The bin is deleted: only.',
    z.strictObject({
      ...reflectionFilters,
      sort: lessonOrder
        .default('newest')
        .describe(
          'newest or oldest: by creation; updated: last changed first (in the bin: last deleted), also where a file says when that was; stored: what was stored or changed here last first; confidence: surest first, unstated last',
        ),
      groupBy: lessonGrouping
        .optional()
        .describe(
          'Lessons of one value stand together, groups by name, those without a value last; `sort` orders each group',
        ),
      limit: limit(50),
      cursor,
      withTotal: z.boolean().default(false),
    }),
    page(reflection).extend({
      total: z.int().nullable().describe('Matches in all, when asked for'),
      groups: z
        .array(lessonGroup)
        .optional()
        .describe('The groups of these items, in their order, where groupBy asks for it'),
    }),
  ),
  'reflection.facets': query(
    'What lessons have in common, with counts. Each facet is counted with all filters but its own: a count is what choosing that value would show.',
    z.strictObject(reflectionFilters),
    z.object({ total: z.int().describe('Lessons that pass all filters'), facets: lessonFacets }),
  ),
  'reflection.update': command(
    'Change fields of a lesson. A changed outcome is kept as a correction beside the first one.',
    withinLessonLimit(
      z.strictObject({
        id: reflectionId,
        changes: z
          .strictObject({ ...content, taskDescription: filled(content.taskDescription), extra })
          .partial()
          .refine((value) => Object.keys(value).length > 0, { message: 'name at least one field to change' }),
        expectedRevision,
      }),
    ),
    written,
  ),
  'reflection.setState': command(
    'Accept, reject, archive … a lesson.',
    z.strictObject({ id: reflectionId, state: reflectionState }),
    written,
  ),
  'reflection.pin': command(
    'Pin a lesson so that it stays in its window, or unpin it.',
    z.strictObject({ id: reflectionId, pinned: z.boolean().default(true) }),
    written,
  ),
  'reflection.merge': command(
    'Bring a lesson into another of its project that says the same: that one gains what it lacks and must be in use, this ' +
      'one is superseded by it.',
    z.strictObject({
      id: reflectionId,
      into: reflectionId,
      choose: mergeChoice
        .default({})
        .describe(
          'Whose value stays, by field: `into` of the lesson that stays, `from` of the other one, `both` for lists and text. ' +
            'Not named: lists and text of both, else what the lesson that stays says, if anything',
        ),
    }),
    z.object({ reflection: reflection.describe('The lesson that stays'), superseded: reflection, operationId }),
  ),
  'reflection.delete': command('Put a lesson in the bin.', one, written),
  'reflection.restore': command('Take a lesson out of the bin.', one, written),
  'reflection.previewRevert': query(
    'What going back to an earlier version of a lesson would change.',
    version,
    z.object({
      change: change.describe('`before` is as it is now, `after` as it was then, fields that differ only'),
      revision: z.int().describe('Of the lesson now; reflection.revert takes it as expectedRevision'),
    }),
  ),
  'reflection.revert': command(
    'Go back to an earlier version of a lesson, as a write of its own: text, outcome, state, pin and extra data are as they ' +
      'were after that operation. Project and session stay. A lesson in the bin comes out if it was not there then, and ' +
      'none is put into it. What was purged cannot come back.',
    version.extend({ expectedRevision }),
    written,
  ),
};
