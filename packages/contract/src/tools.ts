import * as z from 'zod';
import { reference, reflectionId } from './domain/ids.ts';
import { limit } from './domain/page.ts';
import { reflectionContent } from './domain/reflection.ts';
import type { OperationName } from './operations/index.ts';
import { storeFields, withinLessonLimit } from './operations/reflections.ts';

/** What an agent may call: product text, its own input, and a pure mapping to one operation. */
export interface AgentTool {
  readonly name: string;
  readonly title: string;
  /** What the agent gains, when to call it, what comes back. */
  readonly description: string;
  readonly input: z.ZodType;
  readonly readOnly: boolean;
  /** Operation and its input. The result is parsed again by `dispatch`. */
  readonly toCall: (input: never) => { name: OperationName; input: Record<string, unknown> };
}

function tool<I extends z.ZodType>(definition: {
  name: string;
  title: string;
  description: string;
  input: I;
  readOnly: boolean;
  toCall: (input: z.output<I>) => { name: OperationName; input: Record<string, unknown> };
}): AgentTool {
  return definition;
}

const { sessionId, projectId, taskDescription, attemptNumber, outcome, whatWorked, whatDidNotWork, tags } = storeFields;

/** Tools offered to agents (S0-50, S0-51). */
export const agentTools: readonly AgentTool[] = [
  tool({
    name: 'reflection_store',
    title: 'Record an attempt',
    description:
      'Record what you tried and what came of it, so that the next attempt starts from it. Call it after every attempt: ' +
      'when tests pass, when an approach fails, before you switch strategy. Returns the id of the stored lesson.',
    readOnly: false,
    input: withinLessonLimit(
      z.strictObject({
        sessionId,
        projectId,
        taskDescription,
        attemptNumber,
        outcome,
        whatWorked,
        whatDidNotWork,
        nextStrategy: reflectionContent.nextStrategy.describe(
          'What you would do next time, written to your future self',
        ),
        tags,
        relatedEntityIds: storeFields.relatedEntityIds,
        failureCategory: storeFields.failureCategory,
        confidence: storeFields.confidence,
      }),
    ),
    toCall: (input) => ({ name: 'reflection.store', input }),
  }),
  tool({
    name: 'reflection_get',
    title: 'Recent lessons',
    description:
      'The newest lessons of a session or project, or one lesson by id. Call it when you resume work or before you retry, ' +
      'to see what was already tried. Returns each lesson with its outcome, what worked, what did not, and the next strategy.',
    readOnly: true,
    input: z.strictObject({
      sessionId: reference.optional().describe('Default: this session'),
      projectId: reference.optional().describe('Default: this project'),
      id: reflectionId.optional().describe('One lesson, instead of the newest'),
      limit: limit(5, 100),
    }),
    toCall: ({ id, ...recent }) =>
      id === undefined ? { name: 'reflection.recent', input: recent } : { name: 'reflection.get', input: { id } },
  }),
];
