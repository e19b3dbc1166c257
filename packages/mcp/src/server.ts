import { type CallToolResult, CLIENT_INFO_META_KEY, createMcpHandler, Server } from '@modelcontextprotocol/server';
import {
  type AgentTool,
  agentTools,
  type Caller,
  type Dispatch,
  inputError,
  PRODUCT,
  toFailure,
} from '@twicewise/contract';
import * as z from 'zod';
import { toFailedResult, toToolResult } from './render.ts';

/** `_meta` key under which the bridge sends the idempotency key of a tool call. */
export const KEY_META = `${PRODUCT.mcpKey}/key`;

const INSTRUCTIONS = [
  `${PRODUCT.name} is this machine's memory of what was tried.`,
  'Before a task or a retry, call reflection_get to see what was already tried and what came of it.',
  'After every attempt, successful or not, call reflection_store.',
].join(' ');

/** How a server gets at Twicewise: who is behind the connection, and the way to the handlers. */
export interface ServerOptions {
  dispatch: Dispatch;
  /** Caller for a request of a client that calls itself this. */
  callerOf: (client: { name: string; version: string } | undefined) => Caller;
  /** Tools to offer; all of the contract unless a test narrows them. */
  tools?: readonly AgentTool[];
  log?: (message: string, error?: unknown) => void;
}

function describeTool(tool: AgentTool) {
  const { $schema: _dialect, ...inputSchema } = z.toJSONSchema(tool.input, { io: 'input' });
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchema as { type: 'object' },
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

/** Calls one tool. Expected failures are results that name the next step; an unknown tool too. */
export async function callTool(
  options: ServerOptions,
  tool: AgentTool,
  input: unknown,
  caller: Caller,
  key: string | undefined,
): Promise<CallToolResult> {
  try {
    const parsed = tool.input.safeParse(input ?? {});
    if (!parsed.success) throw inputError(tool.name, parsed.error);
    const call = tool.toCall(parsed.data as never);
    return toToolResult(call.name, await options.dispatch({ ...call, caller, key }));
  } catch (error) {
    return toFailedResult(toFailure(error, (cause) => options.log?.(`${tool.name} failed`, cause)));
  }
}

const clientInfo = z.object({ name: z.string(), version: z.string() });

/** The 2026 revision may name the client with each request; the 2025 one did in its handshake. */
function clientOf(envelope: object | undefined): z.infer<typeof clientInfo> | undefined {
  const named = (envelope as Record<string, unknown> | undefined)?.[CLIENT_INFO_META_KEY];
  return clientInfo.safeParse(named).data;
}

/** An MCP server over the agent tools of the contract; the same one serves both protocol eras. */
export function createMcpServer(options: ServerOptions): Server {
  const tools = options.tools ?? agentTools;
  const listed = tools.map(describeTool);
  const server = new Server(
    { name: PRODUCT.mcpKey, title: PRODUCT.name, version: PRODUCT.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', () => ({ tools: listed }));
  server.setRequestHandler('tools/call', async (request, context) => {
    const { name, arguments: input, _meta } = request.params;
    const tool = tools.find((candidate) => candidate.name === name);
    if (!tool) return unknownTool(name, tools);
    const meta = (_meta ?? context.mcpReq._meta ?? {}) as Record<string, unknown>;
    const key = meta[KEY_META];
    const caller = options.callerOf(clientOf(context.mcpReq.envelope) ?? server.getClientVersion());
    return callTool(options, tool, input, caller, typeof key === 'string' ? key.slice(0, 200) : undefined);
  });
  return server;
}

/** MCP over HTTP (Streamable HTTP): one web request in, one response out. Who may call is the host's business. */
export function createHttpHandler(options: ServerOptions): (request: Request) => Promise<Response> {
  const handler = createMcpHandler(() => createMcpServer(options));
  return (request) => handler.fetch(request);
}
