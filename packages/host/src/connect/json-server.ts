import { isDeepStrictEqual } from 'node:util';
import { PRODUCT } from '@twicewise/contract';
import type { ConfigFile } from './config-file.ts';
import { asObject, readJson, withValue } from './json-text.ts';
import { type OurCommand, serverArguments } from './our-command.ts';

/** Fields that a client expects in a server entry besides command and arguments. */
export type ServerFields = Readonly<Record<string, unknown>>;

/** A server entry with separate command and arguments, as most clients have it. */
function commandAndArguments(ourCommand: OurCommand): ServerFields {
  return { command: ourCommand.command, args: serverArguments(ourCommand) };
}

function serversIn(text: string, keys: readonly string[]): Record<string, unknown> | undefined {
  let found: Record<string, unknown> = readJson(text);
  for (const key of keys) {
    if (found[key] === undefined) return undefined;
    found = asObject(found[key], `"${key}"`);
  }
  return found;
}

/** Returns the value without what is at a path, and without objects that become empty by that. */
function without(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined || value === null || typeof value !== 'object') return undefined;
  const { [key]: found, ...others } = value as Record<string, unknown>;
  if (found === undefined) return value;
  const left = without(found, rest);
  const isGone = left === undefined || (typeof left === 'object' && left !== null && Object.keys(left).length === 0);
  return isGone ? others : { ...others, [key]: left };
}

/** A JSON file with an object of MCP servers at `keys`, such as `mcpServers`. */
export function jsonServer(
  path: string,
  keys: readonly string[],
  fields: ServerFields = {},
  started: (ourCommand: OurCommand) => ServerFields = commandAndArguments,
): ConfigFile {
  const at = [...keys, PRODUCT.mcpKey];
  return {
    path,
    holds: 'server',
    insert(text, ourCommand: OurCommand) {
      const present = serversIn(text, keys)?.[PRODUCT.mcpKey];
      // Fields that a person added to our entry (`env`, `timeout`, another `trust`) are kept.
      const kept = present === undefined ? {} : asObject(present, `"${PRODUCT.mcpKey}"`);
      const entry = { ...fields, ...kept, ...started(ourCommand) };
      return isDeepStrictEqual(present, entry) ? text : withValue(text, at, entry);
    },
    remove(text) {
      if (!this.has(text)) return text;
      let rest = withValue(text, at, undefined);
      // An object that held nothing but our entry is removed with it.
      for (let depth = keys.length; depth > 0; depth--) {
        const left = serversIn(rest, keys.slice(0, depth));
        if (left === undefined || Object.keys(left).length > 0) break;
        rest = withValue(rest, keys.slice(0, depth), undefined);
      }
      return rest;
    },
    has: (text) => serversIn(text, keys)?.[PRODUCT.mcpKey] !== undefined,
    others: (text) => without(readJson(text), at),
  };
}
