import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Agent, type HostProcess, runCommand, startAgent, startHost, tempFolder } from '@twicewise/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// The moment that the product is for: an agent about to repeat a failure is stopped by a lesson that it never asked for.

const folder = tempFolder('moment');
const shop = join(folder.path, 'my shop');
const worktree = join(folder.path, 'shop-worktree');
const elsewhere = join(folder.path, 'elsewhere');
let host: HostProcess;
const agents: Agent[] = [];

function git(...arguments_: string[]) {
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-C', shop, ...arguments_]);
}

beforeAll(async () => {
  for (const path of [shop, elsewhere]) mkdirSync(path);
  execFileSync('git', ['init', '-q', shop]);
  writeFileSync(join(shop, 'file'), '');
  git('add', '.');
  git('commit', '-qm', 'first');
  git('worktree', 'add', '-q', worktree);
  host = await startHost();
});
afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
  await host.stop();
  folder.remove();
});

async function agentIn(cwd: string) {
  const agent = await startAgent({ data: host.ready.data, cwd, name: 'claude-code' });
  agents.push(agent);
  return agent;
}

/** Runs a hook as the agent's program does; its parent process is the one that starts the bridges too. */
async function hook(event: string, payload: object, environment: NodeJS.ProcessEnv = {}, cwd?: string) {
  const { code, stdout, stderr } = await runCommand(['hook', event, '--data', host.ready.data], {
    input: JSON.stringify({ hook_event_name: event, ...payload }),
    env: { ...process.env, ...environment },
    ...(cwd === undefined ? {} : { cwd }),
  });
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

const PROMPT = 'The login test is flaky again. Make it wait longer.';

describe('the moment', () => {
  it('a failure of one session warns the next one, in another worktree, before any tool is called', async () => {
    const first = await agentIn(shop);
    const stored = await first.tool('reflection_store', {
      taskDescription: 'Make the flaky login test pass',
      outcome: 'failure',
      whatDidNotWork: ['waiting longer only made the suite slower'],
      nextStrategy: 'wait for the session cookie instead of a time',
      sessionId: 'session-a',
    });
    expect(stored.ok).toBe(true);
    const { items } = await host.client.call('reflection.list', {});
    const [lesson] = items;

    const prompt = { session_id: 'session-b', cwd: worktree, prompt: PROMPT };
    const said = await hook('UserPromptSubmit', prompt);
    const { hookEventName, additionalContext } = JSON.parse(said).hookSpecificOutput;
    expect(hookEventName).toBe('UserPromptSubmit');
    expect(additionalContext).toContain('waiting longer only made the suite slower');
    expect(additionalContext).toContain(lesson?.id);

    // What is stored through the bridge of the same agent is what came of it, though the bridge was told no session.
    const second = await agentIn(worktree);
    await second.tool('reflection_store', {
      taskDescription: 'Make the flaky login test pass',
      outcome: 'success',
      nextStrategy: 'keep it so',
      lessonsUsed: [lesson?.id],
    });
    const shown = await host.client.call('exposure.list', { reflectionId: lesson?.id ?? '' });
    expect(shown.items).toMatchObject([
      { trigger: 'prompt', sessionRef: 'session-b', actedOn: true, attempt: { outcome: 'success' } },
    ]);

    expect(await hook('UserPromptSubmit', { ...prompt, session_id: 'session-c', cwd: elsewhere })).toBe('');
    expect(await hook('UserPromptSubmit', { session_id: 'session-n', prompt: PROMPT }, {}, elsewhere)).toBe('');
    expect(await hook('UserPromptSubmit', prompt)).toBe('');
  });

  it('a session starts with what the project knows, and ends closed with its outcome unknown', async () => {
    const start = { session_id: 'session-d', cwd: shop, source: 'startup' };
    expect(await hook('SessionStart', start)).toContain('session cookie');
    for (const source of ['resume', 'fork']) expect(await hook('SessionStart', { ...start, source })).toBe('');
    expect(await hook('SessionStart', { ...start, source: 'compact' })).toContain('session cookie');
    await host.client.call('reflection.store', {
      taskDescription: 'Something else',
      outcome: 'unknown',
      sessionId: 'session-d',
      projectId: (await host.client.call('project.list', {})).items[0]?.id ?? '',
    });
    await hook('SessionEnd', { session_id: 'session-d', cwd: shop, reason: 'other' });
    const { session } = await host.client.call('session.get', { id: 'session-d' });
    expect([session.outcome, typeof session.endedAt]).toEqual(['unknown', 'string']);
  });

  it('a failed tool call is answered once with the warning that it resembles', async () => {
    const failed = {
      session_id: 'session-e',
      cwd: shop,
      tool_name: 'Bash',
      tool_input: { command: 'npm test -- login' },
      error: 'Exit code 1\nok 1\nError: the flaky login test did not pass in time',
    };
    const said = await hook('PostToolUseFailure', failed);
    expect(JSON.parse(said).hookSpecificOutput.hookEventName).toBe('PostToolUseFailure');
    expect(await hook('PostToolUseFailure', failed)).toBe('');
    const harness = { ...failed, session_id: 'session-f', error: '<tool_use_error>flaky login test</tool_use_error>' };
    expect(await hook('PostToolUseFailure', harness)).toBe('');
  });
});

describe('a hook', () => {
  it.each([
    ['no input', ''],
    ['no JSON', '{'],
    ['another shape', '[]'],
    ['an unknown event', '{"hook_event_name":"Later","session_id":"x"}'],
    ['no session', '{"hook_event_name":"SessionStart","source":"startup"}'],
    ['a huge input', JSON.stringify({ prompt: 'x'.repeat(3_000_000) })],
  ])('given %s is silent with exit code 0', async (_what, input) => {
    const ended = await runCommand(['hook', 'SessionStart', '--data', host.ready.data], { input });
    expect(ended).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('starts a host where none runs, and is silent where none can', async () => {
    const data = join(folder.path, 'fresh data');
    const input = JSON.stringify({ session_id: 's', cwd: shop, source: 'startup', hook_event_name: 'SessionStart' });
    const ended = await runCommand(['hook', 'SessionStart', '--data', data], { input });
    expect(ended).toEqual({ code: 0, stdout: '', stderr: '' });
    const status = await runCommand(['call', 'host.status', '{}', '--data', data]);
    expect(JSON.parse(status.stdout)).toMatchObject({ ok: true });
    process.kill(JSON.parse(status.stdout).value.pid, 'SIGTERM');
    const impossible = await runCommand(['hook', 'UserPromptSubmit', '--data', '/proc/none'], { input });
    expect(impossible).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('is answered by the next host when one dies or hands over meanwhile', async () => {
    const data = join(folder.path, 'moved data');
    const first = await startHost({ data });
    await first.client.call('reflection.store', {
      taskDescription: 'Make the flaky login test pass',
      outcome: 'failure',
      nextStrategy: 'wait for the session cookie',
      projectId: 'moved',
    });
    const ask = async (session: string) => {
      const payload = { hook_event_name: 'UserPromptSubmit', session_id: session, cwd: shop, prompt: PROMPT };
      const args = ['hook', 'UserPromptSubmit', '--data', data, '--project', 'moved'];
      const { code, stdout } = await runCommand(args, { input: JSON.stringify(payload) });
      expect(code).toBe(0);
      return stdout.includes('session cookie');
    };
    await first.kill();
    // The first may be silent where a host takes long to start; it has started one all the same.
    const afterKill = [await ask('after a kill'), await ask('a moment later')];
    expect(afterKill.at(-1)).toBe(true);
    const taking = startHost({ data, args: ['--take-over'] });
    const during = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(ask));
    expect(during).toEqual([true, true, true, true, true, true]);
    const last = await taking;
    const { items } = await last.client.call('reflection.list', {});
    const shown = await last.client.call('exposure.list', { reflectionId: items[0]?.id ?? '' });
    expect(shown.items).toHaveLength(6 + afterKill.filter(Boolean).length);
    await last.stop();
  });

  it('is silent when the person says so in the environment', async () => {
    const start = { session_id: 'session-q', cwd: shop, source: 'startup' };
    expect(await hook('SessionStart', start, { TWICEWISE_HOOKS: 'off' })).toBe('');
    expect(await hook('SessionStart', start)).not.toBe('');
  });
});
