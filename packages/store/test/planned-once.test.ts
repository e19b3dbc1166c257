import { beforeAll, expect, it } from 'vitest';
import {
  closeStore,
  connection,
  findOldestReflections,
  findReflectionIds,
  findReflections,
  type ReflectionFilter,
  type WritableDb,
} from '../src/index.ts';
import { freshPaths, open, removeFolders } from './harness.ts';
import { furnishedMemory } from './plans-on.ts';

const memory = furnishedMemory();
let db: WritableDb;
beforeAll(() => {
  db = memory();
});

/** Filters of lessons with one value each, as most are asked for. */
const FILTERS: Partial<ReflectionFilter> = {
  projectIds: ['p'],
  sessionIds: ['s'],
  outcome: 'failure',
  kind: 'note',
  failureCategory: 'logic_error',
  agent: 'claude-code',
  sourceId: 'x',
  state: 'draft',
  pinned: true,
  entityId: 'e',
  since: '2026-01-01T00:00:00.000Z',
};

/** All sets of up to three filters, in and out of the bin. */
function filters(): ReflectionFilter[] {
  const names = Object.keys(FILTERS) as (keyof typeof FILTERS)[];
  const sets = names.flatMap((one, at) => [
    [one],
    ...names
      .slice(at + 1)
      .flatMap((two, next) => [[one, two], ...names.slice(at + next + 2).map((three) => [one, two, three])]),
  ]);
  return sets.flatMap((set) =>
    (['exclude', 'only'] as const).map((deleted) => ({
      ...Object.fromEntries(set.map((name) => [name, FILTERS[name]])),
      deleted,
    })),
  );
}

/** The statements that a call runs on a memory without prepared ones, with the values that they bind. */
function ranBy(call: (fresh: WritableDb) => unknown): { sql: string; values: unknown[] }[] {
  const fresh = open(freshPaths());
  const raw = connection(fresh);
  const ran: { sql: string; values: unknown[] }[] = [];
  const prepare = raw.prepare.bind(raw);
  raw.prepare = ((sql: string) => {
    const statement = prepare(sql);
    for (const method of ['all', 'get', 'iterate'] as const) {
      const run = statement[method].bind(statement) as (values: unknown) => unknown;
      Object.assign(statement, {
        [method](values: unknown[] = []) {
          ran.push({ sql, values });
          return run(values);
        },
      });
    }
    return statement;
  }) as typeof raw.prepare;
  call(fresh);
  closeStore(fresh);
  removeFolders();
  return ran;
}

/** The plan of a statement for these values. */
const planOf = (sql: string, values: unknown[]) =>
  (connection(db).prepare(`EXPLAIN QUERY PLAN ${sql}`).all(values) as { detail: string }[]).map(({ detail }) => detail);

const READS = { findReflections, findOldestReflections, findReflectionIds };

it.each(Object.entries(READS))('no plan of %s is lost by hiding values from the planner', (_name, read) => {
  const ran = ranBy((fresh) => {
    for (const filter of filters()) read(fresh, filter, 50);
  }).filter(({ sql }) => sql.includes('+?'));
  expect(ran.length).toBeGreaterThan(400);
  const lost = ran.filter(({ sql, values }) => {
    const told = planOf(sql.replaceAll('+?', '?'), values);
    return JSON.stringify(planOf(sql, values)) !== JSON.stringify(told);
  });
  expect(lost).toEqual([]);
});
