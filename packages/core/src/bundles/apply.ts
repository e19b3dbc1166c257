import { hash } from 'node:crypto';
import { type Author, GUARDED_SETTINGS, IMPORTERS, type ParsedInputOf, type TurnContent } from '@twicewise/contract';
import {
  type EntityRecord,
  hasOrdinal,
  hasProjectNativeId,
  hasTake,
  nextOrdinal,
  nextTake,
  projectByFolder,
  type ReadableDb,
  readRecord,
} from '@twicewise/store';
import { createSource } from '../lessons/lesson-writer.ts';
import { isReviewed } from '../lessons/store-lesson.ts';
import { type Content, contentHash } from '../runtime/content-hash.ts';
import type { WriteContext } from '../runtime/context.ts';
import { type PreparedTexts, saveTexts } from '../turns/prepared-texts.ts';
import { contextSizes, countedTurn } from '../turns/stored-turn.ts';
import { compareRecord, decide } from './compare.ts';
import type { Places } from './places.ts';
import { ancestorsOf, type Carried, hasExtra, keyOf, stateOf, toStored } from './record-lines.ts';

/** Progress of an import; stored with the job, so that a restart continues there. */
export interface ImportPosition extends Record<string, unknown> {
  /** Number of records processed. */
  done: number;
  written: number;
  left: number;
  undecided: number;
  redacted: number;
  /** Id of the source record, once it was created. */
  sourceId: string | null;
  /** Sessions whose parent was not imported yet, with that parent. */
  orphans: [session: string, parent: string][];
}

/** What applies to every record of an import. */
export interface Plan {
  places: Places;
  choices: ParsedInputOf<'bundle.import'>['choices'];
  asDrafts: boolean;
  /** Who asked for the import, if that was not a person. */
  asker: Author | undefined;
  path: string;
  sha256: string;
}

const RULE_VERSION = 1;
/** Fields of a reviewed lesson that a person decides on. */
const DECIDED: ReadonlySet<string> = new Set(['state', 'pinned']);

/** Id of the copy when both versions are kept. It is derived from the version, so that a second import finds it. */
function copyId(id: string, state: string): string {
  const [prefix, ulid = ''] = id.split('_');
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const bytes = hash('sha256', `${id} ${state}`, 'buffer');
  const tail = Array.from(bytes.subarray(0, 16), (byte) => alphabet[byte & 31]).join('');
  return `${prefix}_${ulid.slice(0, 10)}${tail}`;
}

/** The record with its derived fields. */
function complete(kind: Carried['kind'], record: EntityRecord): EntityRecord {
  return kind === 'reflection' ? { ...record, contentHash: contentHash(record as unknown as Content) } : record;
}

/** The take that a turn has, where it is free; else the next one of its number. */
function freeTake(db: ReadableDb, { sessionId, number, take }: EntityRecord): number {
  const [session, of] = [String(sessionId), Number(number)];
  return hasTake(db, session, of, Number(take)) ? nextTake(db, session, of) : Number(take);
}

/**
 * What a new record has besides that of the bundle: derived fields, and for an attempt or a turn a number that is free here. What
 * its session was told stays with the memory in which it was told.
 */
function arriving(db: ReadableDb, kind: Carried['kind'], record: EntityRecord): EntityRecord {
  if (kind === 'turn') return { ...record, take: freeTake(db, record) };
  if (kind !== 'attempt') return complete(kind, record);
  const [projectId, identity] = [String(record.projectId), String(record.taskIdentity)];
  const isTaken = hasOrdinal(db, projectId, identity, Number(record.ordinal));
  return { ...record, exposureIds: [], ...(isTaken ? { ordinal: nextOrdinal(db, projectId, identity) } : {}) };
}

/** Writes the records of a bundle one by one, inside the transaction of a step. */
export class RecordWriter {
  readonly #context: WriteContext;
  readonly #plan: Plan;
  readonly #position: ImportPosition;
  /** The texts of the turn that is being written. */
  #texts: PreparedTexts | null = null;

  constructor(context: WriteContext, plan: Plan, position: ImportPosition) {
    this.#context = context;
    this.#plan = plan;
    this.#position = position;
  }

  /** Writes a record; `texts` are those of a turn. */
  write(carried: Carried, texts: PreparedTexts | null = null): void {
    this.#texts = texts;
    const { db } = this.#context;
    const { places, choices } = this.#plan;
    // Resolved only now, because an earlier session of the bundle may have turned out to exist here.
    const incoming = places.localised(carried);
    if (this.#isForPerson(incoming) || places.isElsewhere(incoming.id)) {
      this.#position.left++;
      return;
    }
    const found = compareRecord(db, incoming, places.counterpart(incoming));
    const decision = decide(found, incoming.id, choices);
    if (decision === 'undecided') this.#position.undecided++;
    else if (decision === 'leave') this.#position.left++;
    else if (decision === 'make' || found.here === null) this.#make(incoming);
    else if (decision === 'theirs' && this.#isOfPerson(found.here)) this.#position.undecided++;
    else if (decision === 'theirs') this.#takeOver(incoming, found.here, found.fields);
    else {
      if (decision === 'both' && incoming.kind === 'reflection') this.#makeCopy(incoming);
      this.#keep(incoming, found.here);
    }
  }

  /** True for settings that only a person changes, when no person asked for the import. */
  #isForPerson({ kind, id }: Carried): boolean {
    return kind === 'setting' && this.#plan.asker !== undefined && (GUARDED_SETTINGS as readonly string[]).includes(id);
  }

