import { AppError, jsonDepth, MAX_JSON_DEPTH, MAX_REQUEST_BYTES } from '@twicewise/contract';

/** Bytes that the token adds to a message. */
const TOKEN_BYTES = 100;
/** A message holds the input of an operation, which may use the whole permitted depth. */
const MAX_DEPTH = MAX_JSON_DEPTH + 2;

/**
 * A message as JSON, still without its token. Throws `invalid_input` for one that cannot be written as JSON, is nested too
 * deeply, or is larger than the host takes: it would close the connection.
 */
export function writeMessage(asked: object): string {
  const message = asJson(asked);
  if (jsonDepth(message, MAX_DEPTH) > MAX_DEPTH) {
    throw new AppError({
      code: 'invalid_input',
      reason: 'too_deep',
      message: `The input is nested more than ${MAX_JSON_DEPTH} levels deep.`,
      hint: 'Send flatter data; nothing was sent.',
    });
  }
  const bytes = Buffer.byteLength(message);
  if (bytes <= MAX_REQUEST_BYTES - TOKEN_BYTES) return message;
  throw new AppError({
    code: 'invalid_input',
    reason: 'too_large',
    message: `The call has ${bytes} bytes; a host takes ${MAX_REQUEST_BYTES - TOKEN_BYTES} at most.`,
    hint: 'Send less at once; nothing was sent.',
  });
}

/** Throws for what JSON cannot hold: a circle, a big integer, or more levels than the stack. */
function asJson(asked: object): string {
  try {
    return JSON.stringify(asked);
  } catch (cause) {
    throw new AppError(
      {
        code: 'invalid_input',
        reason: 'malformed',
        message: `The input cannot be written as JSON: ${cause instanceof Error ? cause.message.split('\n')[0] : 'it is no data'}.`,
        hint: 'Send plain data; nothing was sent.',
      },
      { cause },
    );
  }
}
