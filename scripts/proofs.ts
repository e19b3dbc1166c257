import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { projectFiles } from './gate.ts';

/** A test, or a group of tests, that says it proves rows of docs/requirements.md. */
export interface Proof {
  file: string;
  title: string;
  ids: readonly string[];
}

/** Tests, and the requirements as data that e2e/scenarios/every-door.test.ts runs over every door. */
const TEST_FILE = /\.(?:test|spec)\.tsx?$|^e2e\/(?:[a-z]+-)?requirements\.ts$/;
const RUNNERS = ['it', 'test', 'describe'];
const SKIPPING = /^(?:skip|todo|fixme|fails|fail)$/;

interface SyntaxNode {
  type: string;
  start: number;
  [key: string]: unknown;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The text of a literal without parts to be filled in. */
function readText(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'Literal' && typeof value.value === 'string') return value.value;
  const quasis = value.type === 'TemplateLiteral' ? (value.quasis as { value: { cooked: string } }[]) : [];
  return quasis.length === 1 ? quasis[0]?.value.cooked : undefined;
}

/** Names of what is called, from the outside in: `test.describe.skip` and `it.each([…])` begin with their runner. */
function readCallee(value: unknown): string[] {
  if (!isNode(value)) return [];
  if (value.type === 'Identifier') return [String(value.name)];
  if (value.type === 'MemberExpression') return [...readCallee(value.object), ...readCallee(value.property)];
  return value.type === 'CallExpression' ? readCallee(value.callee) : [];
}

/** The test that a node is, if it is one: a call of a runner, or a requirement as data. */
function readTest(node: SyntaxNode): { title: string; skipped: boolean } | undefined {
  if (node.type === 'CallExpression') {
    const [runner = '', ...how] = readCallee(node.callee);
    const title = RUNNERS.includes(runner) ? readText((node.arguments as unknown[])[0]) : undefined;
    return title === undefined ? undefined : { title, skipped: how.some((name) => SKIPPING.test(name)) };
  }
  if (node.type !== 'ObjectExpression') return undefined;
  const property = (node.properties as SyntaxNode[]).find(({ key }) => readCallee(key)[0] === 'title');
  const title = readText(property?.value);
  return title === undefined ? undefined : { title, skipped: false };
}

function isProofCall(node: SyntaxNode): boolean {
  return node.type === 'CallExpression' && isNode(node.callee) && node.callee.name === 'verifies';
}

/** Reads the `verifies('S0-12', …)` of one file; what cannot count as proof is a problem. */
export function readProofs(file: string, source: string): { proofs: Proof[]; problems: string[] } {
  const proofs: Proof[] = [];
  const problems: string[] = [];
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) return { proofs, problems: [`${file} cannot be read: ${errors[0]?.message}`] };

  function take(node: SyntaxNode, test: ReturnType<typeof readTest>): void {
    const place = `${file}:${source.slice(0, node.start).split('\n').length} verifies()`;
    const ids = (node.arguments as unknown[]).map(readText);
    if (ids.length === 0 || ids.includes(undefined)) problems.push(`${place} does not name its rows as strings`);
    else if (!test) problems.push(`${place} stands in no test that has a title`);
    else if (test.skipped) problems.push(`${place} stands in "${test.title}", which is not run or may fail`);
    else proofs.push({ file, title: test.title, ids: ids.filter((id) => id !== undefined) });
  }

  function visit(value: unknown, test: ReturnType<typeof readTest>): void {
    if (Array.isArray(value)) for (const item of value) visit(item, test);
    if (!isNode(value)) return;
    if (isProofCall(value)) take(value, test);
    const here = readTest(value);
    const inner = here && { title: here.title, skipped: here.skipped || (test?.skipped ?? false) };
    for (const child of Object.values(value)) visit(child, inner ?? test);
  }

  visit(program, undefined);
  return { proofs, problems };
}

/** Every proof in the tests of a checkout, by file and then as they stand there. */
export function findProofs(root: string): { proofs: Proof[]; problems: string[] } {
  const found = projectFiles(root)
    .filter((file) => TEST_FILE.test(file))
    .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))
    .filter(({ source }) => source.includes('verifies('))
    .map(({ file, source }) => readProofs(file, source));
  return { proofs: found.flatMap(({ proofs }) => proofs), problems: found.flatMap(({ problems }) => problems) };
}
