import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type HostProcess, runCommand, startAgent, startHost, tempFolder } from '@twicewise/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

// Reminders after a compaction, in programs that ignore the answer to that event: a later event brings them. The hook and the
// hosts are real.

let folder: ReturnType<typeof tempFolder>;
let host: HostProcess;

beforeEach(async () => {
  folder = tempFolder('hook-waiting');
  mkdirSync(join(folder.path, 'shop'));
  // The host gets a data folder that outlives it.
  host = await startHost({ data: join(folder.path, 'data') });
  const agent = await startAgent({ data: host.ready.data, cwd: join(folder.path, 'shop'), name: 'other' });
  await agent.tool('reflection_store', {
    taskDescription: 'Restart the queue',
    outcome: 'failure',
    whatDidNotWork: ['kill -9 left the lease held'],
    nextStrategy: 'release the lease first',
  });
  await agent.close();
});
afterEach(async () => {
  await host.stop();
  folder.remove();
});

/** What the hook of a program prints for an event of one session; '' for nothing. */
async function heard(agent: string, payload: { hook_event_name: string } & Record<string, unknown>, env: object = {}) {
  const cwd = join(folder.path, 'shop');
  const args = ['hook', payload.hook_event_name, '--agent', agent, '--data', host.ready.data];
  const { code, stdout, stderr } = await runCommand(args, {
    input: JSON.stringify({ session_id: 'one', cwd, ...payload }),
    cwd,
    env: { ...process.env, ...env },
  });
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

/** Kills the host and starts another. */
async function anotherHost(): Promise<void> {
  const { data } = host.ready;
  await host.kill();
  host = await startHost({ data });
}

const LESSON = 'release the lease first';
const start = (source: string) => ({ hook_event_name: 'SessionStart', source });

describe.each([
  ['opencode', 'compact', { hook_event_name: 'UserPromptSubmit', prompt: 'go on' }],
  ['opencode', 'compact', { hook_event_name: 'AfterCompaction' }],
  ['gemini', 'clear', { hook_event_name: 'BeforeAgent', prompt: 'go on' }],
])('what %s lost with its context (%s)', (agent, source, next) => {
  it(`is told at ${next.hook_event_name} though the host died between, and once`, async () => {
    await heard(agent, agent === 'gemini' ? next : start('startup'));
    expect(await heard(agent, next)).toBe('');
    expect(await heard(agent, start(source))).toBe('');
    await anotherHost();
    expect(await heard(agent, next)).toContain(LESSON);
    await anotherHost();
    expect(await heard(agent, next)).toBe('');
  });

  it(`is told at ${next.hook_event_name} once, though two hooks said that it was cut`, async () => {
    await heard(agent, agent === 'gemini' ? next : start('startup'));
    await Promise.all([heard(agent, start(source)), heard(agent, start(source))]);
    const both = await Promise.all([heard(agent, next), heard(agent, next)]);
    expect(both.filter((text) => text.includes(LESSON))).toHaveLength(1);
  });
});

/** Milliseconds for which a host stands still: longer than a prompt is held up. */
const STILL_MS = 6500;

it.skipIf(process.platform === 'win32').each([
  ['1', ''],
  ['3', expect.stringContaining(LESSON)],
])('a prompt waits for a host that stands still as long as its patience says: %s', async (patience, told) => {
  const { pid = 0 } = host.child;
  process.kill(pid, 'SIGSTOP');
  const prompt = { hook_event_name: 'UserPromptSubmit', prompt: 'Restart the queue' };
  const answer = heard('claude-code', prompt, { TWICEWISE_HOOK_PATIENCE: patience });
  setTimeout(() => process.kill(pid, 'SIGCONT'), STILL_MS);
  expect(await answer).toEqual(told);
});
