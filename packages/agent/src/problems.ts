/** Something that a run wanted to store, and why it is not stored. */
export interface Unsaved {
  /** In words, such as `the attempt at "Fix the login test"`. */
  readonly what: string;
  readonly error: Error;
  /** True if it is tried again with the next write, or by `flush`; false if the memory refused it. */
  readonly isWaiting: boolean;
}

/** What goes wrong beside a run: the memory could not be read, or did not store something. */
export type Problem = Unsaved | Error;

/** Whatever was thrown, as an error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** A listener whose own errors go nowhere: what a caller makes of a problem must not become another one. */
export function quietly<T>(listener: ((problem: T) => void) | undefined): (problem: T) => void {
  return (problem) => {
    try {
      listener?.(problem);
    } catch {
      // The run goes on.
    }
  };
}
