import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHECKOUT } from '../gate.ts';
import { isOfPage, readTour, stepProblems, TOUR, type TourSection, type TourStep, verifyTour } from '../tour.ts';
import { checkoutWith } from './broken-checkout.ts';
import { entryOf, withEntries } from './tour/entries.ts';
import { type Entered, startTracedHost, type TracedHost } from './tour/traced-host.ts';

const PAGE = readFileSync(join(CHECKOUT, TOUR), 'utf8');
const { sections } = readTour(PAGE);

/** Does what each section describes. */
const DEEDS: Record<string, (host: TracedHost, newest: string | undefined) => Promise<unknown>> = {
  'A lesson, from the call to the disk': ({ agent }) =>
    agent.callTool({
      name: 'reflection_store',
      arguments: { taskDescription: 'Fix the login timeout', outcome: 'failure', nextStrategy: 'look at the pool' },
    }),
  'And to the screen': async ({ agent, events, send }) => {
    await agent.callTool({
      name: 'reflection_store',
      arguments: { taskDescription: 'Raise the pool limit', outcome: 'success', whatWorked: ['twenty connections'] },
    });
    await events(2);
    await send('reflection.list', { limit: 5 });
  },
  'A question': ({ agent }) => agent.callTool({ name: 'reflection_search', arguments: { query: 'login timeout' } }),
  'An undo': ({ send }, operationId) => send('operation.undo', { operationId }),
};

/**
 * Checks that the traced steps of a section were entered as it says: each for the first time after the step before it, and on the
 * same thread, or on another one if the step is marked.
 */
function problemsOf(steps: readonly TourStep[], entered: readonly Entered[]): string[] {
  const problems: string[] = [];
  let last: Entered | null = null;
  for (const [index, step] of steps.entries()) {
    if (isOfPage(step)) continue;
    const what = entryOf(step.file, step.name);
    const first = entered.find((entry) => entry.what === what);
    if (!first) return [...problems, `${what} is never entered`];
    if (last && first.at < last.at) problems.push(`${what} is entered before ${last.what}`);
    const before = steps[index - 1];
    const isMarkKnown = before !== undefined && !isOfPage(before);
    if (last && isMarkKnown && (first.where !== last.where) !== (step.mark !== null)) {
      problems.push(`${what} is entered on ${first.where}, ${last.what} on ${last.where}`);
    }
    last = first;
  }
  return problems;
}

/** The newest write of a lesson. The answer to a person comes after all pending background writes. */
async function newestWrite({ send }: TracedHost): Promise<string | undefined> {
  const listed = await send('operation.list', { limit: 1, name: 'reflection.store' });
  if (!listed.ok) throw new Error(listed.error.message);
  return (listed.value as { items: { id: string }[] }).items[0]?.id;
}

const swapped = (steps: readonly TourStep[], index: number): TourStep[] => {
  const [first, second] = steps.slice(index, index + 2) as [TourStep, TourStep];
  return [...steps.slice(0, index), second, first, ...steps.slice(index + 2)];
};

describe('the tour', () => {
  const entered = new Map<TourSection, Entered[]>();
  let host: TracedHost;

  beforeAll(async () => {
    const functions = new Map<string, Set<string>>();
    for (const step of sections.flatMap(({ steps }) => steps)) {
      if (isOfPage(step)) continue;
      functions.set(step.file, (functions.get(step.file) ?? new Set()).add(step.name));
    }
    host = await startTracedHost(functions);
    for (const section of sections) {
      const newest = await newestWrite(host);
      entered.set(section, await host.during(async () => DEEDS[section.title]?.(host, newest)));
    }
  });
  afterAll(() => host?.stop());

  it('has a deed for each section', () => {
    expect(sections.map(({ title }) => title)).toEqual(Object.keys(DEEDS));
  });

  it('names what is there, and files of the page in the order of their imports', () => {
    expect(verifyTour(CHECKOUT).problems).toEqual([]);
  });

  it.each(sections)('$title: is entered in this order, on these threads', (section) => {
    expect(problemsOf(section.steps, entered.get(section) ?? [])).toEqual([]);
  });

  it.each(sections)('$title: any two steps that change places are noticed', (section) => {
    for (const [index, step] of section.steps.slice(0, -1).entries()) {
      const steps = swapped(section.steps, index);
      const problems = [...problemsOf(steps, entered.get(section) ?? []), ...stepProblems(CHECKOUT, steps)];
      expect(problems, `${step.name} and ${section.steps[index + 1]?.name}`).not.toEqual([]);
    }
  });

  it('a file that says when its functions are entered is otherwise the same', () => {
    const source = 'class A { #go(x: number) { return x; } stay() {} }\nexport const f = (x: number) => ({ x });\n';
    expect(withEntries('a.ts', source, new Set(['go', 'f']))).toBe(
      'class A { #go(x: number) {globalThis.tourEntered("a.ts go"); return x; } stay() {} }\n' +
        'export const f = (x: number) => (globalThis.tourEntered("a.ts f"), ({ x }));\n',
    );
  });
});

describe('a tour', () => {
  const files = {
    'packages/ui/src/a.ts': "import { b } from './b.ts';\nexport const a = b;\n",
    'packages/ui/src/b.ts': "import type { A } from './a.ts';\nexport const b = 1;\n",
    'packages/core/src/c.ts': 'export function c() {}\n',
  };
  const problemsIn = (...steps: string[]) => {
    const page = ['## Way', '', ...steps.map((step, index) => `${index + 1}. ${step}: so.`), ''].join('\n');
    return verifyTour(checkoutWith({ ...files, [TOUR]: page })).problems;
  };

  it('may go along imports, and by a mark elsewhere', () => {
    expect(
      problemsIn('`packages/ui/src/a.ts` `a`', '`packages/ui/src/b.ts` `b`', '**HTTP.** `packages/core/src/c.ts` `c`'),
    ).toEqual([]);
  });

  it.each([
    ['a file that is not there', ['`packages/ui/src/none.ts` `a`'], 'which does not exist'],
    ['a function that is not there', ['`packages/ui/src/a.ts` `other`'], 'which is not in packages/ui/src/a.ts'],
    ['an import of types alone', ['`packages/ui/src/b.ts` `b`', '`packages/ui/src/a.ts` `a`'], 'is not imported by'],
    ['a mark on an import', ['`packages/ui/src/a.ts` `a`', '**X.** `packages/ui/src/b.ts` `b`'], 'is marked, though'],
    ['no mark into the host', ['`packages/ui/src/a.ts` `a`', '`packages/core/src/c.ts` `c`'], 'has no mark'],
    ['a line that is no step', ['packages/ui/src/a.ts'], 'is not "1. `file` `function`'],
  ])('refuses %s', (_, steps, problem) => {
    expect(problemsIn(...steps)).toEqual([expect.stringContaining(problem)]);
  });
});
