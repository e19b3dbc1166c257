import * as z from 'zod';
import type { AgentTool } from './define.ts';

/** JSON Schema of a tool's input, as an agent reads it. */
export interface ToolInputSchema {
  type: 'object';
  properties: Record<string, unknown>;
  required?: string[];
  additionalProperties: false;
}

type Schema = Record<string, unknown>;

/**
 * Limits that no caller meets by writing sensible text. Every agent pays for each byte of `tools/list` in every session, and
 * the real schema still checks them and says what is wrong.
 */
const UNSPOKEN = ['maxItems', 'maxLength', 'minLength', 'minItems', 'pattern', 'format'];

function isSpoken([key, value]: [string, unknown]): boolean {
  if (UNSPOKEN.includes(key)) return false;
  if (key === 'minimum') return value !== Number.MIN_SAFE_INTEGER;
  if (key === 'maximum') return value !== Number.MAX_SAFE_INTEGER;
  if (key === 'description') return value !== '';
  // An absent field already says these; a default of a number or word is worth knowing.
  if (key === 'default') return value !== null && value !== '' && !Array.isArray(value);
  return true;
}

/** The one way an agent needs to write it: lists rather than "one or many", values rather than null. */
function simplest(options: readonly Schema[]): Schema | undefined {
  return options.find(({ type }) => type === 'array') ?? options.find(({ type }) => type !== 'null');
}

function compact(schema: Schema): Schema {
  const { anyOf, items, ...own } = schema;
  const chosen = Array.isArray(anyOf) ? (simplest(anyOf) ?? {}) : {};
  const kept = Object.fromEntries(Object.entries({ ...chosen, ...own }).filter(isSpoken));
  const inner = (items ?? chosen.items) as Schema | undefined;
  return { ...kept, ...(inner === undefined ? {} : { items: compact(inner) }) };
}

/** What `tools/list` shows of a tool's input: names, types, enumerations and descriptions. */
export function toolInputSchema(tool: AgentTool): ToolInputSchema {
  const full = z.toJSONSchema(tool.input, { io: 'input' }) as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  const fields = Object.entries(full.properties ?? {}).map(([name, field]) => [name, compact(field)]);
  const { required = [] } = full;
  return {
    type: 'object',
    properties: Object.fromEntries(fields),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}
