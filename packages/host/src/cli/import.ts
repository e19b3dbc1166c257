import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError, createClient, type Job, PRODUCT, visible } from '@twicewise/contract';
import { dataFolder } from '../data-folder.js';
import { type Access, commandCaller, openAccess } from './access.ts';
import { type Command, readArguments, UsageError } from './usage.ts';

const HELP = `Usage: ${PRODUCT.command} import FILE [--format lessons] [--project NAME] [--skip-bad] [--data DIR]

Imports a JSON Lines file, one lesson per line: any field of a lesson plus id, title, text and createdAt. Without
--project, lessons that name no project go to that of the working folder. Other fields are kept with their lesson.
Lines that are in the memory already (same id) are skipped, so a file can be imported again.
A bad line stops the import before anything is written, unless --skip-bad is given.
`;

const POLL_MS = 100;

/** What an import reports; see the job's result. */
interface Result {
  imported: number;
  alreadyThere: number;
  bad: number;
  redacted: number;
  projects: string[];
  keptFields: Record<string, number>;
}

function progressLine(job: Job): string {
  const share = job.total ? ` ${Math.floor((100 * job.done) / job.total)} %` : '';
  return `${job.title}: ${job.state}${share}`;
}

async function follow(access: Access, id: string): Promise<Job> {
  const caller = commandCaller();
  const client = createClient((name, input) => access.call({ name, input, caller }));
  let shown = '';
  for (;;) {
    const { job } = await client.call('job.get', { id });
    const line = progressLine(job);
    if (line !== shown) process.stderr.write(`${line}\n`);
    shown = line;
    if (job.state !== 'queued' && job.state !== 'running') return job;
    await wait(POLL_MS);
  }
}

/** What became of the file, in words; the job's result has the same as numbers. */
function outcomeLines({ result }: Job): string {
  const { imported, alreadyThere, bad, redacted, projects, keptFields } = result as unknown as Result;
  const into = projects.length === 0 ? '' : ` into ${projects.map((name) => JSON.stringify(name)).join(', ')}`;
  const kept = Object.entries(keptFields).map(([name, count]) => `${visible(name)} (${count})`);
  return [
    `${imported} imported${into}, ${alreadyThere} there already, ${bad} bad, ${redacted} secrets taken out.`,
    ...(kept.length === 0 ? [] : [`Fields without a meaning here, kept with their lessons: ${kept.join(', ')}.`]),
  ].join('\n');
}

function failureOf(job: Job): AppError {
  const { code, message, hint } = job.error ?? {
    code: 'internal',
    message: 'The import failed.',
    hint: 'See the host log.',
  };
  return new AppError({ code: code as AppError['code'], message, hint });
}

/** `twicewise import` */
export const runImport: Command = async (args) => {
  const options = {
    data: { type: 'string' },
    format: { type: 'string', default: 'lessons' },
    project: { type: 'string' },
    'skip-bad': { type: 'boolean', default: false },
  } as const;
  const parsed = readArguments(args, options, HELP);
  if (!parsed) return 0;
  const { values, positionals } = parsed;
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError(`Name one file.\n\n${HELP}`);
  if (values.format !== 'lessons') throw new UsageError(`The only format so far is "lessons".\n\n${HELP}`);
  const access = await openAccess(dataFolder(values.data, process.env));
  try {
    const client = createClient((name, input) => access.call({ name, input, caller: commandCaller() }));
    const input = { path: resolve(file), projectId: values.project, skipBad: values['skip-bad'] };
    const { job } = await client.call('import.lessons', input);
    const ended = await follow(access, job.id);
    if (ended.state !== 'done') throw failureOf(ended);
    process.stderr.write(`${outcomeLines(ended)}\n`);
    process.stdout.write(`${JSON.stringify({ ok: true, value: { job: ended } })}\n`);
    return 0;
  } finally {
    await access.close();
  }
};
