import type {
  Implementation,
  ServerOptions as SdkServerOptions,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server';
import type { Caller, Dispatch } from '@twicewise/contract';

/** What the handlers of a profile are given, for each server anew. */
export interface Offering {
  readonly dispatch: Dispatch;
  readonly callerOf: (context: Pick<ServerContext, 'mcpReq'>) => Caller;
  readonly log?: ((message: string, error?: unknown) => void) | undefined;
}

/** What a server offers over MCP. Transports, limits and the handshake are the same for every profile. */
export interface ServerProfile {
  /** What the server calls itself. */
  readonly info: Implementation;
  /** Capabilities and whatever else is told before the first request. */
  readonly settings: SdkServerOptions;
  /** Sets the handlers of a new server. */
  readonly offer: (server: Server, offering: Offering) => void;
}
