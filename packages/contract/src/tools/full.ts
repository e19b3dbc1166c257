import * as z from 'zod';
import { givenAttemptContent } from '../domain/attempt-content.ts';
import { contextTokens } from '../domain/attempt-context.ts';
import { edgeId, nodeId } from '../domain/cause.ts';
import { attemptId } from '../domain/ids.ts';
import { attemptFields, together } from '../operations/attempts.ts';
import { causalOperations } from '../operations/causes.ts';
import { episodeOperations } from '../operations/episodes.ts';
import { patternOperations } from '../operations/patterns.ts';
import { EMPTY_NOTE, noteFields, saysSomething } from '../operations/sessions.ts';
import { type AgentTool, tool } from './define.ts';
import { toolPlace } from './recording.ts';

const summary = tool({
  name: 'reflection_summary',
  title: 'Summary of lessons',
  description:
    'What commonly fails and what works in a project, with counts. Call it when you are new to a project or plan larger work.',
  readOnly: true,
  input: z.strictObject({
    projectId: toolPlace.projectId,
    sessionId: toolPlace.sessionId.describe('Only this session'),
  }),
  toCall: (input) => ({ name: 'reflection.summary', input }),
});

const record = tool({
  name: 'episode_record',
  title: 'Record a session',
  description:
    'Record what happened in this session as a whole: decisions with what there was to choose from and why, events, and what ' +
    'caused what. Call it once, when the session ends. Returns the id of the episode.',
  readOnly: false,
  input: episodeOperations['episode.store'].input,
  toCall: (input) => ({ name: 'episode.store', input }),
});

/** What an agent says of an attempt itself. Calls and what a person said are read from the transcript: they would cost tokens (B4-09). */
const ofAgent = givenAttemptContent.pick({
  actor: true,
  checks: true,
  errors: true,
  reward: true,
  reflection: true,
  synthesis: true,
  progress: true,
  cost: true,
  notes: true,
});

const attempt = tool({
  name: 'attempt_record',
  title: 'Record a try and its checks',
  description:
    'Record one try at a task with what its checks said. Call it when you work in a loop of tries, after each check, whether or ' +
    'not there is a lesson in it; reflection_store keeps the lesson. Returns which attempt at this task it was.',
  readOnly: false,
  input: z.strictObject({
    sessionId: toolPlace.sessionId,
    projectId: toolPlace.projectId,
    task: attemptFields.task.describe('The task as it was given to you, in the same words each time'),
    taskSignature: attemptFields.taskSignature.describe('A name for the task, where its words differ each time'),
    outcome: attemptFields.outcome.describe(''),
    strategy: attemptFields.strategy.describe('What you tried, in a line'),
    content: ofAgent.prefault({}).describe('What you know of it; leave out the rest'),
    lessonIds: attemptFields.lessonIds.describe('Ids of lessons that you stored of it'),
  }),
  alsoCalled: { taskDescription: 'task' },
  toCall: (input) => ({ name: 'attempt.record', input }),
});

const tried = tool({
  name: 'attempt_get',
  title: 'What was tried',
  description:
    'What you tried in this session, or at a task: the last failures and why, then a line for each try, the most relevant to the ' +
    'goal first. Call it before a new try and after your context was cut. With the id of a line: that attempt in full.',
  readOnly: true,
  input: z.strictObject({
    id: attemptId.optional().describe('One attempt instead'),
    sessionId: together.sessionId.describe('Default: this session'),
    projectId: toolPlace.projectId,
    task: together.task.describe('Tries at this task, in the words it was recorded with'),
    budget: contextTokens.describe('Most tokens of the answer'),
  }),
  alsoCalled: { attemptId: 'id', taskDescription: 'task' },
  toCall: ({ id, ...asked }) =>
    id === undefined ? { name: 'attempt.context', input: asked } : { name: 'attempt.get', input: { id } },
});

const note = tool({
  name: 'session_note',
  title: 'Note where the session stands',
  description:
    'Note the goal of this session, where it stands, what you know now and what comes next. Call it when the goal is clear, ' +
    'after each step that changes it, and before you stop. You get it back when your context was cut, and so does the next session.',
  readOnly: false,
  input: z
    .strictObject({ ...noteFields, sessionId: toolPlace.sessionId, projectId: toolPlace.projectId })
    .refine(saysSomething, { message: EMPTY_NOTE }),
  alsoCalled: { currentApproach: 'approach', keyFindings: 'known', nextFocus: 'next' },
  toCall: (input) => ({ name: 'session.note', input }),
});

const assert = tool({
  name: 'causal_assert',
  title: 'Claim a cause',
  description:
    'Say that one thing leads to another, or with stance disputes that it does not, and what shows it. Call it when you have ' +
    'found out why something happened. Ends are node ids, or { kind, text } for something new.',
  readOnly: false,
  input: causalOperations['causal.assert'].input,
  toCall: (input) => ({ name: 'causal.assert', input }),
});

const evidence = tool({
  name: 'causal_evidence',
  title: 'Evidence of a cause',
  description:
    'Who says that one thing leads to another, and what shows it. Call it with an edge id that memory_ask named, before you ' +
    'rely on it; with a node id, what that thing is tied to.',
  readOnly: true,
  input: z.strictObject({
    id: z.union([edgeId, nodeId]).describe('edge_… or node_…'),
    projectId: toolPlace.projectId,
  }),
  toCall: (input) => ({
    name: input.id.startsWith('edge_') ? 'causal.edge' : 'causal.node',
    input: Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
  }),
});

const pattern = tool({
  name: 'pattern_assert',
  title: 'Confirm a pattern',
  description:
    'Say that a task or an error calls for an action, or with stance disputes that it does not. Call it when memory_ask showed ' +
    'you a suggestion that you can now confirm or refute. Takes a pattern id, or { kind, trigger, action } for a new one.',
  readOnly: false,
  input: patternOperations['pattern.assert'].input,
  toCall: (input) => ({ name: 'pattern.assert', input }),
});

/** Tools besides the core ones, for agents started with `--profile full`. Each costs tokens in every session. */
export const furtherTools: readonly AgentTool[] = [summary, record, attempt, tried, note, assert, evidence, pattern];
