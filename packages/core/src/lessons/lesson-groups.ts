import { type LessonGroup, type LessonGrouping, NO_RULE } from '@twicewise/contract';
import type { DocumentTable, Grouping, LabelColumn, LabelField } from '@twicewise/search';
import { projectNames, type ReadableDb } from '@twicewise/store';

/** The column of the index that each grouping reads. */
const COLUMNS = { project: 'projectIds', source: 'sources', rule: 'rules' } as const satisfies Record<
  LessonGrouping,
  LabelField
>;

/**
 * Where a group stands among the groups: those with a value first, by name, and by value where names are the same. It depends on
 * the group alone, so that a page continues where the one before ended, whatever was decided in between.
 */
export type GroupKey = readonly [isNone: number, name: string, value: string];
/** The types of a {@link GroupKey} in a cursor. */
export const GROUP_KEY = ['number', 'text', 'text'] as const;

/** Reads the key of a group from a cursor. */
export function groupKeyOf([isNone, name, value]: readonly (string | number)[]): GroupKey {
  return [Number(isNone), String(name), String(value)];
}

function compareKeys(a: GroupKey, b: GroupKey): number {
  for (const [at, part] of a.entries()) {
    const other = b[at] as string | number;
    if (part !== other) return part < other ? -1 : 1;
  }
  return 0;
}

/** The groups of a list of lessons; valid until the index changes. */
export class LessonGroups {
  readonly #labels: LabelColumn;
  readonly #names: ReadonlyMap<string, string>;
  readonly #keys: readonly GroupKey[];

  constructor(by: LessonGrouping, table: DocumentTable, db: ReadableDb) {
    this.#labels = table.labels(COLUMNS[by]);
    const values = Array.from({ length: this.#labels.size + 1 }, (_, label) => this.#labels.textOf(label));
    this.#names =
      by === 'project'
        ? projectNames(
            db,
            values.filter((value) => value !== null),
          )
        : new Map();
    this.#keys = values.map((value) =>
      value === null ? [1, '', ''] : [0, (this.#names.get(value) ?? value).toLowerCase(), value],
    );
  }

  /** The order of the groups, continued after this one. */
  after(end: GroupKey | null): Grouping {
    const labels = this.#keys.map((_, label) => label);
    labels.sort((a, b) => compareKeys(this.#keys[a] as GroupKey, this.#keys[b] as GroupKey));
    const ranks = new Float64Array(labels.length);
    labels.forEach((label, rank) => {
      ranks[label] = rank;
    });
    const before =
      end === null ? 0 : labels.filter((label) => compareKeys(this.#keys[label] as GroupKey, end) < 0).length;
    const next = this.#keys[labels[before] ?? -1];
    const isThere = end !== null && next !== undefined && compareKeys(next, end) === 0;
    return { column: this.#labels.column, ranks, after: isThere ? before : before - 0.5 };
  }

  keyOf(slot: number): GroupKey {
    return this.#keys[this.#labels.column[slot] as number] as GroupKey;
  }

  /** The groups of these items, in the order of the items, each with the lessons that the whole list has of it. */
  among(items: readonly { slot: number }[], counts: Uint32Array): LessonGroup[] {
    const groups = new Map<number, LessonGroup>();
    for (const { slot } of items) {
      const label = this.#labels.column[slot] as number;
      const known = groups.get(label) ?? this.#group(label, counts[label] as number);
      groups.set(label, { ...known, here: known.here + 1 });
    }
    return [...groups.values()];
  }

  #group(label: number, count: number): LessonGroup {
    const value = this.#labels.textOf(label);
    const name = value === null ? undefined : this.#names.get(value);
    return { value: value ?? NO_RULE, ...(name === undefined ? {} : { label: name }), count, here: 0 };
  }
}
