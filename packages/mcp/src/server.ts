import { CLIENT_INFO_META_KEY, Server, type Transport } from '@modelcontextprotocol/server';
import { type Caller, type Dispatch, PRODUCT, type ToolProfile } from '@twicewise/contract';
import * as z from 'zod';
import { boundedError } from './bounded-error.ts';
import { offerPrompts } from './prompts.ts';
import { offerResources } from './resources.ts';
import type { ServerProfile } from './server-profile.ts';
import { offerTools } from './tools.ts';

const INSTRUCTIONS = [
  `${PRODUCT.name} is this machine's memory of what was tried.`,
  'Before every task and every retry, call memory_brief: it tells what was already tried and what came of it.',
  'After every attempt, successful or not, call reflection_store.',
].join(' ');

/** What a client calls itself. */
export const clientInfo = z.object({ name: z.string(), version: z.string() });
/** See {@link clientInfo}. */
export type ClientInfo = z.infer<typeof clientInfo>;

/** How a server gets at Twicewise: who is behind the connection, and the way to the handlers. */
export interface ServerOptions {
  readonly dispatch: Dispatch;
  /** Caller for a request of a client that calls itself this. */
  readonly callerOf: (client: ClientInfo | undefined) => Caller;
  /** What is offered; {@link PRODUCT_PROFILE} unless a test of the protocol itself brings its own. */
  readonly profile?: ServerProfile;
  readonly log?: (message: string, error?: unknown) => void;
}

const productProfile = (tools: ToolProfile): ServerProfile => ({
  info: { name: PRODUCT.mcpKey, title: PRODUCT.name, version: PRODUCT.version },
  settings: { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: INSTRUCTIONS },
  offer: (server, offering) => {
    offerTools(server, offering, tools);
    offerResources(server, offering);
    offerPrompts(server, offering);
  },
});

/** The core agent tools, resources and prompts of Twicewise. */
export const PRODUCT_PROFILE = productProfile('core');
/** The same with every agent tool, for agents that are started with `--profile full`. */
export const FULL_PROFILE = productProfile('full');

/** The 2026 revision may name the client with each request; the 2025 one did in its handshake. */
function clientOf(envelope: object | undefined): ClientInfo | undefined {
  const named = (envelope as Record<string, unknown> | undefined)?.[CLIENT_INFO_META_KEY];
  // Asked for each call; an error that nobody reads would be made each time.
  if (named === undefined) return undefined;
  return clientInfo.safeParse(named).data;
}

/** The SDK's server, whose errors do not repeat half a megabyte of bad input, through whichever transport. */
class BoundedServer extends Server {
  override connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(boundedError(message), options);
    return super.connect(transport);
  }
}

/** An MCP server for one connection or one HTTP request; the same one serves both protocol eras. */
export function createMcpServer({ profile = PRODUCT_PROFILE, dispatch, callerOf, log }: ServerOptions): Server {
  const server = new BoundedServer(profile.info, profile.settings);
  profile.offer(server, {
    dispatch,
    callerOf: ({ mcpReq }) => callerOf(clientOf(mcpReq.envelope) ?? server.getClientVersion()),
    ...(log === undefined ? {} : { log }),
  });
  return server;
}
