import { existsSync, statSync } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import { AppError, IMPORTERS, quoted } from '@twicewise/contract';
import { task, write } from '../runtime/define-handler.ts';
import type { HandlersOf } from '../runtime/handler.ts';
import { enqueue } from '../runtime/jobs/queue.ts';
import { behindJob } from '../runtime/person-only.ts';
import { checkImportProject } from '../runtime/references.ts';
import { refuseNothing } from '../sessions/episodes/queue-reading.ts';
import { lacksTranscripts } from './lacks-transcripts.ts';
import { LESSONS_JOB } from './lessons-job.ts';
import { LOOPS_JOB } from './loops-job.ts';
import { SAMPLE_JOB } from './sample/job.ts';
import { removeSample } from './sample/remove.ts';
import { TRANSCRIPTS_JOB } from './transcript-progress.ts';
import { TURNS_JOB } from './turns-job.ts';

function refuseUnreadable(path: string, what = 'a JSON Lines file'): void {
  const bad = (message: string, hint: string) =>
    new AppError({ code: 'invalid_input', reason: 'bad_file', message, hint });
  if (!isAbsolute(path)) throw bad('The path is not absolute.', `Give the absolute path of ${what}.`);
  // statSync throws for names that no file can have: with NUL, or too long.
  const stats = existsSync(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (!stats) throw bad(`There is no file ${quoted(path)}.`, 'Check how the path is spelt.');
  if (!stats.isFile()) throw bad(`${quoted(path)} is not a file.`, `Name ${what}.`);
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

export const importHandlers: HandlersOf<
  'import.lessons' | 'import.history' | 'import.loops' | 'import.turns' | 'import.sample' | 'import.removeSample'
> = {
  'import.lessons': task((input, context) => {
    refuseUnreadable(input.path);
    const { projectId } = input;
    checkImportProject(context.services.db(), projectId);
    const asked = { ...input, ...behindJob(context.caller) };
    const job = { title: `Import ${basename(input.path)}`, input: asked };
    return enqueue(context, LESSONS_JOB, job, { kind: 'importer', name: IMPORTERS.lessons });
  }),
  'import.history': task(({ agent, path: named, since, projectId }, context) => {
    const path = named ?? context.services.surroundings.transcriptFolder(agent);
    if (path === null || !isAbsolute(path) || !existsSync(path) || lacksTranscripts(path)) throw noTranscripts(path);
    checkImportProject(context.services.db(), projectId);
    const input = {
      agent,
      path,
      ...(since === undefined ? {} : { since }),
      ...(projectId === undefined ? {} : { projectId }),
    };
    const job = { title: `Import past sessions of ${agent}`, input };
    return enqueue(context, TRANSCRIPTS_JOB, job, { kind: 'importer', name: agent });
  }),
  'import.loops': task((input, context) => {
    const { path, projectId } = input;
    refuseNothing(path);
    checkImportProject(context.services.db(), projectId);
    return enqueue(
      context,
      LOOPS_JOB,
      { title: `Import loops of ${basename(path)}`, input },
      { kind: 'importer', name: IMPORTERS.loops },
    );
  }),
  'import.turns': task((input, context) => {
    refuseUnreadable(input.path, 'a JSON file');
    const { projectId } = input;
    checkImportProject(context.services.db(), projectId);
    const job = { title: `Import turns of ${basename(input.path)}`, input };
    return enqueue(context, TURNS_JOB, job, { kind: 'importer', name: IMPORTERS.turns });
  }),
  'import.sample': task((_input, context) =>
    enqueue(context, SAMPLE_JOB, { title: 'Load the sample', input: {} }, { kind: 'importer', name: IMPORTERS.sample }),
  ),
  'import.removeSample': write((_input, context) => removeSample(context)),
};
