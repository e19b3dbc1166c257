import { AppError, type BundleKind, NOTHING_CHANGED, type OutputOf, type ParsedInputOf } from '@twicewise/contract';
import {
  attemptByNativeId,
  type EntityRecord,
  episodeOfSession,
  mergedProject,
  projectByFolder,
  projectByReference,
  type ReadableDb,
  readRecord,
  reflectionByNativeId,
  sessionsByNativeId,
  turnByNativeId,
} from '@twicewise/store';
import { freeNativeId } from '../runtime/native-ids.ts';
import { requireProject } from '../runtime/references.ts';
import { badBundle } from './open-bundle.ts';
import type { Carried } from './record-lines.ts';

type Mapping = ParsedInputOf<'bundle.preview'>['mapping'];
/** The destination of a project of a bundle. */
export type ProjectPlace = OutputOf<'bundle.preview'>['projects'][number];

/** Maximum number of projects in a bundle; all are compared with each other first. */
const MAX_PROJECTS = 10_000;

/** Settings whose value is a list of projects. */
const PROJECT_LISTS = new Set(['review.draftProjects', 'remind.offProjects', 'capture.offProjects']);

/** Kinds of records with a name of their own in their project. */
export const NAMED = ['session', 'reflection', 'attempt', 'turn'] as const satisfies BundleKind[];
/** Kinds of records that name their project, and those that name their session. */
const IN_PROJECTS: ReadonlySet<BundleKind> = new Set(['session', 'reflection', 'claim', 'attempt', 'turn']);
const IN_SESSIONS: ReadonlySet<BundleKind> = new Set(['reflection', 'episode', 'claim', 'attempt', 'turn']);

function refuseMapping(message: string): AppError {
  const hint = 'Look at the projects of the bundle, and where they go (bundle.preview).';
  return new AppError({ code: 'invalid_input', message, effect: NOTHING_CHANGED, hint });
}

const nameOf = (kind: BundleKind, projectId: unknown, nativeId: string) => JSON.stringify([kind, projectId, nativeId]);

/** Translates the ids of a bundle: its projects, and records that exist here under another id with the same native id. */
export class Places {
  readonly #db: () => ReadableDb;
  readonly #mapping: Mapping;
  readonly #isBegun: boolean;
  /** The projects of the bundle. */
  readonly #ofBundle = new Map<string, EntityRecord>();
  readonly #projects = new Map<string, ProjectPlace>();
  readonly #others = new Map<string, string>();
  /** Projects here that receive several projects of the bundle. Records with equal native ids must stay separate there. */
  readonly #crowded = new Set<string>();
  /** Native ids in these projects, and the record that each belongs to. */
  readonly #claimed = new Map<string, string>();

  /** `isBegun`: part of the bundle is written already, so its new projects may exist here. */
  constructor(db: () => ReadableDb, mapping: Mapping, isBegun: boolean) {
    this.#db = db;
    this.#mapping = mapping;
    this.#isBegun = isBegun;
  }

