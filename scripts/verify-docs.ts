import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { type GateResult, projectFiles, runGate } from './gate.ts';
import { contractNames, REFERENCE_FOLDER, referencePages } from './generate-reference.ts';
import { verifyGlossary } from './glossary.ts';
import { anchorsOf, linksOf } from './markdown-links.ts';
import { verifySamples } from './samples.ts';
import { verifyTour } from './tour.ts';

const OUTSIDE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

function decode(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

function linkProblem(root: string, file: string, text: string, target: string): string | null {
  const [path = '', anchor] = decode(target).split('#');
  const from = path.startsWith('/') ? path.slice(1) : join(dirname(file), path);
  const linked = path === '' ? file : normalize(from);
  if (linked.startsWith('..') || !existsSync(join(root, linked))) return `links to ${target}, which does not exist`;
  if (anchor === undefined || anchor === '' || !linked.endsWith('.md') || !statSync(join(root, linked)).isFile())
    return null;
  const anchors = anchorsOf(linked === file ? text : readFileSync(join(root, linked), 'utf8'));
  return anchors.has(anchor) ? null : `links to ${target}, but there is no such heading`;
}

/** Checks the relative links and anchors of every Markdown file. */
export function verifyLinks(root: string): GateResult {
  const files = projectFiles(root).filter((file) => file.endsWith('.md'));
  const problems: string[] = [];
  let links = 0;
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const { target, line } of linksOf(text)) {
      if (OUTSIDE.test(target)) continue;
      links++;
      const problem = linkProblem(root, file, text, target);
      if (problem) problems.push(`${file}:${line} ${problem}`);
    }
  }
  return { problems, summary: `${files.length} pages, ${links} links` };
}

/** Guides to the sources. Decisions are not among them, because they describe how things were at that time. */
const GUIDE = /^(?:README|CONTRIBUTING|docs\/[\w-]+)\.md$/;
/**
 * A path from the root of the repository in code type. Paths with a placeholder or pattern do not match, because they do not name
 * a single place.
 */
const PATH = /`((?:packages|apps|e2e|scripts|docs)\/[\w./-]+)`/g;

/** Checks that the files and folders named in guides exist, so that a rename that forgets a guide fails. */
export function verifyPaths(root: string): GateResult {
  const problems: string[] = [];
  let paths = 0;
  for (const file of projectFiles(root).filter((name) => GUIDE.test(name))) {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    for (const [index, line] of lines.entries()) {
      for (const [, path = ''] of line.matchAll(PATH)) {
        paths++;
        if (!existsSync(join(root, path))) problems.push(`${file}:${index + 1} names ${path}, which does not exist`);
      }
    }
  }
  return { problems, summary: `${paths} paths` };
}

/** Checks that the committed reference is equal to the generated one and contains all names of the contract. */
export function verifyReference(root: string, pages = referencePages(), names = contractNames()): GateResult {
  const problems: string[] = [];
  let all = '';
  for (const [file, text] of pages) {
    const path = join(REFERENCE_FOLDER, file);
    const present = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null;
    all += present ?? '';
    if (present !== text) {
      const what = present === null ? 'is missing' : 'is not what the contract says';
      problems.push(`${path} ${what}; run node scripts/generate-reference.ts`);
    }
  }
  const missing = names.filter((name) => !all.includes(`\`${name}\``));
  for (const name of missing) problems.push(`${REFERENCE_FOLDER} does not mention \`${name}\``);
  return { problems, summary: `${names.length} names of the contract` };
}

const DECISION = /^docs\/adr\/(\d{4})-[\w-]+\.md$/;
const STATUS = /^\*\*Status\.\*\* (?:Accepted|Superseded by \[ADR \d+\]\([^)]+\)), \d{4}-\d{2}-\d{2}[.;]/;

function decisionProblems(file: string, number: string, text: string): string[] {
  const [title = '', blank, status = ''] = text.split('\n');
  const problems: string[] = [];
  if (!title.startsWith(`# ${Number(number)}. `)) problems.push(`${file} must begin with "# ${Number(number)}. "`);
  if (blank !== '' || !STATUS.test(status)) {
    problems.push(
      `${file}:3 must say "**Status.** Accepted, YYYY-MM-DD." or which decision supersedes it, and since when`,
    );
  }
  return problems;
}

/** Checks that every decision has a unique number, which its title repeats, and a status with a date. */
export function verifyDecisions(root: string): GateResult {
  const problems: string[] = [];
  const numbers = new Map<string, string>();
  for (const file of projectFiles(root)) {
    const number = DECISION.exec(file)?.[1];
    if (number === undefined) continue;
    const other = numbers.get(number);
    if (other !== undefined) problems.push(`${file} has the number of ${other}`);
    numbers.set(number, file);
    problems.push(...decisionProblems(file, number, readFileSync(join(root, file), 'utf8')));
  }
  return { problems, summary: `${numbers.size} decisions` };
}

runGate(import.meta.url, 'docs', (root) => {
  const results = [
    ...[verifyLinks(root), verifyPaths(root), verifyReference(root)],
    ...[verifyDecisions(root), verifyGlossary(root), verifyTour(root), verifySamples(root)],
  ];
  return {
    problems: results.flatMap(({ problems }) => problems),
    summary: results.map(({ summary }) => summary).join(', '),
  };
});
