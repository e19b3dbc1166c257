import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { projectFiles } from './gate.ts';

/** A test, or a group of tests, that claims to prove rows of docs/requirements.md. */
export interface Proof {
  file: string;
  title: string;
  ids: readonly string[];
}

/** A title that names rows which neither the test, nor its group, nor a test of the group verifies. */
export interface Unproven extends Proof {
  line: number;
}

/** What one file, or a checkout, says about rows. */
export interface Said {
  proofs: Proof[];
  unproven: Unproven[];
  problems: string[];
}

/** How ids look; not each of these is one. */
const ID = /\b(?:S\d-\d\d|B\d-\d\d|[CE]-\d\d|[PRTX]\d{1,2})\b/g;

/** Tests, and the requirements as data that e2e/scenarios/every-door.test.ts runs over every door. */
const TEST_FILE = /\.(?:test|spec)\.tsx?$|^e2e\/(?:[a-z]+-)?requirements\.ts$/;
const RUNNERS = ['it', 'test', 'describe'];
const SKIPPING = /^(?:skip|todo|fixme|fails|fail)$/;

/** A test while its nodes are visited. */
interface OpenTest {
  title: string;
  skipped: boolean;
  /** Rows that its own calls verify. */
  own: Set<string>;
  /** Rows that it and the tests in it verify. */
  within: Set<string>;
  group: OpenTest | undefined;
}

interface SyntaxNode {
  type: string;
  start: number;
  [key: string]: unknown;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The text of a literal without placeholders. */
function readText(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'Literal' && typeof value.value === 'string') return value.value;
  const quasis = value.type === 'TemplateLiteral' ? (value.quasis as { value: { cooked: string } }[]) : [];
  return quasis.length === 1 ? quasis[0]?.value.cooked : undefined;
}

/**
 * The names in the expression that is called, from the outside in: `test.describe.skip` and `it.each([…])` begin with their
 * runner.
 */
function readCallee(value: unknown): string[] {
  if (!isNode(value)) return [];
  if (value.type === 'Identifier') return [String(value.name)];
  if (value.type === 'MemberExpression') return [...readCallee(value.object), ...readCallee(value.property)];
  return value.type === 'CallExpression' ? readCallee(value.callee) : [];
}

/** The test in a node, if it is one: a call of a runner, or a requirement written as data. */
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
export function readProofs(file: string, source: string): Said {
  const proofs: Proof[] = [];
  const unproven: Unproven[] = [];
  const problems: string[] = [];
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) return { proofs, unproven, problems: [`${file} cannot be read: ${errors[0]?.message}`] };
  const lineOf = ({ start }: SyntaxNode) => source.slice(0, start).split('\n').length;

  function take(node: SyntaxNode, test: OpenTest | undefined): void {
    const place = `${file}:${lineOf(node)} verifies()`;
    const ids = (node.arguments as unknown[]).map(readText);
    if (ids.length === 0 || ids.includes(undefined)) problems.push(`${place} does not name its rows as strings`);
    else if (!test) problems.push(`${place} stands in no test that has a title`);
    else if (test.skipped) problems.push(`${place} stands in "${test.title}", which is not run or may fail`);
    else {
      const named = ids.filter((id) => id !== undefined);
      proofs.push({ file, title: test.title, ids: named });
      for (const id of named) test.own.add(id);
      for (let one: OpenTest | undefined = test; one; one = one.group) for (const id of named) one.within.add(id);
    }
  }

  function compareTitle(node: SyntaxNode, { title, within, group }: OpenTest): void {
    const verified = new Set(within);
    for (let one = group; one; one = one.group) for (const id of one.own) verified.add(id);
    const ids = (title.match(ID) ?? []).filter((id) => !verified.has(id));
    if (ids.length > 0) unproven.push({ file, line: lineOf(node), title, ids });
  }

  function visit(value: unknown, test: OpenTest | undefined): void {
    if (Array.isArray(value)) for (const item of value) visit(item, test);
    if (!isNode(value)) return;
    if (isProofCall(value)) take(value, test);
    const here = readTest(value);
    const skipped = here?.skipped || test?.skipped || false;
    const inner = here && {
      title: here.title,
      skipped,
      own: new Set<string>(),
      within: new Set<string>(),
      group: test,
    };
    for (const child of Object.values(value)) visit(child, inner ?? test);
    if (inner) compareTitle(value, inner);
  }

  visit(program, undefined);
  return { proofs, unproven, problems };
}

/** Every proof in the tests of a checkout, by file and then as they stand there. */
export function findProofs(root: string): Said {
  const found = projectFiles(root)
    .filter((file) => TEST_FILE.test(file))
    .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))
    .filter(({ source }) => source.includes('verifies(') || source.search(ID) >= 0)
    .map(({ file, source }) => readProofs(file, source));
  return {
    proofs: found.flatMap(({ proofs }) => proofs),
    unproven: found.flatMap(({ unproven }) => unproven),
    problems: found.flatMap(({ problems }) => problems),
  };
}
