import * as z from 'zod';
import { limit } from '../domain/page.ts';
import { outcome } from '../domain/reflection.ts';
import { queryText } from '../domain/retrieval.ts';
import { reflectionFilters } from '../operations/reflections.ts';
import { retrievalOperations } from '../operations/retrieval.ts';
import { type AgentTool, LISTED_BYTES, listedTokens, tool } from './define.ts';
import { toolPlace } from './recording.ts';

const { budget } = retrievalOperations['memory.brief'].input.shape;

const brief = tool({
  name: 'memory_brief',
  title: 'Brief me',
  description:
    'What earlier attempts teach about a task: what failed and why, then what worked. Call it first, before you start any ' +
    'task and before every retry. Returns a short text within a token budget, or says that nothing is known.',
  readOnly: true,
  isNamed: true,
  input: z.strictObject({
    task: queryText.min(1).describe('What you are about to do, with names of files and errors'),
    ...toolPlace,
    budget: budget.describe('Most tokens of the answer'),
  }),
  alsoCalled: { taskDescription: 'task', query: 'task' },
  toCall: (input) => ({ name: 'memory.brief', input }),
});

/** Number of earlier sessions returned beside lessons, and of lessons offered when none is relevant. */
const SESSIONS_BESIDE = 3;
const MAYBE_OFFERED = 3;

const search = tool({
  name: 'reflection_search',
  title: 'Search lessons',
  description:
    'Find lessons and sessions of earlier attempts. Call it when you meet an error, are stuck, or need more than the ' +
    'brief. Returns the relevant ones, best first, or says that none is.',
  readOnly: true,
  input: z.strictObject({
    projectId: toolPlace.projectId,
    sessionId: toolPlace.sessionId.describe('Only this session'),
    taskDescription: queryText.optional().describe('The task or error, or words and identifiers'),
    outcomeFilter: z.array(outcome).max(4).optional(),
    tags: reflectionFilters.tags,
    everywhere: z.boolean().default(false).describe('All projects'),
    limit: limit(5, 50).describe(''),
    budget: listedTokens,
  }),
  alsoCalled: { query: 'taskDescription', task: 'taskDescription' },
  toCall: ({ budget: maxTokens, ...input }) => ({
    name: 'reflection.search',
    input: { ...input, sessions: SESSIONS_BESIDE, maybe: MAYBE_OFFERED, maxBytes: LISTED_BYTES, maxTokens },
  }),
});

/** Tools that find lessons and return them. */
export const retrievalTools: readonly AgentTool[] = [brief, search];
