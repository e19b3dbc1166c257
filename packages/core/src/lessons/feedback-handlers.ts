import {
  AppError,
  excerpt,
  lessonTitle,
  NOTHING_CHANGED,
  type OutputOf,
  type ParsedInputOf,
  type Reflection,
} from '@twicewise/contract';
import { exposedLesson, getReflection, judgementOf, verdictsOn, wasShown } from '@twicewise/store';
import type { WriteContext } from '../runtime/context.ts';
import { write } from '../runtime/define-handler.ts';
import type { HandlersOf } from '../runtime/handler.ts';
import { isAgentAtWork, onlyPerson } from '../runtime/person-only.ts';
import { callerProject } from '../runtime/references.ts';
import { requireReflection } from './handlers.ts';

function judgedLesson(context: WriteContext, input: ParsedInputOf<'memory.feedback'>): Reflection {
  if ('reflectionId' in input) return requireReflection(context.db, input.reflectionId);
  const id = exposedLesson(context.db, input.exposureId);
  const found = id === null ? null : getReflection(context.db, id);
  if (found) return found;
  throw new AppError({
    code: 'not_found',
    message: `Nothing was shown under the id ${input.exposureId}.`,
    hint: 'Name the lesson itself with reflectionId, or one of the times it was shown (exposure.list).',
  });
}

/** An agent may judge only what it has seen: lessons of its own project or session, and those it was shown. Throws `refused`. */
function refuseUnseen({ db, caller }: WriteContext, lesson: Reflection): void {
  if (caller.author.kind !== 'agent' || lesson.projectId === callerProject(db, caller)) return;
  // Compare sessions, not author names: all agents of one program have the same name.
  if (caller.session !== null && lesson.sessionNativeId === caller.session) return;
  if (wasShown(db, lesson.id, caller)) return;
  // What other programs were shown is not recorded, so it is unknown whether they read the lesson.
  if (!isAgentAtWork(caller)) throw onlyPerson('judges a lesson of another project without being shown it');
  throw new AppError({
    code: 'refused',
    message: `You were not shown ${lesson.id}, which is of another project`,
    effect: NOTHING_CHANGED,
    hint: 'Read it first (reflection.get with its id), and judge it after you acted on it.',
  });
}

/** An agent has one judgement per lesson and session, which it may change. Repeated judgements must not count as several. */
function earlierJudgement({ db, caller }: WriteContext, lesson: Reflection): string | null {
  return caller.author.kind === 'agent' ? judgementOf(db, lesson.id, caller.author, caller.session) : null;
}

function giveFeedback(context: WriteContext, input: ParsedInputOf<'memory.feedback'>): OutputOf<'memory.feedback'> {
  const lesson = judgedLesson(context, input);
  refuseUnseen(context, lesson);
  const { author, session } = context.caller;
  const earlier = earlierJudgement(context, lesson);
  const said = {
    exposureId: 'exposureId' in input ? input.exposureId : null,
    verdict: input.verdict,
    note: input.note,
    at: context.at,
  };
  const feedback = { id: earlier ?? context.newId('feedback'), reflectionId: lesson.id, sessionRef: session, ...said };
  if (earlier !== null) context.record.update('feedback', earlier, said);
  else {
    const names = { authorKind: author.kind, authorName: author.name };
    context.record.create('feedback', feedback.id, { ...feedback, ...names });
  }
  const operationId = context.record.finish({
    name: 'memory.feedback',
    summary: `Marked ${input.verdict}: ${excerpt(lessonTitle(lesson), 120)}`,
    sessionId: lesson.sessionId,
    projectId: lesson.projectId,
  });
  return { feedback: { ...feedback, author }, counts: verdictsOn(context.db, lesson.id), operationId };
}

export const feedbackHandlers: HandlersOf<'memory.feedback'> = {
  'memory.feedback': write((input, context) => giveFeedback(context, input)),
};
