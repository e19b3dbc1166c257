import * as z from 'zod';
import type { AgentTool } from './define.ts';

/** JSON Schema of a tool's input, as shown to an agent. */
export interface ToolInputSchema {
  type: 'object';
  properties: Record<string, unknown>;
  required?: string[];
  additionalProperties: false;
}

type Schema = Record<string, unknown>;

/**
 * Limits that no sensible text reaches. Every agent pays for each byte of `tools/list` in every session; the real schema still
 * checks these limits and explains an error.
 */
const UNSPOKEN = ['maxItems', 'maxLength', 'minLength', 'minItems', 'pattern', 'format'];

/** A numeric limit from this size on is never reached by sensible input. */
const UNREACHED = 1_000_000;

function isSpoken([key, value]: [string, unknown]): boolean {
  if (UNSPOKEN.includes(key)) return false;
  if (key === 'minimum') return value !== Number.MIN_SAFE_INTEGER;
  if (key === 'maximum') return (value as number) < UNREACHED;
  if (key === 'description') return value !== '';
  // For these values a missing field means the same; a default number or word is worth showing.
  if (key === 'default') return value !== null && value !== '' && !Array.isArray(value);
  return true;
}

/** The simplest of several forms: a list instead of "one or many", a value instead of null. */
function simplest(options: readonly Schema[]): Schema | undefined {
  return options.find(({ type }) => type === 'array') ?? options.find(({ type }) => type !== 'null');
}

/** Forms with different meanings: the name of something that exists, or something new. */
function differing(options: readonly Schema[]): Schema[] | null {
  const kinds = new Set(options.map(({ type }) => type).filter((type) => type !== 'null'));
  return kinds.has('object') && kinds.size > 1 ? options.filter(({ type }) => type !== 'null').map(compact) : null;
}

/** A field that may be null can be left out instead. */
function valueOnly([key, value]: [string, unknown]): [string, unknown] {
  if (key !== 'type' || !Array.isArray(value)) return [key, value];
  return [key, value.find((type) => type !== 'null')];
}

/** Fields for whatever a program wants to keep. An agent need not fill them, and a schema for any JSON is not short. */
const isOpen = ({ additionalProperties: rest, ...field }: Schema) =>
  '$ref' in field || (typeof rest === 'object' && rest !== null && '$ref' in rest);

function compactFields(properties: Record<string, Schema>): Record<string, Schema> {
  const fields = Object.entries(properties).filter(([, field]) => !isOpen(field));
  return Object.fromEntries(fields.map(([name, field]) => [name, compact(field)]));
}

function compact(schema: Schema): Schema {
  const { anyOf, items, properties, ...own } = schema;
  const options = Array.isArray(anyOf) ? (anyOf as Schema[]) : [];
  const different = differing(options);
  const chosen = different ? {} : (simplest(options) ?? {});
  const { items: chosenItems, properties: chosenFields, ...plain } = chosen;
  const kept = Object.fromEntries(
    Object.entries({ ...plain, ...own })
      .filter(isSpoken)
      .map(valueOnly),
  );
  const inner = (items ?? chosenItems) as Schema | undefined;
  const fields = (properties ?? chosenFields) as Record<string, Schema> | undefined;
  return {
    ...kept,
    ...(different ? { anyOf: different } : {}),
    ...(inner === undefined ? {} : { items: compact(inner) }),
    ...(fields === undefined ? {} : { properties: compactFields(fields) }),
  };
}

/** What `tools/list` shows of a tool's input: names, types, enumerations and descriptions. */
export function toolInputSchema(tool: AgentTool): ToolInputSchema {
  const full = z.toJSONSchema(tool.input, { io: 'input' }) as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  const { required = [] } = full;
  return {
    type: 'object',
    properties: compactFields(full.properties ?? {}),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}
