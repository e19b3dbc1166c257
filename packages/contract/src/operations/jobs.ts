import * as z from 'zod';
import { jobId, operationId, reference } from '../domain/ids.ts';
import { job } from '../domain/job.ts';
import { cursor, limit, page } from '../domain/page.ts';
import { instant } from '../domain/time.ts';
import { TRANSCRIPT_AGENTS } from '../facts/transcripts.ts';
import { command, query } from './define.ts';

/** Operations on jobs, and those that start one. */
export const jobOperations = {
  'job.list': query('Jobs, the newest first.', z.strictObject({ limit: limit(20), cursor }), page(job)),
  'job.get': query('One job.', z.strictObject({ id: jobId }), z.object({ job })),
  'job.cancel': command(
    'Stop a job at its next step. What it wrote stays and can be undone.',
    z.strictObject({ id: jobId }),
    z.object({ job }),
  ),
  'import.lessons': command(
    'Import a JSON Lines file of lessons, one object per line; a second import of the same lines adds nothing.',
    z.strictObject({
      path: z.string().min(1).max(4096).describe('Absolute path on the machine of the host'),
      projectId: reference.optional(),
      skipBad: z
        .boolean()
        .default(false)
        .describe('Import the good lines; otherwise one bad line stops everything before anything is written'),
    }),
    z.object({ job }),
  ),
  'import.history': command(
    'Read past sessions of an agent from its transcripts: an episode of each, and drafts of lessons by explained rules. A second import adds what is new.',
    z.strictObject({
      agent: z.enum(TRANSCRIPT_AGENTS).default('claude-code'),
      path: z
        .string()
        .min(1)
        .max(4096)
        .optional()
        .describe('Absolute path of a folder of transcripts, or of one; default: where the agent keeps them'),
      since: instant.optional().describe('Leave out transcripts that were not changed since'),
      projectId: reference.optional().describe('Default: the project of the folder the agent worked in'),
    }),
    z.object({ job }),
  ),
  'import.loops': command(
    'Read the records and states that Reflexion loops leave, JSON files: each iteration becomes an attempt, each loop a session. ' +
      'A record that is not as its schema says is named with what is wrong in it. A second import adds what is new.',
    z.strictObject({
      path: z.string().min(1).max(4096).describe('Absolute path of a file, or of a folder, on the machine of the host'),
      projectId: reference.optional(),
    }),
    z.object({ job }),
  ),
  'import.turns': command(
    'Read a memory of contexts and summaries, a JSON file that a thinking agent exported: each context becomes a turn of one session. ' +
      'The whole file is checked first, and imported whole or not at all; nothing here is replaced. A second import adds what is new.',
    z.strictObject({
      path: z.string().min(1).max(4096).describe('Absolute path of the file on the machine of the host'),
      projectId: reference.optional(),
      sessionId: reference
        .optional()
        .describe('Session that the turns go to; made on first use. Default: the name of the file'),
    }),
    z.object({ job }),
  ),
  'import.sample': command(
    'Load the sample: made-up sessions, attempts, lessons, causes and answers to agents of four projects of its own, to look ' +
      'around in. Loading it again adds nothing; import.removeSample removes it.',
    z.strictObject({}),
    z.object({ job }),
  ),
  'import.removeSample': command(
    'Remove the sample, whatever became of its records since, as one operation that undo brings back. A project or session of it in ' +
      'which something else was stored stays.',
    z.strictObject({}),
    z.object({
      records: z.int().describe('Records removed'),
      operationId: operationId.nullable().describe('For operation.undo; null when there is no sample'),
    }),
  ),
};
