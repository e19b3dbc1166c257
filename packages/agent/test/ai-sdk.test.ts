import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { type ScriptedAnswer, startModelServer } from '@twicewise/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fromAiSdk } from '../src/ai-sdk.ts';
import { askForReflection, type Message } from '../src/index.ts';

const ASKED: Message[] = [
  { role: 'system', text: 'Answer in one word.' },
  { role: 'user', text: 'Which month comes after May?' },
];
const TOOLS = [
  {
    name: 'look_up',
    description: 'Looks up a month',
    input: { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] },
  },
];

/** A model of the real SDK with a real provider, which speaks to a scripted server. */
async function scripted(...script: ScriptedAnswer[]) {
  const server = await startModelServer(script);
  onTestFinished(server.close);
  const provider = createOpenAICompatible({ name: 'scripted', baseURL: server.url, apiKey: 'no-key' });
  return { server, model: fromAiSdk(provider('scripted'), { maxRetries: 1 }) };
}

describe('a model of the AI SDK', () => {
  it('is asked with all messages, and its words and tokens come back', async () => {
    const { server, model } = await scripted({ text: 'June', tokens: [21, 2] });
    expect(await model(ASKED)).toEqual({ text: 'June', calls: [], inputTokens: 21, outputTokens: 2 });
    expect(server.requests[0]?.body.messages).toEqual([
      { role: 'system', content: 'Answer in one word.' },
      { role: 'user', content: 'Which month comes after May?' },
    ]);
    expect(server.requests[0]?.authorization).toBe('Bearer no-key');
  });

  it('may call tools, whose results it is given with the ids of their calls', async () => {
    const { server, model } = await scripted({ calls: [{ tool: 'look_up', input: { number: 6 } }] }, { text: 'June' });
    const first = await model(ASKED, { tools: TOOLS, mustCall: true });
    expect(first.calls).toEqual([{ id: 'call_1_0', tool: 'look_up', input: { number: 6 } }]);
    expect(first).toMatchObject({ text: '', inputTokens: null, outputTokens: null });
    const [call] = first.calls;
    const answered: Message[] = [
      ...ASKED,
      { role: 'assistant', text: '', calls: first.calls },
      { role: 'tool', callId: call?.id ?? '', tool: 'look_up', text: 'It is June' },
    ];
    expect((await model(answered, { tools: TOOLS })).text).toBe('June');
    expect(server.requests[0]?.body).toMatchObject({
      tool_choice: 'required',
      tools: [{ function: { name: 'look_up' } }],
    });
    expect(server.requests[1]?.body.messages.slice(2)).toMatchObject([
      { role: 'assistant', tool_calls: [{ id: 'call_1_0', function: { name: 'look_up' } }] },
      { role: 'tool', tool_call_id: 'call_1_0', content: 'It is June' },
    ]);
  });

  it('that limits its rate or is overloaded is asked again', async () => {
    const { server, model } = await scripted({ status: 429, retryAfterMs: 5 }, { text: 'June' });
    expect((await model(ASKED)).text).toBe('June');
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    ['refuses the key', [{ status: 401 }], 1],
    [
      'fails again and again',
      [
        { status: 503, retryAfterMs: 5 },
        { status: 503, retryAfterMs: 5 },
      ],
      2,
    ],
    ['answers broken JSON', [{ raw: '{"choices": [{"mess' }, { raw: '{"choices": [' }], 1],
  ] as const)('that %s rejects with a message', async (_, script, asked) => {
    const { server, model } = await scripted(...script);
    await expect(model(ASKED)).rejects.toThrow(/\w/);
    expect(server.requests.length).toBeGreaterThanOrEqual(asked);
  });

  it('that never answers is given up when the run is', async () => {
    const { model } = await scripted({ silent: true });
    await expect(model(ASKED, { signal: AbortSignal.timeout(100) })).rejects.toThrow(/abort|timeout/i);
  });

  it('reflects over the wire, and is asked again when its answer is of no use', async () => {
    const answer = { reflection: 'I sorted as text.', rootCause: 'Dates as text', nextSteps: ['Parse them'] };
    const { server, model } = await scripted({ text: 'I am sorry.' }, { text: JSON.stringify(answer) });
    const reflection = await askForReflection(model)({
      task: 'Sort by date',
      attempt: 1,
      actions: [],
      evaluation: { passed: false, checks: [], errors: [] },
      error: null,
      previous: [],
      signal: new AbortController().signal,
    });
    expect(reflection).toMatchObject(answer);
    expect(server.requests[1]?.body.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  });
});
