import * as z from 'zod';

/** A program that runs agents, as far as this machine shows. */
export const clientProgram = z.object({
  id: z.string().describe('Such as `claude-code`'),
  name: z.string(),
  state: z
    .enum(['connected', 'found', 'absent'])
    .describe('`absent`: nothing on this machine shows that it is installed'),
  foundBy: z.string().nullable().describe('Folder or program that shows that it is installed; null where none does'),
  files: z.array(z.string()).describe('Where it is or would be entered'),
  instructions: z.string().describe('File in which its agents read standing instructions'),
  hasHooks: z.boolean().describe('Its agents are told lessons unasked'),
});
/** See {@link clientProgram}. */
export type ClientProgram = z.infer<typeof clientProgram>;

/** The changes that entering us in a program, or removing us, would make. */
export const clientChanges = z.object({
  changes: z.array(
    z.object({ path: z.string(), holds: z.enum(['server', 'hooks', 'both', 'instructions']), diff: z.string() }),
  ),
  digest: z.string().describe('Names exactly these changes'),
});
/** See {@link clientChanges}. */
export type ClientChanges = z.infer<typeof clientChanges>;

/** The changes that were made. */
export const clientApplied = z.object({
  copies: z.array(z.string()).describe('Copies of the files as they were'),
  notes: z.array(z.string()).describe('What in the files keeps the entries from having an effect'),
  serverAnswers: z.boolean().nullable().describe('Null after taking out: there is nothing to test'),
  hooksAnswer: z.boolean().nullable(),
});
/** See {@link clientApplied}. */
export type ClientApplied = z.infer<typeof clientApplied>;
