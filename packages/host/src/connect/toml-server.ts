import { isDeepStrictEqual } from 'node:util';
import { PRODUCT } from '@twicewise/contract';
import { parse, stringify } from 'smol-toml';
import { type ConfigFile, UnfitFile } from './config-file.ts';
import { type OurCommand, serverArguments } from './our-command.ts';

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

/** The text without our tables, each from its header to its last value. Comments after that belong to what follows. */
function withoutTables(text: string): string {
  const kept: string[] = [];
  let inside = false;
  let aside: string[] = [];
  for (const line of text.split(/(?<=\n)/)) {
    const said = line.trim();
    if (said.startsWith('[')) inside = HEADER.test(said);
    const isAside = said === '' || said.startsWith('#');
    if (!inside) kept.push(...aside, line);
    aside = inside && isAside ? [...aside, line] : [];
  }
  const left = [...kept, ...aside].join('');
  let end = left.length;
  while (left.endsWith('\n\n', end)) end--;
  return left.slice(0, end);
}

/** Everything but our tables, as a value. */
function others(text: string): unknown {
  const { [TABLE]: servers, ...rest } = readToml(text);
  const { [PRODUCT.mcpKey]: _own, ...kept } = (servers ?? {}) as Record<string, unknown>;
  return Object.keys(kept).length > 0 ? { ...rest, [TABLE]: kept } : rest;
}

/** A TOML file with one table per MCP server, as in Codex. */
export function tomlServer(path: string): ConfigFile {
  return {
    path,
    holds: 'server',
    insert(text, ourCommand: OurCommand) {
      const present = entryIn(text);
      // Fields that a person added to our entry, such as `env`, are kept. A parsed table has no prototype and would not be equal
      // to an object of ours, so it is copied.
      const kept = { ...(typeof present === 'object' ? present : {}) };
      const entry = { ...kept, command: ourCommand.command, args: serverArguments(ourCommand) };
      if (isDeepStrictEqual(kept, entry)) return text;
      const rest = withoutTables(text);
      const gap = rest === '' ? '' : rest.endsWith('\n') ? '\n' : '\n\n';
      return `${rest}${gap}${stringify({ [TABLE]: { [PRODUCT.mcpKey]: entry } }).trim()}\n`;
    },
    remove: (text) => (entryIn(text) === undefined ? text : withoutTables(text)),
    has: (text) => entryIn(text) !== undefined,
    others,
  };
}
