import type { ParsedInputOf } from '@twicewise/contract';
import { type CursorKind, decodeCursor } from '@twicewise/store';

/** What lists of sessions are sorted by. */
export interface Sorted {
  seq: number;
  /** When the session took place, as far as known. */
  at: string;
  /** How well it answers the words of a search; null without one. */
  match: number | null;
  /** When it was deleted; null or absent outside the bin. */
  deletedAt?: string | null;
}

type Compare = (a: Sorted, b: Sorted) => number;

const byTime: Compare = (a, b) => (a.at === b.at ? b.seq - a.seq : a.at < b.at ? 1 : -1);
const byDeletion: Compare = (a, b) => {
  const [one, other] = [a.deletedAt ?? '', b.deletedAt ?? ''];
  return one === other ? byTime(a, b) : one < other ? 1 : -1;
};
const byMatch: Compare = (a, b) => (b.match ?? 0) - (a.match ?? 0) || byTime(a, b);

/** An order of a list that is sorted here, and not by the store. */
export interface SessionOrder {
  kind: CursorKind;
  compare: Compare;
  /** The sort key of a page's last session, for the cursor. */
  keyOf: (last: Sorted) => readonly (string | number)[];
  /** The rest of a list, which it sorts, after the cursor. */
  after: <T extends Sorted>(all: readonly T[], cursor: string | undefined) => T[];
}

function orderOf(kind: CursorKind, compare: Compare, keyOf: SessionOrder['keyOf'], place: (key: unknown[]) => Sorted) {
  const after = <T extends Sorted>(all: readonly T[], cursor: string | undefined): T[] => {
    const sorted = all.toSorted(compare);
    const key = decodeCursor(cursor, kind);
    return key === null ? sorted : sorted.filter((one) => compare(place(key), one) < 0);
  };
  return { kind, compare, keyOf, after };
}

/** The latest first. */
export function newestFirst(list: string): SessionOrder {
  const place = ([at, seq]: unknown[]) => ({ at: String(at), seq: Number(seq), match: null });
  return orderOf([list, 'text', 'number'], byTime, ({ at, seq }) => [at, seq], place);
}

/** The best matches first, the latest of equal ones first. */
export function bestFirst(list: string): SessionOrder {
  const place = ([match, at, seq]: unknown[]) => ({ match: Number(match), at: String(at), seq: Number(seq) });
  const keyOf = ({ match, at, seq }: Sorted) => [match ?? 0, at, seq];
  return orderOf([`${list} by match`, 'number', 'text', 'number'], byMatch, keyOf, place);
}

/** The last deleted first, the latest of those deleted at once. */
export function lastDeletedFirst(list: string): SessionOrder {
  const place = ([deletedAt, at, seq]: unknown[]) => ({
    deletedAt: String(deletedAt),
    at: String(at),
    seq: Number(seq),
    match: null,
  });
  const keyOf = ({ deletedAt, at, seq }: Sorted) => [deletedAt ?? '', at, seq];
  return orderOf([`${list} by deletion`, 'text', 'text', 'number'], byDeletion, keyOf, place);
}

/** The order in which a list comes: without words all match alike, and outside the bin nothing was deleted. */
export function orderAsked({
  order,
  text = '',
  deleted,
}: Pick<ParsedInputOf<'episode.list'>, 'order' | 'text' | 'deleted'>) {
  const has = { newest: true, best: text.trim() !== '', deleted: deleted === 'only' };
  return has[order] ? order : 'newest';
}
