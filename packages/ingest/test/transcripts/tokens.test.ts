import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TranscriptAgent } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTranscript } from '../../src/transcripts/read-transcript.ts';
import { claudeTokens, codexTokens, geminiTokens } from '../../src/transcripts/readers/tokens.ts';
import { TranscriptBuilder } from './transcript.ts';

const usage = (input: number, output: number, more = {}) => ({
  input_tokens: input,
  output_tokens: output,
  cache_read_input_tokens: 90_000,
  ...more,
});

describe('tokens that a transcript counts', () => {
  it('of Claude Code are those of each answer once, without what came from the cache', () => {
    const tokensOf = claudeTokens();
    const answer = (id: string | undefined, used: unknown) =>
      tokensOf({ message: { ...(id === undefined ? {} : { id }), usage: used } });
    expect(answer('a', usage(10, 5, { cache_creation_input_tokens: 100 }))).toBe(115);
    // The same answer, with more of it written.
    expect(answer('a', usage(10, 25, { cache_creation_input_tokens: 100 }))).toBe(20);
    expect(answer('a', usage(10, 25, { cache_creation_input_tokens: 100 }))).toBe(0);
    expect(answer('b', usage(3, 4))).toBe(7);
    // Answers whose records alternate, and one of a subagent.
    expect([answer('c', usage(0, 1)), answer('b', usage(3, 4)), answer('c', usage(0, 3))]).toEqual([1, 0, 2]);
    expect(tokensOf({ isSidechain: true, message: { id: 'd', usage: usage(5, 5) } })).toBe(0);
    expect([answer(undefined, usage(1, 1)), answer(undefined, usage(1, 1))]).toEqual([2, 2]);
  });

  it('of Codex are the growth of the sum, or those of each answer where they are written', () => {
    const tokensOf = codexTokens();
    const sum = (input: number, cached: number, output: number) => {
      const info = { total_token_usage: { input_tokens: input, cached_input_tokens: cached, output_tokens: output } };
      return tokensOf({ type: 'event_msg', payload: { type: 'token_count', info } });
    };
    expect([sum(1000, 200, 50), sum(1000, 200, 50), sum(2000, 1100, 80)]).toEqual([850, 0, 130]);
    expect(tokensOf({ type: 'event_msg', payload: { type: 'token_count', info: null } })).toBe(0);
    const answer = { type: 'token_usage_record', payload: { usage: { input_tokens: 7, output_tokens: 3 } } };
    expect([tokensOf(answer), sum(9000, 0, 900), tokensOf(answer)]).toEqual([10, 0, 10]);
  });

  it('of Gemini CLI are those of an answer with its thoughts', () => {
    expect(geminiTokens({ input: 100, output: 10, cached: 40, thoughts: 5, tool: 0, total: 115 })).toBe(75);
  });

  it.each([null, 'many', [], { input_tokens: -5, output_tokens: 1.5 }, { input: '3', output: Number.NaN }])(
    'are none where the program wrote no counts: %j',
    (value) => {
      expect(claudeTokens()({ message: { id: 'a', usage: value } })).toBe(0);
      expect(codexTokens()({ type: 'token_usage_record', payload: { usage: value } })).toBe(0);
      expect(geminiTokens(value)).toBe(0);
    },
  );
});

describe('tokens of an attempt', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tokens-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function tokensIn(lines: readonly string[], agent: TranscriptAgent): Promise<(number | null)[]> {
    const path = join(folder, 'session.jsonl');
    writeFileSync(path, `${lines.join('\n')}\n`);
    const reading = { pause: async () => {}, clean: (text: string) => text };
    return (await readTranscript(path, agent, reading)).attempts.map(({ tokens }) => tokens);
  }

  it('are those since the attempt before: reading and thinking first, and the checks', async () => {
    const builder = new TranscriptBuilder().prompt('Make the cart add up');
    const answer = (id: string, output: number) =>
      builder.record('assistant', { message: { id, content: [], usage: usage(0, output) } });
    answer('m1', 100);
    builder.edit('e1', '/work/shop/a.ts', 'a', 'b');
    answer('m2', 20);
    builder.run('t1', 'npm test', 'Tests  1 failed (1)', true);
    answer('m3', 7);
    builder.edit('e2', '/work/shop/a.ts', 'b', 'c').run('t2', 'npm test', 'Tests  1 passed (1)');
    answer('m4', 1000);
    expect(await tokensIn(builder.lines, 'claude-code')).toEqual([120, 7]);
  });

  it('are unknown where the transcript says nothing of them', async () => {
    const builder = new TranscriptBuilder().prompt('Tidy up').edit('e1', '/work/shop/a.ts', 'a', 'b');
    expect(await tokensIn(builder.lines, 'claude-code')).toEqual([null]);
  });
});