  /** Adds a project of the bundle. */
  note({ id, record }: Carried): void {
    const { name, nativeId, gitCommonDir, deletedAt } = record;
    this.#ofBundle.set(id, { name, nativeId, gitCommonDir, deletedAt });
    if (this.#ofBundle.size > MAX_PROJECTS) throw badBundle(`It has more than ${MAX_PROJECTS} projects`);
  }

  /** Decides the destinations of all projects at once, so that none is mistaken for another by its name. */
  place(): void {
    for (const id of Object.keys(this.#mapping)) {
      if (!this.#ofBundle.has(id)) throw refuseMapping(`The bundle has no project ${id}`);
    }
    for (const [id, record] of this.#ofBundle) this.#projects.set(id, this.#placeOf(id, record));
    const targets = new Set<string>();
    for (const { id, into } of this.#projects.values()) {
      if (targets.has(into ?? id)) this.#crowded.add(into ?? id);
      targets.add(into ?? id);
    }
  }

  #placeOf(id: string, record: EntityRecord): ProjectPlace {
    const db = this.#db();
    const place = (into: string | null, because: ProjectPlace['because']) => ({
      id,
      name: String(record.name),
      into,
      because,
    });
    const isHere = readRecord(db, 'project', id) !== null;
    const chosen = this.#mapping[id];
    if (chosen === null) {
      if (isHere && this.#isBegun) return place(mergedProject(db, id), 'chosen');
      if (isHere) throw refuseMapping(`The project ${id} is here already, so it cannot be a new one`);
      return place(null, 'new');
    }
    if (chosen !== undefined) return place(requireProject(db, chosen), 'chosen');
    if (isHere) return place(mergedProject(db, id), 'same id');
    if (record.deletedAt !== null) return place(null, 'new');
    const { gitCommonDir, nativeId, name } = record;
    const byFolder = typeof gitCommonDir === 'string' ? projectByFolder(db, gitCommonDir) : null;
    if (byFolder !== null && !this.#ofBundle.has(byFolder)) return place(byFolder, 'same folder');
    const byName = projectByReference(db, String(nativeId ?? name));
    return byName !== null && !this.#ofBundle.has(byName) ? place(byName, 'same name') : place(null, 'new');
  }

  /** True where records of several projects may have one name: {@link claim} must see all that have names before others. */
  get isCrowded(): boolean {
    return this.#crowded.size > 0;
  }

  /** Lets a record that is here already keep its name, before others of the bundle look for a free one. */
  claim({ kind, id }: Carried): void {
    const here = readRecord(this.#db(), kind, id);
    if (typeof here?.nativeId === 'string') this.#claimed.set(nameOf(kind, here.projectId, here.nativeId), id);
  }

  /** The destinations in the order of project ids. */
  list(): ProjectPlace[] {
    return [...this.#projects.values()];
  }

  /** True for a project that goes into one with another id; its own record is then not used. */
  isElsewhere(id: string): boolean {
    const place = this.#projects.get(id);
    return place !== undefined && place.into !== null && readRecord(this.#db(), 'project', id) === null;
  }

  #project(id: string): string {
    return this.#projects.get(id)?.into ?? id;
  }

  #other(id: unknown): unknown {
    return typeof id === 'string' ? (this.#others.get(id) ?? id) : id;
  }

  /** The project of a record here, and its native id there: the first record of the bundle keeps it, later ones get another. */
  #placed({ kind, id, record }: Carried): EntityRecord {
    const projectId = this.#project(String(record.projectId));
    const { nativeId } = record;
    if (!this.#crowded.has(projectId) || typeof nativeId !== 'string') return { projectId };
    // A record imported earlier keeps the native id that it got then.
    const known = readRecord(this.#db(), kind, id)?.nativeId;
    if (known !== undefined) return { projectId, nativeId: known };
    const isTaken = (name: string) => (this.#claimed.get(nameOf(kind, projectId, name)) ?? id) !== id;
    const name = String(this.#ofBundle.get(String(record.projectId))?.name ?? record.projectId);
    const free = freeNativeId(nativeId, name, isTaken);
    this.#claimed.set(nameOf(kind, projectId, free), id);
    return { projectId, nativeId: free };
  }

  /** The record with its ids translated to those of this memory. */
  localised(carried: Carried): Carried {
    const { kind, record } = carried;
    const fields: EntityRecord = {};
    if (IN_PROJECTS.has(kind)) Object.assign(fields, this.#placed(carried));
    if (kind === 'session') fields.parentId = this.#other(record.parentId);
    if (IN_SESSIONS.has(kind)) fields.sessionId = this.#other(record.sessionId);
    if (kind === 'attempt') fields.lessonIds = (record.lessonIds as string[]).map((lesson) => this.#other(lesson));
    if (kind === 'feedback') fields.reflectionId = this.#other(record.reflectionId);
    if (PROJECT_LISTS.has(carried.id) && Array.isArray(record.value)) {
      fields.value = record.value.map((id) => this.#project(String(id)));
    }
    return { ...carried, record: { ...record, ...fields } };
  }

  /**
   * The record here that corresponds to a localised one, or null: the one with the same id, the same native id in the same
   * project, or the episode of the same session.
   */
  counterpart(carried: Carried): EntityRecord | null {
    const { kind, id } = carried;
    const db = this.#db();
    const same = readRecord(db, kind, id);
    if (same) return same;
    const found = this.#sameThing(carried);
    if (found === null) return null;
    this.#others.set(id, found);
    return readRecord(db, kind, found);
  }

  #sameThing({ kind, record }: Carried): string | null {
    const db = this.#db();
    if (kind === 'episode') return episodeOfSession(db, String(record.sessionId))?.id ?? null;
    const { nativeId, projectId } = record;
    if (typeof nativeId !== 'string') return null;
    if (kind === 'session') return sessionsByNativeId(db, nativeId, String(projectId))[0]?.id ?? null;
    if (kind === 'attempt') return attemptByNativeId(db, String(projectId), nativeId);
    if (kind === 'turn') return turnByNativeId(db, String(projectId), nativeId);
    return kind === 'reflection' ? reflectionByNativeId(db, String(projectId), nativeId) : null;
  }
}
