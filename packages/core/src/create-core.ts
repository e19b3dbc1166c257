import { setTimeout as wait } from 'node:timers/promises';
import { AppError, type ChangeEvent, type Dispatch, type OutputOf, type StoreHealth } from '@twicewise/contract';
import { createRedactor } from '@twicewise/redaction';
import {
  createIds,
  dismissedPair,
  isDismissed,
  type NewId,
  noteChecked,
  type StorePaths,
  vectorsPath,
} from '@twicewise/store';
import { LeftBehind } from './capture/left-behind.ts';
import { CAUSES } from './causes/causal-index.ts';
import { LESSONS } from './lessons/lesson-index.ts';
import { PATTERNS } from './patterns/pattern-index.ts';
import { CallerNames } from './registry/caller-names.ts';
import { Dispatcher } from './registry/dispatcher.ts';
import { jobs } from './registry/job-kinds.ts';
import { withoutSecondThread } from './registry/without-second-thread.ts';
import { COMPARER, Comparer } from './review/duplicates/comparer.ts';
import { BackupChecks } from './runtime/backup-checks.ts';
import { checkOutput } from './runtime/check-output.ts';
import type { WriteRequest } from './runtime/commit-queue.ts';
import { ExposureRecorder } from './runtime/exposures/exposure-recorder.ts';
import { Indexes } from './runtime/indexes.ts';
import { Lull } from './runtime/jobs/lull.ts';
import { JobRunners } from './runtime/jobs/runners.ts';
import { CLOSING, Memory } from './runtime/memory.ts';
import { Parts } from './runtime/parts.ts';
import type { SecondThread } from './runtime/second-thread.ts';
import type { Services } from './runtime/services.ts';
import { type HostFacts, NOWHERE, type Surroundings } from './runtime/surroundings.ts';
import { Upkeep } from './runtime/upkeep.ts';
import { WriteAheadLog } from './runtime/write-ahead-log.ts';
import { ATTEMPTED_SESSIONS } from './sessions/attempted-sessions.ts';
import { EPISODE_TABLE, withAttempts } from './sessions/episodes/episode-table.ts';
import { SESSIONS } from './sessions/session-index.ts';
import { PruningDue } from './turns/pruning-due.ts';
import type { BuiltInModel } from './vectors/built-in.ts';
import { ensureEmbedJob } from './vectors/embed-job.ts';
import { VECTORS, Vectors } from './vectors/vectors.ts';

/** What `createCore` needs. Core itself never reads the environment. */
export interface CoreOptions {
  paths: StorePaths;
  /** Path of a copy to read when the data folder is read-only. */
  readOnlyCopy?: string | null;
  hostFacts: () => HostFacts | Promise<HostFacts>;
  /** Runs long read-only work; defaults to this thread. */
  secondThread?: SecondThread;
  /** Facts about the machine. Without them every folder is a project of its own. */
  surroundings?: Surroundings;
  /** API key for the embedding server, if it requires one; never sent anywhere else. */
  embeddingKey?: string | null;
  /**
   * The sentence model on this machine. When it is null or left out, search uses words only, unless an embedding server is set.
   */
  builtInModel?: BuiltInModel | null;
  /** First pause after the embedding server failed, in milliseconds. Configurable so that tests need not wait five seconds. */
  embeddingPauseMs?: number;
  now?: () => number;
  /** Random numbers in [0, 1), used to make ids. */
  random?: () => number;
  log?: (message: string, error?: unknown) => void;
  /** Also validates the handlers' answers against the contract. Tests switch this on. */
  checkOutputs?: boolean;
}

/** The public interface of core. */
export interface Core {
  readonly dispatch: Dispatch;
  /** Calls `listener` after each commit. The event lacks the epoch, which the host adds. */
  subscribe(listener: (event: Omit<ChangeEvent, 'epoch'>) => void): () => void;
  /** True while a job is queued or running. */
  busy(): boolean;
  /** The state of the store. */
  health(): StoreHealth;
  /** Runs maintenance that is due: a rolling backup, a full check, pruning by the settings. Call it about once a minute. */
  maintain(): Promise<void>;
  /** Finishes running work and closes the memory. */
  close(): Promise<void>;
}

/**
 * How long to wait for jobs to stop when the memory is closed, in milliseconds. A job that reads a huge file from a slow disk may
 * take longer; its next step then fails because the memory is closed, and the job continues after the next start.
 */
const STOP_JOBS_MS = 3000;

/** Creates a core: wires store, handlers, jobs and redaction together. */
export function createCore(options: CoreOptions): Core {
  return new CoreInstance(options);
}

