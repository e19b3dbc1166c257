/** The part of JSON Schema that our schemas use. */
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

/** Anything from which Zod's `toJSONSchema` makes a schema. */
export interface Describable {
  toJSONSchema(options: { io: 'input' | 'output'; unrepresentable: 'any' }): unknown;
}

/** The JSON Schema of a schema, for what a caller sends (`input`) or what is returned (`output`). */
export function jsonSchema(schema: Describable, io: 'input' | 'output'): JsonSchema {
  return schema.toJSONSchema({ io, unrepresentable: 'any' }) as JsonSchema;
}

const ID_PATTERN = /^\^([a-z]+)_\[/;

/** A text that is equal for schemas that differ only in their description. */
function fingerprint({ description: _description, $schema: _schema, $defs: _defs, ...schema }: JsonSchema): string {
  return JSON.stringify(schema);
}

/** The names of records with a section of their own, so that others can refer to them. */
export class ShapeNames {
  readonly #names = new Map<string, string>();
  /** Names that something referred to. */
  readonly used = new Set<string>();

  add(name: string, schema: Describable): void {
    // Input and output differ only if a field has a default.
    for (const io of ['input', 'output'] as const) {
      const found = jsonSchema(schema, io);
      if (io === 'output' || !hasDefaults(found)) this.#names.set(fingerprint(found), name);
    }
  }

  /** The name of a schema. `except` is the section being written, which must not refer to itself. */
  of(schema: JsonSchema, except?: string): string | undefined {
    const name = this.#names.get(fingerprint(schema));
    if (name === undefined || name === except) return undefined;
    this.used.add(name);
    return name;
  }
}

function hasDefaults(schema: JsonSchema): boolean {
  return JSON.stringify(schema).includes('"default":');
}

/** Maximum length of an object that is described inside a cell, in characters; a longer one gets a table of its own. */
const MAX_INLINE = 120;

/** State while a schema is described: the names to refer to, the section, and the tables that follow. */
class Description {
  readonly names: ShapeNames;
  readonly section: string | undefined;
  readonly tables: { title: string; schema: JsonSchema }[] = [];

  constructor(names: ShapeNames, section?: string) {
    this.names = names;
    this.section = section;
  }

  /** Describes an object in a table that follows, and returns the text for the cell. */
  putBelow(path: string, schema: JsonSchema): string {
    const known = this.tables.filter(({ title }) => title === path || title.startsWith(`${path} (`)).length;
    const title = known === 0 ? path : `${path} (${known + 1})`;
    this.tables.push({ title, schema });
    return `object, see \`${title}\` below`;
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

function objectShape(schema: JsonSchema, description: Description, path: string): string {
  const { properties, required = [], additionalProperties } = schema;
  if (!properties) {
    if (typeof additionalProperties !== 'object') return 'object';
    return `map of ${shapeAt(additionalProperties, description, `${path}.*`)}`;
  }
  // Tried first: if the text is too long, the tables that it would have added come after its own table.
  const trial = new Description(description.names, description.section);
  const fields = Object.entries(properties).map(([name, field]) => {
    return `${name}${required.includes(name) ? '' : '?'}: ${shapeAt(field, trial, `${path}.${name}`)}`;
  });
  const inline = `{ ${fields.join(', ')} }`;
  if (inline.length > MAX_INLINE || trial.tables.length > 0) return description.putBelow(path, schema);
  return inline;
}

/** Describes a schema in words that are short enough for a table. Longer parts get tables of their own. */
function shapeAt(schema: JsonSchema, description: Description, path: string): string {
  const name = description.names.of(schema, description.section);
  if (name) return `[${name}](records.md#${name.toLowerCase()})`;
  if (schema.$ref) return 'any JSON';
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.anyOf) {
    const [one, other] = schema.anyOf;
    const isOneOrMany =
      schema.anyOf.length === 2 && one && other?.items && fingerprint(one) === fingerprint(other.items);
    if (isOneOrMany) return `${shapeAt(one, description, path)}, or a list of these`;
    return schema.anyOf.map((option) => shapeAt(option, description, path)).join(' or ');
  }
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => shapeAt({ ...schema, type }, description, path)).join(' or ');
  }
  switch (schema.type) {
    case 'string':
      return stringShape(schema);
    case 'integer':
    case 'number':
      return `${schema.type === 'integer' ? 'whole number' : 'number'}${bounds(schema.minimum, schema.maximum)}`;
    case 'array': {
      const most = schema.maxItems === undefined ? '' : `, at most ${schema.maxItems}`;
      return `list of ${schema.items ? shapeAt(schema.items, description, `${path}[]`) : 'anything'}${most}`;
    }
    case 'object':
      return objectShape(schema, description, path);
    default:
      return schema.type ?? 'any JSON';
  }
}

/** Describes a schema in words, for one row of a table. */
export function shape(schema: JsonSchema, names: ShapeNames): string {
  return shapeAt(schema, new Description(names), '');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function rowsOf(schema: JsonSchema, description: Description, io: 'input' | 'output', path: string): string {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return 'Nothing.';
  const rows = fields.map(([name, field]) => {
    const required = schema.required?.includes(name) ? 'required' : '';
    const byDefault = field.default === undefined ? required : `\`${JSON.stringify(field.default)}\``;
    const what = shapeAt(field, description, path === '' ? name : `${path}.${name}`);
    const cells = [`\`${name}\``, what, ...(io === 'input' ? [byDefault] : []), field.description ?? ''];
    return `| ${cells.map(cell).join(' | ')} |`;
  });
  const head =
    io === 'input'
      ? ['| field | what | default | |', '| --- | --- | --- | --- |']
      : ['| field | what | |', '| --- | --- | --- |'];
  return [...head, ...rows].join('\n');
}

/**
 * The fields of an object schema as Markdown tables, alternatives one after the other. An object in it that is too long for a
 * cell follows in a table of its own. `section` is the record that is described.
 */
export function fieldTable(schema: JsonSchema, names: ShapeNames, io: 'input' | 'output', section?: string): string {
  if (schema.anyOf) return schema.anyOf.map((option) => fieldTable(option, names, io, section)).join('\n\nor\n\n');
  const description = new Description(names, section);
  const written = [rowsOf(schema, description, io, '')];
  for (const { title, schema: inner } of description.tables) {
    written.push(`\`${title}\`:\n\n${rowsOf(inner, description, io, title)}`);
  }
  return written.join('\n\n');
}
