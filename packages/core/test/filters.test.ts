import type { InputOf, Reflection } from '@twicewise/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentIn, seeded, TestCore } from './harness.ts';

type Filter = InputOf<'reflection.list'>;

const OUTCOMES = ['success', 'partial', 'failure', 'unknown'] as const;
const STATES = ['draft', 'accepted', 'rejected', 'superseded', 'archived', 'quarantined'] as const;
const KINDS = ['lesson', 'decision', 'note'] as const;
const CATEGORIES = ['logic_error', 'edge_case_miss', 'other'] as const;
const TAGS = ['auth', 'test', 'ü'] as const;
const TEXTS = ['fresh new\nline', '100% sure', 'under_score', 'back\\slash', 'Ünïcode \u{1f600}'] as const;

let test: TestCore;
let everything: Reflection[] = [];

beforeAll(async () => {
  test = new TestCore();
  const random = seeded(7);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  for (let n = 0; n < 160; n++) {
    test.now += Math.floor(random() * 3) * 3_600_000;
    const lesson = await test.store(
      {
        projectId: `p${n % 3}`,
        sessionId: `s${n % 5}`,
        outcome: pick(OUTCOMES),
        kind: pick(KINDS),
        failureCategory: random() < 0.5 ? pick(CATEGORIES) : null,
        confidence: random() < 0.3 ? null : Math.round(random() * 10) / 10,
        tags: TAGS.filter(() => random() < 0.4),
        relatedEntityIds: random() < 0.3 ? ['src/a.ts', `src/${n % 4}.ts`] : [],
        taskDescription: `task ${n % 4}`,
        whatWorked: random() < 0.5 ? [pick(TEXTS)] : [],
        text: random() < 0.3 ? pick(TEXTS) : '',
        agent: random() < 0.5 ? `agent ${n % 2}` : null,
      },
      random() < 0.5 ? agentIn('/work/x') : undefined,
    );
    if (random() < 0.4) await test.call('reflection.setState', { id: lesson.id, state: pick(STATES) });
    if (random() < 0.2) await test.call('reflection.pin', { id: lesson.id });
    if (random() < 0.15) await test.call('reflection.delete', { id: lesson.id });
  }
  const live = await test.call('reflection.list', { state: [...STATES], limit: 500 });
  const deleted = await test.call('reflection.list', { state: [...STATES], deleted: 'only', limit: 500 });
  everything = [...live.items, ...deleted.items].sort((a, b) =>
    a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : b.seq - a.seq,
  );
});
afterAll(() => test.remove());

const among = <T>(wanted: T | readonly T[] | undefined, value: unknown) =>
  wanted === undefined || [wanted].flat().includes(value as never);

function says(lesson: Reflection, word: string): boolean {
  const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const places = [
    lesson.taskDescription,
    lesson.text,
    lesson.nextStrategy,
    lesson.rootCause ?? '',
    lesson.causalReasoning ?? '',
    ...lesson.whatWorked,
    ...lesson.whatDidNotWork,
    ...lesson.tags,
    ...lesson.relatedEntityIds,
  ];
  return places.some((place) => lower(place).includes(lower(word)));
}

/** What the filters mean, said a second time in the plainest way. */
function matches(lesson: Reflection, filter: Filter): boolean {
  return (
    (filter.deleted === 'only') === (lesson.deletedAt !== null) &&
    among(filter.projectId, lesson.projectName) &&
    among(filter.sessionId, lesson.sessionNativeId) &&
    among(filter.outcome, lesson.outcome) &&
    (filter.state === undefined ? lesson.state !== 'rejected' : among(filter.state, lesson.state)) &&
    among(filter.kind, lesson.kind) &&
    among(filter.failureCategory, lesson.failureCategory) &&
    among(filter.agent, lesson.agent) &&
    (filter.tags ?? []).every((tag) => lesson.tags.includes(tag)) &&
    (filter.minConfidence === undefined || (lesson.confidence !== null && lesson.confidence >= filter.minConfidence)) &&
    (filter.entityId === undefined || lesson.relatedEntityIds.includes(filter.entityId)) &&
    (filter.since === undefined || lesson.createdAt >= filter.since) &&
    (filter.until === undefined || lesson.createdAt < filter.until) &&
    (filter.pinned === undefined || lesson.pinned === filter.pinned) &&
    (filter.text ?? '')
      .split(/\s+/)
      .filter(Boolean)
      .every((word) => says(lesson, word))
  );
}

const oneOrMany = <T>(values: readonly T[]) =>
  fc.oneof(fc.constantFrom(...values), fc.subarray([...values], { minLength: 1 }));
const instantNear = fc
  .integer({ min: 0, max: 200 })
  .map((hours) => new Date(Date.parse('2026-03-01T12:00:00Z') + hours * 3_600_000).toISOString());

