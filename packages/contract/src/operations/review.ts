import * as z from 'zod';
import { operationId, reference, reflectionId } from '../domain/ids.ts';
import { cursor, limit, page } from '../domain/page.ts';
import { comparing, contradiction, harmful, suspect, unusedLesson } from '../domain/review.ts';
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
    'Remember that two lessons are not the same, so that they are not suspected again; undo forgets it.',
    pair,
    done,
  ),
  'reflection.contradictions': query(
    'Pairs of lessons on the same task, or nearly, of which one says worked what the other says did not; the newest ' +
      'first. Found in the background from the first asking on.',
    z.strictObject(where),
    page(contradiction).extend({ total, comparing }),
  ),
  'reflection.dismissContradiction': command(
    'Leave two contradicting lessons as they are and show them no more; undo shows them again.',
    pair,
    done,
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
    'Keep a lesson although no agent was shown it for long, and ask no more; undo asks again.',
    z.strictObject({ id: reflectionId }),
    done,
  ),
};
