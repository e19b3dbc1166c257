import { AppError, type Caller, flatName, isId, type ProjectFolder, UNSORTED_PROJECT } from '@twicewise/contract';
import {
  getProject,
  getSession,
  mergedProject,
  projectByFolder,
  projectByReference,
  projectsNamed,
  projectWithoutFolder,
  type ReadableDb,
  sessionsByNativeId,
} from '@twicewise/store';
import type { WriteContext } from './context.ts';
import { noSuchProject, refuseAnyOfSeveral } from './no-such-project.ts';

/** A record found or created for a reference. */
export interface ResolvedReference {
  id: string;
  created: boolean;
  /** Remarks for the caller on how the reference was understood. */
  notes: string[];
}

const hintFor = (kind: 'project' | 'session') => `Use a name or an id (${kind}.list shows those there are).`;

function noSuchSession(reference: string): AppError {
  const message = `There is no session "${flatName(reference, 80)}".`;
  return new AppError({ code: 'not_found', message, hint: hintFor('session') });
}

/** What names a project without white space around it, which nobody sees, unless a project is called just so. */
function projectName(db: ReadableDb, name: string): string {
  const plain = name.trim();
  const isCalledSo = () => projectByReference(db, name) !== null || projectsNamed(db, name, 1).length > 0;
  return plain === '' || plain === name || isCalledSo() ? name : plain;
}

/** Id of the project of an id or name; null where no project has that name, or several have. An id may be of none. */
export function findProjectId(db: ReadableDb, reference: string): string | null {
  const named = projectName(db, reference);
  return isId('project', named) ? mergedProject(db, named) : projectByReference(db, named);
}

/** Throws `invalid_input` for a name that several projects have and none has as its own; another one may be made for it. */
function refuseAmbiguousProject(db: ReadableDb, reference: string): void {
  if (findProjectId(db, reference) === null) refuseAnyOfSeveral(db, projectName(db, reference));
}

/**
 * Checks the project that an import is asked to write to: throws `not_found` for an id that no project has, and `invalid_input` for
 * a name that several have. Another name may be made a project.
 */
export function checkImportProject(db: ReadableDb, reference: string | undefined): void {
  if (reference === undefined) return;
  if (isId('project', projectName(db, reference))) requireProject(db, reference);
  else refuseAmbiguousProject(db, reference);
}

/**
 * Project ids for a filter; empty when it names a project that does not exist. Throws `invalid_input` when several have that name:
 * an empty answer would mean that they hold nothing.
 */
export function findProjectIds(db: ReadableDb, references: string | string[]): string[] {
  const wanted = Array.isArray(references) ? references : [references];
  return wanted.flatMap((reference) => {
    const id = findProjectId(db, reference);
    if (id === null) refuseAnyOfSeveral(db, projectName(db, reference));
    return id === null ? [] : [id];
  });
}

/** Session ids for a filter. A native id can match sessions of several projects. */
export function findSessionIds(
  db: ReadableDb,
  references: string | string[],
  projectId: string | null = null,
): string[] {
  const wanted = Array.isArray(references) ? references : [references];
  return wanted.flatMap((reference) =>
    isId('session', reference) ? [reference] : sessionsByNativeId(db, reference, projectId).map((found) => found.id),
  );
}

/** Finds the one project that a reference names. Throws `not_found`, or `invalid_input` when several have that name. */
export function requireProject(db: ReadableDb, reference: string): string {
  const id = findProjectId(db, reference);
  if (id === null || !getProject(db, id)) throw noSuchProject(db, projectName(db, reference), hintFor('project'));
  return id;
}

/**
 * Finds the one session that a reference names. A native id used in several projects means the session in the caller's own
 * project; a caller without a project must name one. Throws `not_found` or `invalid_input`.
 */
export function requireSession(
  db: ReadableDb,
  reference: string,
  projectId: string | null,
  caller: Caller | null = null,
): string {
  const own = projectId === null && caller !== null ? callerProject(db, caller) : null;
  const ofOwn = own === null ? [] : findSessionIds(db, reference, own);
  const ids = ofOwn.length > 0 ? ofOwn : findSessionIds(db, reference, projectId);
  const [id] = ids;
  if (id === undefined || !getSession(db, id)) throw noSuchSession(reference);
  if (ids.length === 1) return id;
  throw new AppError({
    code: 'invalid_input',
    message: `${ids.length} projects have a session called ${JSON.stringify(reference)}.`,
    hint: 'Name the project too, or use the session id.',
  });
}

/** The caller's own project, if it exists already. */
export function callerProject(db: ReadableDb, caller: Caller): string | null {
  if (caller.project === null) return null;
  if ('reference' in caller.project) return findProjectId(db, caller.project.reference);
  const { key, name } = caller.project.folder;
  if (key === null) return projectByReference(db, UNSORTED_PROJECT);
  return projectByFolder(db, key) ?? projectWithoutFolder(db, name);
}

function createProject(context: WriteContext, fields: Record<string, unknown>): string {
  const id = context.newId('project');
  context.record.create('project', id, {
    id,
    nativeId: null,
    gitCommonDir: null,
    root: null,
    settings: {},
    createdAt: context.at,
    extra: {},
    deletedAt: null,
    ...fields,
  });
  return id;
}

