import { join } from 'node:path';
import type { Caller, Envelope, OperationName, OutputOf } from '@twicewise/contract';
import { type Core, createCore } from '@twicewise/core';
import { storePaths } from '@twicewise/store';
import { lessonOf, projectOf } from './lessons.ts';
import { PlainStore } from './plain/store.ts';
import type { Row } from './results.ts';
import { alternate, type Client, type Pace, type Runner } from './rounds.ts';

// Runs in this process: `createCore` without host, worker thread or door, compared with the class of the plain program.

const CALLER: Caller = {
  door: 'inproc',
  author: { kind: 'agent', name: 'bench' },
  client: 'bench',
  session: 'bench-session',
  project: { reference: 'bench-0' },
};

/** Opens a core on a folder, in this process. */
export function openCore(folder: string): Core {
  const facts = { pid: process.pid, epoch: 'bench', startedAt: new Date(0).toISOString(), dataFolder: folder };
  return createCore({ paths: storePaths(folder), hostFacts: () => ({ ...facts, connections: [] }) });
}

/** Calls an operation and throws unless it succeeded. */
export async function ask<N extends OperationName>(core: Core, name: N, input: object): Promise<OutputOf<N>> {
  const answer = (await core.dispatch({ name, input, caller: CALLER })) as Envelope<OutputOf<N>>;
  if (!answer.ok) throw new Error(`${name}: ${answer.error.message}`);
  return answer.value;
}

function here(clients: readonly Client[]): Runner {
  return {
    clients,
    cpu: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
  };
}

/** Rises across all rounds and sides, so that no two lessons are equal. */
let serial = 0;

/** The next lesson to store, in the form that both sides accept. */
export function nextLesson() {
  serial++;
  return { ...lessonOf(serial, 'live '), projectId: projectOf(serial) };
}

function reads(core: Core, plain: PlainStore, ids: { ours: string[]; plain: string[] }) {
  const recent = () => ({ projectId: projectOf(serial++), limit: 5 });
  const pick = (list: string[]) => ({ id: list[serial++ % list.length] ?? '' });
  let cursor: string | null = null;
  let after: [string, number] | null = null;
  return {
    recent: {
      ours: () => ask(core, 'reflection.recent', recent()),
      plain: async () => plain.recent(recent().projectId, 5),
    },
    get: {
      ours: () => ask(core, 'reflection.get', pick(ids.ours)),
      plain: async () => plain.get(pick(ids.plain).id),
    },
    'list (page of 50)': {
      ours: async () => {
        const page = await ask(core, 'reflection.list', { limit: 50, ...(cursor === null ? {} : { cursor }) });
        cursor = page.nextCursor;
      },
      plain: async () => {
        after = plain.list(50, after ?? undefined).next;
      },
    },
  } satisfies Record<string, { ours: Client; plain: Client }>;
}

/** Measures store, recent, get and list in this process, on folders that are already filled. */
export async function inProcess(
  size: number,
  folders: { ours: string; plain: string },
  clients: readonly number[],
  pace: Pace,
): Promise<Row[]> {
  const core = openCore(folders.ours);
  const plain = new PlainStore(join(folders.plain, 'plain.db'));
  const rows: Row[] = [];
  try {
    for (const count of clients) {
      const ours = Array<Client>(count).fill(() => ask(core, 'reflection.store', nextLesson()));
      const other = Array<Client>(count).fill(async () => plain.store(nextLesson()));
      const sides = await alternate({ ours: here(ours), plain: here(other) }, pace);
      rows.push({ size, door: 'in-process', operation: 'store', clients: count, sides });
    }
    const page = await ask(core, 'reflection.list', { limit: 200 });
    const ids = {
      ours: page.items.map(({ id }) => id),
      plain: plain.list(200).items.map(({ id }) => String(id)),
    };
    for (const [operation, both] of Object.entries(reads(core, plain, ids))) {
      const sides = await alternate({ ours: here([both.ours]), plain: here([both.plain]) }, pace);
      rows.push({ size, door: 'in-process', operation, clients: 1, sides });
    }
    return rows;
  } finally {
    await core.close();
    plain.close();
  }
}

/** Imports a file into a new memory in this process; returns the time in seconds. */
export async function importInProcess(folder: string, file: string, side: 'ours' | 'plain'): Promise<number> {
  const started = performance.now();
  if (side === 'plain') {
    const store = new PlainStore(join(folder, 'plain.db'));
    await store.import(file);
    store.close();
    return (performance.now() - started) / 1000;
  }
  const core = openCore(folder);
  const { job } = await ask(core, 'import.lessons', { path: file });
  for (let state = job.state; state !== 'done'; ) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    state = (await ask(core, 'job.get', { id: job.id })).job.state;
    if (state === 'failed') throw new Error('the import failed');
  }
  await core.close();
  return (performance.now() - started) / 1000;
}
