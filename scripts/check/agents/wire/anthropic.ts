import { type Body, newId, type Said, type StreamEvent, USUAL_TOKENS, type Wire } from './wire.ts';

// Anthropic's Messages: platform.claude.com/docs/en/api/messages and .../build-with-claude/streaming.

type Block = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: unknown };

function blocksOf({ text, calls = [] }: Said): Block[] {
  const used = calls.map(({ name, input }): Block => ({ type: 'tool_use', id: newId('toolu'), name, input }));
  return text === undefined ? used : [{ type: 'text', text }, ...used];
}

/** The events of a streamed block: an empty block, its contents, and its end. */
function streamed(block: Block, index: number): StreamEvent[] {
  const [empty, delta] =
    block.type === 'text'
      ? [
          { ...block, text: '' },
          { type: 'text_delta', text: block.text },
        ]
      : [
          { ...block, input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
        ];
  return [
    { type: 'content_block_start', index, content_block: empty },
    { type: 'content_block_delta', index, delta },
    { type: 'content_block_stop', index },
  ].map((data) => ({ event: data.type, data }));
}

function answer(said: Said, body: Body) {
  const content = blocksOf(said);
  const reason = (said.calls ?? []).length > 0 ? 'tool_use' : 'end_turn';
  const usage = {
    input_tokens: said.inputTokens ?? USUAL_TOKENS.input,
    output_tokens: USUAL_TOKENS.output,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  };
  const message = {
    id: newId('msg'),
    type: 'message',
    role: 'assistant',
    model: body.model,
    stop_sequence: null,
    usage,
  };
  if (body.stream !== true) return { json: { ...message, content, stop_reason: reason } };
  const end = { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage };
  return {
    events: [
      {
        event: 'message_start',
        data: { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
      },
      ...content.flatMap(streamed),
      { event: 'message_delta', data: end },
      { event: 'message_stop', data: { type: 'message_stop' } },
    ],
  };
}

/** Claude Code's format. */
export const anthropic: Wire = {
  name: 'anthropic',
  matches: (path) => path.endsWith('/messages'),
  conversation: ({ messages }) => messages,
  answer,
};
