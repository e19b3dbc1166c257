import { verifies } from '@twicewise/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { contract } from '../src/index.ts';
import { retrievalOperations } from '../src/operations/retrieval.ts';
import { type AgentTool, agentTools, TOOL_PROFILES, toolInputSchema } from '../src/tools/index.ts';

const LESSON = 'refl_01ARZ3NDEKTSV4RRFFQ69G5FAV';
/** Maximum size of `tools/list` in bytes: every agent pays for it in every session. */
const MAX_LIST_BYTES = 6144;

const operations: Record<string, { input: { safeParse: (input: unknown) => { success: boolean } } }> = {
  ...contract,
  ...retrievalOperations,
};

function toolNamed(name: string): AgentTool {
  const found = agentTools.find((tool) => tool.name === name);
  if (!found) throw new Error(`no tool ${name}`);
  return found;
}

function callOf(name: string, input: Record<string, unknown>) {
  const tool = toolNamed(name);
  return tool.toCall(tool.input.parse(input) as never);
}

const FULL: Record<string, Record<string, unknown>> = {
  memory_brief: { task: 't', sessionId: 's', projectId: 'p', budget: 400 },
  reflection_search: {
    projectId: 'p',
    sessionId: 's',
    taskDescription: 't',
    outcomeFilter: ['failure'],
    tags: ['auth'],
    everywhere: true,
    limit: 3,
    budget: 900,
  },
  reflection_store: {
    sessionId: 's',
    projectId: 'p',
    taskDescription: 't',
    attemptNumber: 2,
    outcome: 'failure',
    whatWorked: ['a'],
    whatDidNotWork: ['b'],
    nextStrategy: 'n',
    tags: ['x'],
    rootCause: 'r',
    causalReasoning: 'c',
    text: 'f',
    kind: 'lesson',
    relatedEntityIds: ['e'],
    failureCategory: 'other',
    confidence: 0.5,
    lessonsUsed: [LESSON],
  },
  reflection_get: { sessionId: 's', projectId: 'p', limit: 3, budget: 900 },
  memory_feedback: { id: LESSON, verdict: 'harmful', note: 'wrong' },
  memory_ask: { kind: 'path', about: 'a', other: 'b', projectId: 'p' },
};

