import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { shorten } from '@twicewise/contract';

/** Longest message of a protocol error, in UTF-16 units; its data may be as long. The SDK repeats what it was sent. */
const MAX_TEXT = 300;

/** The same message; one that is an error says at most a little of the bad input again. */
export function boundedError<T extends JSONRPCMessage>(message: T): T {
  if (!('error' in message)) return message;
  const { data, ...error } = message.error;
  const kept = data === undefined || JSON.stringify(data).length > MAX_TEXT ? {} : { data };
  return { ...message, error: { ...error, message: shorten(error.message, MAX_TEXT), ...kept } };
}
