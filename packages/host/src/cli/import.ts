import { resolve } from 'node:path';
import { dataFolder } from '@twicewise/client/data-folder';
import {
  type Client,
  counted,
  type Job,
  lessonsResult,
  PRODUCT,
  TRANSCRIPT_AGENTS,
  transcriptsResult,
  visible,
} from '@twicewise/contract';
import { clientOf, openAccess } from './access.ts';
import { follow, sayUndo } from './follow-job.ts';
import { runBundleImport } from './import-bundle.ts';
import { episodeLines, formatOf, hasWrittenEpisodes, isOfNoUse, list, startEpisodes } from './import-episodes.ts';
import { hasWrittenLoops, loopLines, startLoops } from './import-loops.ts';
import { hasWrittenTurns, startTurns, turnLines } from './import-turns.ts';
import { type Command, readArguments, UsageError } from './usage.ts';

const HELP = `Usage: ${PRODUCT.command} import FILE [--format lessons] [--project NAME] [--skip-bad] [--data DIR]
       ${PRODUCT.command} import FILE${PRODUCT.bundleExtension} [--preview] [--yes] [--conflicts mine|theirs|both] [--drafts] [--project NAME] [--data DIR]
       ${PRODUCT.command} import LOG|FOLDER [--format logs|episodes] [--project NAME] [--data DIR]
       ${PRODUCT.command} import FILE --format turns [--session NAME] [--project NAME] [--data DIR]
       ${PRODUCT.command} import RECORD|STATE|FOLDER --format loops [--project NAME] [--data DIR]
       ${PRODUCT.command} import --claude-code | --codex | --gemini | --qwen [PATH] [--since DATE] [--project NAME] [--data DIR]

FILE: a JSON Lines file, one lesson per line: any field of a lesson plus id, title, text and createdAt. Without --project,
lessons that name no project go to that of the working folder. Other fields are kept with their lesson. Lines that are in
the memory already (same id) are skipped, so a file can be imported again. A bad line stops the import before anything is
written, unless --skip-bad is given.

FILE${PRODUCT.bundleExtension}: a bundle that export wrote. All of it is checked first; then it says what is new, identical, changed here, changed
there or conflicting, and asks. What changed there is taken over, what changed here stays, and a conflict stays undecided
unless --conflicts says what to keep. --drafts lets new lessons wait for you, for a bundle of someone else; --project puts
everything into one project of yours. It is imported whole or not at all, and one undo takes it back.

LOG|FOLDER: session logs, JSON or Markdown, or a folder of them. Each becomes an episode: decisions, events, lessons, and how it
ended where the log says so. Reading a log again brings its episode up to date, and leaves what you corrected. Episode
files and a causal-graph.json of ADR-038 are known among them by what is in them; --format episodes takes every file for an
episode file. Edges and patterns of a graph become claims, which decide nothing, and what of it is left out is named. A file of
no use is named with the reason; the others are imported.

With --format loops: what Reflexion loops leave, JSON files. The record of an iteration becomes an attempt with its checks, errors
and reflection; the state of a loop becomes the episode of its session, and the iterations that it lists become attempts. A record that
is not as its published schema says is named with every fault (see validate); the others are imported.

With --format turns: the memory of a thinking agent, a JSON file of contexts and summaries, as export writes it. Each context becomes a turn
of the session that is named, else of one with the name of the file. It is checked whole, and imported whole or not at all.

--claude-code, --codex, --gemini, --qwen: your own history. Reads past sessions from the agent's transcripts (PATH, else where
it keeps them) and makes drafts of lessons: a command that failed and passed after a change, and calls that you rejected with a word of
why. A draft waits for you to accept it. Each session becomes an episode: your first request, plans you approved and
questions you answered, commits, counted runs of tests, errors, pull requests. Its attempts are recorded: what was changed and
what the checks after that said. Nothing else of a transcript is kept but when,
where and on which branch the session was.
Running it again adds what is new. --since leaves out sessions that ended before that day.

Ctrl+C cancels an import; pressed again, it ends the command at once, and the import goes on with the host or the next command.
`;

