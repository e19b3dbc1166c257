import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type LessonGrouping, NO_RULE, type OutputOf, type Reflection } from '@twicewise/contract';
import { mended } from '@twicewise/ingest/transcript-samples';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestCore } from '../harness.ts';
import { type Filter, filters, listedLessons, matches, ruleOf, sourceOf } from './listed-lessons.ts';

type Groups = NonNullable<OutputOf<'reflection.list'>['groups']>;

const { test, everything } = listedLessons();
const VALUES: Record<LessonGrouping, (lesson: Reflection) => string> = {
  project: ({ projectName }) => projectName,
  source: sourceOf,
  rule: (lesson) => ruleOf(lesson) ?? NO_RULE,
};
const GROUPINGS = Object.keys(VALUES) as LessonGrouping[];

/** Every lesson of a list in groups with the name of its group, page by page; and what each page told of its groups. */
async function walk(filter: Filter, groupBy: LessonGrouping, limit: number) {
  const rows: { id: string; group: string | undefined }[] = [];
  const told: Groups = [];
  let cursor: string | undefined;
  do {
    const page = await test.call('reflection.list', { ...filter, groupBy, limit, cursor });
    const names = (page.groups ?? []).flatMap(({ value, label = value, here }) => Array<string>(here).fill(label));
    expect(names).toHaveLength(page.items.length);
    rows.push(...page.items.map(({ id }, at) => ({ id, group: names[at] })));
    told.push(...(page.groups ?? []));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return { rows, told };
}

const first = (name: string) => (name === NO_RULE ? '\uffff' : name);
const byGroup = (by: LessonGrouping) => (a: Reflection, b: Reflection) => {
  const [one, other] = [first(VALUES[by](a)), first(VALUES[by](b))];
  return one < other ? -1 : one > other ? 1 : 0;
};

describe('a list of lessons in groups', () => {
  for (const groupBy of GROUPINGS) {
    it(`by ${groupBy} is walked through exactly once, each group whole and with its true count`, async () => {
      verifies('C-12');
      await fc.assert(
        fc.asyncProperty(filters, fc.integer({ min: 3, max: 60 }), async (filter, limit) => {
          const listed = everything.filter((lesson) => matches(lesson, filter));
          const expected = listed.toSorted(byGroup(groupBy));
          const { rows, told } = await walk(filter, groupBy, limit);
          expect(rows).toEqual(expected.map((lesson) => ({ id: lesson.id, group: VALUES[groupBy](lesson) })));
          for (const { value, label = value, count } of told) {
            expect(count).toBe(listed.filter((lesson) => VALUES[groupBy](lesson) === label).length);
          }
        }),
        { numRuns: 30, seed: 8 },
      );
    });
  }

  it('refuses the cursor of a list that is grouped otherwise', async () => {
    const { nextCursor } = await test.call('reflection.list', { groupBy: 'project', limit: 1 });
    for (const groupBy of [undefined, 'source'] as const) {
      const refused = await test.fail('reflection.list', { groupBy, limit: 1, cursor: nextCursor ?? '' });
      expect(refused).toMatchObject({ code: 'invalid_input' });
    }
  });
});

describe('a list in groups that is decided while it is read', () => {
  let other: TestCore;
  beforeAll(async () => {
    other = new TestCore();
    const folder = join(other.folder, 'projects');
    mkdirSync(join(folder, 'shop'), { recursive: true });
    mended().write(folder, 'shop/session-1.jsonl');
    await other.ended((await other.call('import.history', { path: folder })).job.id);
    for (const projectId of ['a', 'b', 'c']) {
      for (let n = 0; n < 2; n++) await other.store({ projectId, state: 'draft', taskDescription: `${projectId}${n}` });
    }
  });
  afterAll(() => other.remove());

  const page = (cursor?: string) =>
    other.call('reflection.list', {
      state: 'draft',
      projectId: ['a', 'renamed', 'b', 'c'],
      groupBy: 'project',
      limit: 2,
      cursor,
    });
  const tasks = ({ items }: OutputOf<'reflection.list'>) => items.map(({ taskDescription }) => taskDescription);

  it('goes on behind the group that is gone, and neither skips nor repeats', async () => {
    verifies('C-12');
    const one = await page();
    expect(tasks(one)).toEqual(['a1', 'a0']);
    for (const { id } of one.items) await other.call('reflection.setState', { id, state: 'accepted' });
    // Its name, by which groups are ordered, is another one now.
    await other.call('project.rename', { id: one.items[0]?.projectId ?? '', name: 'renamed' });
    const two = await page(one.nextCursor ?? '');
    expect(tasks(two)).toEqual(['b1', 'b0']);
    const three = await page(two.nextCursor ?? '');
    expect(tasks(three)).toEqual(['c1', 'c0']);
    expect(three.nextCursor).toBeNull();
  });

  it('has what no rule found in a group of its own, which the filter of that name changes as one', async () => {
    verifies('C-12');
    const drafts = { state: 'draft' as const };
    const { groups } = await other.call('reflection.list', { ...drafts, groupBy: 'rule' });
    expect(groups?.map(({ value, count }) => [value, count])).toEqual([
      ['fail_then_pass', 1],
      ['', 4],
    ]);
    const without = { ...drafts, rule: '' };
    for (const sort of ['newest', 'confidence'] as const) {
      expect((await other.call('reflection.list', { ...without, sort })).items).toHaveLength(4);
    }
    const { facets } = await other.call('reflection.facets', without);
    expect(facets.rule.values).toContainEqual({ value: '', count: 4 });
    const asked = { selection: { filters: without }, change: { kind: 'state' as const, state: 'rejected' as const } };
    expect((await other.call('reflection.previewMany', asked)).changes).toBe(4);
  });

  it('takes a name that no filter takes for none of a rule, so that every group has a filter and every page a next one', async () => {
    verifies('C-12');
    const drafts = { state: 'draft' as const, projectId: 'long' };
    for (const rule of ['r'.repeat(256), 'r'.repeat(257), '\u00e9'.repeat(400), ' ']) {
      const kept = { projectId: 'long', state: 'draft' as const, taskDescription: `${rule.length}` };
      await other.store({ ...kept, extra: { rule, ruleVersion: 1 } });
    }
    const by = { ...drafts, groupBy: 'rule' as const, limit: 1 };
    const counts = new Map<string, number>();
    for (let cursor: string | undefined, more = true; more; ) {
      const { groups = [], nextCursor } = await other.call('reflection.list', { ...by, cursor });
      for (const { value, count } of groups) counts.set(value, count);
      cursor = nextCursor ?? undefined;
      more = nextCursor !== null;
    }
    expect([...counts]).toEqual([
      ['r'.repeat(256), 1],
      ['', 3],
    ]);
    for (const [rule, count] of counts) {
      for (const sort of ['newest', 'confidence'] as const) {
        expect((await other.call('reflection.list', { ...drafts, rule, sort })).items).toHaveLength(count);
      }
    }
  });
});
