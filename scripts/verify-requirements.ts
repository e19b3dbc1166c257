import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type GateResult, runGate } from './gate.ts';

/** The live table: what must hold, where it is, and the test that proves it. */
export const TABLE = 'docs/requirements.md';

/** Groups of ids: prefix, how many, and digits of the number. */
const GROUPS: readonly [prefix: string, count: number, digits: number][] = [
  ['S0-', 67, 2],
  ['S1-', 73, 2],
  ['S2-', 58, 2],
  ['S3-', 65, 2],
  ['S4-', 32, 2],
  ['X', 13, 1],
  ['B0-', 33, 2],
  ['B1-', 20, 2],
  ['B2-', 15, 2],
  ['B3-', 17, 2],
  ['B4-', 9, 2],
  ['E-', 12, 2],
  ['C-', 11, 2],
  ['R', 18, 1],
  ['T', 46, 1],
  ['P', 18, 1],
];

/** Every id that the table must have, once. */
export const REQUIREMENT_IDS: readonly string[] = GROUPS.flatMap(([prefix, count, digits]) =>
  Array.from({ length: count }, (_, index) => prefix + String(index + 1).padStart(digits, '0')),
);

/** Stage that is done: a row may wait for a later one only. */
const STAGE_DONE = 4;
const LAST_STAGE = 8;
const MAX_WORDS = 12;

interface Row {
  id: string;
  what: string;
  where: string;
  proof: string;
  line: number;
}

function readRows(text: string): Row[] {
  return text.split('\n').flatMap((line, index) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const [, id = '', what = '', where = '', proof = ''] = cells;
    return cells.length === 6 && /^[A-Z]\d*-?\d+$/.test(id) ? [{ id, what, where, proof, line: index + 1 }] : [];
  });
}

function idProblems(rows: readonly Row[], ids: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const { id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [
    ...ids.filter((id) => !counts.has(id)).map((id) => `${id} is missing`),
    ...[...counts].filter(([, count]) => count > 1).map(([id]) => `${id} is there more than once`),
    ...[...counts.keys()].filter((id) => !ids.includes(id)).map((id) => `${id} is not a known requirement`),
  ];
}

const PROOF = /`([^`]+)` › "([^"]+)"/g;
/** A check that is run by hand, because it fetches other people's programs or takes long; it must print the id. */
const CHECK = /`npm run check:([a-z]+)`/g;
const LATER = /^later: stage (\d+)$/;

/** Requirements as data, each run over every door by e2e/scenarios/every-door.test.ts. */
const MANIFESTS = [
  'e2e/requirements.ts',
  'e2e/reading-requirements.ts',
  'e2e/curation-requirements.ts',
  'e2e/bundle-requirements.ts',
  'e2e/episode-requirements.ts',
  'e2e/cause-requirements.ts',
];

/** True when the file has a test or group of tests with exactly that title. */
function hasTitle(source: string, title: string): boolean {
  const literal = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?:\\(|title:)\\s*(['"\`])${literal}\\1\\s*,`).test(source);
}

function testProblem(root: string, file: string, title: string): string | null {
  if (!MANIFESTS.includes(file) && !/\.(?:test|spec)\.tsx?$/.test(file)) return `names ${file}, which is not a test`;
  if (!existsSync(join(root, file))) return `names ${file}, which does not exist`;
  return hasTitle(readFileSync(join(root, file), 'utf8'), title)
    ? null
    : `names a test "${title}" that ${file} does not have`;
}

function checkProblem(root: string, id: string, name: string): string | null {
  const places = [`scripts/check/${name}.ts`, `scripts/check/${name}`]
    .map((place) => join(root, place))
    .filter(existsSync);
  const files = places.flatMap((place) =>
    statSync(place).isDirectory() ? readdirSync(place).map((file) => join(place, file)) : [place],
  );
  const prints = files.some((file) => new RegExp(`\\b${id}\\b`).test(readFileSync(file, 'utf8')));
  return prints ? null : `names npm run check:${name}, which does not print ${id}`;
}

function proofProblems(root: string, { id, proof }: Row, allowOpen: boolean): string[] {
  if (proof === 'open') return allowOpen ? [] : ['is open'];
  const stage = LATER.exec(proof)?.[1];
  if (stage !== undefined) {
    const fits = Number(stage) > STAGE_DONE && Number(stage) <= LAST_STAGE;
    return fits ? [] : [`waits for stage ${stage}, which is done or does not exist`];
  }
  const tests = [...proof.matchAll(PROOF)];
  const checks = [...proof.matchAll(CHECK)];
  const rest = proof
    .replace(PROOF, '')
    .replace(CHECK, '')
    .replace(/[\s,;]/g, '');
  if (tests.length + checks.length === 0 || rest !== '')
    return ['has a proof that is neither a test, nor a check, nor "later: stage N", nor "open"'];
  return [
    ...tests.map((match) => testProblem(root, match[1] ?? '', match[2] ?? '')),
    ...checks.map((match) => checkProblem(root, id, match[1] ?? '')),
  ].filter((problem) => problem !== null);
}

function wordProblems({ what, where }: Row): string[] {
  const words = what.split(/\s+/).filter(Boolean).length;
  return [
    ...(words === 0 || words > MAX_WORDS ? [`says what it is in ${words} words; 1 to ${MAX_WORDS} are allowed`] : []),
    ...(where === '' ? ['does not say where it is'] : []),
  ];
}

/** Checks the table of requirements; `allowOpen` while a stage is being built. */
export function verifyRequirements(
  root: string,
  options: { allowOpen?: boolean; ids?: readonly string[] } = {},
): GateResult & { proven: number; later: number; open: number } {
  const { allowOpen = false, ids = REQUIREMENT_IDS } = options;
  const rows = readRows(readFileSync(join(root, TABLE), 'utf8'));
  const problems = idProblems(rows, ids);
  for (const row of rows) {
    const found = [...wordProblems(row), ...proofProblems(root, row, allowOpen)];
    for (const problem of found) problems.push(`${TABLE}:${row.line} ${row.id} ${problem}`);
  }
  const open = rows.filter(({ proof }) => proof === 'open').length;
  const later = rows.filter(({ proof }) => LATER.test(proof)).length;
  const proven = rows.length - open - later;
  return {
    problems,
    summary: `${rows.length} rows: ${proven} proven, ${later} later, ${open} open`,
    proven,
    later,
    open,
  };
}

runGate(import.meta.url, 'requirements', (root) =>
  verifyRequirements(root, { allowOpen: process.argv.includes('--allow-open') }),
);
