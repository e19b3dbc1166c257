import { dataFolder } from '@twicewise/client/data-folder';
import { counted, type OperationName, type OutputOf, PRODUCT, type StoreHealth } from '@twicewise/contract';
import { clientOf, openAccess, requireMemory } from './access.ts';
import { dataOption, invocation } from './invocation.ts';
import { megabytes } from './megabytes.ts';
import { type Command, readArguments, refuseWords } from './usage.ts';

const HELP = `Usage: ${PRODUCT.command} doctor [--data DIR] [--json]

Checks the memory and says what to do if something is wrong. Changes nothing, except that a file which cannot be read at
all is set aside, whole, so that a backup can take its place. Exit code 1 when something is wrong.
`;

interface Diagnosis {
  status: OutputOf<'host.status'>;
  check: OutputOf<'host.check'> | null;
  backups: OutputOf<'backup.list'>['items'];
  /** Which backup to restore; null when none needs to be. */
  advice: OutputOf<'backup.recommend'> | null;
}

const commandFor = (name: OperationName, input: object, data: string | undefined) =>
  `${invocation()} call ${name} '${JSON.stringify(input)}'${dataOption(data)}`;

/** What is left to do where there is no backup. */
function startingEmpty(data: string | undefined): string[] {
  return [
    'To begin     with an empty memory, while the damaged file stays set aside:',
    `             ${commandFor('store.startEmpty', {}, data)}`,
  ];
}

/** The command that restores the backup, or what else can be done. */
function restoring(
  { backup, passedOver }: OutputOf<'backup.recommend'>,
  state: StoreHealth['state'],
  data: string | undefined,
): string[] {
  const command = (input: object) => commandFor('backup.restore', input, data);
  const [newest] = passedOver;
  if (backup) {
    const others = newest ? `; ${passedOver.length} newer do not` : '';
    return [
      `To restore   ${command({ name: backup.name })}`,
      `             the newest backup that passes the full check, from ${backup.createdAt}${others}`,
    ];
  }
  if (!newest) return state === 'damaged' ? startingEmpty(data) : [];
  return [
    'To restore   No backup passes the full check. The newest, all the same:',
    `             ${command({ name: newest.backup.name, acceptProblems: true })}`,
    `             it has ${newest.total} problems, first: ${newest.problems[0]}`,
  ];
}

function report({ status, check, backups, advice }: Diagnosis, data: string | undefined): string[] {
  const { store, counts, vectors, clockSetBack } = status;
  const lines = [
    `Data folder  ${status.dataFolder}`,
    `Memory       ${store.state}: ${store.message}`,
    ...(store.hint === '' ? [] : [`             ${store.hint}`]),
    `Contents     lessons ${counts.reflections}, sessions ${counts.sessions}, episodes ${counts.episodes}, projects ${counts.projects}, ${megabytes(status.databaseBytes)}`,
    `Backups      ${backups.length}${backups[0] ? `, the newest from ${backups[0].createdAt}` : ''}`,
    `Vectors      ${vectors.state}: ${vectors.message}`,
    ...(vectors.state === 'off' || vectors.hint === '' ? [] : [`             ${vectors.hint}`]),
  ];
  if (clockSetBack)
    lines.push(
      `Clock        says ${clockSetBack.to}, but records were written at ${clockSetBack.from}: those keep that time.`,
    );
  if (check)
    lines.push(
      `Full check   ${check.ok ? `fine (${counted(check.rows, 'lesson')}, ${Math.round(check.milliseconds)} ms)` : `${check.total} PROBLEMS`}`,
    );
  for (const problem of check?.problems ?? []) lines.push(`             ${problem}`);
  if (check && check.total > check.problems.length)
    lines.push(`             and ${check.total - check.problems.length} more`);
  if (advice) lines.push(...restoring(advice, store.state, data));
  return lines;
}

/** `twicewise doctor` */
export const runDoctor: Command = async (args, asker) => {
  const parsed = readArguments(args, { data: { type: 'string' }, json: { type: 'boolean', default: false } }, HELP);
  if (!parsed) return 0;
  refuseWords(parsed.positionals, HELP);
  const data = dataFolder(parsed.values.data, process.env);
  requireMemory(data);
  const access = await openAccess(data);
  try {
    const client = clientOf(access, asker);
    const status = await client.call('host.status', {});
    const readable = status.store.state === 'ready';
    const check = readable ? await client.call('host.check', {}) : null;
    const { items: backups } = await client.call('backup.list', {});
    const isLost = status.store.state === 'damaged' || status.store.state === 'migration_failed' || check?.ok === false;
    const advice = isLost ? await client.call('backup.recommend', {}) : null;
    const diagnosis = { status, check, backups, advice };
    const text = parsed.values.json
      ? JSON.stringify({ ok: true, value: diagnosis })
      : report(diagnosis, parsed.values.data).join('\n');
    process.stdout.write(`${text}\n`);
    return readable && check?.ok ? 0 : 1;
  } finally {
    await access.close();
  }
};
