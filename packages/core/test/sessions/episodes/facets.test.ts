import { EPISODE_FACETS, EPISODE_PARTS, type Episode, type EpisodeFacetName, type InputOf } from '@twicewise/contract';
import { connection, openReader } from '@twicewise/store';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentIn, person, seeded, TestCore } from '../../harness.ts';

type Filter = Omit<InputOf<'episode.facets'>, 'unrecorded'>;

let test: TestCore;
const everything: Episode[] = [];
/** Our ids of sessions that have an attempt outside the bin. */
const attempted = new Set<string>();

const OUTCOMES = ['success', 'partial', 'failure', 'unknown'] as const;
const SOURCES = ['measured', 'reported', 'defaulted', 'corrected'] as const;
const CALLERS = [person, agentIn(null), agentIn(null, { author: { kind: 'agent', name: 'codex' } })];

/** Records two attempts in the session of an episode, of which none, one or both are put in the bin. */
async function attemptIn({ sessionId, projectId }: Episode, random: () => number): Promise<void> {
  for (const task of ['one', 'two']) {
    const { attempt } = await test.call('attempt.record', { projectId, sessionId, task, outcome: 'failure' });
    if (random() < 0.5) await test.call('attempt.delete', { id: attempt.id });
    else attempted.add(sessionId);
  }
}

/** Stores episodes that differ in everything that filters use. */
async function furnish(): Promise<void> {
  const random = seeded(3);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  for (let n = 0; n < 120; n++) {
    test.now += 1000;
    const by = pick(CALLERS);
    const sources = ['measured', 'reported', 'defaulted'] as const;
    const events = ['error', 'test', 'commit', 'milestone'].filter(() => random() < 0.4);
    const { episode } = await test.call(
      'episode.store',
      {
        projectId: `p${n % 3}`,
        sessionId: `s${n}`,
        task: `task ${n % 4}`,
        outcome: pick(OUTCOMES),
        // An agent cannot claim that an outcome was measured.
        outcomeSource: pick(by === person ? sources : sources.slice(1)),
        occurredAt: random() < 0.2 ? null : new Date(Date.UTC(2025, Math.floor(random() * 8), 10)).toISOString(),
        decisions: random() < 0.5 ? [{ chosen: pick(['Use Redis', 'Use Postgres']) }] : [],
        events: events.map((type, index) => ({
          type,
          content: `${type} of ${n}`,
          ...(index > 0 && n % 3 !== 0 && random() < 0.5 ? { causedBy: ['e001'] } : {}),
        })),
        lessons: random() < 0.3 ? ['Look first'] : [],
        // Order in time, which is no cause.
        links: events.length > 1 && n % 3 === 0 ? [{ from: 'e001', to: 'e002', relation: 'precedes' }] : [],
      },
      by,
    );
    if (random() < 0.2) await test.call('episode.update', { id: episode.id, changes: { outcome: pick(OUTCOMES) } });
    if (random() < 0.15) await test.call('episode.delete', { id: episode.id });
    if (random() < 0.4) await attemptIn(episode, random);
    everything.push((await test.call('episode.get', { id: episode.id })).episode);
  }
}

beforeAll(async () => {
  test = new TestCore();
  await furnish();
});
afterAll(() => test.remove());

const authorOf = ({ author }: Episode) => (author.kind === 'person' ? 'person' : `${author.kind}:${author.name}`);
const monthOf = (episode: Episode) => (episode.occurredAt ?? episode.createdAt).slice(0, 7);
const partsOf = ({ sessionId, decisions, events, links, lessons }: Episode) =>
  EPISODE_PARTS.filter((part) => {
    if (part === 'decisions') return decisions.length;
    if (part === 'links') return links.some(({ relation }) => relation !== 'precedes');
    if (part === 'lessons') return lessons.length;
    if (part === 'attempts') return attempted.has(sessionId);
    return events.filter(({ type }) => `${type}s` === part).length;
  });

const among = (wanted: unknown, value: string) => wanted === undefined || [wanted].flat().includes(value);

/** The meaning of the filters, implemented a second time in the simplest form. */
function matches(episode: Episode, filter: Filter): boolean {
  const at = episode.occurredAt ?? episode.createdAt;
  const done = episode.events.flatMap(({ type, content }) => [type, content]);
  const chosen = episode.decisions.map((decision) => decision.chosen);
  const said = [episode.task, ...chosen, ...done, ...episode.lessons].join('\n').toLowerCase();
  return (
    (filter.deleted === 'only') === (episode.deletedAt !== null) &&
    among(filter.projectId, episode.projectName) &&
    among(filter.sessionId, episode.sessionNativeId ?? '') &&
    among(filter.outcome, episode.outcome) &&
    among(filter.outcomeSource, episode.outcomeSource) &&
    among(filter.author, authorOf(episode)) &&
    among(filter.month, monthOf(episode)) &&
    (filter.has ?? []).every((part) => partsOf(episode).includes(part)) &&
    (filter.since === undefined || at >= new Date(filter.since).toISOString()) &&
    (filter.until === undefined || at < new Date(filter.until).toISOString()) &&
    (filter.text ?? '').split(' ').every((word) => said.includes(word.toLowerCase()))
  );
}

