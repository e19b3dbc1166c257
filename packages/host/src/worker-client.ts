import type { Worker } from 'node:worker_threads';
import { assertNever, type ChangeEvent, type Dispatch, type Envelope, type StoreHealth } from '@twicewise/contract';
import type { HostFacts } from '@twicewise/core';
import { keepThread, storeThread } from './store-thread.ts';
import {
  type Call,
  type FromWorker,
  fromJson,
  type News,
  Outbox,
  type ToWorker,
  type WorkerSetup,
} from './worker-protocol.ts';

/** What the worker reports to the host. */
export interface WorkerListener {
  event(event: Omit<ChangeEvent, 'epoch'>): void;
  busy(busy: boolean): void;
  log(message: string): void;
  /** The worker died; no call can be answered any more. */
  died(error: Error): void;
}

/** The host's main-thread interface to the store worker. */
export class StoreWorker {
  readonly #url: URL;
  readonly #worker: Worker;
  readonly #listener: WorkerListener;
  readonly #waiting = new Map<number, (envelope: Envelope) => void>();
  readonly #calls = new Outbox<Call>(
    (calls) => this.#post({ type: 'calls', calls }),
    // A single call is sent at once. While others are in work, the calls that all doors make in this turn share a message.
    (flush) => (this.#waiting.size > 1 ? setImmediate(flush) : process.nextTick(flush)),
  );
  #nextId = 1;
  #revision = 0;
  #dead = false;
  #ready: ((health: StoreHealth) => void) | null = null;
  /** Told whether the thread may open another memory. */
  #closed: ((isWhole: boolean) => void) | null = null;

  private constructor(url: URL, setup: WorkerSetup, listener: WorkerListener) {
    this.#url = url;
    this.#listener = listener;
    this.#worker = storeThread(url);
    this.#worker.on('message', (message: FromWorker) => this.#receive(message));
    this.#worker.on('error', (error) => this.#die(error as Error));
    this.#worker.on('exit', () => this.#die(new Error('the store worker ended')));
    this.#post({ type: 'open', setup });
  }

  /** Starts the worker; resolves when the memory is open or known to be unusable. Rejects when the worker cannot start. */
  static async start(
    url: URL,
    setup: WorkerSetup,
    listener: WorkerListener,
  ): Promise<{ worker: StoreWorker; health: StoreHealth }> {
    const worker = new StoreWorker(url, setup, listener);
    const health = await new Promise<StoreHealth>((resolve, reject) => {
      worker.#ready = resolve;
      worker.#worker.once('error', reject);
      worker.#worker.once('exit', () => reject(new Error('the store worker ended')));
    });
    return { worker, health };
  }

  /** Number of commits heard of. What is asked from now on is answered from these or newer ones. */
  get revision(): number {
    return this.#revision;
  }

  /** Sends a request; the envelope comes back after its effect is durable. */
  readonly dispatch: Dispatch = (request) => {
    if (this.#dead) return Promise.resolve(answerClosed());
    return new Promise((resolve) => {
      const id = this.#nextId++;
      this.#waiting.set(id, resolve);
      this.#calls.push({ id, request });
    });
  };

  /** Passes on facts that only the host knows. */
  tell(facts: HostFacts): void {
    this.#post({ type: 'facts', facts });
  }

  /** Lets the core do the work that is due: backups, checks. */
  tick(): void {
    this.#post({ type: 'tick' });
  }

  /** Finishes running work, closes the memory and ends the thread, or keeps it for the next host of this process. */
  async close(keepsThread = false): Promise<void> {
    if (this.#dead) return;
    const closed = new Promise<boolean>((resolve) => {
      this.#closed = resolve;
    });
    this.#calls.flush();
    this.#post({ type: 'close', keepsThread });
    const isWhole = await closed;
    if (!keepsThread || !isWhole) return;
    this.#worker.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit');
    keepThread(this.#url, this.#worker);
  }

  #post(message: ToWorker): void {
    if (!this.#dead) this.#worker.postMessage(message);
  }

  #receive(message: FromWorker): void {
    switch (message.type) {
      case 'turn':
        for (const news of fromJson(message.news)) this.#hear(news);
        return;
      case 'busy':
        this.#listener.busy(message.busy);
        return;
      case 'log':
        this.#listener.log(message.message);
        return;
      case 'ready':
        this.#ready?.(message.health);
        return;
      case 'closed':
        this.#dead = true;
        for (const answer of this.#waiting.values()) answer(answerClosed());
        this.#waiting.clear();
        this.#closed?.(message.isWhole);
        return;
      default:
        assertNever(message);
    }
  }

  #hear(news: News): void {
    if ('event' in news) {
      this.#revision = news.event.revision;
      this.#listener.event(news.event);
      return;
    }
    this.#waiting.get(news.id)?.(news.envelope);
    this.#waiting.delete(news.id);
  }

  #die(error: Error): void {
    if (this.#dead) return;
    this.#dead = true;
    // Report this first, so that sockets are closed before anything is answered: bridges then repeat the calls with their keys.
    this.#listener.died(error);
    for (const answer of this.#waiting.values()) answer(answerClosed());
    this.#waiting.clear();
    this.#closed?.(false);
  }
}

function answerClosed(): Envelope {
  return {
    ok: false,
    error: {
      code: 'unavailable',
      reason: 'no_host',
      message: 'The host is ending; it is not known whether this request was carried out.',
      hint: 'Send it again with the same idempotency key, or look first whether it was.',
    },
  };
}
