import type { BundleKind, ParsedInputOf } from '@twicewise/contract';
import {
  all,
  binnedUnrecorded,
  type Content,
  carriedIds,
  contentOfProjects,
  contentOfSessions,
  REFERRING,
  type ReadableDb,
  type Referring,
  referredBy,
  sessionsWithoutEpisode,
} from '@twicewise/store';
import { resolveLessonSelection, type Selection, selectedSeqs } from '../lessons/selection.ts';
import { requireProject } from '../runtime/references.ts';
import type { Services } from '../runtime/services.ts';
import { selectedSessions } from '../sessions/many/selected.ts';

/** The selection of an export. */
export type BundleSelection = ParsedInputOf<'bundle.previewExport'>['selection'];

/** Number of ids looked up at once. */
const PER_LOOK = 500;

/** Ids to export, per kind in the order of the format, ascending, in groups. */
export type ChosenIds = (kind: BundleKind) => Iterable<string[]>;

/** `seq` of chosen lessons, or of episodes and of sessions without one. */
type Chosen = Record<'lessons' | 'episodes' | 'sessions', readonly number[]>;
const NONE: Chosen = { lessons: [], episodes: [], sessions: [] };

/**
 * Resolves names in a selection to ids, but for those in filters of episodes, which mean what they mean when they are applied. Throws
 * `not_found` for an unknown project.
 */
export function resolveSelection(selection: BundleSelection, db: ReadableDb): BundleSelection {
  if ('everything' in selection || 'episodes' in selection) return selection;
  if ('projects' in selection) return { projects: selection.projects.map((name) => requireProject(db, name)) };
  return resolveLessonSelection(selection, db);
}

function* slices<T>(of: readonly T[]): Generator<T[]> {
  for (let from = 0; from < of.length; from += PER_LOOK) yield of.slice(from, from + PER_LOOK);
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

/** Chooses lessons or sessions before the snapshot is taken, because their indexes follow the live memory. */
export async function chosenSeqs(selection: BundleSelection, services: Services): Promise<Chosen> {
  if ('everything' in selection || 'projects' in selection) return NONE;
  if ('episodes' in selection) {
    const { episodes, sessions } = await selectedSessions(selection.episodes, services);
    const named = 'ids' in selection.episodes ? sessionsWithoutEpisode(services.db(), selection.episodes.ids) : [];
    return { ...NONE, episodes, sessions: [...new Set([...sessions, ...named])] };
  }
  return { ...NONE, lessons: await selectedSeqs(selection satisfies Selection, services) };
}

/** The ids of everything that a selection exports. */
export function chosenIds(db: ReadableDb, selection: BundleSelection, chosen: Chosen): ChosenIds {
  if ('everything' in selection) return (kind) => everyId(db, kind);
  const closure = new Closure(db);
  if ('projects' in selection) {
    closure.add('project', selection.projects);
    closure.takeAll(contentOfProjects(db, selection.projects));
    return closure.idsOf;
  }
  const { episodes, sessions } = chosen;
  closure.takeAll(contentOfSessions(db, { episodes, sessions, binned: binnedUnrecorded(db, sessions) }));
  for (const some of slices(chosen.lessons)) closure.take('reflection', idsOfSeqs(db, some));
  return closure.idsOf;
}
