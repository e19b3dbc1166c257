import { confidenceBandOf, type Verdict } from '@twicewise/contract';
import { RunPool } from './run-pool.ts';
import { grown } from './typed-array.ts';
import type { DocumentFilter, LessonDocument } from './types.ts';

/** Numbers for the texts that filters name, from 1; 0 stands for null. */
class Labels {
  readonly #ids = new Map<string, number>();
  readonly #texts: (string | null)[] = [null];

  add(text: string | null): number {
    if (text === null) return 0;
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    this.#ids.set(text, this.#ids.size + 1);
    this.#texts.push(text);
    return this.#ids.size;
  }

  find(text: string): number | undefined {
    return this.#ids.get(text);
  }

  textOf(label: number): string | null {
    return this.#texts[label] ?? null;
  }

  get size(): number {
    return this.#ids.size;
  }
}

/** Fields that are compared as labels: the name in a filter, and the value of the lesson. */
const LABEL_FIELDS = {
  projectIds: ({ projectId }) => projectId,
  sessionIds: ({ sessionId }) => sessionId,
  outcomes: ({ outcome }) => outcome,
  states: ({ state }) => state,
  kinds: ({ kind }) => kind,
  failureCategories: ({ failureCategory }) => failureCategory,
  agents: ({ agent }) => agent,
  ownStates: ({ listed }) => listed?.state ?? null,
  sources: ({ listed }) => listed?.source ?? null,
  sourceIds: ({ listed }) => listed?.sourceId ?? null,
  rules: ({ listed }) => listed?.rule || null,
  bands: ({ listed, confidence }) => (listed ? confidenceBandOf(confidence) : null),
  standings: ({ listed, standing }) => (listed ? standing : null),
  months: ({ listed, createdAt }) => (listed ? createdAt.slice(0, 7) : null),
} as const satisfies Partial<Record<keyof DocumentFilter, (document: LessonDocument) => string | null>>;
/** A filter of {@link DocumentFilter} that compares labels. */
export type LabelField = keyof typeof LABEL_FIELDS;
const FIELDS = Object.keys(LABEL_FIELDS) as LabelField[];

/** The labels of one field: a number per slot, and the text of each number; 0 is null. */
export interface LabelColumn {
  readonly column: Uint32Array;
  /** The largest number in use. */
  readonly size: number;
  textOf(label: number): string | null;
  find(text: string): number | undefined;
}

/** True if the lesson in a slot passes. */
export type SlotPredicate = (slot: number) => boolean;

const ALIVE = 1;
const PINNED = 2;
const BINNED = 32;
/** The flag of each standing. */
const STANDINGS = { helpful: 4, unhelpful: 8, harmful: 16 } as const satisfies Record<Verdict, number>;
/** Tags and entities share one pool of labels. Entities are marked, so that a tag never equals an entity. */
const ENTITY = 0x8000_0000;
/** Estimated bytes for an id and its entries in the array and in the map. */
const ID_BYTES = 120;

/**
 * The columns of lessons that filters, orders and priors need. Each lesson has a slot. The slot of a removed lesson is reused
 * only after {@link DocumentTable.recycle}, once nothing refers to it.
 */
export class DocumentTable {
  readonly #slots = new Map<string, number>();
  readonly #ids: string[] = [];
  readonly #labels = new Map<LabelField, Labels>(FIELDS.map((field) => [field, new Labels()]));
  readonly #columns = new Map<LabelField, Uint32Array>(FIELDS.map((field) => [field, new Uint32Array(1024)]));
  readonly #marks = new Labels();
  readonly #marksOf = new RunPool();
  #flags = new Uint8Array(1024);
  /** Double precision: 0.7 as a 32-bit float is less than 0.7, so the lesson would fail a filter for 0.7. */
  #confidence = new Float64Array(1024);
  #createdAt = new Float64Array(1024);
  #seq = new Float64Array(1024);
  #revision = new Float64Array(1024);
  #changedAt = new Float64Array(1024);
  #reusable: number[] = [];

  /** Number of lessons. */
  get size(): number {
    return this.#slots.size;
  }

  /** Number of slots ever used: all slots are smaller. */
  get slotCount(): number {
    return this.#ids.length;
  }

  slotOf(id: string): number | undefined {
    return this.#slots.get(id);
  }

