import { createHash } from 'node:crypto';
import { answersHolding, type Binned, type BinPage, type BinPlace, type ReadableDb } from '@twicewise/store';
import type { InPieces } from '../runtime/in-turns.ts';
import type { Purgeable, PurgeableBin } from './purgeable.ts';

/** Records in the bin by id, or the whole bin. */
export type Which = { ids: string[] } | { bin: true };

/** Rows read before other work goes on. */
const PER_TURN = 500;

/** A bin, page by page. */
export function* pagesOf(after: PurgeableBin<string>['after'], db: () => ReadableDb): Generator<BinPage> {
  for (let place: BinPlace | null = null; ; ) {
    const page = after(db(), place, PER_TURN);
    yield page;
    if (page.length < PER_TURN) return;
    place = page.at(-1)?.place ?? null;
  }
}

/** The records that are in the bin. */
export function* binned(of: PurgeableBin<string>, which: Which, db: () => ReadableDb): InPieces<Binned[]> {
  if ('ids' in which) return of.named(db(), which.ids);
  const found: Binned[] = [];
  for (const page of pagesOf(of.after, db)) {
    found.push(...page);
    yield;
  }
  return found;
}

/** Stored answers to repeated requests that contain the records. */
export function* answersWith(ids: ReadonlySet<string>, db: () => ReadableDb): InPieces<number[]> {
  const rows: number[] = [];
  for (let from: number | null = 0; from !== null; yield) {
    const { found, after } = answersHolding(db(), ids, from, PER_TURN);
    rows.push(...found);
    from = after;
  }
  return rows;
}

/** Stands for records as they are. */
export function purgeDigest(records: readonly Binned[]): string {
  const hash = createHash('sha256');
  for (const { id, revision } of records) hash.update(`${id}:${revision};`);
  return hash.digest('base64url');
}

/** Numbers of rows by table. */
export type Counted<R extends string> = Record<R, number>;

/** Kept answers to requests and texts that agents were given: rows of other things that hold something of the records. */
interface Elsewhere {
  request_key: number;
  told_text: number;
}

/** All rows together. */
export function sum<R extends string>(
  { tables }: Purgeable<R>,
  all: readonly Counted<R>[],
  elsewhere: Elsewhere,
): Counted<R> & Elsewhere {
  const totals = tables.map((table): [R, number] => [table, all.reduce((n, rows) => n + rows[table], 0)]);
  return { ...(Object.fromEntries(totals) as Counted<R>), ...elsewhere };
}
