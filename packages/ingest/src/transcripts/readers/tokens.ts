import { forgetOldest } from '../forget-oldest.ts';
import type { Entry } from './claude-records.ts';

// What a model read anew and wrote, as far as a transcript says. What it read from its cache is left out: the same conversation
// is read again with every answer, so that its sum would say how long a session was, not how much was done.

const fieldsOf = (value: unknown) =>
  (value !== null && typeof value === 'object' ? value : {}) as Record<string, unknown>;

const count = (value: unknown) => (typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0);

const sum = (usage: Record<string, unknown>, names: readonly string[]) =>
  names.reduce((total, name) => total + count(usage[name]), 0);

/** Tokens of one record that no record before it counted. */
export type TokenCounter<T> = (record: T) => number;

/** Answers whose records may still stand between those of others. */
const MAX_ANSWERS = 200;

/**
 * Counts the tokens of Claude Code. An answer stands in several records, each with what was used until then. Those of subagents
 * are left out, as their attempts are.
 */
export function claudeTokens(): TokenCounter<Pick<Entry, 'message' | 'isSidechain'>> {
  const counted = new Map<string, number>();
  return ({ message, isSidechain }) => {
    const used = sum(fieldsOf(message?.usage), ['input_tokens', 'cache_creation_input_tokens', 'output_tokens']);
    if (used === 0 || isSidechain) return 0;
    if (message?.id === undefined) return used;
    const before = counted.get(message.id) ?? 0;
    counted.set(message.id, Math.max(before, used));
    forgetOldest(counted, MAX_ANSWERS);
    return Math.max(0, used - before);
  };
}

/** Input that came from the cache is part of the input in the records of Codex and Gemini CLI. */
const withoutCache = (usage: Record<string, unknown>, input: string, cached: string) =>
  Math.max(0, count(usage[input]) - count(usage[cached]));

const codexUsage = (value: unknown) => {
  const usage = fieldsOf(value);
  return withoutCache(usage, 'input_tokens', 'cached_input_tokens') + count(usage.output_tokens);
};

/**
 * Counts the tokens of Codex, from a record's payload. Older versions write the sum of the session with each answer; newer ones,
 * seen in 0.169.0, also a record for each answer, which then counts alone.
 */
export function codexTokens(): TokenCounter<{ type: string; payload: Record<string, unknown> }> {
  let total = 0;
  let hasRecords = false;
  return ({ type, payload }) => {
    if (type === 'token_usage_record') hasRecords = true;
    if (hasRecords) return type === 'token_usage_record' ? codexUsage(payload.usage) : 0;
    if (payload.type !== 'token_count') return 0;
    const now = codexUsage(fieldsOf(payload.info).total_token_usage);
    const more = Math.max(0, now - total);
    total = Math.max(total, now);
    return more;
  };
}

/** Tokens of one answer in a chat of Gemini CLI. */
export function geminiTokens(value: unknown): number {
  const usage = fieldsOf(value);
  return withoutCache(usage, 'input', 'cached') + sum(usage, ['output', 'thoughts']);
}
