import { setTimeout as sleep } from 'node:timers/promises';
import {
  createBackup,
  insertRecord,
  openReader,
  openStore,
  storePaths,
  transaction,
  type WritableDb,
} from '../src/index.ts';
import { projectRecord } from './harness.ts';

// Until it is killed, writes pairs of rows through eight connections, one transaction each, or makes backups.
const [, , role, folder = ''] = process.argv;
const paths = storePaths(folder);
/** Ends by itself, so that a failed test does not leave a busy process behind. */
const until = Date.now() + 20_000;

function connect(): WritableDb {
  const opened = openStore(paths, Date.now());
  if (opened.state !== 'ready') throw new Error(opened.state);
  return opened.db;
}

function writePair(db: WritableDb, n: number): void {
  transaction(db, () => {
    for (const half of ['a', 'b']) {
      const id = `${process.pid}-${n}-${half}`;
      insertRecord(db, 'project', projectRecord(db, { id, nativeId: `pair-${id}` }));
    }
  });
}

async function write(): Promise<void> {
  const writers = Array.from({ length: 8 }, connect);
  for (let n = 0; Date.now() < until; n++) {
    const db = writers[n % writers.length];
    if (db) writePair(db, n);
    if (n === 0) process.stdout.write('begin\n');
    await sleep(1);
  }
}

function backUp(): void {
  const reader = openReader(paths.database);
  process.stdout.write('begin\n');
  for (let n = 0; Date.now() < until; n++) createBackup(reader, paths, 'scheduled', Date.now() + n);
}

if (role === 'backup') backUp();
else await write();
