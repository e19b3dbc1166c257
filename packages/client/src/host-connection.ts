import { setTimeout as wait } from 'node:timers/promises';
import type { Envelope, Failure } from '@twicewise/contract';
import { afterSending, brokeOff, closed, isPassing, tooLate } from './failures.ts';
import { type FoundHost, HostLink } from './host-link.ts';

/** Pause between two attempts to reach a host, in milliseconds. */
const RETRY_MS = 25;
/** Number of failed attempts after which a host is started; high enough not to start one during a hand-over. */
const FIRST_START = 2;
/** Number of failed attempts after which another one is started, again and again. */
const START_EVERY = 200;
/** How long a host that was started may take to listen, in milliseconds. */
const START_MS = 30_000;
/** How long to look for a host where none can be started, in milliseconds: so long may a hand-over take. */
const LOOK_MS = 3000;
/**
 * A call gets an error when so many hosts ended while they had it. It may be what crashes them, and repeating it would crash the
 * next one for all agents.
 */
const MAX_BROKEN = 3;
/**
 * A call is not sent with less than this left of its time, in milliseconds, or a tenth of it: its answer would come too late, and
 * nobody would know whether it was carried out.
 */
const LEAST_MS = 100;
/** How often a call is sent again that a host refuses for now without saying why. */
const MAX_REFUSED = 40;

/** What a {@link HostConnection} needs. */
export interface ConnectionOptions {
  /** The host that claims to run; null while there is none. Asked again for each attempt. */
  find: () => FoundHost | null;
  /** Starts a host in the background; `failed` is called when it cannot start. Null where none may or can be started. */
  start: ((failed: (reason: string) => void) => void) | null;
  /** The failure of calls for which there is no host; `reason` is what a host said that could not start. */
  absent: (reason: string | null) => Failure;
}

/** A call that waits for its answer. */
interface Waiting {
  message: string;
  timer: NodeJS.Timeout;
  /** When it is given up, and after how long, in milliseconds. */
  until: number;
  timeoutMs: number;
  /** True once a host may have read it. */
  wasSent: boolean;
  /** When those hosts started that ended while they had it: no two of a data folder start at the same moment. */
  brokenBy: Set<string>;
  /** How often it was refused for now. */
  refused: number;
  settle: (envelope: Envelope) => void;
}

/**
 * A connection to whichever host has a data folder. Calls are sent one by one, in order, each when the one before is answered. It
 * keeps every unanswered call: when the host dies or hands over, it connects to the next one, or starts one, and sends the call
 * again. Calls that write need an idempotency key, so that the next host does not do again what the last one did. While no call
 * waits, the connection does not keep the process alive.
 */
export class HostConnection {
  readonly #options: ConnectionOptions;
  readonly #waiting: Waiting[] = [];
  #link: HostLink | null = null;
  #isWorking = false;
  #isClosed = false;
  #idle: (() => void)[] = [];

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /**
   * Sends a message (see `writeMessage`) and gives the host's answer, within so many milliseconds. Never rejects: whatever
   * goes wrong is a failure.
   */
  ask(message: string, timeoutMs: number): Promise<Envelope> {
    if (this.#isClosed) return Promise.resolve({ ok: false, error: closed() });
    return new Promise((settle) => {
      const timer = setTimeout(() => this.#giveUpOn(waiting, timeoutMs), timeoutMs);
      const until = performance.now() + timeoutMs;
      const unsent = { wasSent: false, brokenBy: new Set<string>(), refused: 0 };
      const waiting: Waiting = { message, timer, until, timeoutMs, ...unsent, settle };
      this.#waiting.push(waiting);
      if (!this.#isWorking) this.#work();
    });
  }

  /** Resolves when all calls are answered and nothing is open any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#isWorking) await new Promise<void>((resolve) => this.#idle.push(resolve));
    await this.#link?.end();
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      const link = await this.#reach();
      // The call may have been given up meanwhile.
      if (link === null || first !== this.#waiting[0]) continue;
      if (isTooLate(first)) {
        this.#settle(first, { ok: false, error: tooLate(first.timeoutMs, false) });
        continue;
      }
      first.wasSent = true;
      const answer = await link.ask(first.message);
      if (first !== this.#waiting[0]) continue;
      if (answer === null) this.#noteBroken(first, link.host);
      else if (this.#isRefusedForNow(first, answer)) link.cutOff();
      else {
        this.#settle(first, answer);
        continue;
      }
      await wait(RETRY_MS);
    }
    // Set in the same turn in which no call was found, so that a call of the next turn begins work again.
    this.#isWorking = false;
    this.#link?.rest();
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** The connection to the host that runs, if need be to one that is started now. Null when nobody waits for it any more. */
  async #reach(): Promise<HostLink | null> {
    if (this.#link?.isOpen) return this.#link;
    const { find, start } = this.#options;
    const lostAt = Date.now();
    for (let failures = 1; this.#waiting.length > 0; failures++) {
      const host = find();
      this.#link = host === null ? null : await HostLink.open(host);
      if (this.#link !== null) return this.#link;
      if (start !== null && (failures === FIRST_START || failures % START_EVERY === 0)) this.#start(start);
      if (Date.now() - lostAt > (start === null ? LOOK_MS : START_MS)) this.#giveUp(null);
      await wait(RETRY_MS);
    }
    return null;
  }

  #start(start: NonNullable<ConnectionOptions['start']>): void {
    try {
      start((reason) => this.#giveUp(reason));
    } catch (error) {
      this.#giveUp(error instanceof Error ? error.message : String(error));
    }
  }

  #isRefusedForNow(call: Waiting, answer: Envelope): boolean {
    if (answer.ok || !isPassing(answer.error)) return false;
    // A host that says that it ends leaves room for the next one. Other refusals may be final.
    return answer.error.reason !== undefined || ++call.refused <= MAX_REFUSED;
  }

  #noteBroken(call: Waiting, host: FoundHost): void {
    call.brokenBy.add(host.startedAt);
    if (call.brokenBy.size >= MAX_BROKEN) this.#settle(call, { ok: false, error: brokeOff() });
  }

  /** Fails all calls, because no host can be reached. */
  #giveUp(reason: string | null): void {
    if (this.#link?.isOpen) return;
    const failure = this.#options.absent(reason);
    for (const call of [...this.#waiting])
      this.#settle(call, { ok: false, error: call.wasSent ? afterSending(failure) : failure });
  }

  /** Fails a call that waited too long. A host that may still work on it is left to that, and others are asked anew. */
  #giveUpOn(call: Waiting, timeoutMs: number): void {
    if (call === this.#waiting[0]) this.#link?.cutOff();
    this.#settle(call, { ok: false, error: tooLate(timeoutMs, call.wasSent) });
  }

  #settle(call: Waiting, envelope: Envelope): void {
    clearTimeout(call.timer);
    this.#waiting.splice(this.#waiting.indexOf(call), 1);
    call.settle(envelope);
  }
}

const isTooLate = ({ until, timeoutMs, wasSent }: Waiting) =>
  !wasSent && until - performance.now() < Math.min(LEAST_MS, timeoutMs / 10);
