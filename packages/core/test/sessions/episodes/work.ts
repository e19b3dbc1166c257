import { closeStore, connection, openReader, type ReadableDb } from '@twicewise/store';

/** What the database did: number of statements and returned rows, and bytes of text in these rows and in bound values. */
export interface Work {
  statements: number;
  rows: number;
  bytes: number;
  /** Every statement that ran, listed once. */
  sql: Set<string>;
}

interface Statement {
  source: string;
  reader: boolean;
}
type Method = (this: Statement, ...parameters: unknown[]) => unknown;
type Methods = Record<'all' | 'get' | 'run' | 'iterate', Method>;

const textBytes = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return value !== null && typeof value === 'object'
    ? Object.values(value).reduce((sum: number, item) => sum + textBytes(item), 0)
    : 0;
};

/** Counts the work of all database connections in this process during `body`; nothing in core is replaced for it. */
export async function workOf(path: string, body: () => Promise<unknown>): Promise<Work> {
  const reader = openReader(path);
  const methods = Object.getPrototypeOf(connection(reader).prepare('SELECT 1')) as Methods;
  const kept: Methods = { all: methods.all, get: methods.get, run: methods.run, iterate: methods.iterate };
  const work: Work = { statements: 0, rows: 0, bytes: 0, sql: new Set() };
  const note = (statement: Statement, given: unknown[], rows: unknown[]) => {
    work.statements++;
    work.rows += rows.length;
    work.bytes += textBytes(given) + textBytes(rows);
    work.sql.add(statement.source);
  };
  const counted = (run: Method, rowsOf: (answer: unknown) => unknown[]): Method =>
    function (...given) {
      const answer = run.apply(this, given);
      note(this, given, rowsOf(answer));
      return answer;
    };
  methods.all = counted(kept.all, (answer) => answer as unknown[]);
  methods.get = counted(kept.get, (answer) => (answer === undefined ? [] : [answer]));
  methods.run = counted(kept.run, () => []);
  methods.iterate = function (...given) {
    const rows = [...(kept.iterate.apply(this, given) as Iterable<unknown>)];
    note(this, given, rows);
    return rows[Symbol.iterator]();
  };
  try {
    await body();
  } finally {
    Object.assign(methods, kept);
    closeStore(reader);
  }
  return work;
}

/** The lines of the query plans of these statements. */
export function planLines(path: string, sql: Iterable<string>): string[] {
  const reader: ReadableDb = openReader(path);
  try {
    return [...sql].filter(isQuery).flatMap((one) => {
      const names = new Set([...one.matchAll(/:([a-zA-Z_]+)/g)].map((match) => match[1] ?? ''));
      const statement = connection(reader).prepare(`EXPLAIN QUERY PLAN ${one}`);
      const bound = names.size > 0 ? [Object.fromEntries([...names].map((name) => [name, 1]))] : [];
      const places = (one.match(/\?/g) ?? []).map(() => 1);
      const plan = statement.all(...(bound.length > 0 ? bound : [places])) as { detail: string }[];
      return plan.map(({ detail }) => detail);
    });
  } finally {
    closeStore(reader);
  }
}

/** Tables that these statements read completely; reading only an index does not count. */
export function scansOf(path: string, sql: Iterable<string>): string[] {
  return planLines(path, sql).filter(
    (line) => /^SCAN/.test(line) && !/COVERING INDEX|json_each|json_tree|CONSTANT ROW/.test(line),
  );
}

const isQuery = (sql: string) => /^\s*(SELECT|UPDATE|DELETE)/i.test(sql);