class CoreInstance implements Core {
  readonly #options: CoreOptions;
  readonly #now: () => number;
  readonly #log: (message: string, error?: unknown) => void;
  readonly #memory: Memory;
  readonly #services: Services;
  readonly #dispatcher: Dispatcher;
  readonly #jobs: JobRunners;
  readonly #vectors: Vectors;
  readonly #lull = new Lull(() => this.#jobs.isAwaited);
  readonly #upkeep: Upkeep;
  readonly #writeAheadLog = new WriteAheadLog(() => this.#memory.db);
  readonly #leftBehind: LeftBehind;
  readonly #pruning: PruningDue;
  readonly #newId: NewId;
  readonly #exposures: ExposureRecorder;
  readonly #indexes: Indexes;
  readonly #comparer: Comparer;
  readonly #parts = new Parts();
  readonly #redactor = createRedactor();
  readonly #names = new CallerNames(this.#redactor);
  readonly #listeners = new Set<(event: Omit<ChangeEvent, 'epoch'>) => void>();
  #lastCheck: OutputOf<'host.status'>['lastCheck'] = null;
  #isClosing = false;
  /** Set when the memory was closed for a swap and could not be opened again: the options for the next attempt. */
  #unopened: { startEmpty: boolean } | null = null;

  constructor(options: CoreOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#log = options.log ?? (() => {});
    this.#newId = createIds(this.#now, options.random);
    this.#exposures = new ExposureRecorder({
      newId: this.#newId,
      // A read-only memory records no exposures.
      queue: () => this.#memory.writableQueue,
      redactText: (text) => this.#redactor.redactText(text).text,
      log: this.#log,
    });
    this.#memory = new Memory({
      paths: options.paths,
      readOnlyCopy: options.readOnlyCopy ?? null,
      newId: this.#newId,
      now: this.#now,
      log: this.#log,
      committed: (event, changed) => {
        this.#indexes.note(changed);
        this.#comparer.note([
          ...(changed.get('reflection') ?? []),
          ...[...(changed.get('setting') ?? [])].flatMap(dismissedPair),
        ]);
        this.#vectors.note(changed.get('reflection') ?? [], changed.has('setting'));
        this.#emit(event);
      },
    });
    this.#indexes = new Indexes(
      [LESSONS, SESSIONS, ATTEMPTED_SESSIONS, CAUSES, PATTERNS],
      () => this.#memory.db,
      (error) => {
        // That the memory is closed or cannot be read was said already, by itself.
        if (this.#memory.isReadable) this.#log('a search index could not be brought up to date', error);
      },
    );
    this.#comparer = new Comparer({
      db: () => this.#memory.db,
      index: () => this.#indexes.of(LESSONS).current,
      isDismissed: (sort, one, other) => isDismissed(this.#memory.db, sort, one, other),
      changed: () => this.#memory.announce({ decision: [] }),
      log: (error) => this.#log('lessons could not be compared', error),
    });
    this.#vectors = this.#makeVectors();
    this.#parts
      .provide(VECTORS, this.#vectors)
      .provide(COMPARER, this.#comparer)
      .provide(EPISODE_TABLE, async () => {
        const attempted = await this.#indexes.of(ATTEMPTED_SESSIONS).ready();
        const { episodes } = await this.#indexes.of(CAUSES).ready();
        return withAttempts(episodes, (sessionId) => attempted.has(sessionId));
      });
    this.#services = this.#makeServices();
    const answering = { memory: this.#memory, services: this.#services, exposures: this.#exposures };
    this.#dispatcher = new Dispatcher({ ...answering, redactor: this.#redactor, names: this.#names });
    const checksResults = options.checkOutputs ?? false;
    this.#jobs = new JobRunners({ services: this.#services, jobs, lull: this.#lull, checksResults });
    this.#upkeep = new Upkeep(this.#services);
    this.#leftBehind = new LeftBehind(this.#services);
    this.#pruning = new PruningDue(this.#services);
    this.#restartSearch();
    this.#jobs.wake();
  }

  readonly dispatch: Dispatch = async (request) => {
    const answer = await this.#lull.without(request.name, () => this.#dispatcher.answer(request));
    if (request.caller.author.kind === 'agent') this.#vectors.expectQuestions();
    return this.#options.checkOutputs ? checkOutput(request.name, answer) : answer;
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
    if (this.#unopened && !this.#isClosing) this.#openAgain(this.#unopened);
    if (this.#isClosing || !this.#memory.isOpenToWrite) return;
    await this.#missFiles();
    // The files could not be saved yet.
    if (this.#memory.health.state !== 'ready') return;
    this.#emptyLog();
    // A full disk stops the job runners. They continue here once there is space again.
    this.#jobs.wake();
    await this.#leftBehind.run().catch((error: unknown) => this.#log('sessions could not be looked at again', error));
    await this.#pruning.run().catch((error: unknown) => this.#log('turns could not be pruned', error));
    await this.#upkeep.run();
  }

  /** When the memory's files were removed: saves the contents while they can still be read, then opens what is there now. */
  async #missFiles(): Promise<void> {
    if (this.#memory.lostFiles().length === 0) return;
    try {
      await this.#reopen(
        () => {},
        () => this.#memory.rescue(),
      );
    } catch (error) {
      this.#log('what was taken away could not be saved; it is tried again', error);
    }
  }

  /** Empties the log of the file if a reader held it when something was purged. */
  #emptyLog(): void {
    try {
      this.#writeAheadLog.emptyLeft();
    } catch (error) {
      this.#log('the log of the file could not be emptied', error);
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.race([this.#jobs.stop(), wait(STOP_JOBS_MS, undefined, { ref: false })]);
    // Commit pending writes first, so that subscribers hear of them.
    this.#memory.drain();
    this.#vectors.close();
    this.#indexes.close();
    this.#comparer.close();
    if (this.#memory.isOpenToWrite) this.#emptyLog();
    this.#memory.close();
  }

  /** Rebuilds the indexes from the file that is open now, if there is one. */
  #restartSearch(): void {
    const { state } = this.#memory.health;
    if (state !== 'ready' && state !== 'read_only') return;
    this.#indexes.restart();
    this.#comparer.restart();
    this.#vectors.restart();
  }

  #makeVectors(): Vectors {
    const { paths, embeddingKey = null, builtInModel = null, embeddingPauseMs } = this.#options;
    return new Vectors({
      path: vectorsPath(paths),
      key: embeddingKey,
      builtIn: builtInModel,
      firstPauseMs: embeddingPauseMs,
      now: this.#now,
      log: this.#log,
      memory: () => this.#memory.db,
      isWritable: () => this.#memory.health.state === 'ready',
      redact: (text) => this.#services.redactText(text),
      ensureJob: (wanted) => ensureEmbedJob(this.#services, wanted),
      wakeJobs: () => this.#jobs.wake(),
      filled: () => this.#memory.announce({ vector: [] }),
      lull: (signal) => this.#lull.next(signal),
    });
  }

  /** Notifies listeners. An error in a listener does not affect the answer to a committed write. */
  #emit(event: Omit<ChangeEvent, 'epoch'>): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#log('a listener of change events failed', error);
      }
    }
  }

  async #write<T>(request: WriteRequest): Promise<T> {
    const outcome = await this.#memory.queue.run(request);
    if (outcome.ok) return outcome.value as T;
    throw outcome.error;
  }

  async #reopen<T>(swap: () => T, closing: () => void, options = { startEmpty: false }): Promise<T> {
    await this.#jobs.stop();
    if (this.#isClosing) throw new AppError(CLOSING);
    try {
      // Nothing below awaits, so no write can be acknowledged and then lost in the swap.
      this.#memory.drain();
      closing();
      this.#memory.close();
      let result: T;
      try {
        result = swap();
      } finally {
        this.#open(options);
      }
      this.#memory.announce({ store: [] });
      return result;
    } finally {
      this.#jobs.resume();
    }
  }

  #open(options: { startEmpty: boolean }): void {
    this.#unopened = options;
    this.#memory.open(options);
    this.#unopened = null;
    this.#restartSearch();
  }

  /** Retries opening after a failure for lack of space or permission, because no operation lets a user ask for it. */
  #openAgain(options: { startEmpty: boolean }): void {
    try {
      this.#open(options);
      this.#memory.announce({ store: [] });
    } catch (error) {
      this.#log('the memory could not be opened again', error);
    }
  }

  #makeServices(): Services {
    const { paths, hostFacts } = this.#options;
    const secondThread = this.#options.secondThread ?? withoutSecondThread(paths, () => this.#memory.db, this.#now);
    return {
      paths,
      now: this.#now,
      writeAheadLog: this.#writeAheadLog,
      secondThread,
      backups: new BackupChecks(paths, secondThread),
      db: () => this.#memory.db,
      snapshot: () => this.#memory.snapshot(),
      schemaVersion: () => this.#memory.version,
      revision: () => this.#memory.revision,
      wasUnclean: () => this.#memory.wasUnclean,
      write: (name, caller, run, once) => this.#write({ name, caller, run, key: once }),
      writeStep: (name, caller, run, once) => this.#write({ name, caller, run, key: once, isStep: true }),
      health: () => this.#memory.health,
      hostFacts: async () => {
        const facts = await hostFacts();
        return { ...facts, connections: facts.connections.map((one) => this.#names.shown(one)) };
      },
      lastCheck: () => this.#lastCheck,
      clockSetBack: () => this.#memory.clockSetBack,
      noteCheck: (result) => {
        const { ok, total, problems } = result;
        this.#lastCheck = { at: new Date(this.#now()).toISOString(), ok, total, problems };
        if (this.#memory.health.state === 'ready') noteChecked(this.#memory.db, this.#now());
      },
      reopen: (swap, { closing = () => {}, startEmpty = false } = {}) => this.#reopen(swap, closing, { startEmpty }),
      index: (source) => this.#indexes.of(source).ready(),
      indexSoon: (source) => this.#indexes.of(source).soon(),
      part: (key) => this.#parts.of(key),
      exposureRecorder: (caller, { startedAt, telling }) => this.#exposures.recorderFor(caller, startedAt, telling),
      surroundings: this.#options.surroundings ?? NOWHERE,
      redactText: (text) => this.#redactor.redact({ text }).value.text,
      wakeJobs: () => this.#jobs.wake(),
      announce: (changed) => this.#memory.announce(changed),
      log: this.#log,
    };
  }
}
