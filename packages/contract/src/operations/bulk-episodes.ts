import * as z from 'zod';
import { episodeId, operationId } from '../domain/ids.ts';
import { job } from '../domain/job.ts';
import { label } from '../domain/text.ts';
import { MAX_AT_ONCE, MAX_SELECTED_IDS } from '../facts/filters.ts';
import { command, query } from './define.ts';
import { episodeFilters } from './episodes.ts';

/** Episodes by id, or all that a filter finds. */
const selection = z
  .union(
    [
      z.strictObject({ ids: z.array(episodeId).min(1).max(MAX_SELECTED_IDS) }),
      z.strictObject({ filters: z.strictObject(episodeFilters).describe('As in episode.list, text included') }),
    ],
    { error: 'give ids, or filters for everything that matches' },
  )
  .describe('Episodes by id, or all that match');

const change = z
  .strictObject({ kind: z.enum(['delete', 'restore']) })
  .describe('What to do to each: put it into the bin, or take it out');

/** Operations on many episodes at once. */
export const bulkEpisodeOperations = {
  'episode.previewMany': query(
    'What a change of many episodes would do, before it is done.',
    z.strictObject({ selection, change }),
    z.object({
      matches: z.int().describe('Episodes that are selected'),
      changes: z.int().describe('Of these, those that would change'),
      already: z.int().describe('Those that are so already'),
      missing: z.int().describe('Ids of which there is no episode'),
      examples: z
        .array(z.object({ id: episodeId, task: z.string() }))
        .describe('The five of those that would change that were stored last'),
      asJob: z
        .boolean()
        .describe(`More than ${MAX_AT_ONCE} are selected: it runs in steps, with progress, and can be cancelled`),
      digest: z.string().describe('Stands for exactly these episodes as they are now; episode.changeMany asks for it'),
    }),
  ),
  'episode.changeMany': command(
    'Delete or restore many episodes as one undoable operation. Refused when the selection is no longer what the preview showed.',
    z.strictObject({ selection, change, digest: label(64).describe('From episode.previewMany') }),
    z.object({
      changed: z.int().describe('Episodes changed by now; those of a job follow'),
      operationId: operationId.nullable().describe('For operation.undo; null for a job, or when nothing had to change'),
      job: job.nullable().describe('For operation.undo by jobId; null when it was done at once'),
    }),
  ),
};