/** The outcome of the import as text; the job's result has the same as numbers. */
function outcomeLines({ result }: Job): string {
  const {
    imported,
    alreadyThere,
    bad,
    redacted,
    projects,
    keptFields,
    unknownOutcomes = {},
  } = lessonsResult.parse(result);
  const into = projects.length === 0 ? '' : ` into ${projects.map((name) => JSON.stringify(name)).join(', ')}`;
  const listed = (names: Record<string, number>) =>
    Object.entries(names).map(([name, count]) => `${visible(name)} (${count})`);
  const [kept, words] = [listed(keptFields), listed(unknownOutcomes)];
  return [
    `${imported} imported${into}, ${alreadyThere} there already, ${bad} bad, ${counted(redacted, 'secret', 'secrets')} taken out.`,
    ...(kept.length === 0 ? [] : [`Fields without a meaning here, kept with their lessons: ${kept.join(', ')}.`]),
    ...(words.length === 0 ? [] : [`Outcomes that count as unknown, their words kept: ${words.join(', ')}.`]),
  ].join('\n');
}

/** The outcome of importing transcripts, as text. */
function historyLines({ result }: Job): string {
  const { files, sessions, drafts, alreadyThere, redacted, badLines, unreadable, unknown, ...more } =
    transcriptsResult.parse(result);
  const { episodes = 0, episodesChanged = 0, attempts = 0, attemptsChanged = 0, noted = 0, notedFiles = [] } = more;
  const strange = Object.entries(unknown).map(([type, count]) => `${visible(type)} (${count})`);
  return [
    [
      `${counted(files, 'transcript', 'transcripts')} read:`,
      `${counted(sessions, 'new session', 'new sessions')},`,
      `${counted(drafts, 'new draft', 'new drafts')},`,
      `${counted(alreadyThere, 'draft', 'drafts')} there already,`,
      `${counted(episodes, 'new episode', 'new episodes')}, ${episodesChanged} brought up to date,`,
      `${counted(attempts, 'new attempt', 'new attempts')}, ${attemptsChanged} brought up to date.`,
    ].join(' '),
    ...list('Left out, in part or whole:', notedFiles, noted),
    ...(redacted > 0 ? [`${counted(redacted, 'secret', 'secrets')} taken out.`] : []),
    ...(badLines > 0 ? [`${counted(badLines, 'line', 'lines')} could not be read.`] : []),
    ...(unreadable > 0 ? [`${counted(unreadable, 'file or finding', 'files or findings')} could not be used.`] : []),
    ...(strange.length > 0 ? [`Not known here and left out: ${strange.join(', ')}.`] : []),
  ].join('\n');
}

function linesOf(job: Job): string {
  if (job.kind === 'episodes') return episodeLines(job);
  if (job.kind === 'loops') return loopLines(job);
  if (job.kind === 'turns') return turnLines(job);
  return job.kind === 'history' ? historyLines(job) : outcomeLines(job);
}

/** False for an import that added nothing new. */
function hasWritten(job: Job): boolean {
  const { kind, result } = job;
  if (kind === 'episodes') return hasWrittenEpisodes(job);
  if (kind === 'loops') return hasWrittenLoops(job);
  if (kind === 'turns') return hasWrittenTurns(job);
  if (kind !== 'history') return lessonsResult.parse(result).imported > 0;
  const made = transcriptsResult.parse(result);
  const { sessions, drafts, episodes = 0, episodesChanged = 0, attempts = 0, attemptsChanged = 0 } = made;
  return sessions + drafts + episodes + episodesChanged + attempts + attemptsChanged > 0;
}

type Options = ReturnType<typeof parseImport>;

function parseImport(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = {
    data: text,
    format: text,
    project: text,
    session: text,
    since: text,
    'skip-bad': flag,
    'claude-code': flag,
    codex: flag,
    gemini: flag,
    qwen: flag,
    conflicts: text,
    drafts: flag,
    preview: flag,
    yes: flag,
  };
  return readArguments(args, options, HELP);
}

