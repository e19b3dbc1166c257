import { statSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import {
  type Client,
  counted,
  type EpisodesResult,
  type GraphsResult,
  type Job,
  resultOf,
  visible,
} from '@twicewise/contract';

/** The default format of a path: folders, JSON and Markdown are session logs, anything else is lessons. */
export function formatOf(path: string): 'lessons' | 'logs' {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder || ['.json', '.md'].includes(extname(path).toLowerCase()) ? 'logs' : 'lessons';
}

/** Starts importing episode files or session logs. */
export async function startEpisodes(
  client: Client,
  format: 'episodes' | 'logs',
  path: string,
  project: { projectId?: string },
): Promise<Job> {
  const input = { path: resolve(path), ...project };
  const name = format === 'episodes' ? 'import.episodes' : 'episode.extract';
  return (await client.call(name, input)).job;
}

/** Lists files with a remark for each, under a heading; empty when there are no files. */
export function list(heading: string, files: EpisodesResult['badFiles'], total: number): string[] {
  if (total === 0) return [];
  const more = total > files.length ? [`  and ${total - files.length} more`] : [];
  return [heading, ...files.map(({ file, reason }) => `  ${visible(file)}: ${visible(reason)}`), ...more];
}

/** What was found in causal graph files. */
function graphLines(graphs: GraphsResult | undefined): string[] {
  if (graphs === undefined) return [];
  const { files, made, changed, unchanged, nodes, derived, nodesLeft, faults, named } = graphs;
  const left = named.map(({ at, reason }) => ({ file: at, reason }));
  return [
    `${counted(files, 'causal graph', 'causal graphs')} among them: ${counted(made, 'new claim', 'new claims')}, ${changed} brought up to date, ${unchanged} as they were or known already.`,
    `Of ${counted(nodes, 'thing', 'things')}, no edge is tied to ${derived + nodesLeft}: ${derived} are known from episodes here, ${nodesLeft} are not kept.`,
    ...list('Parts of causal graphs:', left, Math.max(left.length, faults)),
  ];
}

/** The outcome of the import as text; the job's result has the same as numbers. */
export function episodeLines(job: Job): string {
  const { files, made, changed, unchanged, redacted, bad, badFiles, unreadable, noted, notedFiles, graphs } = resultOf(
    'episodes',
    job,
  );
  return [
    `${counted(files, 'file', 'files')} read: ${counted(made, 'new episode', 'new episodes')}, ${changed} brought up to date, ${unchanged} as they were, ${bad} of no use.`,
    ...(redacted > 0
      ? [`${counted(redacted, 'secret, home folder or address', 'secrets, home folders and addresses')} taken out.`]
      : []),
    ...(unreadable > 0 ? [`${counted(unreadable, 'folder', 'folders')} could not be looked into.`] : []),
    ...graphLines(graphs),
    ...list('Of no use:', badFiles, bad),
    ...list('Taken in part, or not at all:', notedFiles, noted),
  ].join('\n');
}

/** False for an import that added nothing new. */
export function hasWrittenEpisodes(job: Job): boolean {
  const { made, changed, graphs } = resultOf('episodes', job);
  return made + changed + (graphs ? graphs.made + graphs.changed : 0) > 0;
}

/** True when files were read and none of them could be used. */
export function isOfNoUse(job: Job): boolean {
  if (job.kind !== 'episodes' && job.kind !== 'loops') return false;
  const { files, bad } = resultOf(job.kind, job);
  return bad > 0 && bad === files;
}