  /** True for a record that a person wrote, when no person asked for the import: only a person changes it. */
  #isOfPerson({ record }: Carried): boolean {
    return this.#plan.asker !== undefined && record.authorKind === 'person';
  }

  /** True for a lesson that needs review: it comes from somebody else's bundle, or agents' lessons are reviewed here. */
  #waits(record: EntityRecord): boolean {
    return this.#plan.asDrafts || this.#isReviewed(record);
  }

  #isReviewed({ projectId }: EntityRecord): boolean {
    const { asker } = this.#plan;
    return asker !== undefined && isReviewed(this.#context.db, asker, String(projectId));
  }

  #make(incoming: Carried): void {
    const { kind } = incoming;
    const fields = this.#fresh(incoming);
    if (Object.keys(fields).length === 0) {
      this.#create(kind, toStored(incoming));
      return;
    }
    const arrived = { ...incoming, record: { ...incoming.record, ...fields } };
    // A record changed on arrival has its original state as an ancestor, so that a second import recognises it.
    const states = [...incoming.ancestors, stateOf(kind, incoming.record)];
    const ancestors = ancestorsOf(states, stateOf(kind, arrived.record));
    this.#create(kind, toStored({ ...arrived, ancestors }));
  }

  #create(kind: Carried['kind'], made: EntityRecord): void {
    const id = String(made[keyOf(kind)]);
    const record = kind === 'turn' ? this.#withTexts(id, made) : made;
    this.#context.record.create(kind, id, arriving(this.#context.db, kind, record));
    this.#position.written++;
  }

  /** Stores the texts of a turn, and counts them anew: secrets may have been taken out of them here. A pruned one has none. */
  #withTexts(id: string, { texts: _kept, ...record }: EntityRecord): EntityRecord {
    const content = record.content as TurnContent;
    if (record.prunedAt) return { ...record, ...contextSizes(content) };
    if (!this.#texts) throw new Error(`the texts of the turn ${id} were not prepared`);
    saveTexts(this.#context, id, this.#texts);
    return { ...record, ...countedTurn({ content }, this.#texts) };
  }

  /** The fields in which a record that is new here must differ from the bundle. */
  #fresh({ kind, id, record }: Carried): EntityRecord {
    const { db } = this.#context;
    if (kind === 'session' && typeof record.parentId === 'string' && !readRecord(db, 'session', record.parentId)) {
      this.#position.orphans = [...this.#position.orphans, [id, record.parentId]];
      return { parentId: null };
    }
    if (kind === 'project') return this.#freeNames(record);
    if (kind === 'reflection' && this.#waits(record)) {
      const state = record.state === 'accepted' ? 'draft' : record.state;
      return { state, pinned: false, sourceId: record.sourceId ?? this.#source() };
    }
    return {};
  }

  /** Drops a folder or native id that another project here already has. */
  #freeNames({ nativeId, gitCommonDir }: EntityRecord): EntityRecord {
    const { db } = this.#context;
    const isTaken = typeof nativeId === 'string' && hasProjectNativeId(db, nativeId);
    const hasFolder = typeof gitCommonDir === 'string' && projectByFolder(db, gitCommonDir) !== null;
    return { ...(isTaken ? { nativeId: null } : {}), ...(hasFolder ? { gitCommonDir: null, root: null } : {}) };
  }

  /** Replaces the version here by that of the bundle; the version here becomes an ancestor. */
  #takeOver(incoming: Carried, here: Carried, fields: readonly string[]): void {
    const { kind } = incoming;
    const isForPerson = kind === 'reflection' && this.#isReviewed(here.record);
    const taken = isForPerson ? fields.filter((field) => !DECIDED.has(field)) : fields;
    const record = { ...here.record, ...Object.fromEntries(taken.map((field) => [field, incoming.record[field]])) };
    // What was not taken makes this another state than that of the bundle, which a second import must know.
    const known = [
      ...here.ancestors,
      stateOf(kind, here.record),
      ...incoming.ancestors,
      stateOf(kind, incoming.record),
    ];
    const stored = toStored({ ...incoming, record, ancestors: ancestorsOf(known, stateOf(kind, record)) });
    const changed = Object.fromEntries([...taken, 'extra'].map((field) => [field, stored[field]]));
    const { contentHash } = complete(kind, stored);
    this.#update(kind, here.id, { ...changed, contentHash, updatedAt: incoming.record.updatedAt });
  }

  /** Keeps the version here, which from now on counts as later than that of the bundle. */
  #keep(incoming: Carried, here: Carried): void {
    const { kind } = incoming;
    if (!hasExtra(kind)) {
      this.#position.left++;
      return;
    }
    const known = [...incoming.ancestors, stateOf(kind, incoming.record), ...here.ancestors];
    const ancestors = ancestorsOf(known, stateOf(kind, here.record));
    const { updatedAt } = this.#context.record.require(kind, here.id);
    const { extra } = toStored({ ...here, ancestors });
    this.#update(kind, here.id, { extra, updatedAt });
  }

  #makeCopy(incoming: Carried): void {
    const id = copyId(incoming.id, stateOf('reflection', incoming.record));
    if (readRecord(this.#context.db, 'reflection', id)) return;
    this.#make({ ...incoming, id, record: { ...incoming.record, id, nativeId: null }, ancestors: [] });
  }

  #update(kind: Carried['kind'], id: string, fields: EntityRecord): void {
    if (this.#context.record.update(kind, id, fields)) this.#position.written++;
    else this.#position.left++;
  }

  /** The id of the source record, created on first use. */
  #source(): string {
    const { path, sha256 } = this.#plan;
    const origin = { system: 'bundle', path, sha256, importer: IMPORTERS.bundle, ruleVersion: RULE_VERSION };
    this.#position.sourceId ??= createSource(this.#context, origin);
    return this.#position.sourceId;
  }
}
