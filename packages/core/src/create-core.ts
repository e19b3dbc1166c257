import {
  AppError,
  type Caller,
  type ChangeEvent,
  contract,
  type Dispatch,
  type Envelope,
  inputError,
  type OutputOf,
  parseCall,
  type Request,
  type StoreHealth,
  settle,
  toFailure,
} from '@twicewise/contract';
import {
  checkDatabase,
  createBackup,
  createIds,
  explainSqliteError,
  noteChecked,
  pruneBackups,
  type StorePaths,
} from '@twicewise/store';
import { answerRead } from './commit-queue.ts';
import type { Handler, WriteContext } from './context.ts';
import { handlers } from './handlers/index.ts';
import { onceOf } from './idempotency-key.ts';
import { JobRunner } from './jobs/runner.ts';
import { CLOSING, Memory } from './memory.ts';
import { redactRequest } from './redaction/identity.ts';
import { createRedactor } from './redaction/redactor.ts';
import type { HostFacts, Maintenance, Once, Services } from './services.ts';
import { Upkeep } from './upkeep.ts';

/** Everything a core is given; it reads no environment of its own. */
export interface CoreOptions {
  paths: StorePaths;
  /** Path of a copy to read when the data folder is read-only. */
  readOnlyCopy?: string | null;
  hostFacts: () => HostFacts | Promise<HostFacts>;
  /** Where long reading work runs; in this thread when it is left out. */
  maintenance?: Maintenance;
  now?: () => number;
  /** Randomness of ids, in [0, 1). */
  random?: () => number;
  log?: (message: string, error?: unknown) => void;
  /** Also checks what handlers answer against the contract; tests do. */
  checkOutputs?: boolean;
}

/** The behaviour of Twicewise behind one function. */
export interface Core {
  readonly dispatch: Dispatch;
  /** Calls back after each commit, with an event without the epoch, which is the host's. */
  subscribe(listener: (event: Omit<ChangeEvent, 'epoch'>) => void): () => void;
  /** True while a job is queued or running. */
  busy(): boolean;
  /** How the store is. */
  health(): StoreHealth;
  /** Does what is due: a rolling backup, a full check. To be called about once a minute. */
  maintain(): Promise<void>;
  /** Finishes what runs and closes the memory. */
  close(): Promise<void>;
}

function ownThread(paths: StorePaths, memory: () => Memory, now: () => number): Maintenance {
  return {
    async backup(cause) {
      const made = createBackup(memory().db, paths, cause, now());
      pruneBackups(paths, now());
      return made;
    },
    check: async () => checkDatabase(memory().db, () => performance.now()),
  };
}

/** Wires store, handlers, jobs and redaction together. */
export function createCore(options: CoreOptions): Core {
  return new CoreInstance(options);
}

class CoreInstance implements Core {
  readonly #options: CoreOptions;
  readonly #now: () => number;
  readonly #log: (message: string, error?: unknown) => void;
  readonly #memory: Memory;
  readonly #services: Services;
  readonly #jobs: JobRunner;
  readonly #upkeep: Upkeep;
  readonly #redactor = createRedactor();
  readonly #listeners = new Set<(event: Omit<ChangeEvent, 'epoch'>) => void>();
  #lastCheck: OutputOf<'host.status'>['lastCheck'] = null;
  #isClosing = false;

