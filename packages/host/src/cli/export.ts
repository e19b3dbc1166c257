import { resolve } from 'node:path';
import { dataFolder } from '@twicewise/client/data-folder';
import { type Client, counted, exportResult, type Job, type OutputOf, PRODUCT, visible } from '@twicewise/contract';
import { clientOf, openAccess, requireMemory } from './access.ts';
import { agrees } from './ask.ts';
import { countRecords } from './bundle-words.ts';
import { refuseMeaningless, writeGraph } from './export-graph.ts';
import { writeLoop } from './export-loop.ts';
import { writeTurns } from './export-turns.ts';
import { follow } from './follow-job.ts';
import { type Command, readArguments, UsageError } from './usage.ts';

const EXTENSION = PRODUCT.bundleExtension;
const HELP = `Usage: ${PRODUCT.command} export FILE${EXTENSION} [--project NAME]... [--redact] [--overwrite] [--yes] [--data DIR]
       ${PRODUCT.command} export FILE.json [--project NAME] [--overwrite] [--data DIR]
       ${PRODUCT.command} export FOLDER --session NAME [--project NAME] [--overwrite] [--data DIR]
       ${PRODUCT.command} export FILE.json --format turns --session NAME [--project NAME] [--overwrite] [--data DIR]

FILE${EXTENSION}: a bundle. Writes the memory, or the projects that are named, to a bundle: one file that another memory can import. Before it writes, it
says what a scan for secrets, home folders and mail addresses finds in what would be written, and asks.

  --project    only this project; may be given more than once
  --redact     replace what the scan finds in the file; the memory stays as it is
  --overwrite  replace the file if it is there
  --yes        do not ask

FILE.json: the causal graph of one project, by default that of the working folder, as a causal-graph.json of ADR-038. Secrets,
home folders and mail addresses are replaced in it. What came from such a file is written as it stood there.

FOLDER: the attempts of one session as the files of a Reflexion loop, in a folder of its name: 000.json, 001.json … as the published
schema has them, and loop-state.json. What came from such files is written as it stood there.

--format turns: the turns of one session as a memory of contexts and summaries, which import --format turns reads.
`;

type Preview = OutputOf<'bundle.previewExport'>;

function describe({ counts, notCarried, findings }: Preview): string {
  const carried = counts.filter(({ count }) => count > 0).map(({ kind, count }) => countRecords(count, kind));
  const left = notCarried.filter(({ count }) => count > 0).map(({ what, count }) => `${count} ${what}`);
  return [
    `To write: ${carried.join(', ') || 'nothing'}.`,
    ...(left.length > 0 ? [`Not carried: ${left.join(', ')}.`] : []),
    ...findings.map(
      ({ what, count, places }) =>
        `The scan found ${what} ${counted(count, 'time', 'times')}: ${places.map(visible).join('; ')}${count > places.length ? ' …' : ''}`,
    ),
    '',
  ].join('\n');
}

function done(job: Job, path: string): string {
  const { bytes, records, redacted } = exportResult.parse(job.result);
  const replaced = redacted > 0 ? ` ${counted(redacted, 'place', 'places')} replaced.` : '';
  return `${counted(records, 'record', 'records')} in ${bytes} bytes: ${path}.${replaced}\n`;
}

/** `twicewise export` */
export const runExport: Command = async (args, asker) => {
  const flag = { type: 'boolean', default: false } as const;
  const options = {
    data: { type: 'string' },
    project: { type: 'string', multiple: true },
    session: { type: 'string' },
    format: { type: 'string' },
    redact: flag,
    overwrite: flag,
    yes: flag,
  } as const;
  const parsed = readArguments(args, options, HELP);
  if (!parsed) return 0;
  const { values, positionals } = parsed;
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError(`Name one file.\n\n${HELP}`);
  const { session, format } = values;
  if (format !== undefined && (format !== 'turns' || session === undefined))
    throw new UsageError(`The only --format is turns, of one --session.\n\n${HELP}`);
  const isGraph = file.endsWith('.json') && session === undefined;
  if (isGraph || session !== undefined) refuseMeaningless(values, HELP);
  else if (!file.endsWith(EXTENSION))
    throw new UsageError(`The name of the file must end with ${EXTENSION} or .json; for a folder, name a --session.`);
  const data = dataFolder(values.data, process.env);
  requireMemory(data);
  const access = await openAccess(data);
  try {
    const client = clientOf(access, asker);
    if (session !== undefined && format === 'turns')
      return await writeTurns(client, resolve(file), { ...values, session });
    if (session !== undefined) return await writeLoop(client, resolve(file), { ...values, session });
    return await (isGraph ? writeGraph : write)(client, resolve(file), values);
  } finally {
    await access.close();
  }
};

interface Options {
  project?: string[] | undefined;
  redact: boolean;
  overwrite: boolean;
  yes: boolean;
}

async function write(client: Client, path: string, { project, redact, overwrite, yes }: Options): Promise<number> {
  const selection = project === undefined ? { everything: true as const } : { projects: project };
  const preview = await client.call('bundle.previewExport', { selection, redact });
  process.stderr.write(describe(preview));
  const mustAsk = preview.findings.length > 0 && !redact && !yes;
  if (mustAsk && !(await agrees('Write it as it is?', 'say --yes to write it as it is, or --redact.'))) {
    process.stderr.write('Nothing was written.\n');
    return 1;
  }
  const { job } = await client.call('bundle.export', { selection, redact, path, overwrite, digest: preview.digest });
  const ended = await follow(client, job.id);
  process.stderr.write(done(ended, path));
  if (!process.stdout.isTTY) process.stdout.write(`${JSON.stringify({ ok: true, value: { job: ended } })}\n`);
  return 0;
}
