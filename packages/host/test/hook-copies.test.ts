import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HostProcess, runCommand, startAgent, startHost, tempFolder } from '@twicewise/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codex } from '../src/hooks/codex.ts';

// Sessions that begin with the context of another, through the real hook and host. The transcripts have the format of the
// programs, with ids and texts made up.

const folder = tempFolder('hook-copies');
const shop = join(folder.path, 'shop');
let host: HostProcess;

beforeAll(async () => {
  mkdirSync(shop);
  host = await startHost();
  const agent = await startAgent({ data: host.ready.data, cwd: shop, name: 'other' });
  await agent.tool('reflection_store', {
    taskDescription: 'Restart the queue',
    outcome: 'failure',
    whatDidNotWork: ['kill -9 left ERR_LEASE_HELD behind'],
    nextStrategy: 'release the lease first',
  });
  await agent.close();
});
afterAll(async () => {
  await host.stop();
  folder.remove();
});

/** A session id in the format of these programs. */
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
let sessions = 0;
const fresh = () => id(++sessions);

/** What the hook of a program prints for an event of a session; '' for nothing. */
async function heard(agent: string, session: string, payload: { hook_event_name: string } & Record<string, unknown>) {
  const input = JSON.stringify({ session_id: session, cwd: shop, transcript_path: pathOf(session), ...payload });
  const args = ['hook', payload.hook_event_name, '--agent', agent, '--data', host.ready.data];
  const { code, stdout, stderr } = await runCommand(args, { input, cwd: shop });
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

const pathOf = (session: string) => join(folder.path, `${session}.jsonl`);
const write = (session: string, records: readonly object[]) =>
  writeFileSync(pathOf(session), records.map((record) => `${JSON.stringify(record)}\n`).join(''));

const LESSON = 'release the lease first';
const start = (source: string) => ({ hook_event_name: 'SessionStart', source });
const OUTPUT = 'Tests: 1 failed, 2 passed\nError: ERR_LEASE_HELD';
const failure = (agent: string) => ({
  hook_event_name: 'PostToolUse',
  tool_name: agent === 'opencode' ? 'bash' : 'Bash',
  tool_input: { command: 'npm test | tail' },
  tool_response: agent === 'codex' ? OUTPUT : { stdout: OUTPUT, output: OUTPUT, exit: 1 },
});

/** A session that was told the lesson when it started. */
async function told(agent: string): Promise<string> {
  const session = fresh();
  expect(await heard(agent, session, start('startup'))).toContain(LESSON);
  return session;
}

const said = (session: string, from?: string) => ({ type: 'assistant', sessionId: session, requestSessionId: from });
/** A record longer than the part of a transcript that is read at once. */
const LONG = { type: 'user', text: 'x'.repeat(1_100_000) };

describe('Claude Code', () => {
  it('is not told again in a copy, whose transcript comes after its first prompt', async () => {
    const original = await told('claude-code');
    const copy = fresh();
    expect(await heard('claude-code', copy, start('fork'))).toBe('');
    write(copy, [said(copy, original), { type: 'user', sessionId: copy }, said(copy)]);
    expect(await heard('claude-code', copy, failure('claude-code'))).toBe('');
    // A session that is no copy is told the lesson.
    expect(await heard('claude-code', fresh(), failure('claude-code'))).toContain(LESSON);
  });

  it.each([
    ['at its end', (from: string, copy: string) => [said(copy, id(900)), LONG, said(copy, from)]],
    ['at its beginning', (from: string, copy: string) => [said(copy, from), LONG]],
    ['by /branch', (from: string, copy: string) => [{ sessionId: copy, forkedFrom: { sessionId: from } }]],
  ])('finds the original where a transcript names it %s', async (_where, records) => {
    const original = await told('claude-code');
    const copy = fresh();
    await heard('claude-code', copy, start('fork'));
    write(copy, records(original, copy));
    expect(await heard('claude-code', copy, failure('claude-code'))).toBe('');
  });

  it('is told where no original is named, or only in words of a prompt', async () => {
    const original = await told('claude-code');
    const copy = fresh();
    await heard('claude-code', copy, start('fork'));
    write(copy, [{ type: 'user', text: JSON.stringify(said(copy, original)) }, said(copy, copy)]);
    expect(await heard('claude-code', copy, failure('claude-code'))).toContain(LESSON);
  });

  it('is told in a session that is no copy, whatever its transcript says', async () => {
    const original = await told('claude-code');
    const session = fresh();
    write(session, [said(session, original)]);
    expect(await heard('claude-code', session, failure('claude-code'))).toContain(LESSON);
  });
});

describe('Codex', () => {
  const meta = (session: string, from: string) => ({
    timestamp: '2026-11-23T12:35:50.629Z',
    type: 'session_meta',
    payload: { session_id: session, id: session, forked_from_id: from, cwd: shop, base_instructions: { text: 'Be' } },
  });

  it('is not told again in a copy', async () => {
    const original = await told('codex');
    const copy = fresh();
    write(copy, [meta(copy, original), LONG]);
    expect(await heard('codex', copy, start('fork'))).toBe('');
    expect(await heard('codex', copy, failure('codex'))).toBe('');
  });

  it('is told where its first record is no session’s', async () => {
    const original = await told('codex');
    const copy = fresh();
    write(copy, [{ type: 'response_item', text: 'hello' }, meta(copy, original)]);
    await heard('codex', copy, start('fork'));
    expect(await heard('codex', copy, failure('codex'))).toContain(LESSON);
  });
});

describe('opencode', () => {
  it('is not told again in a copy whose original the plugin found', async () => {
    const original = await told('opencode');
    const copy = fresh();
    expect(await heard('opencode', copy, { ...start('fork'), forked_from: original })).toBe('');
    expect(await heard('opencode', copy, failure('opencode'))).toBe('');
  });
});

it('a folder, a link or nothing in place of the transcript holds nobody up', async () => {
  const copy = fresh();
  mkdirSync(pathOf(copy));
  expect(await heard('codex', copy, start('fork'))).toBe('');
  expect(await heard('codex', copy, failure('codex'))).toContain(LESSON);
  expect(await heard('codex', fresh(), { ...start('fork'), transcript_path: null })).toBe('');
});

it('is looked for at once in whatever a transcript holds', () => {
  const part = `{${'"type":"session_meta",'.repeat(70_000)}`;
  expect(codex.findOriginal?.(part, fresh())).toBeNull();
});

it('a file that is no transcript is not looked into, whoever names it', async () => {
  const original = await told('claude-code');
  const copy = fresh();
  const transcript_path = join(folder.path, 'notes.json');
  await heard('claude-code', copy, { ...start('fork'), transcript_path });
  writeFileSync(transcript_path, JSON.stringify(said(copy, original)));
  expect(await heard('claude-code', copy, { ...failure('claude-code'), transcript_path })).toContain(LESSON);
});
