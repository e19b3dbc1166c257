import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Message, presetFor, shortenHistory, THINKING_PRESETS } from '../src/index.ts';
import { estimateRequest, estimateTokens } from '../src/model/estimate-tokens.ts';
import { patientModel } from '../src/model/patient-model.ts';
import { limitsOf } from '../src/thinking/options.ts';
import { summariseTurn } from '../src/thinking/summarise-turn.ts';
import { decisionIn, thinkingTools, wishIn } from '../src/thinking/tools.ts';
import { call, scripted } from './scripted-model.ts';

describe('limits of thinking', () => {
  it('are those of the document where nothing is said (S2-35, S2-36, S2-38)', () => {
    verifies('S2-35');
    verifies('S2-36');
    verifies('S2-38');
    expect(limitsOf()).toEqual({
      enabled: true,
      maxThinkingRounds: 5,
      thinkingTokenBudget: 10_000,
      enableRecall: true,
      maxRecallContexts: 3,
    });
  });

  it('are refused outside of their ranges, by name', () => {
    expect(() => limitsOf({ maxThinkingRounds: 0 })).toThrow(/maxThinkingRounds must be a whole number from 1 to 50/);
    expect(() => limitsOf({ maxRecallContexts: 21 })).toThrow(/maxRecallContexts/);
    expect(() => limitsOf({ thinkingTokenBudget: 1.5 })).toThrow(/thinkingTokenBudget/);
  });

  it('are there for simple, complex and research tasks (S2-39)', () => {
    verifies('S2-39');
    expect(THINKING_PRESETS.simple).toEqual({ maxThinkingRounds: 3, thinkingTokenBudget: 5000 });
    expect(THINKING_PRESETS.complex).toEqual({ maxThinkingRounds: 7, thinkingTokenBudget: 15_000 });
    expect(THINKING_PRESETS.research).toEqual({ maxThinkingRounds: 10, thinkingTokenBudget: 20_000 });
  });

  it('go by the words of the task, so that thinking is as deep as it needs (S2-57)', () => {
    verifies('S2-57');
    expect(presetFor('Rename the button')).toBe('simple');
    expect(presetFor('Rename the button. Then move it to the header, and keep the old link working.')).toBe('complex');
    expect(presetFor('Find out why the import takes a minute')).toBe('research');
  });
});

describe('the tools of thinking', () => {
  it('are continue_thinking and recall_context, with the documented fields (S2-30, S2-31)', () => {
    verifies('S2-30');
    verifies('S2-31');
    const [goOn, recall] = thinkingTools(true);
    expect(goOn).toMatchObject({ name: 'continue_thinking', input: { required: ['continueThinking', 'reason'] } });
    expect(Object.keys((goOn?.input.properties ?? {}) as object)).toEqual(['continueThinking', 'reason', 'nextFocus']);
    expect(recall?.name).toBe('recall_context');
    expect(Object.keys((recall?.input.properties ?? {}) as object)).toEqual(['turnNumbers', 'contextIds', 'keywords']);
    expect(thinkingTools(false)).toHaveLength(1);
  });

  it('are understood where the model uses them as described, and count for nothing otherwise', () => {
    const decided = decisionIn([call('continue_thinking', { continueThinking: true, reason: 'not sure' })]);
    expect(decided).toEqual({ continueThinking: true, reason: 'not sure' });
    expect(decisionIn([call('continue_thinking', { continueThinking: 'maybe' })])).toBeNull();
    expect(wishIn([call('recall_context', { turnNumbers: ['one'] })])).toBeNull();
    expect(wishIn([call('recall_context', {})])).toBeNull();
    expect(wishIn([call('recall_context', { keywords: ['cache', ' '] }), call('other', {})])).toEqual({
      turnNumbers: [],
      contextIds: [],
      keywords: ['cache'],
    });
  });
});

describe('tokens that nobody counted', () => {
  it('are a quarter of the characters of English, and about one for each Chinese or Korean one (B2-07)', () => {
    verifies('B2-07');
    expect(estimateTokens('a'.repeat(400))).toBe(100);
    expect(estimateTokens('记忆压缩策略'.repeat(10))).toBe(60);
    expect(estimateTokens('메모리'.repeat(10))).toBe(30);
    expect(estimateTokens('память'.repeat(10))).toBe(30);
    expect(estimateTokens('🚀')).toBeGreaterThanOrEqual(1);
  });
});

const message = fc.oneof(
  fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), text: fc.string() }).map((one) => [one]),
  fc.tuple(fc.string(), fc.array(fc.string(), { minLength: 1, maxLength: 3 })).map(([text, outputs]): Message[] => {
    const made = outputs.map((_, at) => call('read', { at }));
    return [
      { role: 'assistant', text, calls: made },
      ...outputs.map(
        (output, at): Message => ({
          role: 'tool',
          callId: made[at]?.id ?? '',
          tool: 'read',
          text: output,
        }),
      ),
    ];
  }),
);

