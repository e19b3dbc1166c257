import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AppError,
  type Caller,
  type Envelope,
  type InputOf,
  type Job,
  type OperationName,
  type OutputOf,
} from '@twicewise/contract';
import {
  all,
  closeStore,
  connection,
  openReader,
  openStore,
  type ReadableDb,
  type StorePaths,
  storePaths,
} from '@twicewise/store';
import { type Core, type CoreOptions, createCore } from '../src/index.ts';

/** A person at the window, without a project. */
export const person: Caller = {
  door: 'inproc',
  author: { kind: 'person', name: 'test person' },
  client: null,
  session: null,
  project: null,
};

/** An agent in a folder, as the caller that a bridge describes. */
export function agentIn(folder: string | null, overrides: Partial<Caller> = {}): Caller {
  const name = folder?.split('/').at(-1) ?? 'home';
  return {
    door: 'mcp',
    author: { kind: 'agent', name: 'test agent' },
    client: 'test-client 1.0',
    session: null,
    project: { folder: { key: folder === null ? null : `${folder}/.git`, root: folder ?? '/root', name } },
    ...overrides,
  };
}

/** Random numbers in [0, 1), the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A new folder, in memory if the system has such a place, so that thousands of commits do not wait for a disk. */
export function tempFolder(): string {
  return mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tw-core-'));
}

type Event = Parameters<Parameters<Core['subscribe']>[0]>[0];

/** A core on a real file in a folder of its own; only clock and randomness are fake. */
export class TestCore {
  readonly folder: string;
  readonly paths: StorePaths;
  readonly events: Event[] = [];
  readonly logged: string[] = [];
  /** The fake clock's time, in milliseconds. Only tests change it. */
  now = Date.parse('2026-03-01T12:00:00.000Z');
  core: Core;
  readonly #options: Partial<CoreOptions>;
  readonly #random = seeded(1);
  #reader: ReadableDb | null = null;

  constructor(options: Partial<CoreOptions> & { folder?: string } = {}) {
    const { folder, ...rest } = options;
    this.folder = folder ?? tempFolder();
    this.paths = rest.paths ?? storePaths(this.folder);
    this.#options = rest;
    this.core = this.#create();
  }

  #create(): Core {
    const core = createCore({
      paths: this.paths,
      hostFacts: () => ({
        pid: 1,
        epoch: 'test',
        startedAt: '2026-03-01T12:00:00.000Z',
        dataFolder: this.folder,
        connections: [],
      }),
      now: () => this.now,
      random: this.#random,
      log: (message, error) => this.logged.push(error === undefined ? message : `${message}: ${String(error)}`),
      checkOutputs: true,
      ...this.#options,
    });
    core.subscribe((event) => this.events.push(event));
    return core;
  }

  /** The envelope that a call returns, for any input. */
  envelope(name: string, input: unknown, caller: Caller = person, key?: string): Promise<Envelope> {
    return this.core.dispatch({ name, input, caller, key });
  }

  /** The value of a call; throws if it fails. */
  async call<N extends OperationName>(name: N, input: InputOf<N>, caller?: Caller, key?: string): Promise<OutputOf<N>> {
    const answer = await this.envelope(name, input, caller, key);
    if (!answer.ok) throw new AppError(answer.error);
    return answer.value as OutputOf<N>;
  }

  /** The error of a call; throws if it succeeds. */
  async fail(name: string, input: unknown, caller?: Caller, key?: string) {
    const answer = await this.envelope(name, input, caller, key);
    if (answer.ok) throw new Error(`${name} was expected to fail`);
    return answer.error;
  }

  /** Stores a minimal lesson, in the caller's own project or else in `demo`. */
  async store(fields: Partial<InputOf<'reflection.store'>> = {}, caller?: Caller) {
    const place = caller?.project ? {} : { projectId: 'demo' };
    const lesson = { taskDescription: 'task', outcome: 'success' as const, ...place, ...fields };
    return (await this.call('reflection.store', lesson, caller)).reflection;
  }

  /** Waits until a job has ended. */
  async ended(id: string): Promise<Job> {
    for (;;) {
      const { job } = await this.call('job.get', { id });
      if (job.state !== 'queued' && job.state !== 'running') return job;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Waits until exposures are written, for which no answer waits. */
  async accounted(): Promise<void> {
    await this.call('exposure.recent', {}, person);
  }

  /** Rows of a query over a second connection: these are durable, whatever the core has in memory. */
  rows<Row = Record<string, unknown>>(sql: string, parameters: readonly (string | number | null)[] = []): Row[] {
    this.#reader ??= openReader(this.paths.database);
    return all<Row>(this.#reader, sql, parameters);
  }

  /** The tasks of all stored lessons in the order in which they were stored. */
  tasks(): string[] {
    return this.rows<{ task: string }>('SELECT task FROM reflection ORDER BY seq').map(({ task }) => task);
  }

  #closeReader(): void {
    if (this.#reader) closeStore(this.#reader);
    this.#reader = null;
  }

  /** Closes the core and opens it again on the same file, as a restart does. {@link events} then contains only later events. */
  async restart(): Promise<void> {
    this.#closeReader();
    await this.core.close();
    this.events.length = 0;
    this.core = this.#create();
  }

  /** Closes the core and removes its folder. */
  async remove(): Promise<void> {
    this.#closeReader();
    await this.core.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Tables that need not be the same after a history is undone: the log, counters, use, keys, jobs. */
const NOT_CONTENT = new Set([
  'operation',
  'operation_change',
  'counter',
  'agent_call',
  'exposure',
  'request_key',
  'job',
  // What an undo put aside, for its redo.
  'account_aside',
  'exposure_release',
  // Texts of turns stay as long as the log: an undo could bring a turn back.
  'turn_chunk',
  'turn_part',
]);

/** Everything stored, as text: memories are equal if their dumps are. */
export function dump(test: TestCore): string {
  const tables = test
    .rows<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .map((table) => table.name)
    .filter((name) => !NOT_CONTENT.has(name) && !name.startsWith('turn_word'));
  const content = tables.map((name) => {
    const rows = test.rows(`SELECT * FROM "${name}"`).map((row) => JSON.stringify(row));
    return [name, rows.sort()];
  });
  return JSON.stringify(content, null, 1);
}

/** Changes the file as damage does: the row keeps the checksum of its earlier contents. */
export async function damage(test: TestCore, sql: string): Promise<void> {
  await test.core.close();
  const opened = openStore(test.paths, 0);
  if (opened.state !== 'ready') throw new Error(opened.state);
  connection(opened.db).pragma('ignore_check_constraints = ON');
  const { changes } = connection(opened.db).prepare(sql).run();
  closeStore(opened.db);
  if (changes !== 1) throw new Error(`${changes} rows were damaged, not one`);
  await test.restart();
}
