import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type GateResult, runGate } from './gate.ts';
import { findProofs, type Proof, type Unproven } from './proofs.ts';
import { checksOf, type Row, readRows, TABLE, writeProof } from './requirements-table.ts';

/** Groups of ids: prefix, number of ids, and digits of the number. */
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
  ['C-', 12, 2],
  ['R', 18, 1],
  ['T', 46, 1],
  ['P', 18, 1],
];

/** All ids that the table must contain, each once. */
export const REQUIREMENT_IDS: readonly string[] = GROUPS.flatMap(([prefix, count, digits]) =>
  Array.from({ length: count }, (_, index) => prefix + String(index + 1).padStart(digits, '0')),
);

const MAX_WORDS = 12;

function idProblems(rows: readonly Row[], ids: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const { id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [
    ...ids.filter((id) => !counts.has(id)).map((id) => `${id} is missing`),
    ...[...counts].filter(([, count]) => count > 1).map(([id]) => `${id} is there more than once`),
    ...[...counts.keys()].filter((id) => !ids.includes(id)).map((id) => `${id} is not a known requirement`),
  ];
}

/** What stands in comments is not printed. Addresses keep their two slashes. */
const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(?<!:)\/\/.*$/gm, '');

function checkProblem(root: string, id: string, name: string): string | null {
  const places = [`scripts/check/${name}.ts`, `scripts/check/${name}`]
    .map((place) => join(root, place))
    .filter(existsSync);
  const files = places.flatMap((place) =>
    statSync(place).isDirectory() ? readdirSync(place).map((file) => join(place, file)) : [place],
  );
  const prints = files.some((file) => new RegExp(`\\b${id}\\b`).test(withoutComments(readFileSync(file, 'utf8'))));
  return prints ? null : `names npm run check:${name}, which does not print ${id}`;
}

function proofProblems(root: string, row: Row, proofs: readonly Proof[], allowOpen: boolean): string[] {
  const { id, proof } = row;
  const due = writeProof(row, proofs);
  if (due === '') return ['has no proof: let a test that asserts it call verifies(), or say "later"'];
  if (due !== proof) return ['is not what the tests say: run npx node scripts/generate-requirements.ts'];
  if (proof === 'open') return allowOpen ? [] : ['is open'];
  return checksOf(proof)
    .map((name) => checkProblem(root, id, name))
    .filter((problem) => problem !== null);
}

/** Ids that tests claim to verify but that are not in the table. */
function unknownProblems(proofs: readonly Proof[], ids: readonly string[]): string[] {
  return proofs.flatMap(({ file, title, ids: named }) =>
    named.filter((id) => !ids.includes(id)).map((id) => `${file} "${title}" verifies ${id}, which is no requirement`),
  );
}

/** Titles that name a row which their test does not verify, so that the table does not name the test. */
function titleProblems(unproven: readonly Unproven[], ids: readonly string[]): string[] {
  return unproven.flatMap(({ file, line, title, ids: named }) =>
    named.filter((id) => ids.includes(id)).map((id) => `${file}:${line} "${title}" names ${id} and does not verify it`),
  );
}

/** A place that is named as a path; what is still to come lies nowhere yet. */
const PATH = /(?:^|[\s`])((?:apps|docs|e2e|packages|scripts)\/[\w./-]+)/g;

function placeProblems(root: string, { where, proof }: Row): string[] {
  if (proof === 'later' || proof === 'open') return [];
  return [...where.matchAll(PATH)]
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(join(root, path)))
    .map((path) => `lies in ${path}, which does not exist`);
}

function wordProblems({ what, where }: Row): string[] {
  const words = what.split(/\s+/).filter(Boolean).length;
  return [
    ...(words === 0 || words > MAX_WORDS ? [`says what it is in ${words} words; 1 to ${MAX_WORDS} are allowed`] : []),
    ...(where === '' ? ['does not say where it is'] : []),
  ];
}

/** Checks the table of requirements. `allowOpen` accepts open rows while a stage is being built. */
export function verifyRequirements(
  root: string,
  options: { allowOpen?: boolean; ids?: readonly string[] } = {},
): GateResult & { proven: number; later: number; open: number } {
  const { allowOpen = false, ids = REQUIREMENT_IDS } = options;
  const rows = readRows(readFileSync(join(root, TABLE), 'utf8'));
  const { proofs, unproven, problems: unreadable } = findProofs(root);
  const named = [...unknownProblems(proofs, ids), ...titleProblems(unproven, ids)];
  const problems = [...idProblems(rows, ids), ...unreadable, ...named];
  for (const row of rows) {
    const found = [...wordProblems(row), ...placeProblems(root, row), ...proofProblems(root, row, proofs, allowOpen)];
    for (const problem of found) problems.push(`${TABLE}:${row.line} ${row.id} ${problem}`);
  }
  const open = rows.filter(({ proof }) => proof === 'open').length;
  const later = rows.filter(({ proof }) => proof === 'later').length;
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
