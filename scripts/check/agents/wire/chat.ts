import { type Body, newId, type Said, USUAL_TOKENS, type Wire } from './wire.ts';

// OpenAI's Chat Completions: developers.openai.com/api/reference, "Create chat completion" and its chunks.

function answer(said: Said, body: Body) {
  const calls = (said.calls ?? []).map(({ name, input }) => ({
    id: newId('call'),
    type: 'function',
    function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
  }));
  const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop';
  const prompt_tokens = said.inputTokens ?? USUAL_TOKENS.input;
  const completion_tokens = USUAL_TOKENS.output;
  const usage = { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
  const common = { id: newId('chatcmpl'), created: Math.floor(Date.now() / 1000), model: body.model };
  const message = { role: 'assistant', content: said.text ?? null };
  if (body.stream !== true) {
    const choice = { index: 0, message: calls.length > 0 ? { ...message, tool_calls: calls } : message, finish_reason };
    return { json: { ...common, object: 'chat.completion', choices: [choice], usage } };
  }
  const chunk = (choices: object[], more = {}) => ({
    data: { ...common, object: 'chat.completion.chunk', choices, ...more },
  });
  const part = (delta: object, finish: string | null = null) => chunk([{ index: 0, delta, finish_reason: finish }]);
  const events = [
    part({ role: 'assistant', content: said.text ?? '' }),
    ...(calls.length > 0 ? [part({ tool_calls: calls.map((call, index) => ({ index, ...call })) })] : []),
    part({}, finish_reason),
    chunk([], { usage }),
    { data: '[DONE]' },
  ];
  return { events };
}

/** The format of all clients that use "OpenAI-compatible" servers. */
export const chat: Wire = {
  name: 'chat',
  matches: (path) => path.endsWith('/chat/completions'),
  conversation: ({ messages }) => (messages as { role?: unknown }[]).filter(({ role }) => role !== 'system'),
  answer,
};
