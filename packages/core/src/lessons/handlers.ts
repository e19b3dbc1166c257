import {
  AppError,
  excerpt,
  lessonTitle,
  type OutputOf,
  type ParsedInputOf,
  type Reflection,
} from '@twicewise/contract';
import {
  fittingLessons,
  getReflection,
  type LessonScope,
  type ReadableDb,
  readSettings,
  recentReflections,
} from '@twicewise/store';
import { withinTokens } from '../agent-text/within-tokens.ts';
import type { Context, WriteContext } from '../runtime/context.ts';
import { read, task, write } from '../runtime/define-handler.ts';
import { corrected, refuseBinned, refuseStale } from '../runtime/editing.ts';
import { toUnrankedLessons } from '../runtime/exposures/exposure-recorder.ts';
import { recordAnswer } from '../runtime/exposures/record-answer.ts';
import { contextOf, type HandlersOf } from '../runtime/handler.ts';
import { refuseWordsOfPerson } from '../runtime/person-only.ts';
import { beyondOwnSession, recentScope } from '../runtime/scope.ts';
import { lessonFacetsOf } from './lesson-facets.ts';
import { listLessons } from './lesson-list.ts';
import { mergedFields, refuseMerge } from './merge.ts';
import { revertedFields } from './revert.ts';
import { saidOfState } from './said-of-state.ts';
import { contentFields, refuseOversize, storeReflection } from './store-lesson.ts';

/** The error for an id without a lesson. */
export function noSuchLesson(id: string): AppError {
  return new AppError({
    code: 'not_found',
    message: `There is no lesson with the id ${id}.`,
    // Every door has a search; not every one has a list.
    hint: 'Take the id from an answer that shows the lesson: a search or a list.',
  });
}

/** Gets a lesson. Throws `not_found`. */
export function requireReflection(db: ReadableDb, id: string): Reflection {
  const found = getReflection(db, id);
  if (found) return found;
  throw noSuchLesson(id);
}

type Written = OutputOf<'reflection.update'>;

/** Changes fields of one lesson as one operation and returns the changed lesson. */
function change(
  context: WriteContext,
  id: string,
  name: string,
  verb: string,
  fields: Record<string, unknown>,
): Written {
  const before = requireReflection(context.db, id);
  context.record.update('reflection', id, fields);
  // By the title that it has from now on: that is what a person looks for.
  const title = lessonTitle(requireReflection(context.db, id));
  const operationId = context.record.finish({
    name,
    summary: `${verb}: ${excerpt(title, 120)}`,
    sessionId: before.sessionId,
    projectId: before.projectId,
  });
  return { reflection: requireReflection(context.db, id), operationId };
}

function merge(
  context: WriteContext,
  { id, into, choose }: ParsedInputOf<'reflection.merge'>,
): OutputOf<'reflection.merge'> {
  const from = requireReflection(context.db, id);
  const target = requireReflection(context.db, into);
  refuseBinned('lesson', from);
  refuseBinned('lesson', target);
  refuseMerge(from, target);
  const fields = mergedFields(target, from, choose);
  refuseOversize(target, fields);
  const pinned = target.pinned || from.pinned;
  context.record.update('reflection', into, { ...contentFields(target, fields, {}), pinned });
  context.record.update('reflection', id, { state: 'superseded', extra: { ...from.extra, mergedInto: into } });
  const operationId = context.record.finish({
    name: 'reflection.merge',
    summary: `Merged: ${excerpt(lessonTitle(from), 60)} into ${excerpt(lessonTitle(target), 60)}`,
    sessionId: target.sessionId,
    projectId: target.projectId,
  });
  if (!operationId) throw new Error('a merge changed nothing');
  return {
    reflection: requireReflection(context.db, into),
    superseded: requireReflection(context.db, id),
    operationId,
  };
}

/** The newest lessons of the window of a session or project, at most `limit`, and how many more it holds. */
function newestIn(scope: LessonScope, limit: number, { db }: Context) {
  const settings = readSettings(db);
  const window = 'sessionIds' in scope ? settings['window.session'] : settings['window.project'];
  const ids = recentReflections(db, scope, window, window);
  return { ids: ids.slice(0, limit), window, beyondLimit: Math.max(0, ids.length - limit) };
}

