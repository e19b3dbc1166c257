import { AppError } from '@twicewise/contract';
import { getSession, type ReadableDb, type TurnScope } from '@twicewise/store';
import type { TaskContext } from '../runtime/handler.ts';
import { callerProject, findProjectIds, requireProject, requireSession } from '../runtime/references.ts';

interface Asked {
  projectId?: string | undefined;
  sessionId?: string | undefined;
}

/** The session that is asked about: the named one, else the caller's own; null where neither is known. */
export function sessionAsked(db: ReadableDb, asked: Asked, { caller }: Pick<TaskContext, 'caller'>): string | null {
  const project = asked.projectId === undefined ? null : (findProjectIds(db, asked.projectId)[0] ?? null);
  if (asked.sessionId !== undefined) return requireSession(db, asked.sessionId, project, caller);
  if (caller.session === null) return null;
  try {
    return requireSession(db, caller.session, project, caller);
  } catch (error) {
    // A session is made with its first turn; before that there is nothing to find.
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

/** The project in which all sessions are looked through: the named one, else that of the session, else the caller's own. */
export function projectAsked(
  db: ReadableDb,
  asked: Asked,
  session: string | null,
  { caller }: Pick<TaskContext, 'caller'>,
): string | null {
  if (asked.projectId !== undefined) return requireProject(db, asked.projectId);
  return (session === null ? null : getSession(db, session)?.projectId) ?? callerProject(db, caller);
}

/** The scope of a question; null where nothing can be in it, because the caller's own session has no turn yet. */
export function scopeAsked(
  db: ReadableDb,
  asked: Asked & { everySession?: boolean },
  context: Pick<TaskContext, 'caller'>,
): { sessionId: string | null; words: TurnScope | null } {
  const sessionId = sessionAsked(db, asked, context);
  const isNamed = asked.sessionId !== undefined || context.caller.session !== null;
  if (asked.everySession === true) {
    const projectId = projectAsked(db, asked, sessionId, context);
    if (projectId === null && !isNamed) throw nameOne('Name the project (projectId)');
    return { sessionId, words: projectId === null ? null : { projectId } };
  }
  if (!isNamed) throw nameOne('Name the session (sessionId), or ask with everySession');
  return { sessionId, words: sessionId === null ? null : { sessionId } };
}

function nameOne(hint: string): AppError {
  return new AppError({ code: 'invalid_input', message: 'Turns of which session? You have none.', hint: `${hint}.` });
}
