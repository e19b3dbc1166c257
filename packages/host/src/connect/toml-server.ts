import { isDeepStrictEqual } from 'node:util';
import { PRODUCT } from '@twicewise/contract';
import { parse, stringify } from 'smol-toml';
import { type ConfigFile, UnfitFile } from './config-file.ts';
import { type Program, serverArguments } from './program.ts';

const TABLE = 'mcp_servers';
const HEADER = new RegExp(`^\\[${TABLE}\\.${PRODUCT.mcpKey}(?:\\.[^\\]]*)?\\]`);

function readToml(text: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch (error) {
    throw new UnfitFile(`It is not valid TOML: ${String((error as Error).message).split('\n')[0]}.`);
  }
}

function entryIn(text: string): unknown {
  const servers = readToml(text)[TABLE] as Record<string, unknown> | undefined;
  return servers?.[PRODUCT.mcpKey];
}

/** The text without our tables: from each header to the next one. */
function withoutTables(text: string): string {
  const kept: string[] = [];
  let inside = false;
  for (const line of text.split(/(?<=\n)/)) {
    if (line.trimStart().startsWith('[')) inside = HEADER.test(line.trim());
    if (!inside) kept.push(line);
  }
  return kept.join('').replace(/\n{2,}$/, '\n');
}

/** Throws {@link UnfitFile} when a change of text changed more than our entry. */
function refuseMore(before: string, after: string): void {
  const others = (text: string) => {
    const { [TABLE]: servers, ...rest } = readToml(text);
    const { [PRODUCT.mcpKey]: _own, ...kept } = (servers ?? {}) as Record<string, unknown>;
    return { rest, kept };
  };
  if (isDeepStrictEqual(others(before), others(after))) return;
  throw new UnfitFile(`Its "${TABLE}" is written in a way that cannot be changed safely; edit it by hand.`);
}

/** A TOML file with a table per MCP server, as Codex has it. */
export function tomlServer(path: string): ConfigFile {
  return {
    path,
    holds: 'server',
    insert(text, program: Program) {
      const entry = { command: program.command, args: serverArguments(program) };
      if (isDeepStrictEqual(entryIn(text), entry)) return text;
      const rest = withoutTables(text);
      const gap = rest === '' ? '' : rest.endsWith('\n') ? '\n' : '\n\n';
      const after = `${rest}${gap}${stringify({ [TABLE]: { [PRODUCT.mcpKey]: entry } }).trim()}\n`;
      refuseMore(text, after);
      return after;
    },
    remove(text) {
      if (entryIn(text) === undefined) return text;
      const after = withoutTables(text);
      refuseMore(text, after);
      return after;
    },
    has: (text) => entryIn(text) !== undefined,
  };
}
