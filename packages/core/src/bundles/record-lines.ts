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

/** A record in bundle form. */
export interface Carried {
  kind: BundleKind;
  id: string;
  /** Its fields, without those that only have meaning in one memory. */
  record: EntityRecord;
  /** Hashes of its earlier states, oldest first. */
  ancestors: string[];
  /** Fields that this version does not know. */
  unknown: [string, unknown][];
}

/** Bundle data that a record keeps in `extra`. */
interface Kept {
  ancestors: string[];
  fields: [string, unknown][];
}

/** Computes a value per kind once from its field names, because a bundle may have a million lines of a kind. */
export function ofEachKind<T>(make: (fields: string[], kind: BundleKind) => T): Readonly<Record<BundleKind, T>> {
  const made = Object.entries(bundleRecords).map(([kind, schema]) => [
    kind,
    make(Object.keys(schema.shape), kind as BundleKind),
  ]);
  return Object.fromEntries(made) as Record<BundleKind, T>;
}

/** Fields of a line, in order. */
export const FIELDS = ofEachKind((fields) => fields);

/** Name of the key field of a kind. */
export const keyOf = (kind: BundleKind) => (kind === 'setting' ? 'key' : 'id');

/** Fields that are not part of a state, because they may differ between memories. */
const PLACES = new Set([
  'projectId',
  'sessionId',
  'sourceId',
  'parentId',
  'root',
  'gitCommonDir',
  'updatedAt',
  // A memory counts attempts itself, and may have the lessons under other ids.
  'ordinal',
  'take',
  'lessonIds',
]);
/** Fields that are no part of a state either: those that nobody can change (secrets may have been taken out on the way). */
const FIXED: Partial<Record<BundleKind, ReadonlySet<string>>> = {
  // Whether texts are there is a matter of this memory: a bundle neither prunes a turn nor brings its texts back.
  turn: new Set(['content', 'texts', 'prunedAt']),
};
/**
 * Fields that came after the first version of the format. Where they are null a line leaves them out, and so does the hash of a
 * state: earlier versions know neither, and a record must not look changed because a field was added.
 */
const ADDED: Partial<Record<BundleKind, ReadonlySet<string>>> = { turn: new Set(['prunedAt']) };

/** Whether a field of a kind never changes once the record was made. */
export function isFixed(kind: BundleKind, field: string): boolean {
  return FIXED[kind]?.has(field) ?? false;
}

/** Fields that are part of a state. */
const TOLD = ofEachKind((fields, kind) => fields.filter((field) => !PLACES.has(field) && !isFixed(kind, field)));

/** Those of some fields that a record says something in, or always has. */
function present(kind: BundleKind, fields: readonly string[], record: EntityRecord): readonly string[] {
  const added = ADDED[kind];
  return added ? fields.filter((field) => !added.has(field) || (record[field] ?? null) !== null) : fields;
}

/** Whether records of a kind have `extra` for bundle data. Only then can the later of two versions be determined. */
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

/** Separates the bundle data from the rest of `extra`. */
function parted(extra: unknown): { extra: unknown; kept: Kept } {
  const kept = isObject(extra) ? asKept(extra[BUNDLE_EXTRA]) : null;
  if (!kept) return { extra, kept: { ancestors: [], fields: [] } };
  return { extra: Object.fromEntries(Object.entries(extra as object).filter(([key]) => key !== BUNDLE_EXTRA)), kept };
}

/** Hash of a record's content, independent of the memory. */
export function stateOf(kind: BundleKind, record: EntityRecord): string {
  return shortHash(
    objectJson(
      present(kind, TOLD[kind], record).map((field) => [
        field,
        field === 'extra' ? parted(record.extra).extra : record[field],
      ]),
    ),
  );
}

/** The newest distinct ancestors, without the current state. */
export function ancestorsOf(known: readonly string[], now: string): string[] {
  const newestLast = known.toReversed().filter((one, at, all) => one !== now && all.indexOf(one) === at);
  return newestLast.slice(0, MAX_ANCESTORS).toReversed();
}

/** States of a record in the operations log, oldest first. */
function loggedStates(db: ReadableDb, kind: BundleKind, id: string, record: EntityRecord): string[] {
  let state = record;
  const states = earlierFields(db, id, 2 * MAX_ANCESTORS).map((before) => {
    state = { ...state, ...before };
    return stateOf(kind, state);
  });
  return states.toReversed();
}

/** The fields of a stored record that are exported. */
export function carriedFields(kind: BundleKind, stored: EntityRecord): EntityRecord {
  const record: EntityRecord = {};
  for (const field of FIELDS[kind]) record[field] = stored[field] ?? null;
  if (hasExtra(kind)) record.extra = parted(stored.extra).extra;
  return record;
}

/** Converts a stored record to bundle form. Pass `wasChanged: false` to skip the lookup in the log. */
export function toCarried(db: ReadableDb, kind: BundleKind, stored: EntityRecord, wasChanged = true): Carried {
  const id = String(stored[keyOf(kind)]);
  const record = carriedFields(kind, stored);
  if (!hasExtra(kind)) return { kind, id, record, ancestors: [], unknown: [] };
  const { ancestors: kept, fields } = parted(stored.extra).kept;
  const known = wasChanged ? [...kept, ...loggedStates(db, kind, id, record)] : kept;
  // Most records never changed, so this avoids computing hashes.
  const ancestors = known.length === 0 ? [] : ancestorsOf(known, stateOf(kind, record));
  return { kind, id, record, ancestors, unknown: fields };
}

/** Converts a record of a bundle to stored fields; its bundle data goes into `extra`. */
export function toStored({ kind, record, ancestors, unknown }: Carried): EntityRecord {
  if (!hasExtra(kind) || ancestors.length + unknown.length === 0) return record;
  const kept = { ancestors, fields: Object.fromEntries(unknown) };
  return { ...record, extra: { ...(record.extra as object), [BUNDLE_EXTRA]: kept } };
}

/** A line of a bundle: fields in the order of the format, nested keys sorted. */
export function toLine({ kind, record, ancestors, unknown }: Carried): string {
  const fields = present(kind, FIELDS[kind], record).map((field) => [field, record[field]] as const);
  const more = unknown.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${objectJson([...fields, ...(ancestors.length > 0 ? [['ancestors', ancestors] as const] : []), ...more])}\n`;
}

/** Fields in which two records differ. */
export function differences(kind: BundleKind, a: EntityRecord, b: EntityRecord): string[] {
  const isOther = (field: string) => {
    const [one, other] = [a[field] ?? null, b[field] ?? null];
    return one !== other && canonicalJson(one) !== canonicalJson(other);
  };
  return FIELDS[kind].filter((field) => !isFixed(kind, field) && isOther(field));
}
