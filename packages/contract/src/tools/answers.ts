import * as z from 'zod';
import { type AgentTool, type ToolCall, tool } from './define.ts';
import { toolPlace } from './recording.ts';

const KINDS = ['deadEnds', 'pattern', 'similar', 'why', 'path', 'whatIf', 'episode'] as const;

type Kind = (typeof KINDS)[number];
interface Question {
  about: string;
  other?: string | undefined;
  projectId?: string | undefined;
}

/** Kinds that ask for two things. */
const NEEDS_OTHER: ReadonlySet<Kind> = new Set(['path', 'whatIf']);

/** The call that answers each kind of question. */
const CALLS: Readonly<Record<Kind, (question: Question) => ToolCall>> = {
  deadEnds: ({ about: task, projectId }) => ({ name: 'causal.deadEnds', input: { task, projectId } }),
  pattern: ({ about: text, projectId }) => ({ name: 'pattern.match', input: { text, projectId } }),
  similar: ({ about: context, projectId }) => ({ name: 'causal.similarDecisions', input: { context, projectId } }),
  why: ({ about: of, projectId }) => ({ name: 'causal.why', input: { of, projectId } }),
  path: ({ about: from, other: to, projectId }) => ({ name: 'causal.path', input: { from, to, projectId } }),
  whatIf: ({ about: decision, other: alternative, projectId }) => ({
    name: 'causal.whatIf',
    input: { decision, alternative, projectId },
  }),
  episode: ({ about, projectId }) => ({ name: 'episode.digest', input: { about, projectId } }),
};

const given = (input: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

const ask = tool({
  name: 'memory_ask',
  title: 'Ask what was tried',
  description:
    'Ask past sessions: deadEnds (what failed), pattern (what helps), similar (decisions), why, path (about to other), ' +
    'whatIf (other instead), episode. Call it before you choose an approach.',
  readOnly: true,
  input: z
    .strictObject({
      kind: z.enum(KINDS),
      about: z.string().min(1).max(1000).describe('Task, error, choice, session'),
      other: z.string().min(1).max(1000).optional().describe('For path and whatIf'),
      projectId: toolPlace.projectId,
    })
    .refine(({ kind, other }) => other !== undefined || !NEEDS_OTHER.has(kind), {
      path: ['other'],
      message: 'is needed for path and whatIf',
    }),
  alsoCalled: { query: 'about', task: 'about', taskDescription: 'about' },
  toCall({ kind, ...question }) {
    const { name, input } = CALLS[kind](question);
    return { name, input: given(input) };
  },
});

/** The tool that asks what happened and why. */
export const answerTools: readonly AgentTool[] = [ask];