const filters: fc.Arbitrary<Filter> = fc.record(
  {
    projectId: oneOrMany(['p0', 'p1', 'p2', 'nowhere']),
    sessionId: oneOrMany(['s0', 's1', 's4', 'never']),
    outcome: oneOrMany(OUTCOMES),
    state: oneOrMany(STATES),
    kind: oneOrMany(KINDS),
    failureCategory: oneOrMany(CATEGORIES),
    agent: oneOrMany(['agent 0', 'agent 1', 'test agent', 'none']),
    tags: fc.subarray([...TAGS]),
    minConfidence: fc.constantFrom(0, 0.3, 0.9, 1),
    entityId: fc.constantFrom('src/a.ts', 'src/1.ts', 'src/x.ts'),
    since: instantNear,
    until: instantNear,
    pinned: fc.boolean(),
    text: fc.constantFrom(
      'new',
      'nnew',
      'NEW line',
      '100%',
      'under_score',
      'r_s',
      'back\\slash',
      'Ünïcode',
      '\u{1f600}',
      'task 3',
      '%',
      '',
    ),
    deleted: fc.constantFrom('exclude', 'only'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Filter>;

const idsOf = (items: readonly { id: string }[]) => items.map((item) => item.id);

describe('the filters of a list', () => {
  it('combine: exactly the lessons for which all of them hold, newest first (S0-23, S0-24, S0-26, S3-43)', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const page = await test.call('reflection.list', { ...filter, limit: 500, withTotal: true });
        const expected = everything.filter((lesson) => matches(lesson, filter));
        expect(idsOf(page.items)).toEqual(idsOf(expected));
        expect(page.total).toBe(expected.length);
      }),
      { numRuns: 300, seed: 3 },
    );
  });

  it('only ever remove: a filter more gives a part of the same list', async () => {
    await fc.assert(
      fc.asyncProperty(filters, filters, async (one, more) => {
        // state and deleted replace a default instead of adding a condition.
        const { state: _state, deleted: _deleted, ...added } = more;
        const wide = await test.call('reflection.list', { ...one, limit: 500 });
        const both = { ...added, ...one };
        const narrow = await test.call('reflection.list', { ...both, limit: 500 });
        const known = new Set(idsOf(wide.items));
        expect(narrow.items.every((item) => known.has(item.id))).toBe(true);
      }),
      { numRuns: 100, seed: 4 },
    );
  });

  it('are judged by a second opinion that can differ: a wrong one is noticed', () => {
    const wrong = everything.filter((lesson) => matches(lesson, { tags: ['auth'] }) !== matches(lesson, {}));
    expect(wrong.length).toBeGreaterThan(0);
  });

  it('find one failure category or several (S3-43)', async () => {
    const total = async (failureCategory: Filter['failureCategory']) =>
      (await test.call('reflection.list', { failureCategory, withTotal: true })).total ?? 0;
    const [logic, edge] = [await total('logic_error'), await total('edge_case_miss')];
    expect(logic).toBeGreaterThan(0);
    expect(await total(['logic_error', 'edge_case_miss'])).toBe(logic + edge);
  });

  it('walk through everything exactly once by cursor, in pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 60 }), async (filter, limit) => {
        const seen: string[] = [];
        let cursor: string | null | undefined;
        while (cursor !== null) {
          const page = await test.call('reflection.list', {
            ...filter,
            limit,
            ...(cursor === undefined ? {} : { cursor }),
          });
          seen.push(...idsOf(page.items));
          cursor = page.nextCursor;
        }
        expect(seen).toEqual(idsOf(everything.filter((lesson) => matches(lesson, filter))));
      }),
      { numRuns: 40, seed: 5 },
    );
  });
});

describe('cursors', () => {
  it('visit what was there exactly once while lessons are added', async () => {
    const other = new TestCore();
    const ids: string[] = [];
    for (let n = 0; n < 40; n++) ids.push((await other.store({ taskDescription: `t${n}` })).id);
    const seen: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await other.call('reflection.list', { limit: 7, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...idsOf(page.items));
      cursor = page.nextCursor;
      other.now += 1;
      await other.store({ taskDescription: 'meanwhile' });
    }
    expect(seen).toEqual([...ids].reverse());
    await other.remove();
  });

  it('of another list, or made up, are refused', async () => {
    const operations = await test.call('operation.list', { limit: 1 });
    for (const cursor of [operations.nextCursor, 'x', '', Buffer.from('[{}, 1]').toString('base64url')]) {
      expect(await test.fail('reflection.list', { cursor })).toMatchObject({ code: 'invalid_input' });
    }
  });
});

describe('the text filter', () => {
  it('never finds a deleted lesson, nor one by words that it no longer says (B0-01)', async () => {
    const other = new TestCore();
    const old = await other.store({ text: 'zebra crossing' });
    await other.call('reflection.delete', { id: old.id });
    const edited = await other.store({ text: 'giraffe' });
    await other.call('reflection.update', { id: edited.id, changes: { text: 'lion' } });
    for (let n = 0; n < 25; n++) await other.store({ text: `filler ${n}` });
    const find = async (text: string) => idsOf((await other.call('reflection.list', { text })).items);
    expect(await find('zebra')).toEqual([]);
    expect(await find('giraffe')).toEqual([]);
    expect(await find('lion')).toEqual([edited.id]);
    const { operation } = await other.call('operation.undo', {
      operationId: (await other.call('operation.list', { entityId: old.id })).items[0]?.id ?? '',
    });
    expect(operation.kind).toBe('undo');
    expect(await find('zebra')).toEqual([old.id]);
    await other.remove();
  });

  it('reads what was written, not its JSON: a word after a line break is found as it is (B0-03)', async () => {
    const other = new TestCore();
    const { id } = await other.store({ whatWorked: ['restart\nnew shell'], tags: ['"quoted"'] });
    const find = async (text: string) => idsOf((await other.call('reflection.list', { text })).items);
    expect(await find('new')).toEqual([id]);
    expect(await find('nnew')).toEqual([]);
    expect(await find('\\n')).toEqual([]);
    expect(await find('"quoted"')).toEqual([id]);
    await other.remove();
  });
});
