import { type CallToolResult, CLIENT_INFO_META_KEY, Server, type ServerContext } from '@modelcontextprotocol/server';
import {
  type AgentTool,
  AppError,
  agentTools,
  type Caller,
  type Dispatch,
  inputError,
  PRODUCT,
  toFailure,
  toolInputSchema,
} from '@twicewise/contract';
import * as z from 'zod';
import { KEY_META } from './bridge/key-meta.js';
import { offerPrompts } from './prompts.ts';
import { toFailedResult, toToolResult } from './render.ts';
import { offerResources } from './resources.ts';

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
  dispatch: Dispatch;
  /** Caller for a request of a client that calls itself this. */
  callerOf: (client: ClientInfo | undefined) => Caller;
  /** Tools to offer; all of the contract unless a test narrows them. */
  tools?: readonly AgentTool[];
  log?: (message: string, error?: unknown) => void;
}

function describeTool(tool: AgentTool) {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: toolInputSchema(tool) as { type: 'object' },
    annotations: {
      readOnlyHint: tool.readOnly,
      destructiveHint: false,
      idempotentHint: tool.readOnly,
      openWorldHint: false,
    },
  };
}

function unknownTool(name: string, tools: readonly AgentTool[]): CallToolResult {
  return toFailedResult({
    code: 'invalid_input',
    reason: 'unknown_operation',
    message: `There is no tool called ${JSON.stringify(name.slice(0, 80))}.`,
    hint: `Use one of ${tools.map((tool) => tool.name).join(', ')}.`,
  });
}

/** A key that is no text is refused, not overlooked: its sender counts on it when it repeats the call. */
function keyOf(meta: Record<string, unknown>): string | undefined {
  const key = meta[KEY_META];
  if (key === undefined || typeof key === 'string') return key;
  throw new AppError({
    code: 'invalid_input',
    message: `The idempotency key in _meta["${KEY_META}"] is not text.`,
    hint: 'Send a text of its own for each request, such as a UUID; nothing was changed.',
  });
}

/** Calls one tool. Expected failures are results that name the next step; an unknown tool too. */
export async function callTool(
  options: ServerOptions,
  tool: AgentTool,
  input: unknown,
  caller: Caller,
  meta: Record<string, unknown>,
): Promise<CallToolResult> {
  try {
    const parsed = tool.input.safeParse(input ?? {});
    if (!parsed.success) throw inputError(tool.name, parsed.error);
    const key = keyOf(meta);
    const call = tool.toCall(parsed.data as never);
    return toToolResult(call.name, await options.dispatch({ ...call, caller, key }));
  } catch (error) {
    return toFailedResult(toFailure(error, (cause) => options.log?.(`${tool.name} failed`, cause)));
  }
}

/** The 2026 revision may name the client with each request; the 2025 one did in its handshake. */
function clientOf(envelope: object | undefined): ClientInfo | undefined {
  const named = (envelope as Record<string, unknown> | undefined)?.[CLIENT_INFO_META_KEY];
  // Asked for each call; an error that nobody reads would be made each time.
  if (named === undefined) return undefined;
  return clientInfo.safeParse(named).data;
}

/** An MCP server over the agent tools of the contract; the same one serves both protocol eras. */
export function createMcpServer(options: ServerOptions): Server {
  const tools = options.tools ?? agentTools;
  const listed = tools.map(describeTool);
  const server = new Server(
    { name: PRODUCT.mcpKey, title: PRODUCT.name, version: PRODUCT.version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: INSTRUCTIONS },
  );
  const callerOf = (context: Pick<ServerContext, 'mcpReq'>) =>
    options.callerOf(clientOf(context.mcpReq.envelope) ?? server.getClientVersion());
  offerResources(server, options.dispatch, callerOf);
  offerPrompts(server, options.dispatch, callerOf);
  server.setRequestHandler('tools/list', () => ({ tools: listed }));
  server.setRequestHandler('tools/call', async (request, context) => {
    const { name, arguments: input, _meta } = request.params;
    const tool = tools.find((candidate) => candidate.name === name);
    if (!tool) return unknownTool(name, tools);
    return callTool(options, tool, input, callerOf(context), _meta ?? context.mcpReq._meta ?? {});
  });
  return server;
}