/** The date as an instant; a date without a time means midnight in this machine's time zone. */
function instantOf(since: string): string {
  const time = Date.parse(/^\d{4}-\d\d-\d\d$/.test(since) ? `${since}T00:00:00` : since);
  if (Number.isNaN(time)) throw new UsageError(`--since must be a date such as 2026-03-01.`);
  return new Date(time).toISOString();
}

async function start(client: Client, { values, positionals }: NonNullable<Options>): Promise<Job> {
  const [path, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`Name one file.\n\n${HELP}`);
  const project = values.project === undefined ? {} : { projectId: values.project };
  const [agent, ...others] = TRANSCRIPT_AGENTS.filter((name) => values[name]);
  if (agent !== undefined && others.length > 0)
    throw new UsageError(`Read one after the other: --${agent}, then --${others.join(', then --')}.`);
  if (agent !== undefined) {
    const since = values.since === undefined ? {} : { since: instantOf(values.since) };
    const where = path === undefined ? {} : { path: resolve(path) };
    return (await client.call('import.history', { agent, ...where, ...since, ...project })).job;
  }
  if (values.since !== undefined) throw new UsageError('--since is for --claude-code, --codex, --gemini and --qwen.');
  if (path === undefined) throw new UsageError(`Name one file.\n\n${HELP}`);
  const format = values.format ?? formatOf(resolve(path));
  if (values.session !== undefined && format !== 'turns') throw new UsageError('--session is for --format turns.');
  if (format === 'logs' || format === 'episodes' || format === 'loops') {
    if (values['skip-bad']) throw new UsageError('--skip-bad means nothing here: the good files are always imported.');
    return format === 'loops' ? startLoops(client, path, project) : startEpisodes(client, format, path, project);
  }
  if (format === 'turns') {
    if (values['skip-bad'])
      throw new UsageError('--skip-bad means nothing here: the file is imported whole or not at all.');
    return startTurns(client, path, {
      ...project,
      ...(values.session === undefined ? {} : { sessionId: values.session }),
    });
  }
  if (format !== 'lessons')
    throw new UsageError(`The formats are lessons, logs, episodes, loops and turns.\n\n${HELP}`);
  return (await client.call('import.lessons', { path: resolve(path), ...project, skipBad: values['skip-bad'] })).job;
}

const BUNDLE_ONLY = ['conflicts', 'drafts', 'preview', 'yes'] as const;

/** The path of the bundle to import; null for other imports. Refuses options that do not apply. */
function bundleOf({ values, positionals }: NonNullable<Options>): string | null {
  const [path, ...more] = positionals;
  const isBundle = path?.endsWith(PRODUCT.bundleExtension) === true && more.length === 0;
  const misplaced = isBundle
    ? ([...TRANSCRIPT_AGENTS, 'since', 'skip-bad'] as const).find((name) => values[name])
    : BUNDLE_ONLY.find((name) => values[name]);
  if (misplaced !== undefined) throw new UsageError(`--${misplaced} means nothing for this.\n\n${HELP}`);
  return isBundle ? path : null;
}

/** `twicewise import` */
export const runImport: Command = async (args, asker) => {
  const parsed = parseImport(args);
  if (!parsed) return 0;
  const access = await openAccess(dataFolder(parsed.values.data, process.env));
  try {
    const client = clientOf(access, asker);
    const bundle = bundleOf(parsed);
    if (bundle !== null) return await runBundleImport(client, bundle, parsed.values);
    const { id } = await start(client, parsed);
    const ended = await follow(client, id, (job) => {
      if (job.done > 0) sayUndo(job, parsed.values.data);
    });
    process.stderr.write(`${linesOf(ended)}\n`);
    if (hasWritten(ended)) sayUndo(ended, parsed.values.data);
    if (!process.stdout.isTTY) process.stdout.write(`${JSON.stringify({ ok: true, value: { job: ended } })}\n`);
    return isOfNoUse(ended) ? 1 : 0;
  } finally {
    await access.close();
  }
};
