import { parseSync } from 'vite';

/** The key for a function: its file, and the name under which it, or the object that contains it, is declared. */
export const entryOf = (file: string, name: string): string => `${file} ${name}`;

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The name that a node gives to the functions in it. */
function nameIn(node: Node): string | null {
  const named = node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration' ? node.id : node.key;
  if (!isNode(named)) return null;
  if (typeof named.name === 'string') return named.name;
  return typeof named.value === 'string' ? named.value : null;
}

/** A copy of a source in which the named functions report that they are entered. */
export function withEntries(file: string, source: string, names: ReadonlySet<string>): string {
  const { program, errors } = parseSync(file, source, { lang: 'ts' });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const inserts: [at: number, text: string][] = [];
  const visit = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, name);
    if (!isNode(value)) return;
    const own = nameIn(value) ?? name;
    const { body } = value;
    if (/Function/.test(value.type) && isNode(body) && names.has(own)) {
      const call = `globalThis.tourEntered(${JSON.stringify(entryOf(file, own))})`;
      if (body.type === 'BlockStatement') inserts.push([body.start + 1, `${call};`]);
      else inserts.push([body.start, `(${call}, `], [body.end, ')']);
    }
    for (const [field, part] of Object.entries(value)) if (field !== 'type') visit(part, own);
  };
  visit(program.body, '');
  return inserts
    .sort(([a], [b]) => b - a)
    .reduce((text, [at, insert]) => text.slice(0, at) + insert + text.slice(at), source);
}
