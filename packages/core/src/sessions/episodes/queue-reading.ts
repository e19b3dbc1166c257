import { existsSync } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import { AppError, episodesResult, isId, type Job, quoted } from '@twicewise/contract';
import * as z from 'zod';
import type { WriteContext } from '../../runtime/context.ts';
import type { TaskContext } from '../../runtime/handler.ts';
import type { JobKind } from '../../runtime/jobs/job-kind.ts';
import { enqueue, queueJob } from '../../runtime/jobs/queue.ts';
import { requireProject } from '../../runtime/references.ts';
import { READERS } from './readers.ts';

const input = z.object({
  format: z.enum(['adr038', 'logs']),
  path: z.string(),
  projectId: z.string().optional(),
  /** The session that the file is of, by our id; otherwise the file names it. */
  sessionId: z.string().optional(),
});
/** What a reading of episodes is asked for; see `import.episodes` and `episode.extract`. */
export type EpisodesInput = z.infer<typeof input>;

/** A reading of episodes from files. It is carried out by `imports`, which knows all that such files may hold. */
export const EPISODES_JOB = { kind: 'episodes', lane: 'imports', input, result: episodesResult } satisfies JobKind;

const TITLES = { adr038: 'Import episodes of', logs: 'Read session logs of' } as const;

/** Refuses a path at which there is nothing. */
export function refuseNothing(path: string): void {
  if (isAbsolute(path) && existsSync(path)) return;
  throw new AppError({
    code: 'invalid_input',
    reason: 'bad_file',
    message: isAbsolute(path) ? `There is nothing at ${quoted(path)}.` : 'The path is not absolute.',
    hint: 'Give the absolute path of a file or folder.',
  });
}

function wantedOf(input: EpisodesInput) {
  return { title: `${TITLES[input.format]} ${basename(input.path)}`, input };
}

function importerOf({ format }: EpisodesInput) {
  return { kind: 'importer' as const, name: READERS[format].system };
}

/** Queues a reading of files in the transaction of whatever asks for it; wake the runners once that is durable. */
export function queueReading(context: WriteContext, input: EpisodesInput): Job {
  return queueJob(context, EPISODES_JOB, wantedOf(input), importerOf(input));
}

/** Carries out `import.episodes` and `episode.extract`. */
export async function queueEpisodes(input: EpisodesInput, context: TaskContext): Promise<{ job: Job }> {
  const { path, projectId } = input;
  refuseNothing(path);
  if (projectId !== undefined && isId('project', projectId)) requireProject(context.services.db(), projectId);
  return enqueue(context, EPISODES_JOB, wantedOf(input), importerOf(input));
}
