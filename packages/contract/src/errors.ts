import { shorten } from './facts/text.ts';

/** The kind of failure. A closed set: doors map these and nothing else. */
export const ERROR_CODES = [
  'invalid_input',
  'not_found',
  'conflict',
  'busy',
  'unavailable',
  'refused',
  'internal',
] as const;
/** One of {@link ERROR_CODES}. */
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Finer reason, for callers that react differently (a banner for a full disk, a retry for a rate limit). Closed. */
export const ERROR_REASONS = [
  'unknown_operation',
  'too_large',
  'too_deep',
  'malformed',
  'changed_since',
  'already_undone',
  'nothing_to_do',
  'in_use',
  'key_reused',
  'rate_limited',
  'bad_token',
  'bad_origin',
  'disk_full',
  'io_error',
  'read_only',
  'newer_schema',
  'foreign_file',
  'damaged',
  'migration_failed',
  'locked',
  'handed_over',
  'no_host',
  'unanswered',
  'bad_file',
  'cancelled',
  'partly_undone',
  'purged',
] as const;
/** One of {@link ERROR_REASONS}. */
export type ErrorReason = (typeof ERROR_REASONS)[number];

/** The failure half of an envelope. `message` says what is wrong, `hint` what to do about it. */
export interface Failure {
  code: ErrorCode;
  reason?: ErrorReason;
  message: string;
  hint: string;
}

/**
 * A failure where it is thrown. `effect` ends its message with what became of the memory; `message` then has no full stop of its own.
 * Work that did something before, such as a job, says that instead ({@link AppError.withEffect}).
 */
export interface Thrown extends Failure {
  effect?: string;
}

/** The effect of a refused change. */
export const NOTHING_CHANGED = '; nothing was changed.';

/** HTTP status for each code; pinned by a test because clients depend on it. */
export const HTTP_STATUS: Record<ErrorCode, number> = {
  invalid_input: 400,
  not_found: 404,
  conflict: 409,
  busy: 429,
  unavailable: 503,
  refused: 403,
  internal: 500,
};

/** Maximum of a text that an error repeats, in UTF-16 units. */
const MAX_QUOTED = 300;
/** Maximum message or hint, in UTF-16 units: an error must not cost its reader more than an answer would. */
const MAX_TEXT = 3000;

/** A caller's text, shortened so that an error can quote it. */
export function quoted(text: string): string {
  return text.length <= MAX_QUOTED ? text : `${shorten(text, MAX_QUOTED)}…`;
}

/** An expected failure. Throw it where the fact is known; `dispatch` turns it into an envelope. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly reason: ErrorReason | undefined;
  readonly hint: string;
  readonly #thrown: Thrown;

  constructor(thrown: Thrown, options?: { cause?: unknown }) {
    super(shorten(thrown.message + (thrown.effect ?? ''), MAX_TEXT), options);
    this.name = 'AppError';
    this.code = thrown.code;
    this.reason = thrown.reason;
    this.hint = shorten(thrown.hint, MAX_TEXT);
    this.#thrown = thrown;
  }

  /** The plain value that is sent through doors. */
  toFailure(): Failure {
    return {
      code: this.code,
      ...(this.reason ? { reason: this.reason } : {}),
      message: this.message,
      hint: this.hint,
    };
  }

  /** What was thrown, to be stored and thrown again. */
  toThrown(): Thrown {
    return this.#thrown;
  }

  /** The message with a sentence about what became of the memory, in place of the effect that this error alone had. */
  withEffect(sentence: string): string {
    const { message, effect } = this.#thrown;
    return shorten(`${message}${effect === undefined ? '' : '.'} ${sentence}`, MAX_TEXT);
  }
}

/** Turns anything thrown into an `AppError`. Unknown errors become `internal` without their text, which may contain paths or data. */
export function toAppError(error: unknown, log?: (error: unknown) => void): AppError {
  if (error instanceof AppError) return error;
  log?.(error);
  return new AppError(
    {
      code: 'internal',
      message: 'Something went wrong inside Twicewise',
      effect: NOTHING_CHANGED,
      hint: 'Try again. If it happens again, the host log has the cause: run twicewise doctor.',
    },
    { cause: error },
  );
}

/** Turns anything thrown into a failure; see {@link toAppError}. */
export function toFailure(error: unknown, log?: (error: unknown) => void): Failure {
  return toAppError(error, log).toFailure();
}

/** Closes a `switch` over a union: adding a member without handling it fails the type check. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
