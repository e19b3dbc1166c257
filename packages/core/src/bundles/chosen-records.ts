import type { BundleKind, ParsedInputOf } from '@twicewise/contract';
import {
  all,
  type Content,
  carriedIds,
  contentOfProjects,
  contentOfSessions,
  REFERRING,
  type ReadableDb,
  type Referring,
  referredBy,
} from '@twicewise/store';
import { resolveLessonSelection, type Selection, selectedSeqs } from '../lessons/selection.ts';
import { requireProject } from '../runtime/references.ts';
import type { Services } from '../runtime/services.ts';
import { selectedEpisodes } from '../sessions/many/selected.ts';

/** The selection of an export. */
export type BundleSelection = ParsedInputOf<'bundle.previewExport'>['selection'];

/** Number of ids looked up at once. */
const PER_LOOK = 500;

/** Ids to export, per kind in the order of the format, ascending, in groups. */
export type ChosenIds = (kind: BundleKind) => Iterable<string[]>;

/**
 * Resolves names in a selection to ids, but for those in filters of episodes, which mean what they mean when they are applied. Throws
 * `not_found` for an unknown project.
 */
export function resolveSelection(selection: BundleSelection, db: ReadableDb): BundleSelection {
  if ('everything' in selection || 'episodes' in selection) return selection;
  if ('projects' in selection) return { projects: selection.projects.map((name) => requireProject(db, name)) };
  return resolveLessonSelection(selection, db);
}

function* slices(ids: readonly string[]): Generator<string[]> {
  for (let from = 0; from < ids.length; from += PER_LOOK) yield ids.slice(from, from + PER_LOOK);
}

function* everyId(db: ReadableDb, kind: BundleKind): Generator<string[]> {
  for (let after = ''; ; ) {
    const ids = carriedIds(db, kind, after, PER_LOOK);
    if (ids.length > 0) yield ids;
    const last = ids.at(-1);
    if (last === undefined || ids.length < PER_LOOK) return;
    after = last;
  }
}

function idsOfSeqs(db: ReadableDb, seqs: readonly number[]): string[] {
  const sql = 'SELECT id FROM reflection WHERE seq IN (SELECT value FROM json_each(?))';
  return all<{ id: string }>(db, sql, [JSON.stringify(seqs)]).map(({ id }) => id);
}

/** Lessons and sessions with everything they refer to, so that no reference leads out of a bundle. */
class Closure {
  readonly #found: Record<BundleKind, Set<string>> = {
    project: new Set(),
    source: new Set(),
    session: new Set(),
    reflection: new Set(),
    feedback: new Set(),
    episode: new Set(),
    claim: new Set(),
    attempt: new Set(),
    turn: new Set(),
    setting: new Set(),
  };
  readonly #db: ReadableDb;

  constructor(db: ReadableDb) {
    this.#db = db;
  }

  add(kind: BundleKind, ids: readonly string[]): string[] {
    const fresh = ids.filter((id) => !this.#found[kind].has(id));
    for (const id of fresh) this.#found[kind].add(id);
    return fresh;
  }

  /** Adds records and, recursively, what they refer to. */
  take(kind: Referring, ids: readonly string[]): void {
    for (const some of slices(this.add(kind, ids))) {
      const { project, source, session, feedback } = referredBy(this.#db, kind, some);
      this.add('project', project);
      this.add('source', source);
      this.add('feedback', feedback);
      this.take('session', session);
    }
  }

  takeAll(content: Content): void {
    for (const kind of REFERRING) this.take(kind, content[kind]);
  }

  idsOf: ChosenIds = (kind) => slices([...this.#found[kind]].sort());
}

/** Chooses lessons or episodes before the snapshot is taken, because their indexes follow the live memory. Returns their `seq`. */
export async function chosenSeqs(selection: BundleSelection, services: Services): Promise<number[]> {
  if ('everything' in selection || 'projects' in selection) return [];
  if ('episodes' in selection) return selectedEpisodes(selection.episodes, services);
  return selectedSeqs(selection satisfies Selection, services);
}

/** The ids of everything that a selection exports. */
export function chosenIds(db: ReadableDb, selection: BundleSelection, seqs: readonly number[]): ChosenIds {
  if ('everything' in selection) return (kind) => everyId(db, kind);
  const closure = new Closure(db);
  if ('projects' in selection) {
    closure.add('project', selection.projects);
    closure.takeAll(contentOfProjects(db, selection.projects));
    return closure.idsOf;
  }
  if ('episodes' in selection) {
    closure.takeAll(contentOfSessions(db, seqs));
    return closure.idsOf;
  }
  for (let from = 0; from < seqs.length; from += PER_LOOK) {
    closure.take('reflection', idsOfSeqs(db, seqs.slice(from, from + PER_LOOK)));
  }
  return closure.idsOf;
}
