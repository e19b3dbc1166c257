import { existsSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { appFolder, compiledFolder, dataFolder, homeFolder, runPaths } from '@twicewise/client/data-folder';
import { AppError, type ClientChanges, PRODUCT } from '@twicewise/contract';
import type { ClientConnector } from '@twicewise/core';
import { storePaths } from '@twicewise/store';
import { copiesIn, hasCopies, removeCopies } from '../app-copies.ts';
import type { Named } from '../callers.ts';
import { clientConnector, copiesOf } from '../connect/connector.ts';
import { type Installation, installationOf } from '../installation.ts';
import { agrees } from './ask.ts';
import { megabytes } from './megabytes.ts';
import { refuseOpenHost, runNpm, withoutHost } from './npm.ts';
import { type Command, readArguments, refuseWords } from './usage.ts';

const HELP = `Usage: ${PRODUCT.command} uninstall [--yes] [--verbose] [--delete-data] [--data DIR]

Takes ${PRODUCT.name} out of every program that it is entered in for you, ends its host, and removes what it keeps in the cache
and, if npm put it there, the command. The memory stays, unless --delete-data is given and agreed to: that cannot be undone. What is entered for a single
project stays; "${PRODUCT.command} connect CLIENT --scope project --remove" takes it out there.

  --yes          do not ask, but for the memory
  --verbose      show every change of every file
  --delete-data  delete the memory, too, with its backups; a person is asked at a terminal
`;

const print = (text: string) => process.stdout.write(`${text}\n`);

/** A program in which we are entered, and the changes that remove the entry. */
interface Entered {
  readonly id: string;
  readonly name: string;
  readonly changes: ClientChanges;
}

/** Programs in which we are entered, and those whose files cannot be parsed. */
function enteredIn(connector: ClientConnector): { entered: Entered[]; unfit: string[] } {
  const entered: Entered[] = [];
  const unfit: string[] = [];
  for (const { id, name } of connector.list()) {
    try {
      const changes = connector.preview(id, true);
      if (changes.changes.length > 0) entered.push({ id, name, changes });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      unfit.push(`${name}: ${error.message}`);
    }
  }
  return { entered, unfit };
}

/** Removes our entry from each program; returns what failed. A failure does not stop the others. */
async function takeOut(connector: ClientConnector, entered: readonly Entered[]): Promise<string[]> {
  const left: string[] = [];
  for (const { id, name } of entered) {
    try {
      // Two programs may share a file, which the previous removal has already changed.
      const { changes, digest } = connector.preview(id, true);
      const { copies } = changes.length > 0 ? await connector.apply(id, true, digest) : { copies: [] };
      print(`Taken out of ${name}.${copies.map((copy) => ` Copy of the file before: ${copy}`).join('')}`);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      left.push(`${name}: ${error.message}`);
    }
  }
  return left;
}

/** Suffixes of the files that belong to a database. */
const BESIDE = ['', '-wal', '-shm', '-journal'];

/**
 * Deletes our files in the data folder, except the copies of other programs' files, which may be the only ones. Files that others
 * put there stay.
 */
function deleteMemory(data: string): void {
  const { database, backups, setAside } = storePaths(data);
  const files = [database, join(data, 'vectors.db')].flatMap((path) => BESIDE.map((end) => `${path}${end}`));
  const folders = [backups, setAside, runPaths(data).run];
  for (const path of [...files, ...folders]) rmSync(path, { recursive: true, force: true });
  if (existsSync(data) && readdirSync(data).length === 0) rmdirSync(data);
}

/** Total size in bytes of the files below a folder; 0 when it does not exist or cannot be read. */
function sizeOf(folder: string): number {
  try {
    return bytesBelow(folder);
  } catch {
    return 0;
  }
}

function bytesBelow(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const sizes = entries.map(
    ({ parentPath, name }) => statSync(join(parentPath, name), { throwIfNoEntry: false })?.size,
  );
  return sizes.reduce<number>((sum, size = 0) => sum + size, 0);
}

/** Deletes files that are recreated when missing and hold nothing of the person's. Reports a failure and continues. */
function deleteMade(path: string, remove: (path: string) => void): void {
  try {
    remove(path);
  } catch (error) {
    print(`Look yourself: ${path} could not be removed: ${(error as Error).message}`);
  }
}

/** Removes the folder of compiled code, and its parent if that is then empty. */
function removeCompiled(path: string): void {
  rmSync(path, { recursive: true, force: true });
  const folder = dirname(path);
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}

/** Asks a person to confirm deleting the memory. Throws `refused` for any other caller. */
async function agreesToDelete(data: string, { author }: Named): Promise<boolean> {
  if (author.kind !== 'person') {
    throw new AppError({
      code: 'refused',
      message: 'Only a person deletes the memory; nothing was changed.',
      hint: `Ask the person to run "${PRODUCT.command} uninstall --delete-data" at a terminal, or to delete ${data}.`,
    });
  }
  const question = `Delete the memory in ${data}, with its backups? This cannot be undone.`;
  return agrees(question, `run this at a terminal, or without --delete-data, and delete ${data} yourself.`);
}

/** How to remove the command itself when npm did not install it globally. */
const REST: Readonly<Record<Exclude<Installation['kind'], 'global'>, string>> = {
  checkout: 'What is left is this checkout: delete its folder.',
  npx: 'npx keeps nothing that you have to remove.',
  project: `What is left is the dependency of a project: run "npm uninstall ${PRODUCT.command}" there.`,
  app: 'What is left is the desktop app: remove it as you remove others.',
};

async function removeCommand(): Promise<number> {
  const installation = installationOf();
  if (installation.kind !== 'global') {
    print(REST[installation.kind]);
    return 0;
  }
  return runNpm(['uninstall', '--global', '--prefix', installation.prefix, PRODUCT.command]);
}

/** `twicewise uninstall` */
export const runUninstall: Command = async (args, asker) => {
  const flag = { type: 'boolean', default: false } as const;
  const parsed = readArguments(args, { data: { type: 'string' }, yes: flag, 'delete-data': flag, verbose: flag }, HELP);
  if (!parsed) return 0;
  refuseWords(parsed.positionals, HELP);
  const { values } = parsed;
  const data = dataFolder(values.data, process.env);
  await refuseOpenHost(data);
  const home = homeFolder();
  const where = { home, project: home, platform: process.platform, environment: process.env };
  const connector = clientConnector(data, where);
  const { entered, unfit } = enteredIn(connector);
  for (const { name, changes } of entered) {
    print(`${name}: ${changes.changes.map(({ path }) => path).join(', ')}`);
    if (values.verbose) for (const { diff } of changes.changes) print(diff);
  }
  if (entered.length > 0 && !values.verbose) print('--verbose shows what changes in these files.');
  for (const line of unfit) print(`Look yourself: ${line}`);
  const isDeleted = values['delete-data'] && (await agreesToDelete(data, asker));
  print(`The memory in ${data} ${isDeleted ? 'will be DELETED' : 'stays'}.`);
  const compiled = compiledFolder(process.env);
  const cached = sizeOf(compiled);
  if (cached > 0) print(`The cache in ${compiled} goes: ${megabytes(cached)} of compiled code, nothing of yours.`);
  const copies = appFolder(data);
  if (hasCopies(copies)) {
    const sizes = copiesIn(copies).map((name) => sizeOf(join(copies, name)));
    const size = megabytes(sizes.reduce((sum, one) => sum + one, 0));
    print(`The copies of the app in ${copies} go: ${size}.`);
  }
  if (!values.yes && !(await agrees(`Take ${PRODUCT.name} off this machine?`, 'say --yes to go on.'))) {
    print('Nothing was changed.');
    return 1;
  }
  const left = await takeOut(connector, entered);
  for (const line of left) print(`Look yourself: ${line}`);
  return withoutHost(data, async () => {
    deleteMade(copies, removeCopies);
    if (isDeleted) {
      deleteMemory(data);
      print('The memory is deleted.');
      if (existsSync(copiesOf(data))) print(`Copies of other programs' files stay in ${copiesOf(data)}.`);
    }
    // Keeps processes that we start from filling the folder again.
    delete process.env.NODE_COMPILE_CACHE;
    const code = await removeCommand();
    deleteMade(compiled, removeCompiled);
    return left.length > 0 ? 1 : code;
  });
};
