import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type InputOf, lessonsResult, resultOf } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestCore } from '../harness.ts';
import { planLines, scansOf, workOf } from '../sessions/episodes/work.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

interface Line {
  id: string;
  title: string;
  state?: string;
  createdAt?: string;
}

/** Imports lessons, and returns the result of the job. */
async function imported(name: string, lines: readonly Line[]) {
  const path = join(test.folder, name);
  writeFileSync(path, lines.map((line) => JSON.stringify({ outcome: 'failure', tags: [name], ...line })).join('\n'));
  const { job } = await test.call('import.lessons', { path, projectId: 'shop' });
  return resultOf('import', await test.ended(job.id));
}

const FIRST = [
  { id: 'a', title: 'Rotate the signing keys' },
  { id: 'b', title: 'Rotate the logs' },
];
/** One that is there already, one that is rejected, one that is new and older than all. */
const SECOND = [
  { id: 'b', title: 'Rotate the logs, in other words' },
  { id: 'c', title: 'Rotate the backups', createdAt: '2020-01-01T00:00:00Z' },
  { id: 'd', title: 'Rotate nothing', state: 'rejected' },
];

type Filters = InputOf<'reflection.facets'>;
const ANY_STATE: Filters = { state: ['draft', 'accepted', 'rejected'] };

const listed = async (filter: InputOf<'reflection.list'>) =>
  (await test.call('reflection.list', filter)).items.map(({ nativeId }) => nativeId).sort();