export const reflectionHandlers: HandlersOf<
  | 'reflection.store'
  | 'reflection.get'
  | 'reflection.recent'
  | 'reflection.list'
  | 'reflection.facets'
  | 'reflection.update'
  | 'reflection.setState'
  | 'reflection.pin'
  | 'reflection.merge'
  | 'reflection.delete'
  | 'reflection.restore'
  | 'reflection.previewRevert'
  | 'reflection.revert'
> = {
  'reflection.store': write((input, context) => storeReflection(context, input)),
  'reflection.get': read(({ id }, { db, recordExposures }) => {
    const reflection = requireReflection(db, id);
    recordExposures({ operation: 'reflection.get', task: null, lessons: toUnrankedLessons([reflection]) });
    return { reflection };
  }),
  'reflection.recent': task(async (input, context) => {
    const within = contextOf(context);
    const asked = newestIn(recentScope(input, within), input.limit, within);
    const beyond = asked.ids.length + asked.beyondLimit === 0 ? beyondOwnSession(input, within) : null;
    const { ids, window, beyondLimit } = beyond === null ? asked : newestIn(beyond, input.limit, within);
    const { lessons, tooLong } = fittingLessons(within.db, ids, input.maxBytes);
    const { told, tooLong: beyondTokens } = await withinTokens(lessons, input.maxTokens);
    const shown = toUnrankedLessons(told.map(({ lesson: { id }, tokens }) => ({ id, tokens })));
    recordAnswer(context, { operation: 'reflection.recent', projectId: input.projectId, lessons: shown });
    const items = told.map(({ lesson }) => lesson);
    return { items, tooLong: [...tooLong, ...beyondTokens], window, beyondLimit, beyondSession: beyond !== null };
  }),
  'reflection.facets': task(lessonFacetsOf),
  'reflection.list': task(listLessons),
  'reflection.update': write(({ id, changes, expectedRevision }, context) => {
    const lesson = requireReflection(context.db, id);
    refuseWordsOfPerson(context.caller, 'lesson', lesson);
    refuseBinned('lesson', lesson);
    refuseStale('lesson', lesson, expectedRevision);
    refuseOversize(lesson, changes);
    const { outcome, ...rest } = changes;
    const result = corrected(lesson, outcome, context.caller);
    return change(context, id, 'reflection.update', 'Edited', contentFields(lesson, rest, result));
  }),
  'reflection.setState': write(({ id, state }, context) => {
    refuseBinned('lesson', requireReflection(context.db, id));
    return change(context, id, 'reflection.setState', saidOfState(state), { state });
  }),
  'reflection.pin': write(({ id, pinned }, context) => {
    refuseBinned('lesson', requireReflection(context.db, id));
    return change(context, id, 'reflection.pin', pinned ? 'Pinned' : 'Unpinned', { pinned });
  }),
  'reflection.merge': write((input, context) => merge(context, input)),
  'reflection.delete': write(({ id }, context) => {
    const lesson = requireReflection(context.db, id);
    refuseWordsOfPerson(context.caller, 'lesson', lesson);
    const { deletedAt } = lesson;
    return change(context, id, 'reflection.delete', 'Deleted', { deletedAt: deletedAt ?? context.at });
  }),
  'reflection.restore': write(({ id }, context) =>
    change(context, id, 'reflection.restore', 'Restored', { deletedAt: null }),
  ),
  'reflection.previewRevert': read(({ id, operationId }, { db }) => {
    const lesson = requireReflection(db, id);
    const { before, after } = revertedFields(db, lesson, operationId);
    return { change: { entity: 'reflection', entityId: id, before, after }, revision: lesson.revision };
  }),
  'reflection.revert': write(({ id, operationId, expectedRevision }, context) => {
    const lesson = requireReflection(context.db, id);
    refuseStale('lesson', lesson, expectedRevision);
    const { after } = revertedFields(context.db, lesson, operationId);
    return change(context, id, 'reflection.revert', 'Restored an earlier version', contentFields(lesson, after, {}));
  }),
};
