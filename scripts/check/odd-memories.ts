import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Backup, createClient } from '@twicewise/contract';
import { createCore } from '@twicewise/core';
import { listBackups, storePaths, verifyDatabase } from '@twicewise/store';
import { PERSON, runCommand, tempFolder } from '@twicewise/testkit';

// Memories that are intact but unusual, or damaged where SQLite does not check.

const WORDS = 'as it was written';

/** A core on a folder, with a person as the caller. */
function openCore(folder: string) {
  const facts = {
    pid: process.pid,
    epoch: 'check',
    startedAt: new Date(0).toISOString(),
    dataFolder: folder,
    connections: [],
  };
  const core = createCore({ paths: storePaths(folder), hostFacts: () => facts });
  return { core, client: createClient((name, input) => core.dispatch({ name, input, caller: PERSON })) };
}

/** The result of repeatedly starting a memory that cannot be migrated. */
export interface FailedMigrations {
  starts: number;
  /** Number of starts that reported the failure as a state of the memory. */
  said: number;
  /** Number of starts that printed a stack trace. */
  traces: number;
  /** Number of starts that changed the file. */
  changed: number;
  /** Number of copies from before the migration that exist at the end. */
  copies: number;
}

/** Runs doctor on a memory whose own tables prevent its migration. */
export async function failToMigrate(starts: number): Promise<FailedMigrations> {
  const folder = tempFolder('failed-migration');
  const found = { starts, said: 0, traces: 0, changed: 0, copies: 0 };
  try {
    const { core, client } = openCore(folder.path);
    await client.call('reflection.store', { taskDescription: WORDS, outcome: 'success', projectId: 'p' });
    await core.close();
    const paths = storePaths(folder.path);
    const bytes = readFileSync(paths.database);
    bytes.writeUInt32BE(40, 60);
    writeFileSync(paths.database, bytes);
    for (let start = 0; start < starts; start++) {
      const { stdout, stderr } = await runCommand(['doctor', '--data', folder.path]);
      if (stdout.includes('migration_failed')) found.said++;
      if (/\n\s+at /.test(stdout + stderr)) found.traces++;
      if (!readFileSync(paths.database).equals(bytes)) found.changed++;
    }
    found.copies = listBackups(paths).filter(({ cause }) => cause === 'migration').length;
    return found;
  } finally {
    folder.remove();
  }
}

/** What the full check found in an intact memory, and in backups of which some were altered. */
export interface OddRows {
  /** Number of rows in the settings table that a person made; none of them is a problem. */
  rows: number;
  falseAlarms: number;
  /** Number of rounds in which the newest intact backup was chosen instead of newer altered ones. */
  rounds: number;
  right: number;
  /** Number of altered backups, and of those that a check of the pages alone accepts, which is the control. */
  altered: number;
  pagesPass: number;
}

/** Changes a text inside the file; its pages and indexes stay intact. */
function alter({ path }: Backup): void {
  const bytes = readFileSync(path);
  bytes.write(WORDS.toUpperCase(), bytes.indexOf(WORDS));
  writeFileSync(path, bytes);
}

function pagesPass({ path }: Backup): boolean {
  try {
    verifyDatabase(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Fills a memory with views, kept lessons and dismissed pairs. Then it alters the newest backups, one more in each round: at most
 * nine, because only ten requested backups are kept.
 */
export async function oddRows(views: number, rounds: number): Promise<OddRows> {
  const folder = tempFolder('odd-rows');
  const { core, client } = openCore(folder.path);
  try {
    const lesson = { taskDescription: WORDS, outcome: 'success' as const, projectId: 'p' };
    const ids: string[] = [];
    for (let n = 0; n < views; n++) {
      ids.push((await client.call('reflection.store', lesson)).reflection.id);
      await client.call('view.save', { name: `view ${n}`, screen: 'lessons', query: `n=${n}` });
    }
    for (const id of ids) await client.call('reflection.keep', { id });
    for (const other of ids.slice(1)) {
      await client.call('reflection.dismissSuspect', { ids: [ids[0] ?? '', other] });
      await client.call('reflection.dismissContradiction', { ids: [ids[0] ?? '', other] });
    }
    const { total } = await client.call('host.check', {});
    const found = { rows: 2 * views + 2 * (views - 1), falseAlarms: total, rounds, right: 0, altered: 0, pagesPass: 0 };
    const made: Backup[] = [];
    for (let n = 0; n <= rounds; n++) made.unshift((await client.call('backup.create', {})).backup);
    for (const [round, backup] of made.slice(0, rounds).entries()) {
      alter(backup);
      found.altered++;
      if (pagesPass(backup)) found.pagesPass++;
      const advice = await client.call('backup.recommend', {});
      if (advice.backup?.name === made[round + 1]?.name && advice.passedOver.length === round + 1) found.right++;
    }
    return found;
  } finally {
    await core.close();
    folder.remove();
  }
}

/** Writes one of several kinds of garbage into the lock file. */
export function spoilLock(data: string, round: number): void {
  const run = join(data, 'run');
  if (!readdirSync(data).includes('run')) return;
  const garbage = [
    Buffer.alloc(5000, 0x5a),
    Buffer.from('words'),
    Buffer.alloc(4096, 0xff),
    Buffer.from(`SQLite format 3\0${'?'.repeat(200)}`),
  ];
  writeFileSync(join(run, 'lock.db'), garbage[round % garbage.length] ?? '');
}
