import { dataFolder } from '@twicewise/client/data-folder';
import {
  type Client,
  counted,
  isBeyondCounted,
  isBlank,
  lessonTitle,
  type OutputOf,
  PRODUCT,
  shorten,
  visible,
} from '@twicewise/contract';
import type { Named } from '../callers.ts';
import { clientOf, openAccess, requireMemory } from './access.ts';
import { projectHere } from './project.ts';
import { type Command, integer, readArguments, UsageError } from './usage.ts';

const SEARCH_HELP = `Usage: ${PRODUCT.command} search WORDS… [--project NAME] [--limit N] [--json] [--data DIR]

Finds lessons by words or identifiers, the most relevant first. --json prints the whole answer.
`;

const BRIEF_HELP = `Usage: ${PRODUCT.command} brief TASK… [--project NAME | --everywhere] [--budget N] [--data DIR]

Prints what an agent would be told before the task, within N tokens (default 800). A preview: nothing is written down.
An agent is told of the project of its working folder, and so is this command; --project names another one.
--everywhere looks at all projects.
`;

const OPTIONS = { data: { type: 'string' }, project: { type: 'string' } } as const;

async function withClient<T>(
  asker: Named,
  { data: named, project }: { data?: string | undefined; project?: string | undefined },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const data = dataFolder(named, process.env);
  requireMemory(data);
  const access = await openAccess(data);
  try {
    const client = clientOf(access, asker);
    // A mistyped project would otherwise look like an empty one.
    if (project !== undefined) await client.call('project.get', { id: project });
    return await work(client);
  } finally {
    await access.close();
  }
}

/** Longest title shown, in UTF-16 units. */
const MAX_TITLE = 200;

/** Describes one hit in two lines. Escapes stored text so that it cannot control the terminal. */
function describeHit({ reflection, relevance }: OutputOf<'reflection.search'>['hits'][number]): string {
  const { id, outcome, projectName, nextStrategy } = reflection;
  const share = relevance === null ? '' : `; ${Math.round(relevance * 100)} % relevant`;
  const line = (text: string) => visible(text).replace(/\s+/g, ' ');
  const next = nextStrategy === '' ? '' : `\n      next: ${line(nextStrategy)}`;
  return `${outcome.padEnd(7)}  ${shorten(line(lessonTitle(reflection)), MAX_TITLE)}  (${line(projectName)}, ${id}${share})${next}\n`;
}

function describeFound({ hits, omitted, tooLong, query }: OutputOf<'reflection.search'>): string {
  const isRanked = query.terms.length > 0;
  const least = isBeyondCounted({ query, omitted }) ? 'At least ' : '';
  const notes = [
    ...(hits.length + tooLong.length + omitted.beyondLimit === 0 ? ['No lesson is relevant.'] : []),
    ...(tooLong.length > 0 ? [`${tooLong.length} more were too long for one answer: ask for fewer with --limit.`] : []),
    ...(omitted.beyondLimit > 0
      ? [
          `${least}${counted(omitted.beyondLimit, 'more is', 'more are')} ${isRanked ? 'relevant' : 'there'}: --limit shows more.`,
        ]
      : []),
    ...(omitted.belowThreshold > 0
      ? [
          `${counted(omitted.belowThreshold, 'lesson shares words but is', 'lessons share words but are')} hardly relevant.`,
        ]
      : []),
    ...(query.cut ? ['The question was longer than what is looked at; its end was left out.'] : []),
  ];
  return hits.map(describeHit).join('') + notes.map((note) => `${note}\n`).join('');
}

/** `twicewise search` */
export const runSearch: Command = async (args, asker) => {
  const options = { ...OPTIONS, limit: { type: 'string' }, json: { type: 'boolean', default: false } } as const;
  const parsed = readArguments(args, options, SEARCH_HELP);
  if (!parsed) return 0;
  const { values, positionals } = parsed;
  const words = positionals.join(' ');
  if (isBlank(words)) throw new UsageError(`Say what to look for.\n\n${SEARCH_HELP}`);
  const limit = integer('limit', values.limit, 1, 200);
  const found = await withClient(asker, values, (client) =>
    client.call('reflection.search', {
      taskDescription: words,
      ...(values.project === undefined ? {} : { projectId: values.project }),
      ...(limit === undefined ? {} : { limit }),
    }),
  );
  process.stdout.write(values.json ? `${JSON.stringify({ ok: true, value: found })}\n` : describeFound(found));
  return 0;
};

const NO_PROJECT = 'This folder is no project yet: an agent here would be told nothing. This is of all projects:';

/** `twicewise brief` */
export const runBrief: Command = async (args, asker) => {
  const options = { ...OPTIONS, budget: { type: 'string' }, everywhere: { type: 'boolean', default: false } } as const;
  const parsed = readArguments(args, options, BRIEF_HELP);
  if (!parsed) return 0;
  const { values, positionals } = parsed;
  const task = positionals.join(' ');
  if (isBlank(task)) throw new UsageError(`Say what the task is.\n\n${BRIEF_HELP}`);
  const budget = integer('budget', values.budget, 100, 8000);
  if (values.everywhere && values.project !== undefined) throw new UsageError('Say --project or --everywhere.');
  const { text } = await withClient(asker, values, async (client) => {
    const projectId = values.everywhere ? undefined : (values.project ?? (await projectHere(client))?.id);
    if (projectId === undefined && !values.everywhere) process.stderr.write(`${NO_PROJECT}\n`);
    return client.call('memory.brief', {
      task,
      dryRun: true,
      ...(projectId === undefined ? {} : { projectId }),
      ...(budget === undefined ? {} : { budget }),
    });
  });
  process.stdout.write(`${text}\n`);
  return 0;
};
