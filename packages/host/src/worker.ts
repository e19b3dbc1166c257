import { extname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { assertNever } from '@twicewise/contract';
import { type Core, createCore, type HostFacts, type SecondThread } from '@twicewise/core';
import type { StorePaths } from '@twicewise/store';
import { ModelThread } from './model/model-thread.ts';
import { KeptThread, OwnThreads } from './second-thread.ts';
import { surroundings } from './surroundings.ts';
import { type FromWorker, fromJson, type News, Outbox, type ToWorker, type WorkerSetup } from './worker-protocol.ts';

// The store worker: core and store on their own thread, because SQL on the host's main thread would hold up every door (and, in
// the desktop app, freeze the window). It may be started before it is known which memory it will open, and open another after it.

function say(message: FromWorker): void {
  parentPort?.postMessage(message);
}

// Sends the events of a commit together with its answers, which come through promises, and without another turn of the loop: a
// tick that a microtask requests runs after all microtasks.
const outbox = new Outbox<News>(
  (news) => say({ type: 'turn', news }),
  (flush) => queueMicrotask(() => process.nextTick(flush)),
);

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const log = (message: string, error?: unknown) =>
  say({ type: 'log', message: error === undefined ? message : `${message}: ${describe(error)}` });

/** TypeScript in the checkout, JavaScript in a bundle. */
const MODEL_SCRIPT = new URL(`./model/model-worker${extname(import.meta.url)}`, import.meta.url);

/** How long a backup or a check that runs may delay the end, in milliseconds. A check of a large memory takes longer. */
const END_MS = 1000;

/** Answers the questions of screens; long tasks have other threads and do not delay it. */
const kept = new KeptThread();

/** The memory that this thread has opened. */
class OpenMemory {
  readonly #core: Core;
  /** Backups and checks, which may take minutes. */
  readonly #own = new OwnThreads();
  readonly #busyTimer: NodeJS.Timeout;
  #facts: HostFacts;

  constructor(setup: WorkerSetup) {
    this.#facts = setup.facts;
    // If the disk is read-only, the memory is read from its copy.
    const paths = { ...setup.paths, database: setup.readOnlyCopy ?? setup.paths.database };
    this.#core = createCore({
      paths: setup.paths,
      readOnlyCopy: setup.readOnlyCopy,
      embeddingKey: setup.embeddingKey,
      builtInModel: setup.builtInModel ? new ModelThread({ script: MODEL_SCRIPT, log }) : null,
      surroundings: surroundings(setup.facts.dataFolder, process.env, setup.entry),
      hostFacts: () => this.#facts,
      secondThread: this.#secondThread(paths),
      log,
    });
    this.#core.subscribe((event) => outbox.push({ event }));
    let busy = false;
    this.#busyTimer = setInterval(() => {
      if (this.#core.busy() === busy) return;
      busy = !busy;
      say({ type: 'busy', busy });
    }, 250).unref();
    say({ type: 'ready', health: this.#core.health() });
  }

  async answer(message: Exclude<ToWorker, { type: 'open' }>): Promise<void> {
    switch (message.type) {
      case 'calls':
        for (const { id, request } of fromJson(message.calls)) {
          this.#core.dispatch(request).then((envelope) => outbox.push({ id, envelope }));
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
    return {
      backup: (cause) => own.run({ paths, task: 'backup', cause }),
      check: () => own.run({ paths, task: 'check' }),
      checkBackup: (name) => own.run({ paths, task: 'checkBackup', name }),
      metrics: (projectId, since) => kept.run({ paths, task: 'metrics', projectId, since }),
      insights: (request) => kept.run({ paths, task: 'insights', request }),
      countWaiting: (request) => kept.run({ paths, task: 'waiting', request }),
      countAnswers: (request) => kept.run({ paths, task: 'answers', request }),
      findUnused: (request) => kept.run({ paths, task: 'unused', request }),
      previewPurge: (name, which) => kept.run({ paths, task: 'purge', name, which }),
    };
  }

  async #close(keepsThread: boolean): Promise<void> {
    try {
      // Whoever closes the file last empties its log, and a thread that only reads cannot.
      await Promise.all([this.#own.end(END_MS), keepsThread ? kept.rest(END_MS) : kept.end(END_MS)]);
      clearInterval(this.#busyTimer);
      await this.#core.close();
      // Waits for the last answers, which come through promises.
      await nextTurn();
      outbox.flush();
    } finally {
      // Sent also when closing failed: the host waits for it before it releases the folder.
      say({ type: 'closed' });
      if (!keepsThread) parentPort?.close();
    }
  }
}

let memory: OpenMemory | null = null;

parentPort?.on('message', (message: ToWorker) => {
  // Not inside a promise: if a memory cannot be opened, the error must end the thread, with the reason.
  if (message.type === 'open') memory = new OpenMemory(message.setup);
  else memory?.answer(message).catch((error: unknown) => log('the store worker failed', error));
});