describe('the lessons of one import', () => {
  it('are those that came by it: what was there before belongs to the import that it came by (E-04)', async () => {
    verifies('E-04');
    const first = await imported('first.jsonl', FIRST);
    const second = await imported('second.jsonl', SECOND);
    expect([first.imported, second.imported, second.alreadyThere, second.rejected]).toEqual([2, 2, 1, 1]);
    const { sourceId } = second;
    expect(await listed({ sourceId, ...ANY_STATE })).toEqual(['c', 'd']);
    // A list leaves out what is rejected, as always; the result counts it.
    expect(await listed({ sourceId })).toEqual(['c']);
    expect(await listed({ sourceId: first.sourceId })).toEqual(['a', 'b']);
    expect(await listed({ sourceId: [first.sourceId ?? '', sourceId ?? ''] })).toEqual(['a', 'b', 'c']);
    expect((await test.call('source.get', { id: sourceId ?? '' })).source.reflections).toBe(second.imported);
  });

  it('stay the same in every order, by groups, and page by page', async () => {
    await imported('first.jsonl', FIRST);
    const many = Array.from({ length: 30 }, (_, n) => ({ id: `n${n}`, title: `lesson ${n}` }));
    const { sourceId } = await imported('many.jsonl', many);
    const expected = many.map(({ id }) => id).sort();
    const ways: InputOf<'reflection.list'>[] = [
      ...(['newest', 'oldest', 'updated', 'stored', 'confidence'] as const).map((sort) => ({ sort })),
      { groupBy: 'source' },
    ];
    for (const way of ways) {
      const seen: (string | null)[] = [];
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const at = cursor === undefined ? {} : { cursor };
        const page = await test.call('reflection.list', { ...way, ...at, sourceId, limit: 7, withTotal: true });
        expect(page.total).toBe(30);
        seen.push(...page.items.map(({ nativeId }) => nativeId));
        cursor = page.nextCursor;
      }
      expect(seen.sort()).toEqual(expected);
    }
  });

  it('are what a search finds among them, with words or without', async () => {
    await imported('first.jsonl', FIRST);
    const { sourceId } = await imported('second.jsonl', SECOND);
    const found = async (asked: InputOf<'reflection.search'>) =>
      (await test.call('reflection.search', { ...asked, minRelevance: 0, limit: 50 })).hits.map(
        ({ reflection }) => reflection.nativeId,
      );
    expect((await found({ taskDescription: 'rotate' })).sort()).toEqual(['a', 'b', 'c']);
    expect(await found({ taskDescription: 'rotate', sourceId })).toEqual(['c']);
    expect(await found({ sourceId })).toEqual(['c']);
    expect(await listed({ sourceId, text: 'rotate' })).toEqual(['c']);
  });

  it('are what facets count (C-01)', async () => {
    verifies('C-01');
    await imported('first.jsonl', FIRST);
    const { sourceId } = await imported('second.jsonl', SECOND);
    const { total, facets } = await test.call('reflection.facets', { sourceId });
    expect(total).toBe(1);
    expect(facets.tag.values).toEqual([{ value: 'second.jsonl', count: 1 }]);
    expect(facets.state.values).toEqual([
      { value: 'accepted', count: 1 },
      { value: 'rejected', count: 1 },
    ]);
  });

  it('are deleted and exported as one selection, and come back with one undo (C-03)', async () => {
    verifies('C-03');
    await imported('first.jsonl', FIRST);
    const { sourceId } = await imported('second.jsonl', SECOND);
    const selection = { filters: { sourceId, ...ANY_STATE } };
    const { counts } = await test.call('bundle.previewExport', { selection });
    expect(counts.find(({ kind }) => kind === 'reflection')).toEqual({ kind: 'reflection', count: 2 });
    const change = { kind: 'delete' as const };
    const { matches, digest } = await test.call('reflection.previewMany', { selection, change });
    expect(matches).toBe(2);
    const { operationId } = await test.call('reflection.changeMany', { selection, change, digest });
    expect(await listed(ANY_STATE)).toEqual(['a', 'b']);
    expect(await listed({ sourceId, ...ANY_STATE, deleted: 'only' })).toEqual(['c', 'd']);
    await test.call('operation.undo', { operationId: operationId ?? '' });
    expect(await listed({ sourceId, ...ANY_STATE })).toEqual(['c', 'd']);
  });

  it('are none where the file has nothing new, which the result says by naming no source', async () => {
    await imported('first.jsonl', FIRST);
    const again = await imported('first.jsonl', FIRST);
    expect(again).toMatchObject({ imported: 0, alreadyThere: 2 });
    expect(again).not.toHaveProperty('sourceId');
    expect(await listed({ sourceId: 'src_01ARZ3NDEKTSV4RRFFQ69G5FAV' })).toEqual([]);
    expect(await test.fail('reflection.list', { sourceId: 'first.jsonl' })).toMatchObject({ code: 'invalid_input' });
  });

  it('are read by an index: of thousands of others, no row', async () => {
    const { sourceId } = await imported('old.jsonl', [
      { id: 'x', title: 'old', createdAt: '2019-01-01T00:00:00Z' },
      { id: 'y', title: 'older', createdAt: '2018-01-01T00:00:00Z' },
    ]);
    await imported(
      'many.jsonl',
      Array.from({ length: 3000 }, (_, n) => ({ id: `n${n}`, title: `lesson ${n}` })),
    );
    const ask = async () => {
      expect(await listed({ sourceId, limit: 50, withTotal: true })).toEqual(['x', 'y']);
      expect((await test.call('reflection.search', { sourceId, limit: 50 })).hits).toHaveLength(2);
      expect((await test.call('reflection.facets', { sourceId })).total).toBe(2);
    };
    // The index in memory is built with the first question.
    await ask();
    const { rows, sql } = await workOf(test.paths.database, ask);
    expect(rows).toBeLessThan(40);
    const plans = planLines(test.paths.database, sql);
    expect(plans.join()).toContain('reflection_by_source');
    // These follow an order through the lessons of every import.
    expect(plans.filter((line) => /reflection_by_(?:time|project|session)/.test(line))).toEqual([]);
    expect(scansOf(test.paths.database, sql)).toEqual([]);
  });
});

it('a result from before it named its source is still one', () => {
  const before = {
    imported: 1,
    alreadyThere: 0,
    redacted: 0,
    projects: [],
    lines: 1,
    bad: 0,
    badLines: [],
    keptFields: {},
  };
  expect(lessonsResult.parse(before)).toEqual(before);
});
