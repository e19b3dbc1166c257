import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';

// The negative control of the owners: nothing refers to the handle of its lock, so that a garbage collection closes it.

const [data = ''] = process.argv.slice(2);

/** A function of its own, so that no stack frame keeps the handle. */
function takeLoosely(): boolean {
  mkdirSync(join(data, 'run'), { recursive: true });
  const db = new Database(join(data, 'run', 'lock.db'), { timeout: 300 });
  try {
    db.exec('BEGIN EXCLUSIVE');
    return true;
  } catch {
    return false;
  }
}

const ready = takeLoosely();
// Garbage is collected meanwhile.
await wait(100);
process.stdout.write(`${JSON.stringify({ ready, pid: process.pid })}\n`);
if (!ready) process.exit(0);
// Keeps running without its lock until every other process has tried.
await wait(3000);
