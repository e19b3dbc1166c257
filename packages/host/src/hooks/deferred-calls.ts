import type { HookCall } from './format.ts';

/** Most sessions for which something waits; the one that waits longest is forgotten first. */
const MAX_SESSIONS = 500;

/**
 * What is to be asked for a session with the next event whose answer is heard: a program may tell that a context begins or was
 * cut where it hears nothing, or where what it hears does harm.
 */
export class DeferredCalls {
  readonly #calls = new Map<string, HookCall>();

  put(session: string, call: HookCall): void {
    this.#calls.delete(session);
    this.#calls.set(session, call);
    for (const oldest of this.#calls.keys()) {
      if (this.#calls.size <= MAX_SESSIONS) return;
      this.#calls.delete(oldest);
    }
  }

  /** What waits for a session, which then waits no longer. */
  take(session: string): HookCall | null {
    const call = this.#calls.get(session) ?? null;
    this.#calls.delete(session);
    return call;
  }
}
