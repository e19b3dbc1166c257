import * as z from 'zod';
import { operationId, reference, reflectionId } from '../domain/ids.ts';
import { job } from '../domain/job.ts';
import { reflectionContent, reflectionState } from '../domain/reflection.ts';
import { label } from '../domain/text.ts';
import { MAX_AT_ONCE, MAX_SELECTED_IDS } from '../facts/filters.ts';
import { command, query } from './define.ts';
import { reflectionFilters } from './reflections.ts';

/** Lessons by id, or all that a filter finds. */
export const selection = z
  .union(
    [
      z.strictObject({ ids: z.array(reflectionId).min(1).max(MAX_SELECTED_IDS) }),
      z.strictObject({ filters: z.strictObject(reflectionFilters).describe('As in reflection.list, text included') }),
    ],
    { error: 'give ids, or filters for everything that matches' },
  )
  .describe('Lessons by id, or all that match');

const tags = reflectionContent.tags.default([]);

/** What can be done to many lessons. */
export const lessonChange = z
  .discriminatedUnion('kind', [
    z
      .strictObject({ kind: z.literal('tags'), add: tags, remove: tags })
      .refine(({ add, remove }) => add.length + remove.length > 0, { message: 'name a tag to add or to remove' }),
    z.strictObject({ kind: z.literal('state'), state: reflectionState }),
    z.strictObject({ kind: z.literal('pin'), pinned: z.boolean() }),
    z.strictObject({
      kind: z.literal('move'),
      projectId: reference.describe('A project that exists. Sessions stay what they are: a lesson keeps its own'),
    }),
    z.strictObject({ kind: z.literal('delete') }),
    z.strictObject({ kind: z.literal('restore') }),
  ])
  .describe('What to do to each');
/** See {@link lessonChange}. */
export type LessonChange = z.infer<typeof lessonChange>;

/** Why a change cannot be made to a lesson. */
export const changeRefusal = z.enum(['missing', 'in_bin', 'too_many_tags', 'native_id_taken']);
/** See {@link changeRefusal}. */
export type ChangeRefusal = z.infer<typeof changeRefusal>;

/** Operations on many lessons at once. */
export const bulkOperations = {
  'reflection.previewMany': query(
    'What a change of many lessons would do, before it is done.',
    z.strictObject({ selection, change: lessonChange }),
    z.object({
      matches: z.int().describe('Lessons that are selected'),
      changes: z.int().describe('Of these, those that would change'),
      already: z.int().describe('Those that are so already'),
      refused: z.array(z.object({ reason: changeRefusal, count: z.int(), message: z.string() })),
      examples: z
        .array(z.object({ id: reflectionId, taskDescription: z.string() }))
        .describe('The newest five of those that would change'),
      asJob: z
        .boolean()
        .describe(`More than ${MAX_AT_ONCE} are selected: it runs in steps, with progress, and can be cancelled`),
      digest: z
        .string()
        .describe('Stands for exactly these lessons as they are now; reflection.changeMany asks for it'),
    }),
  ),
  'reflection.changeMany': command(
    'Change many lessons as one undoable operation. Refused when the selection is no longer what the preview showed.',
    z.strictObject({ selection, change: lessonChange, digest: label(64).describe('From reflection.previewMany') }),
    z.object({
      changed: z.int().describe('Lessons changed by now; those of a job follow'),
      operationId: operationId.nullable().describe('For operation.undo; null for a job, or when nothing had to change'),
      job: job.nullable().describe('For operation.undo by jobId; null when it was done at once'),
    }),
  ),
};
