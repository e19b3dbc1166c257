import type { Message, ModelOptions, Reply } from './model.ts';

/** Characters of scripts that take about a token each: Chinese, Japanese and Korean ones, and symbols such as emoji. */
const DENSE = /[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\u{1f000}-\u{3ffff}]/gu;
/** Characters of other scripts than Latin, of which about two make a token. */
const FOREIGN = /[\u0370-\u10ff\u1200-\u2dff\ua000-\ua95f\ufb00-\ufdff\ufe70-\ufeff]/g;
/** Characters per token of English words and code. */
const PER_TOKEN = 4;
/** Tokens of what surrounds a message. */
const PER_MESSAGE = 4;

const matches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/**
 * About how many tokens a text has, for providers that do not count: a quarter of its characters, and more for scripts that take a
 * token for each character or two, so that a budget holds for them, too (B2-07).
 */
export function estimateTokens(text: string): number {
  const [dense, foreign] = [matches(text, DENSE), matches(text, FOREIGN)];
  return Math.ceil(dense + foreign / 2 + Math.max(0, text.length - dense - foreign) / PER_TOKEN);
}

/** About how many tokens a request has: its messages, and the tools that it offers. */
export function estimateRequest(messages: readonly Message[], { tools = [] }: ModelOptions = {}): number {
  const said = messages.map((message) => {
    const calls = message.role === 'assistant' && message.calls ? JSON.stringify(message.calls) : '';
    return estimateTokens(message.text + calls) + PER_MESSAGE;
  });
  return said.reduce((sum, tokens) => sum + tokens, tools.length === 0 ? 0 : estimateTokens(JSON.stringify(tools)));
}

/** Tokens of a request and its reply: what the provider counted, else about how many they are. */
export function tokensOf(
  reply: Reply,
  messages: readonly Message[],
  options: ModelOptions = {},
): { input: number; output: number } {
  return {
    input: reply.inputTokens ?? estimateRequest(messages, options),
    output: reply.outputTokens ?? estimateTokens(reply.text + JSON.stringify(reply.calls)),
  };
}
