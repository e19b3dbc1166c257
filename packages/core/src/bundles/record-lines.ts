import {
  BUNDLE_EXTRA,
  type BundleKind,
  bundleRecords,
  canonicalJson,
  MAX_ANCESTORS,
  objectJson,
} from '@twicewise/contract';
import { shortHash } from '@twicewise/ingest';
import { type EntityRecord, earlierFields, type ReadableDb } from '@twicewise/store';

/** A record on its way between memories. */
export interface Carried {
  kind: BundleKind;
  id: string;
  /** Its fields, without those that only mean something in one memory. */
  record: EntityRecord;
  /** Hashes of states that it had before, the oldest first. */
  ancestors: string[];
  /** Fields that are not known here. */
  unknown: [string, unknown][];
}

/** What a record keeps in `extra` of the bundle that it came with. */
interface Kept {
  ancestors: string[];
  fields: [string, unknown][];
}

/** Something of each kind, made once from the names of its fields: there may be a million lines of a kind. */
export function ofEachKind<T>(make: (fields: string[]) => T): Readonly<Record<BundleKind, T>> {
  const made = Object.entries(bundleRecords).map(([kind, schema]) => [kind, make(Object.keys(schema.shape))]);
  return Object.fromEntries(made) as Record<BundleKind, T>;
}

/** Fields of a line in their order. */
export const FIELDS = ofEachKind((fields) => fields);

/** Key of a record of that kind. */
export const keyOf = (kind: BundleKind) => (kind === 'setting' ? 'key' : 'id');

/** Fields that make no state: whose they are and where they are may differ between memories. */
const PLACES = new Set(['projectId', 'sessionId', 'sourceId', 'parentId', 'root', 'gitCommonDir', 'updatedAt']);
/** Fields that make a state. */
const TOLD = ofEachKind((fields) => fields.filter((field) => !PLACES.has(field)));

/** Whether records of the kind can keep where they come from; only with it is it known which of two versions is later. */
export function hasExtra(kind: BundleKind): boolean {
  return 'extra' in bundleRecords[kind].shape;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function asKept(value: unknown): Kept | null {
  if (!isObject(value) || !Array.isArray(value.ancestors) || !isObject(value.fields)) return null;
  if (!value.ancestors.every((one) => typeof one === 'string')) return null;
  return { ancestors: value.ancestors as string[], fields: Object.entries(value.fields) };
}

/** Parts what was kept of a bundle from the rest of `extra`. */
function parted(extra: unknown): { extra: unknown; kept: Kept } {
  const kept = isObject(extra) ? asKept(extra[BUNDLE_EXTRA]) : null;
  if (!kept) return { extra, kept: { ancestors: [], fields: [] } };
  return { extra: Object.fromEntries(Object.entries(extra as object).filter(([key]) => key !== BUNDLE_EXTRA)), kept };
}

/** Hash of what a record says, wherever it is. */
export function stateOf(kind: BundleKind, record: EntityRecord): string {
  return shortHash(
    objectJson(TOLD[kind].map((field) => [field, field === 'extra' ? parted(record.extra).extra : record[field]])),
  );
}

/** The newest ancestors, each once, without the state that it has now. */
export function ancestorsOf(known: readonly string[], now: string): string[] {
  const newestLast = known.toReversed().filter((one, at, all) => one !== now && all.indexOf(one) === at);
  return newestLast.slice(0, MAX_ANCESTORS).toReversed();
}

/** States that the log remembers of a record, the oldest first. */
function loggedStates(db: ReadableDb, kind: BundleKind, id: string, record: EntityRecord): string[] {
  let state = record;
  const states = earlierFields(db, id, 2 * MAX_ANCESTORS).map((before) => {
    state = { ...state, ...before };
    return stateOf(kind, state);
  });
  return states.toReversed();
}

/** The fields of a stored record that are carried. */
export function carriedFields(kind: BundleKind, stored: EntityRecord): EntityRecord {
  const record: EntityRecord = {};
  for (const field of FIELDS[kind]) record[field] = stored[field] ?? null;
  if (hasExtra(kind)) record.extra = parted(stored.extra).extra;
  return record;
}

/** A stored record as it is carried. Whoever knows that it never changed spares the log a question. */
export function toCarried(db: ReadableDb, kind: BundleKind, stored: EntityRecord, wasChanged = true): Carried {
  const id = String(stored[keyOf(kind)]);
  const record = carriedFields(kind, stored);
  if (!hasExtra(kind)) return { kind, id, record, ancestors: [], unknown: [] };
  const { ancestors: kept, fields } = parted(stored.extra).kept;
  const known = wasChanged ? [...kept, ...loggedStates(db, kind, id, record)] : kept;
  // Most records never changed, and a state takes a hash.
  const ancestors = known.length === 0 ? [] : ancestorsOf(known, stateOf(kind, record));
  return { kind, id, record, ancestors, unknown: fields };
}

/** The fields to store: what came with a record in its bundle goes with it in `extra`. */
export function toStored({ kind, record, ancestors, unknown }: Carried): EntityRecord {
  if (!hasExtra(kind) || ancestors.length + unknown.length === 0) return record;
  const kept = { ancestors, fields: Object.fromEntries(unknown) };
  return { ...record, extra: { ...(record.extra as object), [BUNDLE_EXTRA]: kept } };
}

/** A line of a bundle: fields in the order of the format, keys inside of them sorted. */
export function toLine({ kind, record, ancestors, unknown }: Carried): string {
  const fields = FIELDS[kind].map((field) => [field, record[field]] as const);
  const more = unknown.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${objectJson([...fields, ...(ancestors.length > 0 ? [['ancestors', ancestors] as const] : []), ...more])}\n`;
}

/** Fields in which two records differ. */
export function differences(kind: BundleKind, a: EntityRecord, b: EntityRecord): string[] {
  const isOther = (field: string) => {
    const [one, other] = [a[field] ?? null, b[field] ?? null];
    return one !== other && canonicalJson(one) !== canonicalJson(other);
  };
  return FIELDS[kind].filter(isOther);
}
