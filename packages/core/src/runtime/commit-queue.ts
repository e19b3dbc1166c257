import { hash } from 'node:crypto';
import {
  AppError,
  type Caller,
  type ChangeEvent,
  type Envelope,
  settle,
  type Topic,
  toAppError,
} from '@twicewise/contract';
import {
  begin,
  commit,
  connection,
  explainSqliteError,
  findAnswer,
  forgetAnswers,
  type NewId,
  newestOperationAt,
  rollback,
  saveAnswer,
  savepoint,
  type WritableDb,
} from '@twicewise/store';
import type { WriteContext } from './context.ts';
import { OperationRecorder } from './operation-recorder.ts';
import { type ClockSetBack, RecordClock } from './record-clock.ts';

/** A write in the queue. */
export interface WriteRequest {
  name: string;
  caller: Caller;
  /** Idempotency key, and the hash of the request that it stands for. */
  key?: { value: string; hash: string } | undefined;
  run: (context: WriteContext) => unknown;
  /** True for one step of long work. Steps take turns with the requests of clients. */
  isStep?: boolean;
}

/** How a write ended. Its error is the one thrown, because a job says more of it than a door. */
export type WriteOutcome = { ok: true; value: unknown } | { ok: false; error: AppError };

interface Waiting {
  request: WriteRequest;
  answer: (outcome: WriteOutcome) => void;
}

/** All ids that a transaction changed, by topic. */
export type Changed = ReadonlyMap<Topic, ReadonlySet<string>>;

/** What the queue needs from the core. */
export interface QueueSurroundings {
  db: WritableDb;
  newId: NewId;
  now: () => number;
  log: (error: unknown) => void;
  /** Called when the clock is found to be far behind the newest record. */
  clockSetBack: (setBack: ClockSetBack) => void;
  /** Number of the next change event. Numbers have no gaps: a gap tells receivers that they missed an event. */
  nextRevision: () => number;
  /** Called after each commit that changed something, with the event (its id lists are cut) and the complete set of changes. */
  committed: (event: Omit<ChangeEvent, 'epoch'>, changed: Changed) => void;
  /** Replaces `setImmediate`, so that a test can delay the commit. */
  later?: (run: () => void) => void;
  /** Replaces `performance.now`, so that a test decides how long a batch has taken, however busy its machine is. */
  elapsed?: () => number;
}

/** Maximum number of writes in one commit. */
export const MAX_BATCH = 64;
/** Maximum time that one batch may run before it commits, in milliseconds. Requests that arrive meanwhile wait for it. */
const MAX_BATCH_MS = 15;
/** Maximum number of writes in the queue; above it, reads whose exposures nobody awaits wait. */
const MAX_UNAWAITED = 256;
/** Maximum time that an unawaited write stays in the queue, in milliseconds. */
const LATER_MS = 25;
/** Maximum number of ids that a change event lists per topic. Above it, receivers refetch the whole topic. */
const MAX_NAMED_IDS = 200;
const KEY_LIFETIME_MS = 24 * 3_600_000;

/** Hash of a request. It detects a different request under the same idempotency key. */
export function requestHash(name: string, input: unknown): string {
  return hash('sha256', `${name}\0${JSON.stringify(input)}`, 'base64url');
}

/**
 * Group commit: all writes that arrive in one turn of the event loop share a transaction and are answered after COMMIT. So one
 * fsync serves many clients, and no write is acknowledged that a power cut could still undo. If one of the writes fails, the
 * transaction is rolled back and all are tried again, each in its own savepoint. Steps of long work have their own transactions,
 * which alternate with those of clients: a write during an import waits for at most one step.
 */
export class CommitQueue {
  readonly #around: QueueSurroundings;
  readonly #clock: RecordClock;
  readonly #requests: Waiting[] = [];
  readonly #steps: Waiting[] = [];
  #stepWasLast = false;
  #waitingForRoom: (() => void)[] = [];
  /** Number of queued writes whose caller does not wait for them. */
  #unawaited = 0;
  #scheduled = false;
  #timer: NodeJS.Timeout | null = null;
  #keysForgottenAt = 0;

  constructor(around: QueueSurroundings) {
    this.#around = around;
    this.#clock = new RecordClock(around.now, newestOperationAt(around.db), around.clockSetBack);
  }

