import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createHost } from '@twicewise/host';
import Database from 'better-sqlite3';

// One of several processes that want the same folder at the same time. It forces a garbage collection, then reports whether it is
// the owner. `loose` is the negative control: nothing refers to the handle of its lock, so the collection closes it.

const [data = '', mode = 'real'] = process.argv.slice(2);

async function collect(): Promise<void> {
  for (let round = 0; round < 10; round++) {
    globalThis.gc?.();
    await wait(10);
  }
}

/** Takes the lock and drops the handle. A function of its own, so that no stack frame keeps the handle. */
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

async function takeReally(): Promise<boolean> {
  const workerUrl = new URL('../../packages/host/src/worker.ts', import.meta.url);
  const host = await createHost({ data, kind: 'background', port: null, uiFolder: null, workerUrl });
  if ('taken' in host) return false;
  process.on('SIGTERM', () => host.close().then(() => process.exit(0)));
  return true;
}

if (!globalThis.gc) throw new Error('run with --expose-gc');
const owner = mode === 'loose' ? takeLoosely() : await takeReally();
await collect();
process.stdout.write(`${JSON.stringify({ owner, pid: process.pid })}\n`);
if (!owner) process.exit(0);
// A loose owner keeps running without its lock until every other process has tried.
if (mode === 'loose') await wait(3000);
