import type { Message, Model, ModelOptions, Reply, ToolCall } from '../src/index.ts';

/** What a scripted model replies, and what it was asked with. */
export interface Asked {
  messages: readonly Message[];
  options: ModelOptions;
}

type Line = Partial<Reply> | Error | ((asked: Asked) => Partial<Reply> | Promise<Partial<Reply>>);

let calls = 0;

/** A call of a tool. */
export const call = (tool: string, input: unknown): ToolCall => ({ id: `call-${++calls}`, tool, input });

/** A decision about thinking. */
export const decide = (continueThinking: boolean, reason = '', nextFocus?: string) =>
  call('continue_thinking', { continueThinking, reason, ...(nextFocus === undefined ? {} : { nextFocus }) });

/** What a request is about: a round of thinking, a summary, or an action. */
export function kindOf({ messages, options }: Asked): 'thinking' | 'summary' | 'action' {
  if (options.tools?.some(({ name }) => name === 'continue_thinking')) return 'thinking';
  return messages[0]?.text.startsWith('You sum up one turn') ? 'summary' : 'action';
}

/** All that a request says, as one text. */
export const textOf = ({ messages }: Asked) => messages.map(({ text }) => text).join('\n\n');

/** A model that says its lines in their order, each kind of request from lines of its own; after the last it repeats that. */
export function scripted(lines: Partial<Record<'thinking' | 'summary' | 'action', readonly Line[]>>) {
  const asked: Record<'thinking' | 'summary' | 'action', Asked[]> = { thinking: [], summary: [], action: [] };
  const model: Model = async (messages, options = {}) => {
    const request = { messages, options };
    const kind = kindOf(request);
    asked[kind].push(request);
    const own = lines[kind] ?? [];
    const line = own[Math.min(asked[kind].length, own.length) - 1] ?? {};
    if (line instanceof Error) throw line;
    const said = typeof line === 'function' ? await line(request) : line;
    return { text: '', calls: [], inputTokens: null, outputTokens: null, ...said };
  };
  return { model, asked };
}
