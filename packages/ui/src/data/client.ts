import { AppError, type Client, createClient, type Failure } from '@twicewise/contract';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Connection, Transport } from './transport.ts';

/** The host as seen by the components: typed calls, and the transport below them. */
export interface Host {
  client: Client;
  transport: Transport;
}

/** Wraps a transport for {@link HostContext}. */
export function createHostAccess(transport: Transport): Host {
  return { transport, client: createClient(transport.send) };
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

/** How the window stands to the host, live. */
export function useConnection(): Connection {
  const { transport } = useHost();
  return useSyncExternalStore(
    (listener) => transport.onConnection(listener),
    () => transport.connection(),
  );
}

/** True for the answer that there is no such record: it never was, or its making was undone. */
export function isGone(error: Error | null): boolean {
  return error !== null && failureOf(error).code === 'not_found';
}

/** Anything thrown, as a failure with a message and a hint to show. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AppError) return error.toFailure();
  return {
    code: 'internal',
    message: error instanceof Error ? error.message : 'Something went wrong in this window.',
    hint: 'Reload the page; nothing stored is lost.',
  };
}
