import { extname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { assertNever, type Envelope, type Request } from '@twicewise/contract';
import { type Core, createCore, type HostFacts, type SecondThread } from '@twicewise/core';
import type { StorePaths } from '@twicewise/store';
import { ModelThread } from './model/model-thread.ts';
import { KeptThread, OwnThreads } from './second-thread.ts';
import { surroundings } from './surroundings.ts';
import {
  type FromWorker,
  fromJson,
  type News,
  Outbox,
  type SecondThreadTask,
  type ToWorker,
  type WorkerSetup,
} from './worker-protocol.ts';

// The store worker: core and store on their own thread, because SQL on the host's main thread would hold up every door (and, in
// the desktop app, freeze the window). It may be started before it is known which memory it will open, and open another after it.

function say(message: FromWorker): void {
  parentPort?.postMessage(message);
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** TypeScript in the checkout, JavaScript in a bundle. */
const MODEL_SCRIPT = new URL(`./model/model-worker${extname(import.meta.url)}`, import.meta.url);

/** How long a backup or a check that runs may delay the end, in milliseconds. A check of a large memory takes longer. */
const END_MS = 1000;

/** Answers the questions of screens; long tasks have other threads and do not delay it. */
const kept = new KeptThread();

/** An answer on its way to its door. Where the text is all that is given, its value would be written and read as JSON for nothing. */
function withoutSpareValue({ isTextEnough }: Request, envelope: Envelope): Envelope {
  if (!isTextEnough || !envelope.ok || envelope.told === undefined) return envelope;
  return { ...envelope, value: null };
}

/** The memory that this thread has opened. */
class OpenMemory {
  readonly #core: Core;
  /** Backups and checks, which may take minutes. */
  readonly #own = new OwnThreads();
  readonly #busyTimer: NodeJS.Timeout;
  /**
   * Sends the events of a commit together with its answers, which come through promises, and without another turn of the loop: a
   * tick that a microtask requests runs after all microtasks.
   */
  readonly #outbox = new Outbox<News>(
    (news) => this.#say({ type: 'turn', news }),
    (flush) => queueMicrotask(() => process.nextTick(flush)),
  );
  #facts: HostFacts;
  /** From then on it says nothing: the thread may have another memory, whose host counts its calls from one again. */
  #isClosed = false;
  #isClosing = false;

  constructor(setup: WorkerSetup) {
    this.#facts = setup.facts;
    // If the disk is read-only, the memory is read from its copy.
    const paths = { ...setup.paths, database: setup.readOnlyCopy ?? setup.paths.database };
    this.#core = createCore({
      paths: setup.paths,
      readOnlyCopy: setup.readOnlyCopy,
      embeddingKey: setup.embeddingKey,
      builtInModel: setup.builtInModel ? new ModelThread({ script: MODEL_SCRIPT, log: this.#log }) : null,
      surroundings: surroundings(setup.facts.dataFolder, process.env, setup.entry),
      hostFacts: () => this.#facts,
      secondThread: this.#secondThread(paths),
      log: this.#log,
    });
    this.#core.subscribe((event) => this.#outbox.push({ event }));
    let busy = false;
    this.#busyTimer = setInterval(() => {
      if (this.#core.busy() === busy) return;
      busy = !busy;
      this.#say({ type: 'busy', busy });
    }, 250).unref();
    this.#say({ type: 'ready', health: this.#core.health() });
  }

  /** Does what the host asks. What fails is logged. */
  take(message: Exclude<ToWorker, { type: 'open' }>): void {
    this.#obey(message).catch((error: unknown) => this.#log('the store worker failed', error));
  }

  #say(message: FromWorker): void {
    if (!this.#isClosed) say(message);
  }

  readonly #log = (message: string, error?: unknown): void =>
    this.#say({ type: 'log', message: error === undefined ? message : `${message}: ${describe(error)}` });

  async #obey(message: Exclude<ToWorker, { type: 'open' }>): Promise<void> {
    switch (message.type) {
      case 'calls':
        for (const { id, request } of fromJson(message.calls)) {
          this.#core
            .dispatch(request)
            .then((envelope) => this.#outbox.push({ id, envelope: withoutSpareValue(request, envelope) }));
        }
        return;
      case 'facts':
        this.#facts = message.facts;
        return;
      case 'tick':
        await this.#core.maintain();
        return;
      case 'close':
        await this.#close(message.keepsThread);
        return;
      default:
        assertNever(message);
    }
  }

  #secondThread(paths: StorePaths): SecondThread {
    const own = this.#own;
    /** A task that begins after the memory was closed would open it anew. */
    const ask = <T>(task: SecondThreadTask): Promise<T> =>
      this.#isClosing ? Promise.reject(new Error('not begun, because the host is ending')) : kept.run<T>(task);
    return {
      backup: (cause) => own.run({ paths, task: 'backup', cause }),
      check: () => own.run({ paths, task: 'check' }),
      checkBackup: (name) => own.run({ paths, task: 'checkBackup', name }),
      metrics: (projectId, since) => ask({ paths, task: 'metrics', projectId, since }),
      insights: (request) => ask({ paths, task: 'insights', request }),
      countWaiting: (request) => ask({ paths, task: 'waiting', request }),
      countAnswers: (request) => ask({ paths, task: 'answers', request }),
      findUnused: (request) => ask({ paths, task: 'unused', request }),
      previewPurge: (name, which) => ask({ paths, task: 'purge', name, which }),
    };
  }

  async #close(keepsThread: boolean): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#busyTimer);
    let isWhole = false;
    try {
      // Whoever closes the file last empties its log, and a thread that only reads cannot.
      await Promise.all([this.#own.end(END_MS), keepsThread ? kept.rest(END_MS) : kept.end(END_MS)]);
      await this.#core.close();
      // Waits for the last answers, which come through promises.
      await nextTurn();
      isWhole = true;
    } catch (error) {
      this.#log('the memory could not be closed', error);
    } finally {
      this.#outbox.flush();
      // Sent also when closing failed: the host waits for it before it releases the folder.
      this.#say({ type: 'closed', isWhole });
      this.#isClosed = true;
      if (!keepsThread || !isWhole) parentPort?.close();
    }
  }
}

let memory: OpenMemory | null = null;

parentPort?.on('message', (message: ToWorker) => {
  // Not inside a promise: if a memory cannot be opened, the error must end the thread, with the reason.
  if (message.type === 'open') memory = new OpenMemory(message.setup);
  else memory?.take(message);
});
