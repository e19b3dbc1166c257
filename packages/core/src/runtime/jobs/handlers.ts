import { existsSync, statSync } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import { AppError, type Caller, isId, type Job, quoted } from '@twicewise/contract';
import { findJobs, getJob, type JobRecord, type ReadableDb, requestCancel } from '@twicewise/store';
import type { HandlersOf, TaskContext, WriteContext } from '../context.ts';
import { read, task } from '../define-handler.ts';
import { behindJob } from '../person-only.ts';
import { requireProject } from '../references.ts';
import { queueJob } from './queue.ts';

function requireJob(db: ReadableDb, id: string): Job {
  const job = getJob(db, id);
  if (job) return job;
  throw new AppError({
    code: 'not_found',
    message: `There is no job with the id ${id}.`,
    hint: 'job.list shows those there are.',
  });
}

function refuseUnreadable(path: string): void {
  const bad = (message: string) =>
    new AppError({
      code: 'invalid_input',
      reason: 'bad_file',
      message,
      hint: 'Give the absolute path of a JSON Lines file.',
    });
  if (!isAbsolute(path)) throw bad('The path is not absolute.');
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw bad(`There is no file ${quoted(path)}.`);
  if (!stats.isFile()) throw bad(`${quoted(path)} is not a file.`);
}

function noTranscripts(path: string | null): AppError {
  return new AppError({
    code: 'invalid_input',
    reason: 'bad_file',
    message:
      path === null ? 'It is not known where its transcripts are.' : `There are no transcripts at ${quoted(path)}.`,
    hint: 'Give the absolute path of the folder of transcripts, or of one.',
  });
}

/** Queues a job in a transaction of its own and wakes the runner. */
async function enqueue(
  { caller, services, once }: TaskContext,
  { kind, title, input }: Pick<JobRecord, 'kind' | 'title' | 'input'>,
  author: Caller['author'],
): Promise<{ job: Job }> {
  const queue = (context: WriteContext) => queueJob(context, { kind, title, input }, author);
  const job = await services.write(`job.${kind}`, caller, queue, once);
  services.wakeJobs();
  return { job };
}

/** Handlers of jobs and of what starts them. */
export const jobHandlers: HandlersOf<
  'job.list' | 'job.get' | 'job.cancel' | 'import.lessons' | 'import.history' | 'import.sample'
> = {
  'job.list': read(({ limit, cursor }, { db }) => findJobs(db, limit, cursor)),
  'job.get': read(({ id }, { db }) => ({ job: requireJob(db, id) })),
  'job.cancel': task(async ({ id }, { caller, services }) => {
    const job = await services.write('job.cancel', caller, (context) => {
      requireJob(context.db, id);
      if (requestCancel(context.db, id, context.at)) context.touch('job', id);
      return requireJob(context.db, id);
    });
    services.wakeJobs();
    return { job };
  }),
  'import.lessons': task((input, context) => {
    refuseUnreadable(input.path);
    const { projectId } = input;
    if (projectId !== undefined && isId('project', projectId)) requireProject(context.services.db(), projectId);
    const asked = { ...input, ...behindJob(context.caller) };
    const job = { kind: 'import' as const, title: `Import ${basename(input.path)}`, input: asked };
    return enqueue(context, job, { kind: 'importer', name: 'lessons' });
  }),
  'import.history': task(({ agent, path: named, since, projectId }, context) => {
    const path = named ?? context.services.surroundings.transcriptFolder(agent);
    if (path === null || !isAbsolute(path) || !existsSync(path)) throw noTranscripts(path);
    if (projectId !== undefined && isId('project', projectId)) requireProject(context.services.db(), projectId);
    const input = {
      agent,
      path,
      ...(since === undefined ? {} : { since }),
      ...(projectId === undefined ? {} : { projectId }),
    };
    const job = { kind: 'history' as const, title: `Read past sessions of ${agent}`, input };
    return enqueue(context, job, { kind: 'importer', name: agent });
  }),
  'import.sample': task((_input, context) =>
    enqueue(context, { kind: 'sample', title: 'Load the sample', input: {} }, { kind: 'importer', name: 'sample' }),
  ),
};
