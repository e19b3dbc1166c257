import { FACETS, type FacetName, NO_RULE, type Reflection } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TestCore } from '../harness.ts';
import {
  bandOf,
  type Filter,
  feedbackOf,
  filters,
  listedLessons,
  matches,
  ruleOf,
  sourceOf,
} from './listed-lessons.ts';

const { test, everything } = listedLessons();

/** The values of a lesson for a facet, and the filters that belong to the facet. */
const MEANING: Record<FacetName, [valuesOf: (lesson: Reflection) => (string | null)[], own: (keyof Filter)[]]> = {
  project: [(lesson) => [lesson.projectId], ['projectId']],
  session: [(lesson) => [lesson.sessionId], ['sessionId']],
  outcome: [(lesson) => [lesson.outcome], ['outcome']],
  tag: [(lesson) => [...new Set(lesson.tags)], []],
  failureCategory: [(lesson) => [lesson.failureCategory], ['failureCategory']],
  state: [(lesson) => [lesson.state], ['state']],
  kind: [(lesson) => [lesson.kind], ['kind']],
  agent: [(lesson) => [lesson.agent], ['agent']],
  source: [(lesson) => [sourceOf(lesson)], ['source']],
  rule: [(lesson) => [ruleOf(lesson)], ['rule']],
  confidence: [(lesson) => [bandOf(lesson)], ['confidence', 'minConfidence']],
  feedback: [(lesson) => [feedbackOf(lesson)], ['feedback']],
  created: [(lesson) => [lesson.createdAt.slice(0, 7)], ['month', 'since', 'until']],
};

function expected(filter: Filter, name: FacetName): Record<string, number> {
  const [valuesOf, own] = MEANING[name];
  const others = Object.fromEntries(Object.entries(filter).filter(([key]) => !own.includes(key as keyof Filter)));
  // Without a filter by state, a list leaves out rejected lessons, but the state facet counts them.
  if (name === 'state') others.state = ['draft', 'accepted', 'rejected', 'superseded', 'archived', 'quarantined'];
  const counts: Record<string, number> = {};
  for (const lesson of everything.filter((one) => matches(one, others as Filter))) {
    for (const found of valuesOf(lesson)) {
      // Lessons that no rule found are no value of the facet, until somebody chooses them.
      const value = found ?? (name === 'rule' && [filter.rule].flat().includes(NO_RULE) ? NO_RULE : null);
      if (value !== null) counts[value] = (counts[value] ?? 0) + 1;
    }
  }
  return counts;
}

describe('facets', () => {
  it('count exactly, each with all filters but its own', async () => {
    verifies('C-01');
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const { total, facets } = await test.call('reflection.facets', filter);
        expect(total).toBe(everything.filter((lesson) => matches(lesson, filter)).length);
        for (const name of FACETS) {
          const counted = facets[name].values.filter(({ count }) => count > 0);
          const found = Object.fromEntries(counted.map(({ value, count }) => [value, count]));
          expect([name, found]).toEqual([name, expected(filter, name)]);
        }
      }),
      { numRuns: 200, seed: 11 },
    );
  });

  it('are judged by a second opinion that can differ: a facet counted with its own filter is noticed', () => {
    const filter: Filter = { outcome: 'failure' };
    const withOwn = everything.filter((lesson) => matches(lesson, filter)).map(({ outcome }) => outcome);
    expect(new Set(withOwn).size).toBe(1);
    expect(Object.keys(expected(filter, 'outcome')).length).toBeGreaterThan(1);
  });

  it('name projects and sessions, put the most frequent first, and keep what is chosen in sight', async () => {
    const { facets } = await test.call('reflection.facets', { projectId: 'p1', agent: 'nobody' });
    expect(facets.project.values.map(({ label }) => label)).toContain('p1');
    expect(facets.agent.values).toContainEqual({ value: 'nobody', count: 0 });
    const { facets: all } = await test.call('reflection.facets', {});
    const counts = all.tag.values.map(({ count }) => count);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(all.session.values[0]?.label).toMatch(/^s\d$/);
  });

  it('name two hundred values at most and say that there are more', async () => {
    const other = new TestCore();
    for (let n = 0; n < 202; n++) await other.store({ tags: [`tag ${n}`], projectId: `project ${n % 200}` });
    const { facets } = await other.call('reflection.facets', {});
    expect([facets.tag.values.length, facets.tag.more]).toEqual([200, true]);
    expect([facets.project.values.length, facets.project.more]).toEqual([200, false]);
    await other.remove();
  });

  it('follow every change at once', async () => {
    const other = new TestCore();
    const { id } = await other.store({ tags: ['one'] });
    await other.call('reflection.update', { id, changes: { tags: ['two'], confidence: 0.8 } });
    const { facets } = await other.call('reflection.facets', {});
    expect(facets.tag.values).toEqual([{ value: 'two', count: 1 }]);
    expect(facets.confidence.values).toEqual([{ value: 'high', count: 1 }]);
    const judged = { reflectionId: id, verdict: 'harmful' } as const;
    const { operationId } = await other.call('memory.feedback', judged);
    const feedback = async () => (await other.call('reflection.facets', {})).facets.feedback.values;
    expect(await feedback()).toEqual([{ value: 'harmful', count: 1 }]);
    await other.call('operation.undo', { operationId: operationId ?? '' });
    expect(await feedback()).toEqual([]);
    await other.call('reflection.delete', { id });
    expect((await other.call('reflection.facets', {})).total).toBe(0);
    expect((await other.call('reflection.facets', { deleted: 'only' })).total).toBe(1);
    await other.remove();
  });

  it('refuse filters that do not exist, with the field named', async () => {
    for (const [input, word] of [
      [{ month: '2026-13' }, 'month'],
      [{ confidence: 'sure' }, 'confidence'],
      [{ feedback: 'useful' }, 'feedback'],
      [{ source: 'importer:' }, 'source'],
      [{ limit: 5 }, 'limit'],
    ] as const) {
      const failure = await test.fail('reflection.facets', input);
      expect(failure.code).toBe('invalid_input');
      expect(failure.message).toContain(word);
    }
  });
});
