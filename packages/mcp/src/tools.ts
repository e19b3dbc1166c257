import type { CallToolResult, Server } from '@modelcontextprotocol/server';
import {
  type AgentTool,
  AppError,
  type Caller,
  type Failure,
  inputError,
  meantInput,
  parseGiven,
  shorten,
  TOOL_PROFILES,
  type ToolProfile,
  toFailure,
  toolInputSchema,
} from '@twicewise/contract';
import { DATA_META, KEY_META } from './bridge/key-meta.js';
import type { Offering } from './server-profile.ts';
import { toFailedResult, toToolResult } from './tool-result.ts';

/** How Claude Code is told not to defer a tool (seen in 2.1.330): of deferred ones its model sees names only. */
const ALWAYS_SHOWN = { 'anthropic/alwaysLoad': true };

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
    ...(tool.isNamed ? { _meta: ALWAYS_SHOWN } : {}),
  };
}

/** What is offered under a profile: the same for every client. */
interface Offered {
  listed: ReturnType<typeof describeTool>[];
  byName: ReadonlyMap<string, AgentTool>;
}

const offered = new Map<ToolProfile, Offered>();

/** Made once, for the first client: their schemas take a tenth of a host's start, and many hosts never meet an agent. */
function offeredBy(profile: ToolProfile): Offered {
  const known = offered.get(profile);
  if (known) return known;
  const tools = TOOL_PROFILES[profile];
  const made = { listed: tools.map(describeTool), byName: new Map(tools.map((tool) => [tool.name, tool])) };
  offered.set(profile, made);
  return made;
}

function unknownTool(name: string, known: Iterable<string>): Failure {
  return {
    code: 'invalid_input',
    reason: 'unknown_operation',
    message: `There is no tool called ${JSON.stringify(shorten(name, 80))}.`,
    hint: `Use one of ${[...known].join(', ')}.`,
  };
}

/** A key that is no text is refused, not overlooked: its sender counts on it when it repeats the call. */
function keyOf(meta: Readonly<Record<string, unknown>>): string | undefined {
  const key = meta[KEY_META];
  if (key === undefined || typeof key === 'string') return key;
  throw new AppError({
    code: 'invalid_input',
    message: `The idempotency key in _meta["${KEY_META}"] is not text.`,
    hint: 'Send a text of its own for each request, such as a UUID; nothing was changed.',
  });
}

/** One call as the client sent it. */
interface ToolCall {
  readonly input: unknown;
  readonly caller: Caller;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** Calls one tool. Expected failures are results that name the next step. */
async function callTool(
  tool: AgentTool,
  { input, caller, meta }: ToolCall,
  { dispatch, log }: Offering,
): Promise<CallToolResult> {
  const isDataWanted = meta[DATA_META] === true;
  try {
    const parsed = parseGiven(tool.input, meantInput(tool, input ?? {}));
    if (!parsed.success) throw inputError(tool.name, parsed.error);
    const key = keyOf(meta);
    const call = tool.toCall(parsed.data as never);
    const envelope = await dispatch({ ...call, caller, key, isTextEnough: !isDataWanted });
    return toToolResult(call.name, envelope, isDataWanted);
  } catch (error) {
    return toFailedResult(
      toFailure(error, (cause) => log?.(`${tool.name} failed`, cause)),
      isDataWanted,
    );
  }
}

/** Offers the agent tools of a profile. A tool that does not exist is a failed result too: it names those that do. */
export function offerTools(server: Server, offering: Offering, profile: ToolProfile): void {
  const { listed, byName } = offeredBy(profile);
  server.setRequestHandler('tools/list', () => ({ tools: listed }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = byName.get(params.name);
    const meta = params._meta ?? context.mcpReq._meta ?? {};
    if (tool === undefined) return toFailedResult(unknownTool(params.name, byName.keys()), meta[DATA_META] === true);
    return callTool(tool, { input: params.arguments, caller: offering.callerOf(context), meta }, offering);
  });
}
