import { isId } from '@twicewise/contract';
import type { LessonScope } from '@twicewise/store';
import type { Context } from './context.ts';
import { isAgentAtWork } from './person-only.ts';
import { callerProject, findProjectIds, findSessionIds } from './references.ts';
import { SEARCHED_STATES, seenStates } from './told-states.ts';

/** The projects and sessions that a question names. */
export interface SearchPlace {
  sessionId?: string | string[] | undefined;
  projectId?: string | string[] | undefined;
  /** Search everywhere instead of in the caller's own project first: in the named projects, or in all if none is named. */
  everywhere?: boolean | undefined;
}

/** At most one named project or session. */
interface OnePlace {
  sessionId?: string | undefined;
  projectId?: string | undefined;
}

/** Sessions of that name. With `isOwn`, only those of the caller's own project, so that lessons of others do not mix in. */
function sessionsMeant({ db, caller }: Context, session: string, isOwn: boolean): string[] {
  if (isId('session', session)) return [session];
  const own = callerProject(db, caller);
  const ofOwn = own === null ? [] : findSessionIds(db, session, own);
  if (ofOwn.length > 0) return ofOwn;
  // A session named outright may be in another project: an agent must find what it stored under another project's name.
  return isOwn && caller.project !== null ? [] : findSessionIds(db, session);
}

/** Scope for the newest lessons: the named session or project, else the caller's own session, else an agent's own project. */
export function recentScope(place: OnePlace, context: Context): LessonScope {
  return { ...recentPlaces(place, context), ...reviewed(context) };
}

/**
 * The wider scope for the newest lessons when the caller's own session has none: its project. Null when the caller named
 * something, or has no project.
 */
export function beyondOwnSession({ sessionId, projectId }: OnePlace, context: Context): LessonScope | null {
  const { session, project } = context.caller;
  const isOwn = sessionId === undefined && projectId === undefined && session !== null && project !== null;
  return isOwn ? projectScope({}, context) : null;
}

function recentPlaces(place: OnePlace, context: Context): LessonScope {
  const project = place.projectId ?? null;
  const ownSession = place.sessionId === undefined && project === null ? context.caller.session : null;
  const session = place.sessionId ?? ownSession;
  if (session === null) return places(place, context);
  const projectIds = project === null ? undefined : findProjectIds(context.db, project);
  return { sessionIds: sessionsMeant(context, session, ownSession !== null), ...(projectIds ? { projectIds } : {}) };
}

/**
 * Scope for searching projects: the named ones, else an agent's own. A person, or an agent without a project, searches
 * everywhere. Named sessions narrow it.
 */
export function projectScope(place: SearchPlace, context: Context): LessonScope {
  return { ...places(place, context), ...reviewed(context) };
}

/** Excludes drafts for agents while the settings hold drafts back. */
function reviewed(context: Context): Pick<LessonScope, 'states'> {
  const states = seenStates(context);
  return states === SEARCHED_STATES ? {} : { states: [...states] };
}

function places({ sessionId, projectId, everywhere = false }: SearchPlace, context: Context): LessonScope {
  const { db, caller } = context;
  const names = sessionId === undefined ? undefined : [sessionId].flat();
  const sessionIds = names?.flatMap((name) =>
    everywhere ? findSessionIds(db, name) : sessionsMeant(context, name, false),
  );
  const narrowed = sessionIds ? { sessionIds } : {};
  if (projectId !== undefined) return { ...narrowed, projectIds: findProjectIds(db, projectId) };
  if (everywhere || sessionIds || !isAgentAtWork(caller) || caller.project === null) return narrowed;
  const own = callerProject(db, caller);
  // An agent in a folder without a project yet must not be shown the lessons of others.
  return { ...narrowed, projectIds: own === null ? [] : [own] };
}

/** The projects that a question without a session can see; null for all. */
export function projectsSeen(
  place: Pick<SearchPlace, 'projectId' | 'everywhere'>,
  context: Context,
): ReadonlySet<string> | null {
  const { projectIds } = projectScope(place, context);
  return projectIds ? new Set(projectIds) : null;
}

/** The one project that a question names, for recording its exposures. Otherwise the recorder uses the caller's own. */
export function meantProject(projectId: string | string[] | undefined, { db }: Context): { projectId?: string | null } {
  return typeof projectId === 'string' ? { projectId: findProjectIds(db, projectId)[0] ?? null } : {};
}

/** The id of the caller's own session, if it has stored anything yet. */
export function ownSession({ db, caller }: Context): string | undefined {
  if (caller.session === null) return undefined;
  return findSessionIds(db, caller.session, callerProject(db, caller))[0];
}
