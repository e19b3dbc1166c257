import { extname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { AppError } from '@twicewise/contract';
import type { SecondThreadAnswer, SecondThreadTask } from './worker-protocol.ts';

// Runs reading work beside the store worker. Loading the code of a thread takes longer than answering most questions, so one
// thread is kept for the questions of screens. Work that takes minutes gets a thread of its own.

/** The thread ends after this long without a task, in milliseconds, because it holds memory. */
const IDLE_MS = 60_000;

/** TypeScript in the checkout, JavaScript in a bundle. */
const SCRIPT = new URL(`./second-thread-worker${extname(import.meta.url)}`, import.meta.url);

interface Waiting {
  task: SecondThreadTask;
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

function settle({ resolve, reject }: Waiting, answer: SecondThreadAnswer): void {
  if ('value' in answer) resolve(answer.value as never);
  else if (answer.failure) reject(new AppError(answer.failure));
  else reject(Object.assign(new Error(answer.error), { code: answer.code }));
}

/** Waits for the work, for at most so many milliseconds. */
const atMost = (ms: number, work: Promise<unknown>) => Promise.race([work, wait(ms, undefined, { ref: false })]);

/** Runs tasks one after the other on a thread whose connection is read-only. */
export class KeptThread {
  readonly #idleMs: number;
  readonly #givesWay: boolean;
  readonly #waiting: Waiting[] = [];
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | null = null;
  #started = 0;
  /** Settled when the last task is done. */
  #last: Promise<unknown> = Promise.resolve();

  /** @param givesWay Whether its work waits for that of all others; see `give-way.ts`. */
  constructor(idleMs: number = IDLE_MS, givesWay = false) {
    this.#idleMs = idleMs;
    this.#givesWay = givesWay;
  }

  /** Number of threads started so far. */
  get started(): number {
    return this.#started;
  }

  run<T>(task: SecondThreadTask): Promise<T> {
    const done = new Promise<T>((resolve, reject) => {
      this.#waiting.push({ task, resolve: resolve as (value: never) => void, reject });
      if (this.#waiting.length === 1) this.#next();
    });
    this.#last = done.catch(() => {});
    return done;
  }

  /** Ends the thread, and waits until it is gone with its connection; waiting tasks fail. */
  async close(): Promise<void> {
    await this.#end(new Error('the second thread was closed'));
  }

  /** As {@link close}, but waits for at most `patienceMs`: a thread within a long statement ends after it. */
  async end(patienceMs: number): Promise<void> {
    await atMost(patienceMs, this.close());
  }

  /** Waits until no task is left, and keeps the thread. What is left after `patienceMs` is ended with it. */
  async rest(patienceMs: number): Promise<void> {
    await atMost(patienceMs, this.#last);
    if (this.#waiting.length > 0) await this.end(patienceMs);
  }

  #next(): void {
    const [first] = this.#waiting;
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = null;
    if (first) this.#thread().postMessage(first.task);
    else this.#idle = setTimeout(() => void this.close(), this.#idleMs).unref();
  }

  #thread(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(SCRIPT, { workerData: { givesWay: this.#givesWay } });
    this.#worker = worker;
    this.#started++;
    // It must not keep the process from ending.
    worker.unref();
    worker.on('message', (answer: SecondThreadAnswer) => {
      // A newer thread has replaced this one and answers its own tasks.
      if (worker !== this.#worker) return;
      const done = this.#waiting.shift();
      if (done) settle(done, answer);
      this.#next();
    });
    const onEnd = (error: Error) => {
      if (worker === this.#worker) void this.#end(error);
    };
    worker.once('error', onEnd);
    worker.once('exit', () => onEnd(new Error('the second thread ended')));
    return worker;
  }

  #end(error: Error): Promise<unknown> {
    const worker = this.#worker;
    this.#worker = null;
    if (this.#idle) clearTimeout(this.#idle);
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    return worker?.terminate() ?? Promise.resolve();
  }
}

/** Runs each task on a thread of its own, beside all others, which go first. */
export class OwnThreads {
  readonly #running = new Map<Promise<unknown>, KeptThread>();
  #isEnding = false;

  /** Runs the task on a new thread, which ends with it. Fails once the host is ending. */
  run<T>(task: SecondThreadTask): Promise<T> {
    // A thread that begins now would open the memory after it was closed, and leave an empty log beside it.
    if (this.#isEnding) return Promise.reject(new Error('not begun, because the host is ending'));
    const thread = new KeptThread(IDLE_MS, true);
    const running: Promise<T> = this.#finish<T>(thread, task).finally(() => this.#running.delete(running));
    this.#running.set(running, thread);
    return running;
  }

  async #finish<T>(thread: KeptThread, task: SecondThreadTask): Promise<T> {
    try {
      return await thread.run<T>(task);
    } finally {
      await thread.close();
    }
  }

  /**
   * Begins no more tasks, and waits until none runs. After `patienceMs` it ends the threads that are left, whose tasks fail; a
   * thread that is within a long statement ends after it, and is waited for only as long again.
   */
  async end(patienceMs: number): Promise<void> {
    this.#isEnding = true;
    await atMost(patienceMs, Promise.allSettled(this.#running.keys()));
    await atMost(patienceMs, Promise.all([...this.#running.values()].map((thread) => thread.close())));
  }
}
