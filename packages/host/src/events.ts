import type { ChangeEvent } from '@twicewise/contract';

/**
 * Events of the whole host: changes of the memory, and the end of the host. `to` is the kind of host that takes over; null if
 * none does.
 */
export type HostEvent = { type: 'change'; event: ChangeEvent } | { type: 'ended'; to: string | null };

/** Passes events to all listeners. */
export class EventHub {
  readonly #listeners = new Set<(event: HostEvent) => void>();

  /** Listens until the returned function is called. */
  subscribe(listener: (event: HostEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells all listeners. */
  emit(event: HostEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
