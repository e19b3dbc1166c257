import { AppError, type Client, createClient, type Failure, type Send } from '@twicewise/contract';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { screenHint } from './screen-hint.ts';
import type { Connection, Transport } from './transport.ts';

/** The host as components use it: typed calls, and the transport below them. */
export interface Host {
  client: Client;
  transport: Transport;
}

/** Wraps a transport for {@link HostContext}. */
export function createHostAccess(transport: Transport): Host {
  const send: Send = async (...call) => {
    const answer = await transport.send(...call);
    return answer.ok ? answer : { ...answer, error: { ...answer.error, hint: screenHint(answer.error.hint) } };
  };
  return { transport, client: createClient(send) };
}

/** Provided once, by `App`. */
export const HostContext = createContext<Host | null>(null);

/** The host of this window. */
export function useHost(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error('No <App transport> above this component.');
  return host;
}

/** The typed client of this window. */
export function useClient(): Client {
  return useHost().client;
}

/** The state of the connection to the host, updated live. */
export function useConnection(): Connection {
  const { transport } = useHost();
  return useSyncExternalStore(
    (listener) => transport.onConnection(listener),
    () => transport.connection(),
  );
}

/** True for a failure that says the record does not exist: it never did, or its creation was undone. */
export function isGone(error: Error | null): boolean {
  return error !== null && failureOf(error).code === 'not_found';
}

/** Converts anything thrown into a failure with a message and a hint. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AppError) return error.toFailure();
  return {
    code: 'internal',
    message: error instanceof Error ? error.message : 'Something went wrong in this window.',
    hint: 'Reload the page; nothing stored is lost.',
  };
}
