import type { OperationName, Reflection } from '@twicewise/contract';
import type { Shown } from '@twicewise/store';
import { kept } from './accounts.ts';
import { contextOf, type TaskContext } from './handler.ts';
import { meantProject } from './scope.ts';

type Ranked = {
  reflection: Reflection;
  rank: number;
  score: number | null;
  relevance: number | null;
  /** Its size as it was told; left out where nobody counted. */
  tokens?: number | null;
};

/** Lessons of an answer as its account has them. */
export function shownOf(hits: readonly Ranked[]): Shown[] {
  return hits.map(({ reflection, rank, score, relevance, tokens = null }) => ({
    reflectionId: reflection.id,
    rank,
    score,
    relevance,
    tokens,
  }));
}

/** An answer, as far as its account is concerned. */
interface Answered {
  operation: OperationName;
  question?: string | undefined;
  projectId?: string | string[] | undefined;
  lessons: Shown[];
  /** Episodes of the sessions that were told. */
  episodeIds?: readonly string[];
  /** Size of what was shown, where it was counted. */
  tokens?: number;
}

/** Writes down what an agent is shown. */
export function account(
  context: TaskContext,
  { operation, question, projectId, lessons, episodeIds = [], tokens }: Answered,
): void {
  const task = question === undefined ? null : kept(question, context.services.redactText);
  const asked = { ...meantProject(projectId, contextOf(context)), operation, task, lessons, episodeIds };
  const counted = tokens === undefined ? asked : { ...asked, tokens };
  context.services.account(context.caller, context.startedAt)(counted);
}