  idOf(slot: number): string {
    return this.#ids[slot] as string;
  }

  seqOf(slot: number): number {
    return this.#seq[slot] as number;
  }

  /** Milliseconds since 1970. */
  createdAtOf(slot: number): number {
    return this.#createdAt[slot] as number;
  }

  /** Number of the operation that last changed the lesson. */
  revisionOf(slot: number): number {
    return this.#revision[slot] as number;
  }

  /** Milliseconds since 1970: when the lesson was last changed, or deleted. */
  changedAtOf(slot: number): number {
    return this.#changedAt[slot] as number;
  }

  /** 0 to 1; NaN when not stated. */
  confidenceOf(slot: number): number {
    return this.#confidence[slot] as number;
  }

  /** Number of the lesson's project, from 1. */
  projectOf(slot: number): number {
    return this.#columns.get('projectIds')?.[slot] ?? 0;
  }

  isInBin(slot: number): boolean {
    return ((this.#flags[slot] as number) & BINNED) !== 0;
  }

  /** The labels of a field; valid until the table changes. */
  labels(field: LabelField): LabelColumn {
    const labels = this.#labels.get(field) as Labels;
    const column = this.#columns.get(field) as Uint32Array;
    return {
      column,
      size: labels.size,
      textOf: (label) => labels.textOf(label),
      find: (text) => labels.find(text),
    };
  }

  /** Numbers of the lesson's tags, with repetitions, followed by those of its entities, which are greater than `tagCount`. */
  marksOf(slot: number): Uint32Array {
    return this.#marksOf.get(slot);
  }

  /** The largest number of a tag. */
  get tagCount(): number {
    return this.#marks.size;
  }

  tagText(tag: number): string | null {
    return this.#marks.textOf(tag);
  }

  findTag(text: string): number | undefined {
    return this.#marks.find(text);
  }

  isAlive(slot: number): boolean {
    return ((this.#flags[slot] as number) & ALIVE) !== 0;
  }

  isPinned(slot: number): boolean {
    return ((this.#flags[slot] as number) & PINNED) !== 0;
  }

  hasStanding(slot: number, standing: Verdict): boolean {
    return ((this.#flags[slot] as number) & STANDINGS[standing]) !== 0;
  }

  /** True if a field of the lesson has this value. */
  hasLabel(slot: number, field: LabelField, text: string): boolean {
    const label = this.#labels.get(field)?.find(text);
    return label !== undefined && this.#columns.get(field)?.[slot] === label;
  }

  /** Stores the lesson in a new slot and returns the slot; its id must not be in use. */
  add(document: LessonDocument): number {
    const slot = this.#reusable.pop() ?? this.#ids.length;
    if (slot >= this.#flags.length) this.#grow();
    this.#ids[slot] = document.id;
    this.#slots.set(document.id, slot);
    for (const field of FIELDS) {
      const label = this.#labels.get(field)?.add(LABEL_FIELDS[field](document)) ?? 0;
      (this.#columns.get(field) as Uint32Array)[slot] = label;
    }
    this.#flags[slot] =
      ALIVE |
      (document.pinned ? PINNED : 0) |
      (document.listed?.isDeleted ? BINNED : 0) |
      (document.standing ? STANDINGS[document.standing] : 0);
    this.#confidence[slot] = document.confidence ?? Number.NaN;
    this.#createdAt[slot] = instant(document.createdAt);
    this.#seq[slot] = document.seq;
    this.#revision[slot] = document.listed?.revision ?? 0;
    this.#changedAt[slot] = document.listed ? instant(document.listed.changedAt) : 0;
    const tags = document.tags.map((tag) => this.#marks.add(tag));
    const entities = document.entityIds.map((entity) => (this.#marks.add(entity) | ENTITY) >>> 0);
    const marks = Uint32Array.from([...tags, ...entities]);
    this.#marksOf.set(slot, marks, marks.length);
    return slot;
  }

  /** Removes the lesson; its slot is not reused yet. */
  remove(slot: number): void {
    this.#slots.delete(this.idOf(slot));
    this.#ids[slot] = '';
    this.#flags[slot] = 0;
    this.#marksOf.free(slot);
  }

  /** Allows these slots to be reused: nothing refers to them any more. */
  recycle(slots: readonly number[]): void {
    if (slots.length > 0) this.#reusable = this.#reusable.concat(slots);
  }

  /** Newest first: by creation time, then `seq`, then id. Never by the order of indexing. */
  compareAge(a: number, b: number): number {
    const byTime = (this.#createdAt[b] as number) - (this.#createdAt[a] as number);
    if (byTime !== 0) return byTime;
    const bySeq = this.seqOf(b) - this.seqOf(a);
    if (bySeq !== 0) return bySeq;
    return this.idOf(a) < this.idOf(b) ? -1 : 1;
  }

  /** Turns a filter into a test of slots, which also refuses slots without a lesson. Valid until the table changes. */
  predicate(filter: DocumentFilter = {}): SlotPredicate {
    const tests = [...this.#labelTests(filter), ...this.#markTests(filter), ...this.#rangeTests(filter)];
    const flags = this.#flags;
    const [first, second, third] = tests;
    // The test runs for every candidate of a query, and for every lesson in facets, so the usual cases avoid a loop.
    if (!first) return (slot) => ((flags[slot] as number) & ALIVE) !== 0;
    if (!second) return (slot) => ((flags[slot] as number) & ALIVE) !== 0 && first(slot);
    if (!third) return (slot) => ((flags[slot] as number) & ALIVE) !== 0 && first(slot) && second(slot);
    return (slot) => ((flags[slot] as number) & ALIVE) !== 0 && tests.every((test) => test(slot));
  }

  /** Estimated memory, in bytes. */
  bytes(): number {
    const columns = this.#flags.length * (FIELDS.length * 4 + 1 + 5 * 8);
    return columns + this.#ids.length * ID_BYTES + this.#marksOf.bytes() + this.#marks.size * ID_BYTES;
  }

  #grow(): void {
    const size = this.#flags.length * 2;
    for (const [field, column] of this.#columns) this.#columns.set(field, grown(column, size));
    this.#flags = grown(this.#flags, size);
    this.#confidence = grown(this.#confidence, size);
    this.#createdAt = grown(this.#createdAt, size);
    this.#seq = grown(this.#seq, size);
    this.#revision = grown(this.#revision, size);
    this.#changedAt = grown(this.#changedAt, size);
  }

  #labelTests(filter: DocumentFilter): SlotPredicate[] {
    const tests: SlotPredicate[] = [];
    for (const field of FIELDS) {
      const texts = filter[field];
      const labels = this.#labels.get(field);
      const column = this.#columns.get(field);
      if (!texts || !labels || !column) continue;
      const allowed = new Uint8Array(labels.size + 1);
      for (const text of texts) allowed[labels.find(text) ?? 0] = 1;
      // An empty text is no label: it means the lessons without one.
      allowed[0] = texts.includes('') ? 1 : 0;
      tests.push((slot) => allowed[column[slot] as number] === 1);
    }
    return tests;
  }

  #markTests({ tags, entityId }: DocumentFilter): SlotPredicate[] {
    const wanted = (tags ?? []).map((tag) => this.#marks.find(tag));
    if (entityId !== undefined) {
      const label = this.#marks.find(entityId);
      wanted.push(label === undefined ? undefined : (label | ENTITY) >>> 0);
    }
    if (wanted.length === 0) return [];
    return [
      (slot) => {
        const marks = this.#marksOf.get(slot);
        return wanted.every((mark) => mark !== undefined && marks.includes(mark));
      },
    ];
  }

  #rangeTests({ minConfidence, since, until, pinned, inBin }: DocumentFilter): SlotPredicate[] {
    const tests: SlotPredicate[] = [];
    if (minConfidence !== undefined) tests.push((slot) => (this.#confidence[slot] as number) >= minConfidence);
    if (since !== undefined) {
      const from = instant(since);
      tests.push((slot) => (this.#createdAt[slot] as number) >= from);
    }
    if (until !== undefined) {
      const to = instant(until);
      tests.push((slot) => (this.#createdAt[slot] as number) <= to);
    }
    if (pinned !== undefined) tests.push((slot) => this.isPinned(slot) === pinned);
    if (inBin !== undefined) tests.push((slot) => this.isInBin(slot) === inBin);
    return tests;
  }
}

/** Milliseconds since 1970; an invalid instant counts as the oldest. */
function instant(text: string): number {
  const time = Date.parse(text);
  return Number.isNaN(time) ? Number.MIN_SAFE_INTEGER : time;
}
