import type { Dispatch, Envelope, Request } from '@twicewise/contract';
import type { Share, WorkBudget } from './work-budget.ts';

/** Limits of the calls of one connection; see docs/adr/0006. */
export interface CallLimits {
  /** Calls in progress at once, including cancelled ones. */
  maxInFlight: number;
  /** Bytes of answers that are being made or not yet read; further calls wait. */
  maxAnswerBytes: number;
}

/** Bytes reserved for an answer while it is made, as rendered for agents with lists within their limit. */
const ANSWER_BYTES = 65_536;
/** Reserved bytes for answers that contain whole records of any length. */
const LARGE_ANSWERS: Readonly<Record<string, number>> = {
  'reflection.get': 1_048_576,
  'reflection.summary': 2_097_152,
};

function busy(message: string): Envelope {
  const hint = 'Wait for answers, and read them, before sending more; nothing was changed.';
  return { ok: false, error: { code: 'busy', reason: 'rate_limited', message, hint } };
}

const tooMany = busy('Too many calls of this connection are in work, cancelled ones included.');

/** The answer to a request that does not fit into the {@link WorkBudget}. */
export const NO_ROOM: Envelope = busy('Too much is in work, or answered and not read, for another request.');

/** Nobody is left to read the answer. */
const ended = busy('The connection has ended.');

/**
 * The calls of one connection. Calls are counted here because a cancelled call leaves the transport's count while its work goes
 * on. A call waits until there is space for its answer, that is until earlier answers were read.
 */
export class CallsInWork {
  readonly #limits: CallLimits;
  readonly #budget: WorkBudget;
  readonly #share: Share;
  readonly #unread: () => number;
  #calls = 0;
  #reserved = 0;
  #isEnded = false;
  /** Waiting calls in order; the first starts as soon as there is space. */
  readonly #waiting: { bytes: number; go: () => void }[] = [];

  /** @param unread Bytes of answers that the other side has not read yet. */
  constructor(limits: CallLimits, budget: WorkBudget, unread: () => number) {
    this.#limits = limits;
    this.#budget = budget;
    this.#share = budget.share();
    this.#unread = unread;
  }

  /** Wraps a dispatch in the limits. */
  within(dispatch: Dispatch): Dispatch {
    return async (request) => {
      if (this.#calls >= this.#limits.maxInFlight) return tooMany;
      this.#calls++;
      try {
        return await this.#run(request, dispatch);
      } finally {
        this.#calls--;
      }
    };
  }

  /** To be called when answers were read. */
  wake(): void {
    for (let next = this.#waiting[0]; next && this.#hasRoom(next.bytes); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#reserved += next.bytes;
      next.go();
    }
  }

  /** The connection has ended: waiting calls are not started. */
  end(): void {
    this.#isEnded = true;
    for (const { bytes, go } of this.#waiting.splice(0)) {
      this.#reserved += bytes;
      go();
    }
  }

  async #run(request: Request, dispatch: Dispatch): Promise<Envelope> {
    const bytes = LARGE_ANSWERS[request.name] ?? ANSWER_BYTES;
    await new Promise<void>((go) => {
      this.#waiting.push({ bytes, go });
      this.wake();
    });
    try {
      if (this.#isEnded) return ended;
      if (!this.#budget.hasRoom(bytes)) return NO_ROOM;
      this.#share.add(bytes);
      try {
        return await dispatch(request);
      } finally {
        this.#share.add(-bytes);
      }
    } finally {
      this.#reserved -= bytes;
      // Runs after the answer was written, from when on it counts as unread.
      setImmediate(() => this.wake());
    }
  }

  #hasRoom(bytes: number): boolean {
    const held = this.#reserved + this.#unread();
    return held === 0 || held + bytes <= this.#limits.maxAnswerBytes;
  }
}