describe('a conversation that is too long', () => {
  it('loses its oldest messages, and never a call without its result or a result without its call (B2-11)', () => {
    verifies('B2-11');
    fc.assert(
      fc.property(fc.array(message, { minLength: 1 }), fc.integer({ min: 0, max: 200 }), (groups, tokens) => {
        const all = groups.flat() as Message[];
        const { messages, leftOut } = shortenHistory(all, tokens);
        expect(messages).toEqual(all.slice(leftOut));
        expect(messages.length).toBeGreaterThan(0);
        const asked = messages.flatMap((one) =>
          one.role === 'assistant' ? (one.calls ?? []).map(({ id }) => id) : [],
        );
        const answered = messages.flatMap((one) => (one.role === 'tool' ? [one.callId] : []));
        expect(answered).toEqual(asked);
        const isOneGroup = messages.length === (groups.at(-1)?.length ?? 0);
        expect(isOneGroup || estimateRequest(messages) <= tokens).toBe(true);
      }),
    );
  });
});

describe('a model that fails', () => {
  const patience = { timeoutMs: 1000, retries: 2 };
  const hello: Message[] = [{ role: 'user', text: 'hello' }];

  it('is asked again as often as allowed, and its last error is told', async () => {
    const { model, asked } = scripted({ action: [new Error('overloaded'), new Error('rate limit'), { text: 'hi' }] });
    expect((await patientModel(model, patience)(hello)).text).toBe('hi');
    expect(asked.action).toHaveLength(3);
    const silent = scripted({ action: [new Error('overloaded')] });
    await expect(patientModel(silent.model, { ...patience, retries: 1 })(hello)).rejects.toThrow('overloaded');
    expect(silent.asked.action).toHaveLength(2);
  });

  it('is given up after the time of a request, whether or not it takes notice of the signal', async () => {
    const model = patientModel(() => new Promise(() => {}), { timeoutMs: 20, retries: 0 });
    await expect(model(hello)).rejects.toThrow(/timeout|aborted/i);
  });

  it('is not asked again once the run is aborted', async () => {
    const run = new AbortController();
    const { model, asked } = scripted({
      action: [
        () => {
          run.abort(new Error('enough'));
          throw new Error('overloaded');
        },
      ],
    });
    await expect(patientModel(model, patience)(hello, { signal: run.signal })).rejects.toThrow();
    expect(asked.action).toHaveLength(1);
  });
});

const TURN = {
  task: 'Make the export faster',
  thoughts: ['The writer flushes after each row.'],
  reply: 'I will buffer the rows.',
  calls: [{ tool: 'edit', input: { path: 'export.ts' }, output: 'written' }],
  error: null,
};

describe('the summary of a turn', () => {
  const nothing = { report: () => {} };

  it('is asked for as JSON, in 2 to 3 sentences with 3 to 5 insights (S2-42)', async () => {
    verifies('S2-42');
    const said = { summary: 'Rows are buffered now.', insights: ['export.ts flushed per row', 'buffer of 64 KB'] };
    const { model, asked } = scripted({ summary: [{ text: `Sure:\n\`\`\`json\n${JSON.stringify(said)}\n\`\`\`` }] });
    const summary = await summariseTurn(model, TURN, nothing);
    expect(summary).toEqual({ text: said.summary, insights: said.insights, source: 'model' });
    const [system, user] = asked.summary[0]?.messages ?? [];
    expect(system?.text).toMatch(/2 to 3 sentences[\s\S]*3 to 5 insights[\s\S]*JSON/);
    expect(user?.text).toContain('The writer flushes after each row.');
    expect(user?.text).toContain('export.ts');
  });

  it('is asked for once more with what is wrong, and then cut from the turn and marked (S2-48, B2-06)', async () => {
    verifies('S2-48');
    verifies('B2-06');
    const late = scripted({ summary: [{ text: 'no idea' }, { text: '{"summary": "Buffered."}' }] });
    expect(await summariseTurn(late.model, TURN, nothing)).toMatchObject({ text: 'Buffered.', source: 'model' });
    expect(late.asked.summary[1]?.messages.at(-1)?.text).toContain('It holds no JSON object');
    const never = scripted({ summary: [{ text: 'no idea' }] });
    expect(await summariseTurn(never.model, TURN, nothing)).toEqual({
      text: 'I will buffer the rows. Called edit. The writer flushes after each row.',
      insights: [],
      source: 'fallback',
    });
    expect(never.asked.summary).toHaveLength(2);
  });

  it('is cut from the turn where no model can be asked, and that is reported', async () => {
    const problems: unknown[] = [];
    const { model } = scripted({ summary: [new Error('no network')] });
    const summary = await summariseTurn(model, TURN, { report: (problem) => problems.push(problem) });
    expect(summary.source).toBe('fallback');
    expect(problems).toEqual([new Error('no network')]);
  });
});
