import { linesOf } from '../facts/lines.ts';
import type { AgentTool } from './define.ts';
import { toolInputSchema } from './input-schema.ts';

// Corrects input that differs from a tool's schema if only one meaning is possible: `null` or "" for a missing field, one text
// for a list, a number or a truth value as text, a field by its name in another tool. Everything else is left unchanged, and
// refused with a reason.

/** The fields of a tool's schema that are corrected here. */
interface Fields {
  readonly types: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
}

const known = new WeakMap<AgentTool, Fields>();

function fieldsOf(tool: AgentTool): Fields {
  const found = known.get(tool);
  if (found) return found;
  const { properties, required = [] } = toolInputSchema(tool);
  const types = Object.entries(properties).map(([name, field]) => [name, (field as { type?: unknown }).type] as const);
  const fields = { types: new Map(types), required: new Set(required) };
  known.set(tool, fields);
  return fields;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const BULLET = /^\s*[-*•]\s+/u;

/**
 * The entries of a list that was sent as one text: JSON, lines that all have bullets, or a single entry that may have several
 * lines.
 */
function entriesOf(text: string): unknown[] {
  const list = text.trim().startsWith('[') ? parsed(text) : undefined;
  if (Array.isArray(list)) return list;
  const lines = linesOf(text).filter((line) => line.trim() !== '');
  return lines.every((line) => BULLET.test(line)) ? lines.map((line) => line.replace(BULLET, '')) : [text];
}

function valueMeant(value: unknown, type: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'array') return entriesOf(value);
  if (type !== 'number' && type !== 'integer' && type !== 'boolean') return value;
  const other = parsed(value.trim());
  return typeof other === (type === 'boolean' ? 'boolean' : 'number') ? other : value;
}

/** The corrected input of a call; see above. A value that is not an object is returned unchanged. */
export function meantInput(tool: AgentTool, input: unknown): unknown {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return input;
  const { types, required } = fieldsOf(tool);
  const given = new Map(Object.entries(input));
  for (const [other, name] of Object.entries(tool.alsoCalled ?? {})) {
    const value = given.get(other);
    if (value === undefined || given.has(name)) continue;
    given.delete(other);
    given.set(name, value);
  }
  const isLeftOut = ([name, value]: [string, unknown]) =>
    (value === null || value === '') && types.has(name) && !required.has(name);
  const kept = [...given].filter((entry) => !isLeftOut(entry));
  return Object.fromEntries(kept.map(([name, value]) => [name, valueMeant(value, types.get(name))]));
}