describe('agent tools', () => {
  it('are few, with the known names and no parameter that is not tried below', () => {
    verifies('E-09');
    expect(agentTools.map(({ name }) => name).sort()).toEqual(Object.keys(FULL).sort());
    for (const [name, input] of Object.entries(FULL)) {
      const published = Object.keys(toolInputSchema(toolNamed(name)).properties);
      expect(
        published.filter((field) => !(field in input)),
        name,
      ).toEqual(name === 'reflection_get' ? ['id'] : []);
    }
  });

  it('each reach an operation with everything they take', () => {
    verifies('B0-27');
    for (const [name, input] of Object.entries(FULL)) {
      const call = callOf(name, input);
      if (name === 'memory_feedback') {
        expect(call).toEqual({
          name: 'memory.feedback',
          input: { reflectionId: LESSON, verdict: 'harmful', note: 'wrong' },
        });
      } else if (name === 'memory_ask') {
        expect(call).toEqual({ name: 'causal.path', input: { from: 'a', to: 'b', projectId: 'p' } });
      } else if (name === 'reflection_search') {
        // No more of a list is read than an agent can be shown.
        const { budget: maxTokens, ...asked } = input;
        expect(call.input).toEqual({ ...asked, sessions: 3, maybe: 3, maxBytes: 48_000, maxTokens });
      } else if (name === 'reflection_get') {
        const { budget: maxTokens, ...asked } = input;
        expect(call.input).toEqual({ ...asked, maxBytes: 48_000, maxTokens });
      } else expect(call.input, name).toEqual(input);
      expect(operations[call.name]?.input.safeParse(call.input).success, name).toBe(true);
    }
    expect(callOf('reflection_get', {}).input).toEqual({ limit: 5, maxBytes: 48_000, maxTokens: 2000 });
    expect(callOf('reflection_get', { id: LESSON })).toEqual({ name: 'reflection.get', input: { id: LESSON } });
  });

  it('ask about causes by kind, each with an operation of its own', () => {
    verifies('B1-10');
    const asked = ['deadEnds', 'similar', 'why', 'path', 'whatIf', 'episode'].map((kind) =>
      callOf('memory_ask', { kind, about: 'a', other: 'b' }),
    );
    expect(asked).toEqual([
      { name: 'causal.deadEnds', input: { task: 'a' } },
      { name: 'causal.similarDecisions', input: { context: 'a' } },
      { name: 'causal.why', input: { of: 'a' } },
      { name: 'causal.path', input: { from: 'a', to: 'b' } },
      { name: 'causal.whatIf', input: { decision: 'a', alternative: 'b' } },
      { name: 'episode.digest', input: { about: 'a' } },
    ]);
    for (const { name, input } of asked) expect(operations[name]?.input.safeParse(input).success, name).toBe(true);
    expect(toolNamed('memory_ask').input.safeParse({ kind: 'path', about: 'a' }).success).toBe(false);
  });

  it('can be called with nothing but what has no sensible default', () => {
    const required = Object.fromEntries(agentTools.map((tool) => [tool.name, toolInputSchema(tool).required ?? []]));
    expect(required).toEqual({
      memory_brief: ['task'],
      reflection_search: [],
      reflection_store: ['taskDescription', 'outcome'],
      reflection_get: [],
      memory_feedback: ['id', 'verdict'],
      memory_ask: ['kind', 'about'],
    });
  });

  it('store a note as what is no attempt: without an outcome, and without a next step', () => {
    const note = { kind: 'note', taskDescription: 'Dates are UTC here', outcome: 'success' };
    expect(callOf('reflection_store', note).input).toMatchObject({ kind: 'note', outcome: 'unknown' });
    const { input } = toolNamed('reflection_store');
    expect(input.safeParse({ ...note, outcome: 'failure' }).success).toBe(true);
    expect(input.safeParse({ ...note, outcome: 'failure', kind: 'lesson' }).success).toBe(false);
    expect(input.safeParse({ ...note, kind: 'decision' }).success).toBe(false);
  });

  it('say when to call them', () => {
    for (const { name, description } of agentTools) expect(description, name).toMatch(/\bCall it\b/);
  });

  it('are listed in at most 6 KB', () => {
    const tools = agentTools.map((tool) => ({
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: toolInputSchema(tool),
      annotations: {
        readOnlyHint: tool.readOnly,
        destructiveHint: false,
        idempotentHint: tool.readOnly,
        openWorldHint: false,
      },
    }));
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThanOrEqual(MAX_LIST_BYTES);
  });

  it('publish a schema without what nobody needs to read', () => {
    const text = JSON.stringify(agentTools.map(toolInputSchema));
    for (const noise of [
      '$schema',
      'anyOf',
      'null',
      '"pattern":"',
      'maxLength',
      '"default":[]',
      '""',
      '9007199254740991',
    ]) {
      expect(text, noise).not.toContain(noise);
    }
    const { confidence, failureCategory, attemptNumber } = toolInputSchema(toolNamed('reflection_store')).properties;
    expect(confidence).toEqual({ type: 'number', minimum: 0, maximum: 1, description: 'How sure you are' });
    expect(failureCategory).toMatchObject({ type: 'string', enum: expect.arrayContaining(['other']) });
    expect(attemptNumber).toMatchObject({ type: 'integer', default: 1 });
  });

  it('of the full profile publish schemas that stand by themselves, and every way that means something else', () => {
    const schemas = new Map(TOOL_PROFILES.full.map((tool) => [tool.name, toolInputSchema(tool)]));
    for (const [name, schema] of schemas)
      expect(JSON.stringify(schema), name).not.toMatch(/\$ref|\$defs|"pattern":"|"format":"/);
    const fieldsOf = (name: string) => (schemas.get(name)?.properties ?? {}) as Record<string, Record<string, unknown>>;
    const ways = fieldsOf('causal_assert').from?.anyOf as { type: string }[] | undefined;
    expect(ways?.map(({ type }) => type)).toEqual(['string', 'object']);
    expect(fieldsOf('episode_record').decisions?.items).toMatchObject({
      properties: { chosen: { type: 'string' }, effects: { type: 'array' } },
    });
    expect(TOOL_PROFILES.full.map(({ name }) => name)).toEqual(
      expect.arrayContaining(agentTools.map(({ name }) => name)),
    );
  });

  it('record a try in one call, without a word on each call that was made in it (B4-09)', () => {
    verifies('B4-09');
    const recording = TOOL_PROFILES.full.find(({ name }) => name === 'attempt_record');
    if (!recording) throw new Error('no tool records an attempt');
    const { content } = toolInputSchema(recording).properties as { content?: { properties?: object } };
    expect(Object.keys(content?.properties ?? {})).toEqual(expect.arrayContaining(['checks', 'reflection']));
    expect(content?.properties).not.toHaveProperty('calls');
    const input = { task: 't', outcome: 'failure', content: { calls: [{ tool: 'a', outcome: 'success' }] } };
    expect(recording.input.safeParse(input).success).toBe(false);
  });

  it('tell what was tried, or one attempt by its id, each with an operation of its own', () => {
    const tried = TOOL_PROFILES.full.find(({ name }) => name === 'attempt_get');
    const called = (input: object) => tried?.toCall(tried.input.parse(input) as never);
    expect(called({ task: 't', projectId: 'p' })).toEqual({
      name: 'attempt.context',
      input: { task: 't', projectId: 'p', budget: 600 },
    });
    const id = 'atmp_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    expect(called({ id })).toEqual({ name: 'attempt.get', input: { id } });
    expect(agentTools.map(({ name }) => name)).not.toContain('attempt_get');
  });

  it('keep turns and bring them back, in few words', () => {
    const [save, recall] = ['turn_save', 'turn_recall'].map((name) =>
      TOOL_PROFILES.full.find((tool) => tool.name === name),
    );
    if (!save || !recall) throw new Error('no tools for turns');
    expect(save.toCall(save.input.parse({ context: [{ kind: 'task', text: 't' }] }) as never)).toMatchObject({
      name: 'turn.save',
      input: { context: [{ kind: 'task', text: 't' }] },
    });
    expect(recall.toCall(recall.input.parse({ numbers: [3] }) as never)).toMatchObject({
      name: 'turn.recall',
      input: { numbers: [3], limit: 3, budget: 2000 },
    });
    expect(recall.input.safeParse({}).success).toBe(false);
    expect(recall.input.safeParse({ words: ['x'], budget: 8001 }).success).toBe(false);
    expect(toolInputSchema(save).required).toEqual(['context']);
    const listed = [save, recall].map(({ name, description, ...rest }) => ({
      name,
      description,
      inputSchema: toolInputSchema({ name, description, ...rest }),
    }));
    expect(Buffer.byteLength(JSON.stringify(listed))).toBeLessThanOrEqual(3800);
    for (const { name } of listed) expect(agentTools.map((tool) => tool.name)).not.toContain(name);
  });

  it('refuse a parameter they do not know', () => {
    for (const [name, input] of Object.entries(FULL)) {
      expect(toolNamed(name).input.safeParse({ ...input, surelyNotAField: 1 }).success, name).toBe(false);
    }
  });
});
