import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import type { ServerProfile } from '@twicewise/mcp';
import { ASKING_TOOLS } from './asking-tools.ts';
import { INPUT_REQUIRED_TOOLS, stateSeal } from './input-required-tools.ts';
import { offerFixturePrompts, offerFixtureResources } from './resources-and-prompts.ts';
import { type FixtureTool, said } from './results.ts';
import { SIMPLE_TOOLS } from './simple-tools.ts';

const NO_ARGUMENTS = { type: 'object', properties: {} };

function offerFixtureTools(server: Server, tools: readonly FixtureTool[]): void {
  const listed = tools.map(({ name, description, inputSchema = NO_ARGUMENTS }) => ({
    name,
    description,
    inputSchema: inputSchema as { type: 'object' },
  }));
  server.setRequestHandler('tools/list', () => ({ tools: listed }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool called ${params.name}.`);
    return tool.run(params.arguments ?? {}, context);
  });
}

/**
 * The tools, resources, prompts, completion, log levels and subscriptions that the official conformance suite expects by fixed
 * names. It exists only in tests and uses no memory; transports and server code are those of the product. The tool named by
 * `broken` returns something else than expected, to prove that the suite notices.
 */
export function fixtureProfile(broken?: string): ServerProfile {
  const tools = [...SIMPLE_TOOLS, ...ASKING_TOOLS, ...INPUT_REQUIRED_TOOLS].map((tool) =>
    tool.name === broken ? { ...tool, run: () => ({ ...said(''), content: [] }) } : tool,
  );
  return {
    info: { name: 'conformance-fixture', version: '1.0.0' },
    settings: {
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, logging: {}, completions: {} },
      requestState: { verify: stateSeal.verify },
    },
    offer: (server) => {
      offerFixtureTools(server, tools);
      offerFixtureResources(server);
      offerFixturePrompts(server);
      server.setRequestHandler('logging/setLevel', () => ({}));
    },
  };
}