/** The values of an episode for a facet, and the filters that belong to the facet. */
const MEANING: Record<EpisodeFacetName, [valuesOf: (episode: Episode) => string[], own: (keyof Filter)[]]> = {
  project: [(episode) => [episode.projectName], ['projectId']],
  outcome: [(episode) => [episode.outcome], ['outcome']],
  outcomeSource: [(episode) => [episode.outcomeSource], ['outcomeSource']],
  has: [partsOf, []],
  author: [(episode) => [authorOf(episode)], ['author']],
  happened: [(episode) => [monthOf(episode)], ['month', 'since', 'until']],
};

function expected(filter: Filter, name: EpisodeFacetName): Record<string, number> {
  const [valuesOf, own] = MEANING[name];
  const others = Object.fromEntries(Object.entries(filter).filter(([key]) => !own.includes(key as keyof Filter)));
  const counts: Record<string, number> = {};
  for (const episode of everything.filter((one) => matches(one, others as Filter))) {
    for (const value of valuesOf(episode)) counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}

const oneOrMany = <T>(values: readonly T[]) =>
  fc.oneof(fc.constantFrom(...values), fc.subarray([...values], { minLength: 1 }));
const instant = fc.integer({ min: 0, max: 300 }).map((day) => new Date(Date.UTC(2025, 0, 1 + day)).toISOString());
const FIELDS = {
  projectId: fc.constantFrom('p0', 'p1', 'nowhere'),
  sessionId: oneOrMany(['s1', 's50', 's51', 'never']),
  outcome: oneOrMany(OUTCOMES),
  outcomeSource: oneOrMany(SOURCES),
  has: fc.subarray([...EPISODE_PARTS]),
  author: oneOrMany(['person', 'agent:codex', 'agent:test agent', 'importer:none']),
  since: instant,
  until: instant,
  month: oneOrMany(['2025-02', '2025-05', '2026-03']),
  text: fc.constantFrom('redis', 'use POSTGRES', 'task 3', 'look', ''),
  deleted: fc.constantFrom('exclude', 'only'),
} satisfies { [Field in keyof Filter]: fc.Arbitrary<Filter[Field]> };
/** Of at most three fields: more of them together match nothing, and then nothing is shown. */
const filters = fc
  .subarray(Object.keys(FIELDS) as (keyof typeof FIELDS)[], { maxLength: 3 })
  .chain((fields) =>
    fc.record(Object.fromEntries(fields.map((field) => [field, FIELDS[field]]))),
  ) as fc.Arbitrary<Filter>;

describe('facets of episodes', () => {
  it('are judged by filters of which most find something', () => {
    const found = fc
      .sample(filters, { numRuns: 150, seed: 5 })
      .map((filter) => everything.some((one) => matches(one, filter)));
    expect(found.filter(Boolean).length).toBeGreaterThan(75);
  });

  it('count exactly, each with all filters but its own, as lists with the same filters do', async () => {
    verifies('C-11');
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const { total, facets } = await test.call('episode.facets', filter);
        const listed = await test.call('episode.list', { ...filter, limit: 100 });
        const { nextCursor: cursor } = listed;
        if (cursor) listed.items.push(...(await test.call('episode.list', { ...filter, limit: 100, cursor })).items);
        const meant = everything.filter((episode) => matches(episode, filter));
        expect(listed.items.map(({ id }) => id).sort()).toEqual(meant.map(({ id }) => id).sort());
        expect([total, listed.total]).toEqual([meant.length, meant.length]);
        for (const name of EPISODE_FACETS) {
          const counted = facets[name].values.filter(({ count }) => count > 0);
          const found = Object.fromEntries(counted.map(({ value, label, count }) => [label ?? value, count]));
          expect([name, found]).toEqual([name, expected(filter, name)]);
        }
      }),
      { numRuns: 150, seed: 5 },
    );
  });

  it('are judged by a second opinion that can differ: a facet counted with its own filter is noticed', () => {
    const filter: Filter = { outcome: 'failure' };
    expect(new Set(everything.filter((one) => matches(one, filter)).map(({ outcome }) => outcome)).size).toBe(1);
    expect(Object.keys(expected(filter, 'outcome')).length).toBeGreaterThan(1);
  });

  it('put the most frequent first, months the newest first, and keep what is chosen in sight', async () => {
    const { facets } = await test.call('episode.facets', { author: 'agent:nobody', month: '2030-01' });
    expect(facets.author.values).toContainEqual({ value: 'agent:nobody', count: 0 });
    expect(facets.happened.values).toContainEqual({ value: '2030-01', count: 0 });
    const { facets: all } = await test.call('episode.facets', {});
    const counts = all.has.values.map(({ count }) => count);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    const months = all.happened.values.map(({ value }) => value);
    expect(months).toEqual(months.toSorted().reverse());
  });

  it('read no episode from the file, however many there are', async () => {
    verifies('C-11');
    await test.call('episode.facets', {});
    const reader = openReader(test.paths.database);
    const methods = Object.getPrototypeOf(connection(reader).prepare('SELECT 1'));
    const kept = { all: methods.all, get: methods.get };
    const read: string[] = [];
    let rows = 0;
    for (const name of ['all', 'get'] as const) {
      methods[name] = function (this: { source: string }, ...given: unknown[]) {
        const answer = kept[name].apply(this, given);
        read.push(this.source);
        rows += Array.isArray(answer) ? answer.length : 1;
        return answer;
      };
    }
    try {
      const { total } = await test.call('episode.facets', { has: ['decisions'], projectId: 'p1' });
      expect(total).toBeGreaterThan(5);
    } finally {
      Object.assign(methods, kept);
      connection(reader).close();
    }
    expect(read.length).toBeGreaterThan(0);
    expect(read.filter((sql) => /FROM episode/.test(sql))).toEqual([]);
    // Three projects by name, and the one that was asked for.
    expect(rows).toBeLessThanOrEqual(8);
  });

  it('follow every change at once, the bin and a merge of projects too', async () => {
    const other = new TestCore();
    const { episode } = await other.call('episode.store', { projectId: 'a', sessionId: 's', task: 'One' });
    const count = async (name: EpisodeFacetName) =>
      (await other.call('episode.facets', {})).facets[name].values.map(({ value, label, count: n }) => [
        label ?? value,
        n,
      ]);
    expect(await count('has')).toEqual([]);
    const changes = { events: [{ id: 'e001', type: 'error', content: 'It broke' }] };
    await other.call('episode.update', { id: episode.id, changes });
    expect(await count('has')).toEqual([['errors', 1]]);
    await other.call('episode.store', { projectId: 'b', sessionId: 't', task: 'Two' });
    await other.call('project.merge', { from: 'a', into: 'b' });
    expect(await count('project')).toEqual([['b', 2]]);
    await other.call('episode.delete', { id: episode.id });
    expect((await other.call('episode.facets', {})).total).toBe(1);
    expect((await other.call('episode.facets', { deleted: 'only' })).total).toBe(1);
    await other.remove();
  });

  it('follow attempts: recorded, in the bin, undone, done again, and merged', async () => {
    verifies('C-11');
    const other = new TestCore();
    const { episode } = await other.call('episode.store', { projectId: 'a', sessionId: 's', task: 'One' });
    const { sessionId } = episode;
    const counted = async () => {
      const { total } = await other.call('episode.list', { has: ['attempts'] });
      const { facets } = await other.call('episode.facets', {});
      expect(facets.has.values).toEqual(total === 0 ? [] : [{ value: 'attempts', count: total }]);
      return total;
    };
    const record = (fields: { projectId: string; sessionId?: string }) =>
      other.call('attempt.record', { task: 'One', outcome: 'failure', ...fields });
    await record({ projectId: 'a' });
    expect(await counted()).toBe(0);
    const { attempt, operationId } = await record({ projectId: 'a', sessionId });
    expect(await counted()).toBe(1);
    await other.call('operation.undo', { operationId });
    expect(await counted()).toBe(0);
    await other.call('operation.redo', { operationId });
    expect(await counted()).toBe(1);
    await other.call('attempt.delete', { id: attempt.id });
    expect(await counted()).toBe(0);
    await other.call('attempt.restore', { id: attempt.id });
    await record({ projectId: 'a', sessionId });
    expect(await counted()).toBe(1);
    await other.call('episode.store', { projectId: 'b', sessionId: 't', task: 'Two' });
    await other.call('project.merge', { from: 'a', into: 'b' });
    expect(await counted()).toBe(1);
    await other.remove();
  });

  it('refuse filters that do not exist, with the field named', async () => {
    for (const [input, word] of [
      [{ month: '2026-13' }, 'month'],
      [{ author: 'me' }, 'author'],
      [{ has: ['luck'] }, 'has'],
      [{ limit: 5 }, 'limit'],
    ] as const) {
      const failure = await test.fail('episode.facets', input as never);
      expect(failure.code).toBe('invalid_input');
      expect(failure.message).toContain(word);
    }
  });
});
