import { type Body, newId, type Said, type ToolCall, USUAL_TOKENS, type Wire } from './wire.ts';

// OpenAI's Responses: developers.openai.com/api/reference, "Create a response" and its streaming events.

function callItem({ name, input, namespace }: ToolCall) {
  const common = { call_id: newId('call'), name, status: 'completed' };
  if (typeof input === 'string') return { type: 'custom_tool_call', id: newId('ctc'), ...common, input };
  const group = namespace === undefined ? {} : { namespace };
  return { type: 'function_call', id: newId('fc'), ...common, ...group, arguments: JSON.stringify(input) };
}

function itemsOf({ text, calls = [] }: Said): object[] {
  const used = calls.map(callItem);
  if (text === undefined) return used;
  const content = [{ type: 'output_text', text, annotations: [] }];
  return [{ type: 'message', id: newId('msg'), role: 'assistant', status: 'completed', content }, ...used];
}

function answer(said: Said, body: Body) {
  const output = itemsOf(said);
  const input = said.inputTokens ?? USUAL_TOKENS.input;
  const usage = {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: USUAL_TOKENS.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + USUAL_TOKENS.output,
  };
  const created_at = Math.floor(Date.now() / 1000);
  const response = { id: newId('resp'), object: 'response', created_at, model: body.model, usage };
  const whole = { ...response, status: 'completed', output };
  if (body.stream !== true) return { json: whole };
  const events = [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    ...output.flatMap((item, output_index) => [
      { type: 'response.output_item.added', output_index, item },
      { type: 'response.output_item.done', output_index, item },
    ]),
    { type: 'response.completed', response: whole },
  ];
  return { events: events.map((data, number) => ({ event: data.type, data: { ...data, sequence_number: number } })) };
}

/** Codex's format. */
export const responses: Wire = {
  name: 'responses',
  matches: (path) => path.endsWith('/responses'),
  conversation: ({ input }) => input,
  answer,
};
