import { existsSync } from 'node:fs';
import { AppError, type Client, counted } from '@twicewise/contract';
import { replaceFile } from '../connect/replace-file.ts';
import { UsageError } from './usage.ts';

interface Options {
  project?: string[] | undefined;
  redact: boolean;
  overwrite: boolean;
  yes: boolean;
}

/** Refuses options that apply to a bundle but not to a causal graph or a loop. */
export function refuseMeaningless({ project, redact, yes }: Options, help: string): void {
  const option = redact ? '--redact' : yes ? '--yes' : null;
  if (option !== null) throw new UsageError(`${option} is for bundles only.\n\n${help}`);
  if (project !== undefined && project.length > 1) throw new UsageError('Name one project.');
}

function badFile(message: string, hint: string): AppError {
  return new AppError({ code: 'invalid_input', reason: 'bad_file', message, hint });
}

/** Writes the whole file or nothing. Replaces an existing file only with `overwrite`. */
function put(path: string, text: string, overwrite: boolean): void {
  if (!overwrite && existsSync(path)) {
    const hint = 'Choose another name, or replace it with --overwrite.';
    throw badFile(`There is a file ${path} already; it was left as it is.`, hint);
  }
  try {
    replaceFile(path, text);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw badFile(`No file could be written at ${path} (${code}).`, 'Choose another place.');
  }
}

/** Writes the causal graph of a project as a causal-graph.json of ADR-038. */
export async function writeGraph(client: Client, path: string, { project, overwrite }: Options): Promise<number> {
  const [projectId] = project ?? [];
  const { file, ...counts } = await client.call('causal.export', projectId === undefined ? {} : { projectId });
  put(path, `${JSON.stringify(file, null, 2)}\n`, overwrite);
  const { nodes, edges, patterns, redacted, notCarried } = counts;
  const parts = [
    counted(nodes, 'node', 'nodes'),
    counted(edges, 'edge', 'edges'),
    counted(patterns, 'pattern', 'patterns'),
  ];
  const lines = [
    `${parts.join(', ')}: ${path}.`,
    ...(redacted > 0 ? [`${counted(redacted, 'place', 'places')} replaced.`] : []),
    ...(notCarried.length > 0 ? [`Not carried: ${notCarried.join(', ')}.`] : []),
  ];
  process.stderr.write(`${lines.join('\n')}\n`);
  if (!process.stdout.isTTY) process.stdout.write(`${JSON.stringify({ ok: true, value: counts })}\n`);
  return 0;
}
