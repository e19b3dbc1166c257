/**
 * Largest request of a page or a program in bytes, over HTTP, on the control socket and from a window of the app: the largest turn
 * with its quotes and line breaks escaped, and the largest lesson with every character so.
 */
export const MAX_REQUEST_BYTES = 2_097_152;

/** Largest message of an agent in bytes: twice the largest lesson, escapes included (docs/adr/0006). */
export const MAX_AGENT_MESSAGE_BYTES = 1_048_576;

/** Maximum length of an idempotency key, in UTF-16 units: room for a UUID with a prefix. */
export const MAX_KEY_LENGTH = 200;

/** Largest file whose content a page may hand over to the host, in bytes. A larger one is imported by its path. */
export const MAX_DROPPED_BYTES = 67_108_864;

/**
 * Header of an answer over HTTP: epoch and revision (see `Position`), with a space between, of the state that the memory had
 * reached when the request came. The answer is from this state or a newer one.
 */
export const POSITION_HEADER = 'twicewise-position';
