import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GateResult } from './gate.ts';

export const TOUR = 'docs/tour.md';

/** One step of a tour: a function that is entered. A mark says that the way to it leaves the thread or the chain of imports. */
export interface TourStep {
  line: number;
  mark: string | null;
  file: string;
  name: string;
}

/** A section of the page. */
export interface TourSection {
  title: string;
  steps: TourStep[];
}

const STEP = /^(\d+)\. (?:\*\*([^*]+)\.\*\* )?`([^`]+)` `([^`]+)`: \S/;

/** The sections that have steps, and the lines that look like steps but cannot be read. */
export function readTour(text: string): { sections: TourSection[]; problems: string[] } {
  const sections: TourSection[] = [];
  const problems: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const title = /^## (.+)$/.exec(line)?.[1];
    if (title !== undefined) sections.push({ title, steps: [] });
    if (!/^\d+\. /.test(line)) continue;
    const steps = sections.at(-1)?.steps;
    const [, number, mark = null, file = '', name = ''] = STEP.exec(line) ?? [];
    if (!steps || Number(number) !== steps.length + 1)
      problems.push(`${TOUR}:${index + 1} is not "${(steps?.length ?? 0) + 1}. \`file\` \`function\`: what it does"`);
    else steps.push({ line: index + 1, mark, file, name });
  }
  return { sections: sections.filter(({ steps }) => steps.length > 0), problems };
}

/**
 * True for a file of the page, which runs in a browser. The order of these files is checked by their imports, that of all others
 * by a trace.
 */
export const isOfPage = ({ file }: TourStep): boolean => file.startsWith('packages/ui/');

/** An import that exists at run time; imports of types alone do not count. */
const IMPORT = /^(?:import|export)\s+(?!type\b)[^'";]*?\bfrom\s+'(\.[^']+)'/gm;

function importsOf(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, target = '']) => join(dirname(file), target));
}

function nameProblem(root: string, { file, name }: TourStep): string | null {
  if (!existsSync(join(root, file))) return `names ${file}, which does not exist`;
  const isThere = new RegExp(`(?<![\\w$])${name.replaceAll('.', '\\.')}(?![\\w$])`);
  return isThere.test(readFileSync(join(root, file), 'utf8')) ? null : `names ${name}, which is not in ${file}`;
}

/** Why a step in the page cannot follow the one before it, or must not be marked; null if it is right. */
function orderProblem(root: string, before: TourStep, step: TourStep): string | null {
  if (!isOfPage(before) || !isOfPage(step)) {
    const leaves = isOfPage(before) !== isOfPage(step);
    return leaves && step.mark === null ? `comes from ${before.file} and has no mark that says how` : null;
  }
  const isImported = importsOf(root, before.file).includes(step.file);
  if (step.mark === null) return isImported ? null : `is not imported by ${before.file}; mark the step, or reorder`;
  return isImported ? `is marked, though ${before.file} imports ${step.file}` : null;
}

/** The problems of a section's steps that can be seen in the sources. */
export function stepProblems(root: string, steps: readonly TourStep[]): string[] {
  return steps.flatMap((step, index) => {
    const before = steps[index - 1];
    const problem = nameProblem(root, step) ?? (before ? orderProblem(root, before, step) : null);
    return problem === null ? [] : [`${TOUR}:${step.line} ${problem}`];
  });
}

/** Checks that what the tour names exists, and that the files of the page follow each other by imports. */
export function verifyTour(root: string): GateResult {
  const page = join(root, TOUR);
  if (!existsSync(page)) return { problems: [], summary: 'no tour' };
  const { sections, problems } = readTour(readFileSync(page, 'utf8'));
  const found = sections.flatMap(({ steps }) => stepProblems(root, steps));
  const count = sections.reduce((sum, { steps }) => sum + steps.length, 0);
  return { problems: [...problems, ...found], summary: `${count} steps of the tour` };
}
