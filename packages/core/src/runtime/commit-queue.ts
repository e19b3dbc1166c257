import { hash } from 'node:crypto';
import {
  AppError,
  type Caller,
  type ChangeEvent,
  type Envelope,
  settle,
  type Topic,
  toFailure,
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

/** A write waiting for its turn. */
export interface WriteRequest {
  name: string;
  caller: Caller;
  /** Idempotency key and hash of the request it stands for. */
  key?: { value: string; hash: string } | undefined;
  run: (context: WriteContext) => unknown;
  /** One step of long work: it gives way to what clients ask for. */
  isStep?: boolean;
}

interface Waiting {
  request: WriteRequest;
  answer: (envelope: Envelope) => void;
}

/** Topic → ids of what a transaction changed, all of them. */
export type Changed = ReadonlyMap<Topic, ReadonlySet<string>>;

/** What the queue needs from its surroundings. */
export interface QueueSurroundings {
  db: WritableDb;
  newId: NewId;
  now: () => number;
  log: (error: unknown) => void;
  /** Told when the clock is found far behind the newest record. */
  clockSetBack: (setBack: ClockSetBack) => void;
  /** Number of the next change event; without gaps, because a gap tells receivers that they missed one. */
  nextRevision: () => number;
  /** Called after each commit that changed something, with the event (whose lists of ids are cut) and all that changed. */
  committed: (event: Omit<ChangeEvent, 'epoch'>, changed: Changed) => void;
  /** Runs in place of `setImmediate`; a test can hold it back. */
  later?: (run: () => void) => void;
}

/** Most writes that share one commit. */
export const MAX_BATCH = 64;
/** Longest time one batch may take before it commits, in milliseconds: what arrives meanwhile has to wait for it. */
const MAX_BATCH_MS = 15;
/** Most writes that may wait before reading waits for them. */
const MAX_UNAWAITED = 256;
/** Longest time that an unawaited write stays in the queue, in milliseconds. */
const LATER_MS = 25;
/** Longer id lists than this are not sent with a change event; receivers then ask for everything of the topic. */
const MAX_NAMED_IDS = 200;
const KEY_LIFETIME_MS = 24 * 3_600_000;

/** Hash that tells one request from another under the same idempotency key. */
export function requestHash(name: string, input: unknown): string {
  return hash('sha256', `${name}\0${JSON.stringify(input)}`, 'base64url');
}

/**
 * Group commit: all writes that have arrived in one turn of the event loop share a transaction, and are answered after
 * COMMIT. If one of them fails, all are taken back and tried again, each in a savepoint of its own. One fsync then serves many clients, and no answer is given for a write that a
 * power cut could still take back. Steps of long work have transactions of their own, in turns with those of clients: a
 * store that comes in during an import waits for the rest of one step, not for the next one as well.
 */
export class CommitQueue {
  readonly #around: QueueSurroundings;
  readonly #clock: RecordClock;
  readonly #requests: Waiting[] = [];
  readonly #steps: Waiting[] = [];
  #stepWasLast = false;
  #roomless: (() => void)[] = [];
  /** Writes that nobody waits for and that are not durable yet. */
  #unawaited = 0;
  #scheduled = false;
  #timer: NodeJS.Timeout | null = null;
  #keysForgottenAt = 0;

  constructor(around: QueueSurroundings) {
    this.#around = around;
    this.#clock = new RecordClock(around.now, newestOperationAt(around.db), around.clockSetBack);
  }

  /** Queues a write; the envelope comes after it is durable. Never rejects. */
  run(request: WriteRequest): Promise<Envelope> {
    return new Promise((resolve) => {
      (request.isStep ? this.#steps : this.#requests).push({ request, answer: resolve });
      this.#schedule();
    });
  }

  /** Queues an unawaited write: it joins the next commit, or makes one of its own after {@link LATER_MS}. */
  runLater(request: WriteRequest): Promise<Envelope> {
    this.#unawaited++;
    return new Promise((resolve) => {
      const answer = (envelope: Envelope) => {
        this.#unawaited--;
        resolve(envelope);
      };
      this.#requests.push({ request, answer });
      this.#timer ??= setTimeout(() => {
        this.#timer = null;
        this.#schedule();
      }, LATER_MS).unref();
    });
  }

  /** Resolves when every unawaited write that was queued before is durable. */
  async caughtUp(caller: Caller): Promise<void> {
    // Writes are carried out in the order they came in.
    if (this.#unawaited > 0) await this.run({ name: 'memory.account', caller, run: () => null });
  }

  /** Resolves when few enough writes wait; at once unless somebody reads faster than it can be written down. */
  room(): Promise<void> {
    if (this.#requests.length <= MAX_UNAWAITED) return Promise.resolve();
    this.#schedule();
    return new Promise((resolve) => {
      this.#roomless.push(resolve);
    });
  }

  /** See {@link RecordClock}. */
  get clockSetBack(): ClockSetBack | null {
    return this.#clock.setBack;
  }

  /** Carries out everything that waits, now: before the memory is closed. */
  drain(): void {
    while (this.#isWaiting()) this.#flush(this.#nextLane());
  }

  #isWaiting(): boolean {
    return this.#requests.length > 0 || this.#steps.length > 0;
  }

  /** Where the next transaction comes from: in turns when both wait, so that neither keeps the other out. */
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
      if (this.#requests.length <= MAX_UNAWAITED) for (const resolve of this.#roomless.splice(0)) resolve();
      if (this.#isWaiting()) this.#schedule();
    });
  }

  /**
   * One transaction of what waits in a lane: at least one request, and more while there is time. `together` writes without
   * savepoints, which cost a copy of every page.
   */
  #flush(lane: Waiting[], together = true): void {
    const batch = new Batch(this.#around, this.#clock.next(), together);
    const taken: Waiting[] = [];
    try {
      begin(this.#around.db);
      const started = performance.now();
      do {
        const next = lane.shift();
        if (!next) break;
        taken.push(next);
        batch.apply(next.request);
        if (next.request.isStep) break;
      } while (taken.length < MAX_BATCH && performance.now() - started < MAX_BATCH_MS);
      this.#forgetOldKeys();
      commit(this.#around.db);
    } catch (error) {
      rollback(this.#around.db);
      if (error instanceof RequestFailed) this.#failOne(taken, error.cause);
      else this.#failOrRetry(lane, taken, error);
      return;
    }
    taken.forEach((waiting, index) => {
      waiting.answer(batch.answers[index] ?? lost());
    });
    batch.announce();
  }

  /** One request of several failed, and the others were taken back with it: they are tried again, each in a savepoint. */
  #failOne(taken: Waiting[], cause: unknown): void {
    const [only] = taken;
    if (taken.length === 1) {
      only?.answer({ ok: false, error: toFailure(explainSqliteError(cause), this.#around.log) });
      return;
    }
    // Nobody but this loop knows of them: what has no time left in one transaction has one of its own.
    const again = [...taken];
    while (again.length > 0) this.#flush(again, false);
  }

  /**
   * A full disk ends the whole transaction, whoever filled it. Nothing of it was stored, so the requests are tried
   * again one by one: only those that cannot be stored fail.
   */
  #failOrRetry(lane: Waiting[], taken: Waiting[], error: unknown): void {
    const [only] = taken;
    if (taken.length === 1 && only) {
      only.answer({ ok: false, error: toFailure(explainSqliteError(error), this.#around.log) });
      return;
    }
    for (const waiting of taken) this.#flush([waiting]);
    if (taken.length === 0) this.#failFirst(lane, error);
  }

  /** The transaction could not even begin. */
  #failFirst(lane: Waiting[], error: unknown): void {
    const first = lane.shift();
    first?.answer({ ok: false, error: toFailure(explainSqliteError(error), this.#around.log) });
  }

  #forgetOldKeys(): void {
    const now = this.#around.now();
    // A distance: a clock that was ahead must not keep the keys of years.
    if (Math.abs(now - this.#keysForgottenAt) < 3_600_000) return;
    this.#keysForgottenAt = now;
    forgetAnswers(this.#around.db, new Date(now - KEY_LIFETIME_MS).toISOString());
  }
}

function lost(): Envelope {
  return { ok: false, error: toFailure(new Error('a write was left without an answer')) };
}

/** A request failed in a transaction that it shares with others, without ending it. */
class RequestFailed extends Error {}

/** The requests of one transaction: their answers and what they changed. */
class Batch {
  readonly answers: Envelope[] = [];
  readonly #around: QueueSurroundings;
  readonly #at: string;
  readonly #changed = new Map<Topic, Set<string>>();
  readonly #together: boolean;
  #causes: ChangeEvent['cause'][] = [];

  constructor(around: QueueSurroundings, at: string, together: boolean) {
    this.#around = around;
    this.#at = at;
    this.#together = together;
  }

  /**
   * Runs one request. Throws when SQLite has ended the whole transaction; together with others also {@link RequestFailed},
   * after which the transaction must be rolled back.
   */
  apply(request: WriteRequest): void {
    const { db, newId, now, log } = this.#around;
    const touched: [Topic, string][] = [];
    const all = <T>(body: () => T): T => (this.#together ? body() : savepoint(db, body));
    try {
      const envelope = all(() => {
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
        const answer: Envelope = { ok: true, value };
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
      this.answers.push(envelope);
      this.#note(request, touched);
    } catch (error) {
      if (!connection(db).inTransaction) throw error;
      if (this.#together) throw new RequestFailed('a request failed', { cause: error });
      this.answers.push({ ok: false, error: toFailure(explainSqliteError(error), log) });
    }
  }

  /** Tells the world, after the commit. */
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

  #earlierAnswer(key: { value: string; hash: string }): Envelope | null {
    const found = findAnswer(this.#around.db, key.value);
    if (!found) return null;
    if (found.requestHash === key.hash) return JSON.parse(found.answer) as Envelope;
    throw new AppError({
      code: 'conflict',
      reason: 'key_reused',
      message: 'This idempotency key was used for another request.',
      hint: 'Use a new key for each request; repeat a key only to repeat the same request.',
    });
  }
}

/** Runs a read and answers with an envelope. */
export function answerRead<T>(run: () => T, log: (error: unknown) => void): Promise<Envelope<T>> {
  return settle(() => {
    try {
      return run();
    } catch (error) {
      throw explainSqliteError(error);
    }
  }, log);
}
