import * as z from 'zod';
import { operationId, reference, reflectionId } from '../domain/ids.ts';
import { cursor, limit, page } from '../domain/page.ts';
import {
  comparing,
  contradiction,
  duplicateGroup,
  harmful,
  MAX_DUPLICATES,
  MAX_GROUPS,
  suspect,
  unusedLesson,
} from '../domain/review.ts';
import { label } from '../domain/text.ts';
import { instant } from '../domain/time.ts';
import { MAX_SELECTED_IDS } from '../facts/filters.ts';
import { command, query } from './define.ts';

const where = { projectId: reference.optional(), limit: limit(20, 100), cursor };
const total = z.int().min(0);

const pair = z.strictObject({
  ids: z
    .array(reflectionId)
    .length(2)
    .refine(([one, other]) => one !== other, { message: 'must be two lessons' })
    .describe('The two lessons, in any order'),
});
const apart = z.strictObject({
  ids: z
    .array(reflectionId)
    .min(2)
    .max(MAX_DUPLICATES)
    .refine((ids) => new Set(ids).size === ids.length, { message: 'must be different lessons' })
    .describe('The lessons, in any order, all of one project'),
});

/** Which duplicates to merge: all exact ones, or groups by their lessons. */
export const whichDuplicates = z
  .union(
    [
      z.strictObject({
        exact: z
          .literal(true)
          .describe(
            'Those whose texts and outcome are the same. Of these the one in use stays, then a pinned one, then the oldest',
          ),
        projectId: reference.optional(),
      }),
      z.strictObject({
        groups: z
          .array(z.strictObject({ ids: apart.shape.ids, into: reflectionId.describe('The one of them that stays') }))
          .min(1)
          .max(MAX_GROUPS)
          .describe('Of two with the same lesson, the first one is merged and the other refused'),
      }),
    ],
    { error: 'give exact: true, or groups with the lesson of each that stays' },
  )
  .describe('All exact ones, or groups by their lessons');

const done = z.object({ operationId: operationId.nullable().describe('Null: it was so already') });

/** Operations on what waits for a person's decision besides drafts. None of it is decided automatically. */
export const reviewOperations = {
  'reflection.suspects': query(
    'Pairs of lessons of one project that probably say the same, the surest first, with the reasons. Found in the ' +
      'background from the first asking on.',
    z.strictObject(where),
    page(suspect).extend({ total, comparing }),
  ),
  'reflection.dismissSuspect': command(
    'Remember that these lessons are not the same, each with each, so that they are not suspected again; undo forgets it.',
    apart,
    done,
  ),
  'reflection.duplicates': query(
    'What reflection.suspects lists, as groups: lessons of which each probably says the same as every other, the surest ' +
      'first. A lesson that is like some of a group only is in a group of its own with those.',
    z.strictObject(where),
    page(duplicateGroup).extend({
      total: total.describe('Groups'),
      pairs: total,
      exact: z
        .object({ groups: total, lessons: total })
        .describe('Lessons that would go if all exact ones were merged, and into how many'),
      comparing,
    }),
  ),
  'reflection.previewMergeMany': query(
    'What a merge of many duplicates would do, before it is done.',
    z.strictObject({ which: whichDuplicates }),
    z.object({
      stay: total.describe('Lessons that stay, each completed by what the others of its group say'),
      superseded: total.describe('Lessons that are superseded by them'),
      refused: z.array(z.object({ count: z.int().describe('Groups'), message: z.string() })),
      examples: z
        .array(z.object({ id: reflectionId, taskDescription: z.string() }))
        .describe('The first five of those that stay'),
      digest: z.string().describe('Stands for exactly these lessons as they are now; reflection.mergeMany asks for it'),
    }),
  ),
  'reflection.mergeMany': command(
    'Merge many duplicates as one undoable operation, each group as reflection.merge does by default. Refused when the ' +
      'lessons are no longer what the preview showed.',
    z.strictObject({ which: whichDuplicates, digest: label(64).describe('From reflection.previewMergeMany') }),
    z.object({
      superseded: total,
      operationId: operationId.nullable().describe('For operation.undo; null when there was nothing to merge'),
    }),
  ),
  'reflection.contradictions': query(
    'Pairs of lessons on the same task, or nearly, of which one says worked what the other says did not; the newest ' +
      'first. Found in the background from the first asking on.',
    z.strictObject(where),
    page(contradiction).extend({ total, comparing }),
  ),
  'reflection.dismissContradiction': command(
    'Leave two contradicting lessons, or several such pairs as one, as they are and show them no more; undo shows them again.',
    z.union(
      [
        pair,
        z.strictObject({
          pairs: z.array(pair.shape.ids).min(1).max(MAX_SELECTED_IDS).describe('Several pairs, as one operation'),
        }),
      ],
      { error: 'give ids of two lessons, or pairs' },
    ),
    done,
  ),
  'reflection.waiting': query(
    'Why it matters to decide what waits: how many drafts say what failed, since when the oldest waits, and how often agents were ' +
      'lately shown lessons that a person is asked about (drafts, likely duplicates, contradictions, those judged harmful).',
    z.strictObject({ projectId: reference.optional() }),
    z.object({
      warnings: total.describe('Drafts that say what did not work'),
      oldestAt: instant.nullable().describe('When the oldest draft came in or was last changed; null: there is none'),
      shown: total.describe('Times that agents were shown such lessons as they are, in the last `days`'),
      days: z.int().describe('Days that `shown` counts'),
    }),
  ),
  'reflection.neglected': query(
    'Accepted lessons that no agent was shown for long, those changed longest ago first. How long is a setting.',
    z.strictObject(where),
    page(unusedLesson).extend({ neverShown: total, stale: total }),
  ),
  'reflection.harmful': query(
    'Lessons that agents are told and that were judged harmful, the last judgement first. A lesson leaves the list when it ' +
      'is rejected, archived, superseded or binned, or when a person judges it otherwise afterwards.',
    z.strictObject(where),
    page(harmful).extend({ total }),
  ),
  'reflection.keep': command(
    'Keep a lesson, or several as one, although no agent was shown it for long, and ask no more; undo asks again.',
    z.union(
      [
        z.strictObject({ id: reflectionId }),
        z.strictObject({ ids: z.array(reflectionId).min(1).max(MAX_SELECTED_IDS) }),
      ],
      {
        error: 'give id, or ids',
      },
    ),
    done,
  ),
};
