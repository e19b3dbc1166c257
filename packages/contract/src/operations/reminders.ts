import * as z from 'zod';
import { reference, sessionId } from '../domain/ids.ts';
import { briefedLesson, occasion, silence, toldSession } from '../domain/reminder.ts';
import { queryText } from '../domain/retrieval.ts';
import { label } from '../domain/text.ts';
import { MAX_BRIEF_TOKENS, MIN_BRIEF_TOKENS } from '../facts/setting-ranges.ts';
import { query } from './define.ts';

/** Operations that tell agents something unasked; the hooks of their programs call them. */
export const reminderOperations = {
  'memory.remind': query(
    'What an agent should be told unasked: at the start of a session, with a prompt, after a failed tool. Each lesson and each earlier session once per session; null when there is nothing new and relevant.',
    z.strictObject({
      occasion,
      text: queryText
        .default('')
        .describe(
          'The prompt, or the failed call and its error; of `stuck` a call that was refused again and again; not looked at otherwise',
        ),
      projectId: reference.optional(),
      sessionId: reference.optional().describe('Who is told; the caller’s own session without it'),
      budget: z
        .int()
        .min(MIN_BRIEF_TOKENS)
        .max(MAX_BRIEF_TOKENS)
        .optional()
        .describe('Default: a setting per occasion'),
      attended: z
        .boolean()
        .default(true)
        .describe('False where nobody reads along: then only the last message of the agent is read'),
      branch: label(512)
        .optional()
        .describe('Of session_start: the branch of the folder. Where the last session on it stood is told, too'),
      onlyFirst: z
        .boolean()
        .default(false)
        .describe('Silent where the session was told something on this occasion before, however long ago'),
      delivery: z
        .enum(['now', 'later', 'if_waiting'])
        .default('now')
        .describe(
          'Of context_cut: `later` notes the cut, for nothing would be heard now; `if_waiting` tells what was noted and not told since',
        ),
      forkedFrom: reference
        .optional()
        .describe(
          'Session of which the asker’s is a copy: what that was told or stored is known to it; nothing is told now',
        ),
      dryRun: z.boolean().default(false).describe('A preview: nothing is written down'),
    }),
    z.object({
      text: z.string().nullable().describe('For the agent’s context, marked as coming from here'),
      silence: silence.nullable().describe('Why there is no text'),
      tokens: z.int(),
      lessons: z.array(briefedLesson),
      sessions: z.array(toldSession).describe('Earlier sessions that had to do with the prompt'),
      workingSummary: z
        .object({ sessionId, tokens: z.int().describe('What it costs in the text') })
        .nullable()
        .describe('The session of which the text says where it stood: the asker’s own, or the one before'),
      logged: z.boolean().describe('An exposure was written down for each lesson'),
    }),
  ),
};
