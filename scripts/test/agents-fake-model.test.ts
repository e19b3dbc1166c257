import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeModel, startFakeModel } from '../check/agents/fake-model.ts';

let model: FakeModel;
beforeAll(async () => {
  model = await startFakeModel();
});
beforeEach(() => model.script([]));
afterAll(() => model.close());

const CALL = { name: 'shell', input: { command: 'npm test' } };

async function post(path: string, body: object): Promise<string> {
  const response = await fetch(`${model.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
  return response.text();
}

/** The JSON documents in a stream of events. */
function eventsOf(stream: string): Record<string, unknown>[] {
  const data = stream.split('\n').filter((line) => line.startsWith('data: ') && line !== 'data: [DONE]');
  return data.map((line) => JSON.parse(line.slice('data: '.length)));
}

/** The path of a format, a request in it that contains `said`, and what a tool call looks like in an answer. */
const FORMATS = [
  {
    name: 'Anthropic Messages',
    path: '/v1/messages?beta=true',
    body: (said: string) => ({ messages: [{ role: 'user', content: said }], tools: [{ name: 'shell' }] }),
    call: { content: [{ type: 'tool_use', ...CALL }], stop_reason: 'tool_use' },
    last: { type: 'message_stop' },
  },
  {
    name: 'OpenAI Responses',
    path: '/v1/responses',
    body: (said: string) => ({ input: [{ type: 'message', role: 'user', content: said }], tools: [{ name: 'shell' }] }),
    call: { output: [{ type: 'function_call', name: 'shell', arguments: '{"command":"npm test"}' }] },
    last: {
      type: 'response.completed',
      response: { status: 'completed', output: [{ type: 'message' }, { name: 'shell' }] },
    },
  },
  {
    name: 'OpenAI Chat Completions',
    path: '/v1/chat/completions',
    body: (said: string) => ({
      messages: [{ role: 'user', content: said }],
      tools: [{ type: 'function', function: { name: 'shell' } }],
    }),
    call: {
      choices: [
        {
          message: { tool_calls: [{ function: { name: 'shell', arguments: '{"command":"npm test"}' } }] },
          finish_reason: 'tool_calls',
        },
      ],
    },
    last: { object: 'chat.completion.chunk', choices: [], usage: { prompt_tokens: 100 } },
  },
] as const;

describe.each(FORMATS)('$name', ({ path, body, call, last }) => {
  it('answers with the call of a tool that the script names', async () => {
    model.script([{ calls: [CALL] }]);
    expect(JSON.parse(await post(path, body('Go on.')))).toMatchObject(call);
  });

  it('streams the same', async () => {
    model.script([{ text: 'One moment.', calls: [CALL] }]);
    const stream = await post(path, { ...body('Go on.'), stream: true });
    expect(stream).toContain('One moment.');
    expect(stream.replaceAll('\\', '')).toContain('{"command":"npm test"}');
    expect(eventsOf(stream).at(-1)).toMatchObject(last);
  });

  it('keeps what was said to it and which tools it was offered', async () => {
    await post(path, body('Mind the lock.'));
    expect(model.main()).toMatchObject([{ conversation: expect.stringContaining('Mind the lock.'), tools: ['shell'] }]);
  });
});

describe('Gemini', () => {
  const contents = [{ role: 'user', parts: [{ text: 'Go on.' }] }];
  const tools = [{ functionDeclarations: [{ name: 'shell' }] }];
  const content = { role: 'model', parts: [{ functionCall: { name: 'shell', args: CALL.input } }] };

  it('answers with the call of a tool, at once and as a stream', async () => {
    model.script([{ calls: [CALL] }, { calls: [CALL] }]);
    const whole = await post('/v1beta/models/gemini-x:generateContent', { contents, tools });
    expect(JSON.parse(whole)).toMatchObject({ candidates: [{ content }] });
    const stream = await post('/v1beta/models/gemini-x:streamGenerateContent?alt=sse', { contents, tools });
    expect(eventsOf(stream)).toMatchObject([{ candidates: [{ content }] }]);
    expect(model.main().map(({ tools: offered }) => offered)).toEqual([['shell'], ['shell']]);
  });
});

describe('a script', () => {
  const [{ path, body }] = FORMATS;
  const say = async (said: string, more: object = {}) => {
    const { content } = JSON.parse(await post(path, { ...body(said), ...more })) as { content: { text: string }[] };
    return content[0]?.text;
  };

  it('goes step by step and says "Done." after its end', async () => {
    model.script([{ text: 'First.' }, { text: 'Second.' }]);
    expect([await say('a'), await say('b'), await say('c')]).toEqual(['First.', 'Second.', 'Done.']);
    expect(model.left()).toEqual([]);
  });

  it('gives a step with a pattern to the conversation that it fits, once', async () => {
    model.script([{ text: 'In order.' }, { text: 'To Bravo.', when: /BRAVO/ }]);
    expect([await say('I am BRAVO'), await say('I am ALPHA'), await say('I am BRAVO')]).toEqual([
      'To Bravo.',
      'In order.',
      'Done.',
    ]);
  });

  it('is not used up by a question without tools, unless a step is for any', async () => {
    model.script([{ text: 'For an agent.' }, { text: 'For any.', isForAny: true }]);
    expect(await say('a title?', { tools: [] })).toBe('For any.');
    expect(await say('a title?', { tools: [] })).toBe('Done.');
    expect(model.main()).toEqual([]);
    expect(model.left()).toHaveLength(1);
  });

  it('is not used up by a lesser agent, which is offered few of the tools', async () => {
    const offered = (count: number) => ({
      tools: Array.from({ length: count }, (_, index) => ({ name: `tool ${index}` })),
    });
    model.script([{ text: 'First.' }, { text: 'Second.' }]);
    expect(await say('a', offered(9))).toBe('First.');
    expect(await say('b', offered(4))).toBe('Done.');
    expect(await say('c', offered(8))).toBe('Second.');
    expect(model.main().map(({ tools }) => tools.length)).toEqual([9, 8]);
  });

  it('lets something happen before an answer, and says so when that fails', async () => {
    const happened: string[] = [];
    const fail = () => {
      throw new Error('nobody there');
    };
    model.script([{ text: 'After.', before: () => happened.push('before'), delay: 50 }, { before: fail }]);
    const from = performance.now();
    expect(await say('a')).toBe('After.');
    expect(performance.now() - from).toBeGreaterThanOrEqual(49);
    expect(happened).toEqual(['before']);
    expect(JSON.parse(await post(path, body('b')))).toEqual({ error: { message: 'the script failed: nobody there' } });
  });
});

it('answers what clients ask beside it', async () => {
  expect(JSON.parse(await post('/v1/messages/count_tokens', {}))).toMatchObject({ input_tokens: 100 });
  expect(await (await fetch(`${model.url}/v1/models`)).json()).toMatchObject({ data: [{ id: 'scripted' }] });
  expect((await fetch(`${model.url}/api/event_logging`)).status).toBe(404);
  expect(model.requests).toEqual([]);
});
