import { resolve } from 'node:path';
import { type Client, counted, type Job, resultOf, visible } from '@twicewise/contract';

/** Starts importing a memory of contexts and summaries. */
export async function startTurns(
  client: Client,
  path: string,
  where: { projectId?: string; sessionId?: string },
): Promise<Job> {
  return (await client.call('import.turns', { path: resolve(path), ...where })).job;
}

/** The outcome of the import as text; the job's result has the same as numbers. */
export function turnLines(job: Job): string {
  const { turns, summaries, alreadyThere, redacted, other, otherIds, unknown } = resultOf('turns', job);
  return [
    `${counted(turns, 'new turn', 'new turns')}, ${counted(summaries, 'new summary', 'new summaries')}, ${alreadyThere} there already.`,
    ...(redacted > 0 ? [`${counted(redacted, 'secret', 'secrets')} taken out.`] : []),
    ...(other > 0
      ? [`${other} left out, whose id is that of another text here: ${otherIds.map(visible).join(', ')}.`]
      : []),
    ...(unknown.length > 0 ? [`Fields of the file that are not kept: ${unknown.map(visible).join(', ')}.`] : []),
  ].join('\n');
}

/** False for an import that added nothing new. */
export function hasWrittenTurns(job: Job): boolean {
  const { turns, summaries } = resultOf('turns', job);
  return turns + summaries > 0;
}