  constructor(options: CoreOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#log = options.log ?? (() => {});
    this.#memory = new Memory({
      paths: options.paths,
      readOnlyCopy: options.readOnlyCopy ?? null,
      newId: createIds(this.#now, options.random),
      now: this.#now,
      log: this.#log,
      committed: (event) => this.#emit(event),
    });
    this.#services = this.#makeServices();
    this.#jobs = new JobRunner(this.#services);
    this.#upkeep = new Upkeep(this.#services);
    this.#jobs.wake();
  }

  readonly dispatch: Dispatch = async (request) => {
    const answer = await this.#dispatch(request);
    return this.#options.checkOutputs ? checked(request.name, answer) : answer;
  };

  subscribe(listener: (event: Omit<ChangeEvent, 'epoch'>) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  busy(): boolean {
    return this.#jobs.busy;
  }

  health(): StoreHealth {
    return this.#memory.health;
  }

  async maintain(): Promise<void> {
    if (this.#isClosing || this.#memory.health.state !== 'ready') return;
    // A full disk stops the job runner; its job goes on here once there is space again.
    this.#jobs.wake();
    await this.#upkeep.run();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#jobs.stop();
    this.#memory.drain();
    this.#memory.close();
  }

  async #dispatch(request: Request): Promise<Envelope> {
    const log = (error: unknown) => this.#log(`${request.name} failed`, error);
    try {
      const { name, input } = parseCall(request.name, request.input);
      const handler = handlers[name] as Handler;
      const once = onceOf(request.key, name, input);
      if (handler.mode === 'read') return answerRead(() => handler.run(input, this.#readContext(request.caller)), log);
      if (handler.mode === 'task') {
        const { caller } = request;
        return await settle(() => explained(() => handler.run(input, { caller, once, services: this.#services })), log);
      }
      const clean = redactRequest(this.#redactor, input);
      return await this.#memory.queue.run({
        name,
        caller: request.caller,
        key: once,
        run: (context) => handler.run(clean.value, { ...context, redactions: clean.found }),
      });
    } catch (error) {
      return { ok: false, error: toFailure(error, log) };
    }
  }

  #readContext(caller: Caller) {
    return { db: this.#memory.db, caller, now: this.#now };
  }

  /** What is committed is answered whatever a listener does. */
  #emit(event: Omit<ChangeEvent, 'epoch'>): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#log('a listener of change events failed', error);
      }
    }
  }

  async #write<T>(name: string, caller: Caller, run: (context: WriteContext) => T, once?: Once): Promise<T> {
    const envelope = await this.#memory.queue.run({ name, caller, run, key: once });
    if (envelope.ok) return envelope.value as T;
    throw new AppError(envelope.error);
  }

  async #reopen<T>(swap: () => T, closing: () => void, options = { startEmpty: false }): Promise<T> {
    await this.#jobs.stop();
    if (this.#isClosing) throw new AppError(CLOSING);
    // From here to the end nothing waits, so no write can be acknowledged that the swap then loses.
    this.#memory.drain();
    closing();
    this.#memory.close();
    let result: T;
    try {
      result = swap();
    } finally {
      this.#memory.open(options);
      this.#jobs.resume();
    }
    this.#memory.announce({ store: [] });
    return result;
  }

  #makeServices(): Services {
    const { paths, hostFacts } = this.#options;
    return {
      paths,
      now: this.#now,
      maintenance: this.#options.maintenance ?? ownThread(paths, () => this.#memory, this.#now),
      db: () => this.#memory.db,
      schemaVersion: () => this.#memory.version,
      revision: () => this.#memory.revision,
      wasUnclean: () => this.#memory.wasUnclean,
      write: (name, caller, run, once) => this.#write(name, caller, run, once),
      health: () => this.#memory.health,
      hostFacts: async () => hostFacts(),
      lastCheck: () => this.#lastCheck,
      noteCheck: (result) => {
        this.#lastCheck = { at: new Date(this.#now()).toISOString(), ok: result.ok, problems: result.problems };
        if (this.#memory.health.state === 'ready') noteChecked(this.#memory.db, this.#now());
      },
      reopen: (swap, { closing = () => {}, startEmpty = false } = {}) => this.#reopen(swap, closing, { startEmpty }),
      wakeJobs: () => this.#jobs.wake(),
      announce: (changed) => this.#memory.announce(changed),
      log: this.#log,
    };
  }
}

/** Runs a task so that a full disk or a damaged file is said as such. */
async function explained<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw explainSqliteError(error);
  }
}

function checked(name: string, answer: Envelope): Envelope {
  if (!answer.ok) return answer;
  const parsed = contract[name as keyof typeof contract].output.safeParse(answer.value);
  if (!parsed.success) throw inputError(`the output of ${name}`, parsed.error);
  return answer;
}
