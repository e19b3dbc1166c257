import { generateText, jsonSchema, type LanguageModel, type ModelMessage, type ToolSet, tool } from 'ai';
import type { Memory } from './memory.ts';
import { type MemoryToolsOptions, memoryTools } from './memory-tools.ts';
import type { Message, Model, ModelOptions } from './model/model.ts';

/** Settings of every request. */
export interface AiSdkSettings {
  /** How often a request is repeated that failed by rate limits, overload or the network. Default: that of the SDK. */
  readonly maxRetries?: number;
  readonly temperature?: number;
}

function toModelMessages(messages: readonly Message[]): ModelMessage[] {
  return messages.flatMap((message): ModelMessage[] => {
    if (message.role === 'system') return [];
    if (message.role === 'user') return [{ role: 'user', content: message.text }];
    if (message.role === 'tool') {
      const { callId: toolCallId, tool: toolName, text: value } = message;
      return [
        { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value } }] },
      ];
    }
    const calls = (message.calls ?? []).map(({ id: toolCallId, tool: toolName, input }) => ({
      type: 'tool-call' as const,
      toolCallId,
      toolName,
      input,
    }));
    const text = message.text === '' ? [] : [{ type: 'text' as const, text: message.text }];
    return [{ role: 'assistant', content: [...text, ...calls] }];
  });
}

/** Tools without a way to carry them out: the loop does that. */
function toToolSet({ tools = [] }: ModelOptions): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, input }) => [name, tool({ description, inputSchema: jsonSchema(input) })]),
  );
}

/**
 * A model of the Vercel AI SDK as ours, with whichever provider. Retries are those of the SDK. Rejects with its errors, such as
 * `AI_APICallError` without a key or for a refused request.
 */
export function fromAiSdk(model: LanguageModel, settings: AiSdkSettings = {}): Model {
  return async (messages, options = {}) => {
    const system = messages.flatMap((message) => (message.role === 'system' ? [message.text] : []));
    const tools = toToolSet(options);
    const reply = await generateText({
      model,
      ...settings,
      ...(system.length === 0 ? {} : { instructions: system.join('\n\n') }),
      messages: toModelMessages(messages),
      ...(Object.keys(tools).length === 0 ? {} : { tools, toolChoice: options.mustCall ? 'required' : 'auto' }),
      ...(options.maxTokens === undefined ? {} : { maxOutputTokens: options.maxTokens }),
      ...(options.signal === undefined ? {} : { abortSignal: options.signal }),
    });
    return {
      text: reply.text,
      calls: reply.toolCalls.map(({ toolCallId: id, toolName, input }) => ({
        id,
        tool: toolName,
        input: input as unknown,
      })),
      inputTokens: reply.usage.inputTokens ?? null,
      outputTokens: reply.usage.outputTokens ?? null,
    };
  };
}

/** The tools of the memory for `generateText`, `streamText` or an agent of the Vercel AI SDK. */
export function aiSdkTools(memory: Memory, options: MemoryToolsOptions = {}): ToolSet {
  return Object.fromEntries(
    memoryTools(memory, options).map(({ name, description, input, execute }) => [
      name,
      tool({ description, inputSchema: jsonSchema(input), execute: (given) => execute(given) }),
    ]),
  );
}
