import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SUMMARY_PARTS, type TranscriptAgent, utf8Bytes } from '@twicewise/contract';
import { createRedactor } from '@twicewise/redaction';
import { verifies } from '@twicewise/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTranscript } from '../../src/transcripts/read-transcript.ts';
import type { TranscriptSummary } from '../../src/transcripts/summary/collect-summary.ts';
import { asks, plans } from './dialogues.ts';
import { PLAIN, readIn } from './episode/reading.ts';
import { TranscriptBuilder } from './transcript.ts';

const begin = () => new TranscriptBuilder().prompt('Make the cart add up');
const summaryOf = async (builder: TranscriptBuilder) => (await readIn(builder)).summary;
const partOf = async (part: keyof TranscriptSummary, builder: TranscriptBuilder) => (await summaryOf(builder))?.[part];

const FAILED = 'Tests  1 failed | 3 passed (4)\nAssertionError: expected 3 to be 4';
const PASSED = 'Tests  4 passed (4)';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tw-summary-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a transcript of another program shows. */
async function summaryIn(agent: TranscriptAgent, records: readonly unknown[]) {
  const path = join(folder, `${agent}.jsonl`);
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return (await readTranscript(path, agent, PLAIN)).summary;
}

/** A list as Claude Code writes it, and its result. */
const todos = (builder: TranscriptBuilder, id: string, list: Record<string, string>) => {
  const entries = Object.entries(list).map(([content, status]) => ({ content, status, activeForm: `${content}…` }));
  return builder.call(id, 'TodoWrite', { todos: entries }).result(id, 'Todos have been modified successfully.');
};

