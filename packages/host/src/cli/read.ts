import { type Client, type OutputOf, PRODUCT, visible } from '@twicewise/contract';
import { dataFolder } from '../data-folder.js';
import { clientOf, openAccess, requireMemory } from './access.ts';
import { type Command, integer, readArguments, UsageError } from './usage.ts';

const SEARCH_HELP = `Usage: ${PRODUCT.command} search WORDS… [--project NAME] [--limit N] [--json] [--data DIR]

Finds lessons by words or identifiers, the most relevant first. --json prints the whole answer.
`;

const BRIEF_HELP = `Usage: ${PRODUCT.command} brief TASK… [--project NAME] [--budget N] [--data DIR]

Prints what an agent would be told before the task, within N tokens (default 800). A preview: nothing is written down.
`;

const OPTIONS = { data: { type: 'string' }, project: { type: 'string' } } as const;

async function withClient<T>(
  { data: named, project }: { data?: string | undefined; project?: string | undefined },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const data = dataFolder(named, process.env);
  requireMemory(data);
  const access = await openAccess(data);
  try {
    const client = clientOf(access);
    // A mistyped project would look like one that knows nothing.
    if (project !== undefined) await client.call('project.get', { id: project });
    return await work(client);
  } finally {
    await access.close();
  }
}

/** One hit in two lines; stored text cannot steer the terminal. */
function describeHit({ reflection, relevance }: OutputOf<'reflection.search'>['hits'][number]): string {
  const { id, outcome, projectName, taskDescription, nextStrategy } = reflection;
  const share = relevance === null ? '' : `${Math.round(relevance * 100)} %  `;
  const line = (text: string) => visible(text).replace(/\s+/g, ' ');
  const next = nextStrategy === '' ? '' : `\n      next: ${line(nextStrategy)}`;
  return `${share}${outcome.padEnd(7)}  ${line(taskDescription)}  (${line(projectName)}, ${id})${next}\n`;
}

function describeFound({ hits, omitted, query }: OutputOf<'reflection.search'>): string {
  const notes = [
    ...(hits.length === 0 ? ['No lesson is relevant.'] : []),
    ...(omitted.beyondLimit > 0 ? [`${omitted.beyondLimit} more are relevant: --limit shows more.`] : []),
    ...(omitted.belowThreshold > 0 ? [`${omitted.belowThreshold} share words but are hardly relevant.`] : []),
    ...(query.cut ? ['The question was longer than what is looked at; its end was left out.'] : []),
  ];
  return hits.map(describeHit).join('') + notes.map((note) => `${note}\n`).join('');
}

/** `twicewise search` */
export const runSearch: Command = async (args) => {
  const options = { ...OPTIONS, limit: { type: 'string' }, json: { type: 'boolean', default: false } } as const;
  const parsed = readArguments(args, options, SEARCH_HELP);
  if (!parsed) return 0;
  const { values, positionals } = parsed;
  if (positionals.length === 0) throw new UsageError(`Say what to look for.\n\n${SEARCH_HELP}`);
  const limit = integer('limit', values.limit, 1, 200);
  const found = await withClient(values, (client) =>
    client.call('reflection.search', {
      taskDescription: positionals.join(' '),
      ...(values.project === undefined ? {} : { projectId: values.project }),
      ...(limit === undefined ? {} : { limit }),
    }),
  );
  process.stdout.write(values.json ? `${JSON.stringify({ ok: true, value: found })}\n` : describeFound(found));
  return 0;
};

/** `twicewise brief` */
export const runBrief: Command = async (args) => {
  const parsed = readArguments(args, { ...OPTIONS, budget: { type: 'string' } }, BRIEF_HELP);
  if (!parsed) return 0;
  const { values, positionals } = parsed;
  if (positionals.length === 0) throw new UsageError(`Say what the task is.\n\n${BRIEF_HELP}`);
  const budget = integer('budget', values.budget, 100, 8000);
  const { text } = await withClient(values, (client) =>
    client.call('memory.brief', {
      task: positionals.join(' '),
      dryRun: true,
      ...(values.project === undefined ? {} : { projectId: values.project }),
      ...(budget === undefined ? {} : { budget }),
    }),
  );
  process.stdout.write(`${text}\n`);
  return 0;
};
