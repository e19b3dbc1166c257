import * as z from 'zod';
import { projectId } from './ids.ts';
import { instant } from './time.ts';

/** The project of callers that name none and have no project folder (home and `/` are none). */
export const UNSORTED_PROJECT = 'unsorted';

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
  reflections: z.int().describe('Lessons not deleted'),
  lastActivityAt: instant.nullable(),
  revision: z.int(),
});
/** See {@link project}. */
export type Project = z.infer<typeof project>;
