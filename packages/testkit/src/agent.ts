import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type Envelope, type Failure, PRODUCT } from '@twicewise/contract';
import { COMMAND } from './command.ts';
import { BUILT_IN_MODEL } from './surroundings.ts';

/** An agent: the official MCP client over the real bridge. */
export interface Agent {
  client: Client;
  /** Calls a tool and turns its result back into an envelope. */
  tool: (name: string, input: unknown) => Promise<Envelope & { text: string }>;
  close: () => Promise<void>;
}

/** How an agent is started. */
export interface AgentOptions {
  data: string;
  project?: string;
  cwd?: string;
  /** Protocol era to use; without it the client decides. */
  era?: 'legacy' | 'modern';
  /** Further arguments of `twicewise mcp`. */
  args?: string[];
  name?: string;
}

/** Requests stored text as plain data, too; agents get it only inside fences. */
const AS_DATA = { [`${PRODUCT.mcpKey}/data`]: true };

/** Reads a tool result as an envelope. */
export function toEnvelope(result: Record<string, unknown>): Envelope & { text: string } {
  const content = (result.content ?? []) as { type: string; text?: string }[];
  const text = content.map((part) => part.text ?? '').join('\n');
  const structured = result.structuredContent as Record<string, unknown> | undefined;
  if (result.isError !== true) return { ok: true, value: structured, text };
  const error = (structured?.error ?? { code: 'internal', message: text, hint: '' }) as Failure;
  return { ok: false, error, text };
}

/** Starts a bridge and connects the official client to it. */
export async function startAgent(options: AgentOptions): Promise<Agent> {
  const project = options.project === undefined ? [] : ['--project', options.project];
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [COMMAND, 'mcp', '--data', options.data, ...project, ...(options.args ?? [])],
    stderr: 'ignore',
    // An agent's program passes on little of its environment, and the bridge may start the host.
    env: { [BUILT_IN_MODEL]: process.env[BUILT_IN_MODEL] ?? '' },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  const client = new Client({ name: options.name ?? 'test-agent', version: '1.0.0' }, versionsOf(options.era));
  await client.connect(transport);
  return toAgent(client);
}

/** Connects the official client over HTTP, like an agent that starts no program itself. */
export async function connectHttpAgent(
  { api, token }: { api: string; token: string },
  { name = 'http-agent', era }: Pick<AgentOptions, 'name' | 'era'> = {},
): Promise<Agent> {
  const client = new Client({ name, version: '1.0.0' }, versionsOf(era));
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  // The client's own types do not support exactOptionalPropertyTypes.
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', api), { requestInit }) as Transport;
  await client.connect(transport);
  return toAgent(client);
}

function toAgent(client: Client): Agent {
  return {
    client,
    tool: async (name, input) =>
      toEnvelope(
        (await client.callTool({
          name,
          arguments: input as Record<string, unknown>,
          _meta: AS_DATA,
        })) as Record<string, unknown>,
      ),
    close: () => client.close(),
  };
}

function versionsOf(era: AgentOptions['era']): object {
  return era === undefined ? {} : { versionNegotiation: { mode: negotiation(era) } };
}

function negotiation(era: 'legacy' | 'modern'): unknown {
  return era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
}