function projectForName(context: WriteContext, name: string, notes: string[] = []): ResolvedReference {
  const found = projectByReference(context.db, name);
  if (found) return { id: found, created: false, notes };
  return { id: createProject(context, { nativeId: name, name }), created: true, notes };
}

function unsorted(context: WriteContext, why: string): ResolvedReference {
  return projectForName(context, UNSORTED_PROJECT, [
    `Stored in the project "${UNSORTED_PROJECT}", because ${why}. Pass projectId to choose another.`,
  ]);
}

function projectForFolder(context: WriteContext, folder: ProjectFolder): ResolvedReference {
  if (folder.key === null) return unsorted(context, `${folder.root} is not a project folder`);
  const found = projectByFolder(context.db, folder.key);
  if (found) return { id: found, created: false, notes: [] };
  const fields = { name: folder.name, gitCommonDir: folder.key, root: folder.root };
  // Lessons imported for a project of this name were meant for its folder. The first folder of that name takes over the project.
  const named = projectWithoutFolder(context.db, folder.name);
  if (named !== null) {
    context.record.update('project', named, { gitCommonDir: folder.key, root: folder.root });
    const note = `The project "${folder.name}" had no folder yet; from now on it is that of ${folder.root}.`;
    return { id: named, created: false, notes: [note] };
  }
  return { id: createProject(context, fields), created: true, notes: [] };
}

/** The project of a write: the named one, else the caller's own, else `unsorted`. Created on first use. */
export function resolveProject(context: WriteContext, given: string | undefined): ResolvedReference {
  if (given !== undefined) {
    const reference = projectName(context.db, given);
    // An id in an imported file may come from another memory; then it is treated as a name.
    const isName = !isId('project', reference) || (isImporter(context) && !getProject(context.db, reference));
    // An imported file may come from where only one has the name; nobody is there to choose.
    if (isName && !isImporter(context)) refuseAmbiguousProject(context.db, reference);
    if (isName) return projectForName(context, reference);
    return { id: requireProject(context.db, reference), created: false, notes: [] };
  }
  const { project } = context.caller;
  if (project === null) return unsorted(context, 'the caller named no project and has no folder');
  return 'reference' in project
    ? resolveProject(context, project.reference)
    : projectForFolder(context, project.folder);
}

/** Fields of a new session besides its ids. */
export interface NewSession {
  agent: string | null;
  startedAt: string;
  [field: string]: unknown;
}

/** Creates a session. */
export function createSession(
  context: WriteContext,
  projectId: string,
  nativeId: string | null,
  fields: NewSession,
): string {
  const id = context.newId('session');
  context.record.create('session', id, {
    id,
    nativeId,
    projectId,
    sourceId: null,
    parentId: null,
    goal: null,
    mode: null,
    branch: null,
    endedAt: null,
    outcome: 'unknown',
    outcomeSource: 'defaulted',
    metrics: null,
    workingSummary: null,
    createdAt: context.at,
    timeQuality: 'exact',
    extra: {},
    deletedAt: null,
    ...fields,
  });
  return id;
}

/** The session and project of a lesson. */
export interface WritePlace {
  project: ResolvedReference;
  session: ResolvedReference | null;
}

/**
 * Resolves where a write goes: to the named project, else the caller's own. For a caller without a project it is the project of
 * the session, if only one has a session of that name. Missing ones are created.
 */
export function resolvePlace(
  context: WriteContext,
  input: { projectId?: string | undefined; sessionId?: string | undefined },
  fresh: NewSession,
): WritePlace {
  const reference = input.sessionId ?? context.caller.session ?? undefined;
  if (reference === undefined) return { project: resolveProject(context, input.projectId), session: null };
  if (isId('session', reference)) {
    const found = getSession(context.db, reference);
    const isOurs = found !== null && isOfProject(context, input.projectId, found.projectId);
    if (isOurs) return { project: existing(found.projectId), session: existing(found.id) };
    // An id in an imported file may come from the memory that wrote the file; then it is treated as a name.
    if (!isImporter(context)) throw found ? otherProject() : noSuchSession(reference);
  }
  if (input.projectId === undefined && context.caller.project === null) {
    const [match, ...others] = sessionsByNativeId(context.db, reference, null);
    if (match && others.length === 0) return { project: existing(match.projectId), session: existing(match.id) };
  }
  const project = resolveProject(context, input.projectId);
  const [found] = sessionsByNativeId(context.db, reference, project.id);
  if (found) return { project, session: existing(found.id) };
  return { project, session: { id: createSession(context, project.id, reference, fresh), created: true, notes: [] } };
}

function isImporter(context: WriteContext): boolean {
  return context.caller.author.kind === 'importer';
}

function isOfProject(context: WriteContext, named: string | undefined, actual: string): boolean {
  return named === undefined || findProjectId(context.db, named) === actual;
}

function otherProject(): AppError {
  return new AppError({
    code: 'invalid_input',
    message: 'This session belongs to another project than the one named.',
    hint: 'Leave projectId out, or name the session by an id of your own.',
  });
}

function existing(id: string): ResolvedReference {
  return { id, created: false, notes: [] };
}
