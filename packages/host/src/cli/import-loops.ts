import { resolve } from 'node:path';
import { type Client, counted, type Job, resultOf } from '@twicewise/contract';
import { list } from './import-episodes.ts';

/** Starts importing records and states of Reflexion loops. */
export async function startLoops(client: Client, path: string, project: { projectId?: string }): Promise<Job> {
  return (await client.call('import.loops', { path: resolve(path), ...project })).job;
}

/** The outcome of the import as text; the job's result has the same as numbers. */
export function loopLines(job: Job): string {
  const result = resultOf('loops', job);
  const { files, attempts, attemptsChanged, loops, loopsChanged, unchanged, redacted, unreadable } = result;
  const secrets = counted(redacted, 'secret, home folder or address', 'secrets, home folders and addresses');
  return [
    `${counted(files, 'file', 'files')} read: ${counted(loops, 'new loop', 'new loops')}, ${loopsChanged} brought up to date; ` +
      `${counted(attempts, 'new attempt', 'new attempts')}, ${attemptsChanged} brought up to date; ${unchanged} with nothing new, ${result.bad} of no use.`,
    ...(redacted > 0 ? [`${secrets} taken out.`] : []),
    ...(unreadable > 0 ? [`${counted(unreadable, 'folder', 'folders')} could not be looked into.`] : []),
    ...list('Of no use:', result.badFiles, result.bad),
    ...list('Left out, in part:', result.notedFiles, result.noted),
  ].join('\n');
}

/** False for an import that added nothing new. */
export function hasWrittenLoops(job: Job): boolean {
  const { attempts, attemptsChanged, loops, loopsChanged } = resultOf('loops', job);
  return attempts + attemptsChanged + loops + loopsChanged > 0;
}