describe('where a session stands by its transcript', () => {
  it('has as its goal the first request that names a task, and names what was asked for last (S4-32)', async () => {
    verifies('S4-32');
    const builder = new TranscriptBuilder().prompt('yes, go on').prompt('Make the cart add up').prompt('continue');
    expect(await summaryOf(builder)).toEqual({
      goal: 'Make the cart add up',
      progress: null,
      approach: null,
      known: null,
      next: null,
      cleared: [],
    });
    expect(await summaryOf(builder.prompt('Now round the tax').prompt('ok'))).toMatchObject({
      goal: 'Make the cart add up',
      progress: 'Asked for last: Now round the tax',
    });
    expect(await summaryOf(new TranscriptBuilder().prompt('yes').say('Done.'))).toBeNull();
  });

  it('says what the last checks said, and which errors still stand (S4-32)', async () => {
    verifies('S4-32');
    const builder = begin()
      .edit('e1', '/work/shop/src/cart.ts', 'a', 'b')
      .run('t1', 'npm test', FAILED, true)
      .run('l1', 'npx eslint .', '');
    expect(await summaryOf(builder)).toMatchObject({
      progress: 'Last checks: `npm test` failed (3 passed, 1 failed, 0 skipped); `npx eslint .` passed.',
      known: 'Failed at the last check: Tests  1 failed | 3 passed (4) | AssertionError: expected 3 to be 4.',
      cleared: [],
    });
    builder.edit('e2', '/work/shop/src/tax.ts', 'a', 'b');
    expect(await summaryOf(builder)).toMatchObject({
      progress: expect.stringContaining('\nChanged since then, not checked: src/tax.ts.'),
      known: expect.stringMatching(/^Failed at the last check, before the latest changes: /),
    });
    builder
      .run('t2', 'npm test', PASSED)
      .run('c1', 'git commit -am x', '[main 1a2b3c4] Add up the cart\n 1 file changed');
    expect(await summaryOf(builder)).toMatchObject({
      progress: 'Last checks: `npm test` passed (4 passed, 0 failed, 0 skipped).\nLast commit: Add up the cart.',
      known: null,
      cleared: ['known'],
    });
  });

  it('says how the project was found where nothing was changed, and that changes were not checked', async () => {
    expect(await partOf('progress', begin().run('t0', 'npm test', FAILED, true))).toContain('`npm test` failed');
    const changed = begin().run('t0', 'npm test', FAILED, true).edit('e1', '/work/shop/a.ts', 'a', 'b');
    expect(await summaryOf(changed)).toMatchObject({
      progress: 'Changed, not checked: a.ts.',
      known: null,
      cleared: [],
    });
  });

  it('names a failed check before any that passed, however many', async () => {
    const builder = begin().edit('e1', '/work/shop/a.ts', 'a', 'b').run('t0', 'npm test', FAILED, true);
    for (const part of ['a', 'b', 'c', 'd']) builder.run(part, `npm test -- ${part}`, PASSED);
    expect(await partOf('progress', builder)).toMatch(/^Last checks: `npm test` failed .*; `npm test -- d` passed/);
  });

  it('has as its approach the plan that was approved last, which is the goal where nothing was asked for', async () => {
    const builder = plans(plans(begin(), 'p1', '# Sum rows\n\nOne by one.'), 'p2', '# Sum in SQL\n\nOne query.');
    builder.call('p3', 'ExitPlanMode', { plan: '# Give up' }).reject('p3', 'no');
    expect(await summaryOf(builder)).toMatchObject({
      goal: 'Make the cart add up',
      approach: '# Sum in SQL\n\nOne query.',
    });
    const begun = new TranscriptBuilder().prompt('Implement the following plan:\n\n# Sum rows', {
      planContent: '# Sum rows\n\nOne by one.',
    });
    expect(await summaryOf(begun)).toMatchObject({ goal: 'Sum rows', approach: '# Sum rows\n\nOne by one.' });
  });

  it('knows what the person answered when they were asked', async () => {
    const options = ['Postgres', 'SQLite'];
    const builder = asks(begin(), 'q1', [{ question: 'Which database?', options }], { 'Which database?': 'SQLite' });
    asks(builder, 'q2', [{ question: 'Which?', options }], null);
    expect(await partOf('known', builder)).toBe('Asked “Which database?”, the person answered “SQLite”.');
  });

  it('keeps no secret, and is bounded, whatever the transcript holds', async () => {
    const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const { redactText } = createRedactor({ homePaths: true, emails: true });
    const huge = `${key} ${'税'.repeat(30_000)}`;
    const builder = new TranscriptBuilder().prompt(`Deploy with ${huge}`).prompt(`Then with ${huge}`);
    plans(builder, 'p1', huge);
    asks(builder, 'q1', [{ question: huge, options: [huge] }], { [huge]: huge });
    todos(
      builder,
      'd',
      Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${n} ${huge.slice(0, 3000)}`, 'pending'])),
    );
    const { summary } = await readIn(builder, (text) => redactText(text).text);
    for (const part of SUMMARY_PARTS) {
      expect(summary?.[part]).not.toBeNull();
      expect(utf8Bytes(summary?.[part] ?? '')).toBeLessThanOrEqual(1500);
      expect(summary?.[part]).not.toContain('a1B2c3');
    }
  });
});

describe('what is next', () => {
  it('is what a list of Claude Code leaves open, what is in progress first (S4-32)', async () => {
    verifies('S4-32');
    const builder = todos(begin(), 'd1', { 'Read rows': 'in_progress', 'Sum rows': 'pending', Round: 'pending' });
    todos(builder, 'd2', { 'Read rows': 'completed', 'Sum rows': 'pending', Round: 'in_progress' });
    expect(await summaryOf(builder)).toMatchObject({
      progress: 'Done by its list: Read rows.',
      next: 'Round (in progress); Sum rows',
      cleared: [],
    });
    todos(builder, 'd3', { 'Read rows': 'completed', 'Sum rows': 'completed', Round: 'completed' });
    expect(await summaryOf(builder)).toMatchObject({ next: null, cleared: ['next'] });
  });

  it('is followed through tasks that are made and changed one by one', async () => {
    const made = (builder: TranscriptBuilder, n: number, subject: string) =>
      builder
        .call(`m${n}`, 'TaskCreate', { subject, description: 'More', activeForm: 'Doing' })
        .result(`m${n}`, `Task #${n} created successfully: ${subject}`);
    const changed = (builder: TranscriptBuilder, id: string, input: object, isError = false) =>
      builder.call(id, 'TaskUpdate', { ...input }).result(id, isError ? 'Task not found' : 'Updated task', isError);
    const builder = begin();
    for (const [at, subject] of ['Read rows', 'Sum rows', 'Round', 'Publish'].entries()) made(builder, at + 1, subject);
    changed(builder, 'u1', { taskId: '1', status: 'completed' });
    changed(builder, 'u2', { taskId: '3', status: 'in_progress', subject: 'Round half up' });
    changed(builder, 'u3', { taskId: '4', status: 'deleted' });
    changed(builder, 'u4', { taskId: '2', status: 'completed' }, true);
    changed(builder, 'u5', { taskId: '99', status: 'in_progress' });
    expect(await summaryOf(builder)).toMatchObject({
      progress: 'Done by its list: Read rows.',
      next: 'Round half up (in progress); Sum rows',
    });
  });

  it('is not what a subagent has in its list, nor a list that was refused or is malformed', async () => {
    const builder = begin().call(
      'd1',
      'TodoWrite',
      { todos: [{ content: 'Theirs', status: 'pending' }] },
      { isSidechain: true },
    );
    builder.result('d1', 'ok', false, { isSidechain: true });
    builder.call('d2', 'TodoWrite', { todos: [{ content: 'Bad', status: 'pending' }] }).result('d2', 'Error', true);
    builder.call('d3', 'TodoWrite', { todos: 'none' }).result('d3', 'ok');
    expect(await summaryOf(builder)).toMatchObject({ next: null, progress: null, cleared: [] });
    const odd = [null, 'broken', 3, { content: ' ', status: 'pending' }, { content: 'A', status: 'someday' }];
    builder.call('d4', 'TodoWrite', { todos: [...odd, { content: 'Sum rows', status: 'pending' }] }).result('d4', 'ok');
    expect(await partOf('next', builder)).toBe('Sum rows');
  });

  it('is read from plans of Codex', async () => {
    const at = (n: number) => ({ timestamp: `2026-02-01T10:00:0${n}Z` });
    const plan = [
      { step: 'Read rows', status: 'completed' },
      { step: 'Sum rows', status: 'pending' },
      { step: 'Round', status: 'in_progress' },
    ];
    const call = (id: string, input: object, output: string) => [
      {
        ...at(3),
        type: 'response_item',
        payload: { type: 'function_call', call_id: id, name: 'update_plan', arguments: JSON.stringify(input) },
      },
      { ...at(4), type: 'response_item', payload: { type: 'function_call_output', call_id: id, output } },
    ];
    const records = [
      { ...at(1), type: 'session_meta', payload: { id: 's', cwd: '/work/shop', timestamp: at(1).timestamp } },
      { ...at(2), type: 'event_msg', payload: { type: 'user_message', message: 'Make the cart add up' } },
      ...call('c1', { plan }, 'Plan updated'),
      ...call('c2', { plan: [] }, 'unsupported call: update_plan'),
    ];
    expect(await summaryIn('codex', records)).toMatchObject({
      goal: 'Make the cart add up',
      progress: 'Done by its list: Read rows.',
      next: 'Round (in progress); Sum rows',
    });
  });

  it('is read from lists of Gemini CLI, without what was cancelled', async () => {
    const list = [
      { description: 'Read rows', status: 'completed' },
      { description: 'Ask Ann', status: 'blocked' },
      { description: 'Sum rows', status: 'pending' },
      { description: 'Give up', status: 'cancelled' },
    ];
    const call = { id: 'w1', name: 'write_todos', args: { todos: list }, status: 'success', result: [] };
    const records = [
      { sessionId: 's', startTime: '2026-02-01T10:00:00Z' },
      { id: 'u1', type: 'user', timestamp: '2026-02-01T10:00:01Z', content: 'Make the cart add up' },
      { id: 'g1', type: 'gemini', timestamp: '2026-02-01T10:00:02Z', content: '', toolCalls: [call] },
    ];
    expect(await summaryIn('gemini', records)).toMatchObject({
      progress: 'Done by its list: Read rows.',
      next: 'Sum rows; Ask Ann (blocked)',
    });
  });

  it('is read from lists of Qwen Code', async () => {
    const list = [
      { id: '1', content: 'Read rows', status: 'completed' },
      { id: '2', content: 'Sum rows', status: 'in_progress' },
    ];
    const common = { sessionId: 's', cwd: '/work/shop', timestamp: '2026-02-01T10:00:01Z' };
    const records = [
      { ...common, type: 'user', message: { parts: [{ text: 'Make the cart add up' }] } },
      {
        ...common,
        type: 'assistant',
        message: { parts: [{ functionCall: { id: 'w1', name: 'todo_write', args: { todos: list } } }] },
      },
      {
        ...common,
        type: 'tool_result',
        message: { parts: [{ functionResponse: { id: 'w1', name: 'todo_write', response: { output: 'ok' } } }] },
        toolCallResult: { status: 'success' },
      },
    ];
    expect(await summaryIn('qwen', records)).toMatchObject({
      progress: 'Done by its list: Read rows.',
      next: 'Sum rows (in progress)',
    });
  });
});
