import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { shorten } from '@twicewise/contract';

/** Maximum message of a protocol error, in UTF-16 units; its data has the same limit. The SDK repeats what it was sent. */
const MAX_TEXT = 300;

/** Shortens an error message, so that it repeats little of the bad input; returns other messages unchanged. */
export function boundedError<T extends JSONRPCMessage>(message: T): T {
  if (!('error' in message)) return message;
  const { data, ...error } = message.error;
  const kept = data === undefined || JSON.stringify(data).length > MAX_TEXT ? {} : { data };
  return { ...message, error: { ...error, message: shorten(error.message, MAX_TEXT), ...kept } };
}
