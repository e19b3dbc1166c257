import type { Fact, Results, Row } from './results.ts';
import type { SideName } from './sides.ts';
import { type Aim, type Judged, judge, ratio } from './statistics.ts';

/** The aims of the bench. */
export const AIMS = {
  oneClient: { name: 'one client: latency of a store, ours / plain', limit: 1.5, direction: 'at most', unit: '×' },
  manyClients: { name: '32 clients: stores per second, ours / plain', limit: 3, direction: 'at least', unit: '×' },
  storeP99: { name: 'store of another client during the import, p99', limit: 50, direction: 'at most', unit: 'ms' },
  readP99: { name: 'read of another client during the import, p99', limit: 50, direction: 'at most', unit: 'ms' },
  importTime: { name: 'import of 100,000 lessons', limit: 30, direction: 'at most', unit: 's' },
  secondStart: { name: 'second start until ready', limit: 3, direction: 'at most', unit: 's' },
  search: { name: 'latency of a search at 100,000 lessons, ours / plain', limit: 0.5, direction: 'at most', unit: '×' },
  searchP95: { name: 'search with 50,000 lessons or more, p95', limit: 25, direction: 'at most', unit: 'ms' },
  briefP95: { name: 'brief, p95', limit: 50, direction: 'at most', unit: 'ms' },
  burst: { name: '20 stores at once from each of 2 clients, stored', limit: 40, direction: 'at least', unit: 'of 40' },
} as const satisfies Record<string, Aim>;

/** Names of the facts that aims check. */
export const FACTS = {
  importTime: 'import through the running host',
  storeP99: 'store during import, p99',
  readP99: 'read during import, p99',
  secondStart: 'second start until ready',
  burst: '20 stores at once from each of 2 clients: stored',
} as const;

const IMPORT_SIZE = 100_000;

function where({ size, door }: Row): string {
  return `${door}, ${size.toLocaleString('en')} lessons`;
}

function ofRows(rows: readonly Row[]): Judged[] {
  return rows.flatMap((row) => {
    const { ours, plain } = row.sides;
    if (row.operation !== 'store') return [];
    const latency = row.clients === 1 ? ratio(ours?.p50, plain?.p50) : null;
    const throughput = row.clients === 32 ? ratio(ours?.perSecond, plain?.perSecond) : null;
    return [
      ...(latency === null ? [] : [judge(named(AIMS.oneClient, where(row)), latency)]),
      ...(throughput === null ? [] : [judge(named(AIMS.manyClients, where(row)), throughput)]),
    ];
  });
}

/** Aims of reading (issue "Reading is the default", section F). */
function ofReading(rows: readonly Row[]): Judged[] {
  return rows.flatMap((row) => {
    const { ours, plain } = row.sides;
    const place = `${row.operation}, ${where(row)}`;
    if (row.operation.startsWith('brief') && ours) return [judge(named(AIMS.briefP95, place), ours.p95)];
    if (!row.operation.startsWith('search') || !ours) return [];
    const latency = row.size >= 100_000 ? ratio(ours.p50, plain?.p50) : null;
    return [
      ...(latency === null ? [] : [judge(named(AIMS.search, place), latency)]),
      ...(row.size >= 50_000 ? [judge(named(AIMS.searchP95, place), ours.p95)] : []),
    ];
  });
}

function named(aim: Aim, place: string): Aim {
  return { ...aim, name: `${aim.name} (${place})` };
}

function ofFact(facts: readonly Fact[], name: string, aim: Aim, scale = 1): Judged[] {
  return facts
    .filter((fact) => fact.name.startsWith(name))
    .flatMap(({ sides, name: full }) => {
      const value = sides.ours;
      return value === undefined
        ? []
        : [judge({ ...aim, name: `${aim.name}${full.slice(name.length)}` }, value * scale)];
    });
}

/** Judges every aim for which this run has numbers. An import of fewer lessons is judged as if its speed stayed the same. */
export function judgeAll({ rows, facts }: Pick<Results, 'rows' | 'facts'>, imported: number): Judged[] {
  return [
    ...ofRows(rows),
    ...ofReading(rows),
    ...ofFact(facts, FACTS.storeP99, AIMS.storeP99),
    ...ofFact(facts, FACTS.readP99, AIMS.readP99),
    ...ofFact(facts, FACTS.importTime, AIMS.importTime, IMPORT_SIZE / imported),
    ...ofFact(facts, FACTS.secondStart, AIMS.secondStart),
    ...ofFact(facts, FACTS.burst, AIMS.burst),
  ];
}

/** Repeated numbers per side, from which a fact is made. */
export type PerSide = Partial<Record<SideName, number>>;
