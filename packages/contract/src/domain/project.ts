import * as z from 'zod';
import { projectId } from './ids.ts';
import { text } from './text.ts';
import { instant } from './time.ts';

/** Maximum number of commands that a project names as its checks. */
export const MAX_PROJECT_CHECKS = 20;
/** A command that counts as a check of its project: the beginning of a plain command, at most 200 bytes. */
export const projectCheck = text(200).trim().min(1);

/** A body of work whose lessons belong together: usually one git repository with all its worktrees. */
export const project = z.object({
  id: projectId,
  /** Name by which callers refer to it; survives a rename. */
  nativeId: z.string().nullable(),
  seq: z.int(),
  name: z.string(),
  /** Git common directory: the same for every worktree. */
  gitCommonDir: z.string().nullable(),
  root: z.string().nullable(),
  createdAt: instant,
  sessions: z.int(),
  reflections: z.int().describe('Lessons as lists count them: neither deleted nor rejected'),
  lastActivityAt: instant.nullable(),
  checks: z
    .array(z.string())
    .describe('Commands that count as its checks besides those that are known: tests, linters, compilers'),
  revision: z.int(),
});
/** See {@link project}. */
export type Project = z.infer<typeof project>;
