import { TRANSCRIPT_AGENTS } from '@twicewise/contract';
import { describe, expect, it } from 'vitest';
import { agentOf } from '../check/history/agent-of.ts';

describe('the program of a labelled transcript', () => {
  it.each(TRANSCRIPT_AGENTS)('is %s where its path says so', (agent) => {
    expect(agentOf(`someone__logs/${agent}-session-01.jsonl`)).toBe(agent);
  });

  it.each([
    ['someone__codex-logs/rollout-2026-01-01.jsonl', 'codex'],
    ['someone__sessions/claude_large.jsonl', 'claude-code'],
    ['entireio__cli/cc-00_c9e2351016_3-1ecba475.jsonl', 'claude-code'],
    ['jazzyalex__agent-sessions/session_simple.jsonl', 'codex'],
  ])('of %s is %s', (path, agent) => {
    expect(agentOf(path)).toBe(agent);
  });

  it.each([
    ['someone__logs/session-01.jsonl', 'names none of claude-code, codex, gemini, qwen'],
    ['someone__gemini/qwen-01.jsonl', 'names both gemini and qwen'],
  ])('of %s is not guessed', (path, why) => {
    expect(() => agentOf(path)).toThrow(why);
  });
});
