import type { OutputOf, ParsedInputOf } from '@twicewise/contract';
import { episodeOfSession, findSessions, findSummaryVersions, getSession, type ReadableDb } from '@twicewise/store';
import type { WriteContext } from '../runtime/context.ts';
import { read, task, write } from '../runtime/define-handler.ts';
import type { HandlersOf, TaskContext } from '../runtime/handler.ts';
import { createSession, requireProject, requireSession, resolvePlace, resolveProject } from '../runtime/references.ts';
import { queueReading, refuseNothing } from './episodes/queue-reading.ts';
import { listUnrecorded } from './unrecorded.ts';
import { writeNote } from './working-summary.ts';

type Written = OutputOf<'session.start'>;
type Checklist = OutputOf<'session.end'>['checklist'];

const LESSONS_LEFT = 'Record what was tried and what came of it, also what failed (reflection.store).';
const EPISODE_LEFT =
  'Name the log of the session (session.end with log) to have its episode made, or record it yourself (episode.store).';

function load(db: ReadableDb, id: string): Written['session'] {
  const session = getSession(db, id);
  if (!session) throw new Error(`session ${id} vanished`);
  return session;
}

function finish(context: WriteContext, id: string, name: string, verb: string, notes: string[]): Written {
  const session = load(context.db, id);
  const operationId = context.record.finish({
    name,
    summary: `${verb} session ${session.nativeId ?? id}`,
    sessionId: id,
    projectId: session.projectId,
  });
  return { session, operationId, notes };
}

/** Closes a session. If its log is given, queues the reading of it in the same transaction (S1-62). */
function end(input: ParsedInputOf<'session.end'>, context: WriteContext): OutputOf<'session.end'> {
  const { sessionId, projectId, outcome, outcomeSource, endedAt, log } = input;
  const project = projectId === undefined ? null : requireProject(context.db, projectId);
  const id = requireSession(context.db, sessionId, project, context.caller);
  const known = outcome === 'unknown' ? {} : { outcome, outcomeSource };
  const at = endedAt === undefined ? context.at : new Date(endedAt).toISOString();
  const current = load(context.db, id);
  context.record.update('session', id, { endedAt: endedAt === undefined ? (current.endedAt ?? at) : at, ...known });
  const job = log === undefined ? null : queueReading(context, { format: 'logs', path: log, sessionId: id });
  const ended = finish(context, id, 'session.end', 'Ended', []);
  return { ...ended, job, checklist: checklistOf(context.db, ended.session, job !== null) };
}

/**
 * The steps that end a session, and which of them are open (S1-63). An episode in the bin counts as done, because nobody wants
 * it.
 */
function checklistOf(db: ReadableDb, { id, reflections }: Written['session'], isQueued: boolean): Checklist {
  const isRecorded = episodeOfSession(db, id) !== null;
  const left = isRecorded || isQueued ? null : EPISODE_LEFT;
  return [
    { step: 'lessons', state: reflections > 0 ? 'done' : 'open', next: reflections > 0 ? null : LESSONS_LEFT },
    // Reading a log again updates an existing episode.
    { step: 'episode', state: isQueued ? 'queued' : isRecorded ? 'done' : 'open', next: left },
  ];
}

async function endSession(
  input: ParsedInputOf<'session.end'>,
  { caller, services, once }: TaskContext,
): Promise<OutputOf<'session.end'>> {
  if (input.log !== undefined) refuseNothing(input.log);
  const answer = await services.write('session.end', caller, (context) => end(input, context), once);
  if (answer.job) services.wakeJobs();
  return answer;
}

export const sessionHandlers: HandlersOf<
  | 'session.list'
  | 'session.unrecorded'
  | 'session.get'
  | 'session.start'
  | 'session.end'
  | 'session.note'
  | 'session.notes'
> = {
  'session.list': read(({ projectId, limit, cursor }, { db }) =>
    findSessions(db, projectId === undefined ? null : requireProject(db, projectId), limit, cursor),
  ),
  'session.unrecorded': task(listUnrecorded),
  'session.get': read(({ id, projectId }, { db, caller }) => {
    const project = projectId === undefined ? null : requireProject(db, projectId);
    return { session: load(db, requireSession(db, id, project, caller)) };
  }),
  'session.start': write(({ sessionId, projectId, parentId, startedAt, ...fields }, context) => {
    const { author } = context.caller;
    const fresh = {
      ...fields,
      agent: fields.agent ?? (author.kind === 'agent' ? author.name : null),
      parentId: parentId === null ? null : requireSession(context.db, parentId, null, context.caller),
      startedAt: startedAt === undefined ? context.at : new Date(startedAt).toISOString(),
    };
    if (sessionId === undefined) {
      const project = resolveProject(context, projectId);
      return finish(
        context,
        createSession(context, project.id, null, fresh),
        'session.start',
        'Started',
        project.notes,
      );
    }
    const place = resolvePlace(context, { sessionId, projectId }, fresh);
    const id = place.session?.id;
    if (id === undefined) throw new Error('a named session was not resolved');
    // A lesson may have created the session by naming it; this adds the fields known now.
    const known = Object.entries({ goal: fields.goal, agent: fields.agent, mode: fields.mode, branch: fields.branch });
    const added = Object.fromEntries(known.filter(([, value]) => value !== null));
    if (!place.session?.created) context.record.update('session', id, added);
    return finish(context, id, 'session.start', 'Started', [...place.project.notes, ...(place.session?.notes ?? [])]);
  }),
  'session.end': task(endSession),
  'session.note': write(writeNote),
  'session.notes': read(({ id, projectId, limit, cursor }, { db, caller }) => {
    const project = projectId === undefined ? null : requireProject(db, projectId);
    return findSummaryVersions(db, requireSession(db, id, project, caller), limit, cursor);
  }),
};
