import { AppError, type Attempt } from '@twicewise/contract';
import { type AttemptFilter, getSession } from '@twicewise/store';
import type { Context } from '../runtime/context.ts';
import { ownSession, projectScope } from '../runtime/scope.ts';
import { taskIdentityOf } from './task-identity.ts';

/** When an attempt ended, else began, else was recorded. */
export const endOf = ({ endedAt, startedAt, createdAt }: Attempt): string => endedAt ?? startedAt ?? createdAt;

/** Attempts that a question means: those of a session, or at a task. */
export interface Together {
  projectId?: string | undefined;
  sessionId?: string | undefined;
  taskIdentity?: string | undefined;
  task?: string | undefined;
}

/** The task that is named; null when it is named twice and differently, so that no attempt is meant. */
export function taskMeant({ taskIdentity, task }: Together): string | null | undefined {
  const named = task === undefined ? undefined : taskIdentityOf(task);
  if (named !== undefined && taskIdentity !== undefined && named !== taskIdentity) return null;
  return taskIdentity ?? named;
}

/**
 * The filter for the attempts that are meant, in the projects that the caller sees; null when nothing can match. Where neither
 * session nor task is named, it is the caller's own session. Throws `invalid_input` where there is none.
 */
export function attemptsMeant(asked: Together, context: Context): AttemptFilter | null {
  const identity = taskMeant(asked);
  if (identity === null) return null;
  const { sessionIds, projectIds } = projectScope({ projectId: asked.projectId, sessionId: asked.sessionId }, context);
  const where: AttemptFilter = {
    deleted: 'exclude',
    ...(sessionIds ? { sessionIds } : {}),
    ...(projectIds ? { projectIds } : {}),
    ...(identity === undefined ? {} : { taskIdentity: identity }),
  };
  if (identity !== undefined || asked.sessionId !== undefined) return where;
  if (context.caller.session === null) {
    throw new AppError({
      code: 'invalid_input',
      message: 'Name a session, or a task.',
      hint: 'Pass sessionId, or task (session.list and attempt.list show those there are).',
    });
  }
  const own = ownSession(context);
  return own === undefined ? null : { deleted: 'exclude', sessionIds: [own] };
}

/** What attempts are weighed by. */
export interface Goal {
  text: string;
  /** Who said so: the caller, the working summary of the session, the session itself, or the task of the latest attempt. */
  from: 'asked' | 'summary' | 'session' | 'task';
}

/** The goal of the session that is meant, else the task of the latest attempt; null without any. */
export function goalOf(
  { db }: Context,
  filter: AttemptFilter,
  latest: { task: string } | undefined,
  asked?: string,
): Goal | null {
  if (asked !== undefined && asked.trim() !== '') return { text: asked, from: 'asked' };
  const [sessionId, ...others] = filter.sessionIds ?? [];
  const session = sessionId === undefined || others.length > 0 ? null : getSession(db, sessionId);
  // Those at a task are weighed by that task, whatever else its session was about.
  if (session && filter.taskIdentity === undefined) {
    const noted = session.workingSummary?.goal;
    if (noted) return { text: noted, from: 'summary' };
    if (session.goal) return { text: session.goal, from: 'session' };
  }
  return latest ? { text: latest.task, from: 'task' } : null;
}
