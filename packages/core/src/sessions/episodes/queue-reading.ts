import { existsSync } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import { AppError, episodesResult, type Job, quoted } from '@twicewise/contract';
import * as z from 'zod';
import type { WriteContext } from '../../runtime/context.ts';
import type { TaskContext } from '../../runtime/handler.ts';
import type { JobKind } from '../../runtime/jobs/job-kind.ts';
import { enqueue, queueJob } from '../../runtime/jobs/queue.ts';
import { checkImportProject } from '../../runtime/references.ts';
import { READERS } from './readers.ts';

const input = z.object({
  format: z.enum(['adr038', 'logs']),
  path: z.string(),
  projectId: z.string().optional(),
  /** Id of the session that the file describes; otherwise the file names it. */
  sessionId: z.string().optional(),
});
/** The input of a job that reads episodes; see `import.episodes` and `episode.extract`. */
export type EpisodesInput = z.infer<typeof input>;

/** Reads episodes from files. Implemented in `imports`, which knows all contents of such files. */
export const EPISODES_JOB = { kind: 'episodes', lane: 'imports', input, result: episodesResult } satisfies JobKind;

const TITLES = { adr038: 'Import session files from', logs: 'Import session logs from' } as const;

/** Throws when nothing exists at a path. */
export function refuseNothing(path: string): void {
  if (isAbsolute(path) && existsSync(path)) return;
  throw new AppError({
    code: 'invalid_input',
    reason: 'bad_file',
    message: isAbsolute(path) ? `There is nothing at ${quoted(path)}.` : 'The path is not absolute.',
    hint: isAbsolute(path) ? 'Check how the path is spelt.' : 'Give the absolute path of a file or folder.',
  });
}

function wantedOf(input: EpisodesInput) {
  return { title: `${TITLES[input.format]} ${basename(input.path)}`, input };
}

function importerOf({ format }: EpisodesInput) {
  return { kind: 'importer' as const, name: READERS[format].system };
}

/** Queues a job in the caller's transaction. Wake the runners once that is durable. */
export function queueReading(context: WriteContext, input: EpisodesInput): Job {
  return queueJob(context, EPISODES_JOB, wantedOf(input), importerOf(input));
}

/** Implements `import.episodes` and `episode.extract`. */
export async function queueEpisodes(input: EpisodesInput, context: TaskContext): Promise<{ job: Job }> {
  const { path, projectId } = input;
  refuseNothing(path);
  checkImportProject(context.services.db(), projectId);
  return enqueue(context, EPISODES_JOB, wantedOf(input), importerOf(input));
}
