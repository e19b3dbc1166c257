import type { OperationName, Reflection } from '@twicewise/contract';
import type { ShownLesson } from '@twicewise/store';
import { contextOf, type TaskContext } from '../handler.ts';
import { meantProject } from '../scope.ts';
import { toStoredTask } from './exposure-recorder.ts';

type Ranked = {
  reflection: Reflection;
  rank: number;
  score: number | null;
  relevance: number | null;
  /** Tokens of the lesson as it was shown; left out when not counted. */
  tokens?: number | null;
};

/** Converts the lessons of an answer to the form in which exposures are recorded. */
export function toShownLessons(hits: readonly Ranked[]): ShownLesson[] {
  return hits.map(({ reflection, rank, score, relevance, tokens = null }) => ({
    reflectionId: reflection.id,
    rank,
    score,
    relevance,
    tokens,
  }));
}

/** The parts of an answer that are recorded. */
interface RecordedAnswer {
  operation: OperationName;
  question?: string | undefined;
  projectId?: string | string[] | undefined;
  lessons: ShownLesson[];
  /** Episodes of the sessions that were shown. */
  episodeIds?: readonly string[];
  /** Tokens of the whole answer, when counted. */
  tokens?: number;
}

/** Records what an agent is shown. The answer does not wait for it. */
export function recordAnswer(
  context: TaskContext,
  { operation, question, projectId, lessons, episodeIds = [], tokens }: RecordedAnswer,
): void {
  const task = question === undefined ? null : toStoredTask(question, context.services.redactText);
  const asked = { ...meantProject(projectId, contextOf(context)), operation, task, lessons, episodeIds };
  const counted = tokens === undefined ? asked : { ...asked, tokens };
  context.services.exposureRecorder(context.caller, context)(counted);
}
