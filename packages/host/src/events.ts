import type { ChangeEvent } from '@twicewise/contract';

/** Events of the whole host: changes of the memory, and its moving to another process. */
export type HostEvent = { type: 'change'; event: ChangeEvent } | { type: 'moved' };

/** Hands events to everyone who listens. */
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

  /** Number of listeners: somebody is looking. */
  get size(): number {
    return this.#listeners.size;
  }
}
