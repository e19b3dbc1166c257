/** The part of JSON Schema that our schemas turn into. */
export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
  description?: string;
  additionalProperties?: boolean | JsonSchema;
  $ref?: string;
  [key: string]: unknown;
}

/** Anything with Zod's `toJSONSchema`. */
export interface Describable {
  toJSONSchema(options: { io: 'input' | 'output'; unrepresentable: 'any' }): unknown;
}

/** JSON Schema of a schema, as a caller writes it (`input`) or as it comes back (`output`). */
export function jsonSchema(schema: Describable, io: 'input' | 'output'): JsonSchema {
  return schema.toJSONSchema({ io, unrepresentable: 'any' }) as JsonSchema;
}

const ID_PATTERN = /^\^([a-z]+)_\[/;

/** Comparable text of a schema, without its description. */
function fingerprint({ description: _description, $schema: _schema, $defs: _defs, ...schema }: JsonSchema): string {
  return JSON.stringify(schema);
}

/** Names the records that have a section of their own, so that others can refer to them. */
export class ShapeNames {
  readonly #names = new Map<string, string>();

  add(name: string, schema: Describable): void {
    this.#names.set(fingerprint(jsonSchema(schema, 'output')), name);
  }

  of(schema: JsonSchema): string | undefined {
    return this.#names.get(fingerprint(schema));
  }
}

function bounds(low: number | undefined, high: number | undefined): string {
  const lowest = low === undefined || low <= Number.MIN_SAFE_INTEGER ? '' : String(low);
  const highest = high === undefined || high >= Number.MAX_SAFE_INTEGER ? '' : String(high);
  return lowest || highest ? ` ${lowest}…${highest}` : '';
}

function stringShape({ pattern = '', format, minLength, maxLength }: JsonSchema): string {
  if (format === 'date-time') return 'time';
  const id = ID_PATTERN.exec(pattern)?.[1];
  if (id) return `\`${id}_…\` id`;
  const limits =
    minLength === undefined && maxLength === undefined ? '' : ` of ${minLength ?? 0}…${maxLength ?? ''} characters`;
  return `text${limits}`;
}

function objectShape(schema: JsonSchema, names: ShapeNames): string {
  const { properties, required = [], additionalProperties } = schema;
  if (!properties)
    return typeof additionalProperties === 'object' ? `map of ${shape(additionalProperties, names)}` : 'object';
  const fields = Object.entries(properties).map(([name, field]) => {
    return `${name}${required.includes(name) ? '' : '?'}: ${shape(field, names)}`;
  });
  return `{ ${fields.join(', ')} }`;
}

/** A schema in words, short enough for a table. */
export function shape(schema: JsonSchema, names: ShapeNames): string {
  const name = names.of(schema);
  if (name) return `[${name}](records.md#${name.toLowerCase()})`;
  if (schema.$ref) return 'any JSON';
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.anyOf) return schema.anyOf.map((option) => shape(option, names)).join(' or ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => shape({ ...schema, type }, names)).join(' or ');
  switch (schema.type) {
    case 'string':
      return stringShape(schema);
    case 'integer':
    case 'number':
      return `${schema.type === 'integer' ? 'whole number' : 'number'}${bounds(schema.minimum, schema.maximum)}`;
    case 'array': {
      const most = schema.maxItems === undefined ? '' : `, at most ${schema.maxItems}`;
      return `list of ${schema.items ? shape(schema.items, names) : 'anything'}${most}`;
    }
    case 'object':
      return objectShape(schema, names);
    default:
      return schema.type ?? 'any JSON';
  }
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** The fields of an object schema as a Markdown table; alternatives one after the other. */
export function fieldTable(schema: JsonSchema, names: ShapeNames, io: 'input' | 'output'): string {
  if (schema.anyOf) return schema.anyOf.map((option) => fieldTable(option, names, io)).join('\n\nor\n\n');
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return 'Nothing.';
  const rows = fields.map(([name, field]) => {
    const required = schema.required?.includes(name) ? 'required' : '';
    const byDefault = field.default === undefined ? required : `\`${JSON.stringify(field.default)}\``;
    const cells = [`\`${name}\``, shape(field, names), ...(io === 'input' ? [byDefault] : []), field.description ?? ''];
    return `| ${cells.map(cell).join(' | ')} |`;
  });
  const head =
    io === 'input'
      ? ['| field | what | default | |', '| --- | --- | --- | --- |']
      : ['| field | what | |', '| --- | --- | --- |'];
  return [...head, ...rows].join('\n');
}