  /** Queues a write. The promise resolves once the write is durable, and never rejects. */
  run(request: WriteRequest): Promise<WriteOutcome> {
    return new Promise((resolve) => {
      (request.isStep ? this.#steps : this.#requests).push({ request, answer: resolve });
      this.#schedule();
    });
  }

  /** Queues a write that nobody waits for. It joins the next commit, or gets one of its own after {@link LATER_MS}. */
  runLater(request: WriteRequest): Promise<WriteOutcome> {
    this.#unawaited++;
    return new Promise((resolve) => {
      const answer = (outcome: WriteOutcome) => {
        this.#unawaited--;
        resolve(outcome);
      };
      this.#requests.push({ request, answer });
      this.#timer ??= setTimeout(() => {
        this.#timer = null;
        this.#schedule();
      }, LATER_MS).unref();
    });
  }

  /** Resolves when all unawaited writes queued before this call are durable. */
  async caughtUp(caller: Caller): Promise<void> {
    // Writes run in the order of their arrival, so this empty write waits for all earlier ones.
    if (this.#unawaited > 0) await this.run({ name: 'memory.account', caller, run: () => null });
  }

  /**
   * Resolves when no more than the maximum of writes are queued. Slows down readers that outpace the recording of
   * exposures.
   */
  room(): Promise<void> {
    if (this.#requests.length <= MAX_UNAWAITED) return Promise.resolve();
    this.#schedule();
    return new Promise((resolve) => {
      this.#waitingForRoom.push(resolve);
    });
  }

  /** See {@link RecordClock}. */
  get clockSetBack(): ClockSetBack | null {
    return this.#clock.setBack;
  }

  /** Runs all queued writes synchronously. Called before the memory is closed. */
  drain(): void {
    while (this.#isWaiting()) this.#flush(this.#nextLane());
  }

  #isWaiting(): boolean {
    return this.#requests.length > 0 || this.#steps.length > 0;
  }

  /** The lane of the next transaction. The lanes alternate when both have work, so that neither starves. */
  #nextLane(): Waiting[] {
    const isStep = this.#steps.length > 0 && (this.#requests.length === 0 || !this.#stepWasLast);
    this.#stepWasLast = isStep;
    return isStep ? this.#steps : this.#requests;
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    (this.#around.later ?? setImmediate)(() => {
      this.#scheduled = false;
      if (this.#isWaiting()) this.#flush(this.#nextLane());
      if (this.#requests.length <= MAX_UNAWAITED) for (const resolve of this.#waitingForRoom.splice(0)) resolve();
      if (this.#isWaiting()) this.#schedule();
    });
  }

  /**
   * Runs one transaction with writes of one lane: at least one, and more while there is time. Savepoints are for retries only,
   * because each costs a copy of every page.
   */
  #flush(lane: Waiting[], withSavepoints = false): void {
    const batch = new Batch(this.#around, this.#clock.next(), withSavepoints);
    const taken: Waiting[] = [];
    const { elapsed = () => performance.now() } = this.#around;
    try {
      begin(this.#around.db);
      const started = elapsed();
      do {
        const next = lane.shift();
        if (!next) break;
        taken.push(next);
        batch.apply(next.request);
        if (next.request.isStep) break;
      } while (taken.length < MAX_BATCH && elapsed() - started < MAX_BATCH_MS);
      this.#forgetOldKeys();
      commit(this.#around.db);
    } catch (error) {
      rollback(this.#around.db);
      if (error instanceof RequestFailed) this.#retryInSavepoints(taken, error.cause);
      else this.#retryOneByOne(lane, taken, error);
      return;
    }
    taken.forEach((waiting, index) => {
      waiting.answer(batch.answers[index] ?? lost());
    });
    batch.announce();
  }

  /** A request failed, and all were rolled back with it: retries them, each in a savepoint. One that was alone fails at once. */
  #retryInSavepoints(taken: Waiting[], cause: unknown): void {
    const [only] = taken;
    if (taken.length === 1) {
      only?.answer({ ok: false, error: toAppError(explainSqliteError(cause), this.#around.log) });
      return;
    }
    // These requests are no longer in the lane, so this loop must finish them. Those that do not fit into one transaction get
    // another.
    const again = [...taken];
    while (again.length > 0) this.#flush(again, true);
  }

  /**
   * SQLite ended the whole transaction, as it does on a full disk, whichever request filled it. Nothing was stored, so the requests
   * are retried one by one: only those that do not fit fail. One that was alone fails at once.
   */
  #retryOneByOne(lane: Waiting[], taken: Waiting[], error: unknown): void {
    const [only] = taken;
    if (taken.length === 1 && only) {
      only.answer({ ok: false, error: toAppError(explainSqliteError(error), this.#around.log) });
      return;
    }
    for (const waiting of taken) this.#flush([waiting]);
    if (taken.length === 0) this.#refuseUnbegun(lane, error);
  }

  /** The transaction could not begin: fails the request that it would have begun with. */
  #refuseUnbegun(lane: Waiting[], error: unknown): void {
    const first = lane.shift();
    first?.answer({ ok: false, error: toAppError(explainSqliteError(error), this.#around.log) });
  }

  #forgetOldKeys(): void {
    const now = this.#around.now();
    // The absolute difference, so that keys still expire after a clock that was years ahead is corrected.
    if (Math.abs(now - this.#keysForgottenAt) < 3_600_000) return;
    this.#keysForgottenAt = now;
    forgetAnswers(this.#around.db, new Date(now - KEY_LIFETIME_MS).toISOString());
  }
}

function lost(): WriteOutcome {
  return { ok: false, error: toAppError(new Error('a write was left without an answer')) };
}

/** A request failed in a shared transaction, which SQLite has not ended. */
class RequestFailed extends Error {}

/** The requests of one transaction, with their answers and changes. */
class Batch {
  readonly answers: WriteOutcome[] = [];
  readonly #around: QueueSurroundings;
  readonly #at: string;
  readonly #changed = new Map<Topic, Set<string>>();
  readonly #withSavepoints: boolean;
  #causes: ChangeEvent['cause'][] = [];

  constructor(around: QueueSurroundings, at: string, withSavepoints: boolean) {
    this.#around = around;
    this.#at = at;
    this.#withSavepoints = withSavepoints;
  }

  /**
   * Runs one request. Throws when SQLite has ended the whole transaction. Without savepoints, it also throws {@link
   * RequestFailed} when the request fails, after which the transaction must be rolled back.
   */
  apply(request: WriteRequest): void {
    const { db, newId, now, log } = this.#around;
    const touched: [Topic, string][] = [];
    const all = <T>(body: () => T): T => (this.#withSavepoints ? savepoint(db, body) : body());
    try {
      const outcome = all((): WriteOutcome => {
        const earlier = request.key && this.#earlierAnswer(request.key);
        if (earlier) return earlier;
        const record = new OperationRecorder(db, newId, request.caller, this.#at);
        const touch = (topic: Topic, id: string) => touched.push([topic, id]);
        const value = request.run({
          db,
          newId,
          now,
          caller: request.caller,
          record,
          at: this.#at,
          touch,
          redactions: [],
        });
        touched.push(...record.touched());
        const answer: WriteOutcome = { ok: true, value };
        if (request.key) {
          saveAnswer(
            db,
            request.key.value,
            { requestHash: request.key.hash, answer: JSON.stringify(answer) },
            this.#at,
          );
        }
        return answer;
      });
      this.answers.push(outcome);
      this.#note(request, touched);
    } catch (error) {
      if (!connection(db).inTransaction) throw error;
      if (!this.#withSavepoints) throw new RequestFailed('a request failed', { cause: error });
      this.answers.push({ ok: false, error: toAppError(explainSqliteError(error), log) });
    }
  }

  /** Announces the changes. Called after the commit. */
  announce(): void {
    if (this.#changed.size === 0) return;
    const changed: ChangeEvent['changed'] = {};
    for (const [topic, ids] of this.#changed) changed[topic] = ids.size > MAX_NAMED_IDS ? [] : [...ids];
    const cause = this.#causes.length === 1 ? (this.#causes[0] ?? null) : null;
    this.#around.committed({ revision: this.#around.nextRevision(), changed, cause }, this.#changed);
  }

  #note(request: WriteRequest, touched: [Topic, string][]): void {
    for (const [topic, id] of touched) {
      const ids = this.#changed.get(topic) ?? new Set();
      this.#changed.set(topic, ids.add(id));
    }
    if (touched.length === 0) return;
    const { author, door } = request.caller;
    this.#causes.push({ operation: request.name, door, author });
  }

  #earlierAnswer(key: { value: string; hash: string }): WriteOutcome | null {
    const found = findAnswer(this.#around.db, key.value);
    if (!found) return null;
    if (found.requestHash === key.hash) {
      // A purge puts a failure in the place of an answer that had the text.
      const answer = JSON.parse(found.answer) as Envelope;
      return answer.ok ? answer : { ok: false, error: new AppError(answer.error) };
    }
    throw new AppError({
      code: 'conflict',
      reason: 'key_reused',
      message: 'This idempotency key was used for another request.',
      hint: 'Use a new key for each request; repeat a key only to repeat the same request.',
    });
  }
}

/** Runs a read and wraps the result, or the error, in an envelope. */
export function answerRead<T>(run: () => T, log: (error: unknown) => void): Promise<Envelope<T>> {
  return settle(() => {
    try {
      return run();
    } catch (error) {
      throw explainSqliteError(error);
    }
  }, log);
}
