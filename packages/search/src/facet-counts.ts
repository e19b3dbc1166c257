import { FACET_FILTERS, FACETS, type FacetName, MAX_FACET_VALUES } from '@twicewise/contract';
import type { DocumentTable, LabelField, SlotPredicate } from './document-table.ts';
import { TopSlots } from './top-slots.ts';
import { type DocumentFilter, FILTER_MEMBERS } from './types.ts';

/** The values of each facet with their counts, most lessons first, and whether there are more values. */
export type FacetCounts = Record<FacetName, { values: { value: string; count: number }[]; more: boolean }>;

/** Facets whose values are labels: all but tags, since a lesson may have several tags. */
type Labelled = Exclude<FacetName, 'tag'>;
const LABELLED_NAMES = FACETS.filter((name): name is Labelled => name !== 'tag');

/** The column from which a facet is read: the one that its first filter compares. */
function columnOf(name: Labelled): LabelField {
  return FILTER_MEMBERS[FACET_FILTERS[name][0]];
}

/** The filters that set this facet. */
function ownFilters(name: Labelled): (keyof DocumentFilter)[] {
  return FACET_FILTERS[name].map((filter) => FILTER_MEMBERS[filter]);
}

/** Result of `of` for a lesson that no facet's own filter excludes. */
const NONE = -1;

/** A filter, split into each facet's own part and the rest. */
class FacetFilter {
  readonly #required: SlotPredicate;
  readonly #own: { facet: number; test: SlotPredicate }[] = [];

  constructor(table: DocumentTable, filter: DocumentFilter) {
    const rest: DocumentFilter = { ...filter };
    LABELLED_NAMES.forEach((name, facet) => {
      const own: Record<string, unknown> = {};
      for (const key of ownFilters(name)) {
        if (filter[key] !== undefined) own[key] = filter[key];
        delete rest[key];
      }
      if (Object.keys(own).length > 0) this.#own.push({ facet, test: table.predicate(own) });
    });
    this.#required = table.predicate(rest);
  }

  /** The one facet whose own filter excludes the lesson; {@link NONE} if there is none; null if no facet counts the lesson. */
  of(slot: number): number | null {
    if (!this.#required(slot)) return null;
    let only = NONE;
    for (const { facet, test } of this.#own) {
      if (test(slot)) continue;
      if (only !== NONE) return null;
      only = facet;
    }
    return only;
  }
}

/** The lessons that count for some facet if their text matches, by their `seq`. */
export function facetCandidates(table: DocumentTable, filter: DocumentFilter): number[] {
  const filters = new FacetFilter(table, filter);
  const seqs: number[] = [];
  for (let slot = 0; slot < table.slotCount; slot++) if (filters.of(slot) !== null) seqs.push(table.seqOf(slot));
  return seqs;
}

/** Counts of labels or tags, by number. */
interface Counted {
  counts: Uint32Array;
  textOf(label: number): string | null;
  find(text: string): number | undefined;
  /** Values that are listed whatever their count, because the person chose them; an empty one means no label. */
  chosen: readonly string[];
}

function valuesOf({ counts, textOf, find, chosen }: Counted, isByTime: boolean): FacetCounts[FacetName] {
  const text = (label: number) => textOf(label) ?? '';
  const byText = (a: number, b: number) => (text(a) < text(b) ? -1 : 1);
  const top = new TopSlots(MAX_FACET_VALUES, byText);
  let some = 0;
  for (let label = 1; label < counts.length; label++) {
    if (counts[label] === 0) continue;
    some++;
    top.offer(label, counts[label] as number);
  }
  const named = top.sorted();
  const shown = isByTime ? named.sort((a, b) => byText(b, a)) : named;
  const values = shown.map((label) => ({ value: text(label), count: counts[label] as number }));
  for (const value of chosen) {
    if (values.some((one) => one.value === value)) continue;
    const label = value === '' ? 0 : find(value);
    values.push({ value, count: label === undefined ? 0 : (counts[label] ?? 0) });
  }
  return { values, more: some > named.length };
}

/**
 * Counts every facet in one pass over the columns. A lesson counts for all facets when every filter accepts it, and for one facet
 * when only that facet's own filter rejects it. A lesson must have all chosen tags, so the tag filter is treated like any other:
 * the count of a tag is the number left if it is chosen as well.
 */
export function countFacets(
  table: DocumentTable,
  filter: DocumentFilter,
  hasText: ReadonlySet<number> | null,
): { total: number; facets: FacetCounts } {
  const filters = new FacetFilter(table, filter);
  const labels = LABELLED_NAMES.map((name) => table.labels(columnOf(name)));
  const counts = labels.map(({ size }) => new Uint32Array(size + 1));
  const tags = new TagCounts(table);
  const passing = new Uint32Array(table.slotCount);
  let total = 0;
  for (let slot = 0; slot < table.slotCount; slot++) {
    const only = filters.of(slot);
    if (only === null || (hasText !== null && !hasText.has(table.seqOf(slot)))) continue;
    if (only === NONE) passing[total++] = slot;
    else tally(counts[only] as Uint32Array, labels[only]?.column as Uint32Array, slot);
  }
  // Column by column, which is three times as fast as lesson by lesson.
  labels.forEach(({ column }, facet) => {
    for (let at = 0; at < total; at++) tally(counts[facet] as Uint32Array, column, passing[at] as number);
  });
  for (let at = 0; at < total; at++) tags.add(passing[at] as number);
  const found = LABELLED_NAMES.map((name, facet) => {
    const { textOf, find } = table.labels(columnOf(name));
    // Default filters (the states shown in a list) are not choices of a person.
    const chosen = name === 'state' ? [] : ((filter[columnOf(name)] as readonly string[] | undefined) ?? []);
    const values = { counts: counts[facet] as Uint32Array, textOf, find, chosen };
    return [name, valuesOf(values, name === 'created')] as const;
  });
  return { total, facets: inOrder({ ...Object.fromEntries(found), tag: tags.values(filter.tags ?? []) }) };
}

function tally(counts: Uint32Array, column: Uint32Array, slot: number): void {
  const label = column[slot] as number;
  counts[label] = (counts[label] as number) + 1;
}

function inOrder(facets: Record<string, FacetCounts[FacetName]>): FacetCounts {
  return Object.fromEntries(FACETS.map((name) => [name, facets[name]])) as FacetCounts;
}

class TagCounts {
  readonly #table: DocumentTable;
  readonly #counts: Uint32Array;
  /** For each tag the slot that was last counted, so that a lesson with the same tag twice counts once. */
  readonly #last: Int32Array;

  constructor(table: DocumentTable) {
    this.#table = table;
    this.#counts = new Uint32Array(table.tagCount + 1);
    this.#last = new Int32Array(table.tagCount + 1).fill(-1);
  }

  add(slot: number): void {
    const marks = this.#table.marksOf(slot);
    for (let at = 0; at < marks.length; at++) {
      const tag = marks[at] as number;
      if (tag > this.#table.tagCount || this.#last[tag] === slot) continue;
      this.#last[tag] = slot;
      this.#counts[tag] = (this.#counts[tag] as number) + 1;
    }
  }

  values(chosen: readonly string[]): FacetCounts[FacetName] {
    const textOf = (tag: number) => this.#table.tagText(tag);
    return valuesOf({ counts: this.#counts, textOf, find: (text) => this.#table.findTag(text), chosen }, false);
  }
}
