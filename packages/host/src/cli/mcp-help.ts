import { PRODUCT } from '@twicewise/contract';
import type { Command } from './usage.ts';

const HELP = `Usage: ${PRODUCT.command} mcp [--data DIR] [--project NAME] [--profile core|full]

The MCP server that agents launch. Speaks JSON-RPC on standard input and output, and starts the host in the background
when none runs. Ends when its standard input is closed.

  --data DIR      data folder
  --project NAME  project for this agent's lessons (default: the repository of the working folder)
  --profile core|full
                  tools: the six of everyday (default), or also those that sum a project up, record a session, claim
                  a cause and show its evidence; each costs tokens in every session
`;

/** The bridge itself starts from the command's entry point; only its help is handled here. */
export const mcpHelp: Command = async () => {
  process.stdout.write(HELP);
  return 0;
};
