import {
  findNodeAtLocation,
  type JSONPath,
  type Node,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
  visit,
} from 'jsonc-parser';
import { UnfitFile } from './config-file.ts';

// Edits JSON files with comments as text: everything unchanged stays the same byte for byte. The parser's own editing does not
// promise this, because it reformats neighbouring values.

const BOM = '\uFEFF';
const OPTIONS = { allowTrailingComma: true };

/** The value of a JSON file that may have comments. An empty file counts as an empty object. Throws {@link UnfitFile}. */
export function readJson(text: string): Record<string, unknown> {
  const body = text.replace(BOM, '');
  if (body.trim() === '') return {};
  const errors: ParseError[] = [];
  const value: unknown = parse(body, errors, OPTIONS);
  const [error] = errors;
  if (error) {
    const line = body.slice(0, error.offset).split('\n').length;
    throw new UnfitFile(`It is not valid JSON: ${printParseErrorCode(error.error)} in line ${line}.`);
  }
  return asObject(value, 'the file');
}

/** Returns the value if it is an object. Throws {@link UnfitFile} for anything else. */
export function asObject(value: unknown, what: string): Record<string, unknown> {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new UnfitFile(`In it ${what} is not a JSON object.`);
}

/** Indent and line break of a text. */
interface Layout {
  indent: string;
  eol: string;
}

function layoutOf(text: string): Layout {
  return { indent: /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ', eol: text.includes('\r\n') ? '\r\n' : '\n' };
}

const endOf = ({ offset, length }: Node) => offset + length;

function splice(text: string, from: number, to: number, put: string): string {
  return text.slice(0, from) + put + text.slice(to);
}

/** Offset of the first character at or after `at` that is neither white space nor in a comment. */
function skipBlank(text: string, at: number): number {
  let next = at;
  for (;;) {
    if (text.startsWith('//', next)) next = endAfter(text, '\n', next);
    else if (text.startsWith('/*', next)) next = endAfter(text, '*/', next + 2);
    else if (/\s/.test(text[next] ?? '')) next++;
    else return next;
  }
}

/** The offset after the next `mark`, or the end of the text. */
function endAfter(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

/** Formats the value as text that begins at nesting level `depth`. */
function written(value: unknown, depth: number, { indent, eol }: Layout): string {
  return JSON.stringify(value, null, indent).replaceAll('\n', eol + indent.repeat(depth));
}

/** Appends a member to an object or list. */
function append(text: string, parent: Node, key: string | null, value: unknown, depth: number): string {
  const layout = layoutOf(text);
  const label = key === null ? '' : `${JSON.stringify(key)}: `;
  const last = parent.children?.at(-1);
  const close = endOf(parent) - 1;
  const isOneLine = last !== undefined && !text.slice(parent.offset, close).includes('\n');
  if (isOneLine) return splice(text, endOf(last), endOf(last), `, ${label}${JSON.stringify(value)}`);
  const line = layout.eol + layout.indent.repeat(depth + 1);
  const member = line + label + written(value, depth + 1, layout);
  if (last === undefined) {
    const isBare = text.slice(parent.offset + 1, close).trim() === '';
    const from = isBare ? parent.offset + 1 : close;
    return splice(text, from, close, member + layout.eol + layout.indent.repeat(depth));
  }
  const next = skipBlank(text, endOf(last));
  // Inserts after an existing trailing comma and adds no comma of its own, so that the number of trailing commas stays the same.
  if (text[next] === ',') return splice(text, next + 1, next + 1, member);
  return splice(text, endOf(last), endOf(last), `,${member}`);
}

/** Whether a line comment ends at `end`. */
function endsInLineComment(text: string, end: number): boolean {
  let found = false;
  visit(text, {
    onComment: (offset, length) => {
      found ||= offset + length === end && text.startsWith('//', offset);
    },
  });
  return found;
}

/** Start of a member, including the white space before it. A line break that ends a comment is left out. */
function startOf(text: string, member: Node): number {
  const from = text.slice(0, member.offset).trimEnd().length;
  const blank = text.slice(from, member.offset);
  if (!endsInLineComment(text, from)) return from;
  return from + blank.indexOf('\n') + 1;
}

/** Removes a member and its comma from its object or list. */
function cut(text: string, member: Node): string {
  const siblings = member.parent?.children ?? [];
  const at = siblings.indexOf(member);
  const before = siblings[at - 1];
  const from = startOf(text, member);
  const next = skipBlank(text, endOf(member));
  const hasComma = text[next] === ',';
  // The last member takes the comma before it along, unless a comma follows it.
  if (hasComma) return splice(text, from, next + 1, '');
  const comma = before ? skipBlank(text, endOf(before)) : -1;
  const rest = splice(text, from, endOf(member), '');
  return comma >= 0 ? splice(rest, comma, comma + 1, '') : closeUp(rest, from);
}

/** The brackets are now empty, so the white space before the closing one is removed too. */
function closeUp(text: string, at: number): string {
  const blank = /^\s*(?=[}\]])/.exec(text.slice(at))?.[0].length ?? 0;
  return /[{[]$/.test(text.slice(0, at)) ? splice(text, at, at + blank, '') : text;
}

/** Wraps the value in objects for the rest of a path. */
function nested(path: JSONPath, value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

function change(text: string, path: JSONPath, value: unknown): string {
  const tree = parseTree(text, [], OPTIONS);
  if (!tree) throw new UnfitFile('It is not valid JSON.');
  const found = path.at(-1) === -1 ? undefined : findNodeAtLocation(tree, path);
  if (found && value === undefined) return cut(text, found.parent?.type === 'property' ? found.parent : found);
  if (found) return splice(text, found.offset, endOf(found), written(value, path.length, layoutOf(text)));
  if (value === undefined) return text;
  let depth = path.length - 1;
  while (depth > 0 && !findNodeAtLocation(tree, path.slice(0, depth))) depth--;
  const parent = findNodeAtLocation(tree, path.slice(0, depth)) ?? tree;
  const key = path[depth];
  return append(text, parent, typeof key === 'string' ? key : null, nested(path.slice(depth + 1), value), depth);
}

/**
 * Sets one value and leaves every other value and comment unchanged; `undefined` removes it. An index of -1 appends to a list.
 */
export function withValue(text: string, path: JSONPath, value: unknown): string {
  const bom = text.startsWith(BOM) ? BOM : '';
  const body = text.slice(bom.length);
  return bom + change(body.trim() === '' ? '{}\n' : body, path, value);
}
