import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Agent, type HostProcess, runCommand, startAgent, startHost, tempFolder } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// The main purpose of the product: an agent that is about to repeat a failure is stopped by a lesson that it did not ask for.

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

/** Runs a hook as the agent's program does; its parent process is the one that also starts the bridges. */
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
    verifies('S0-03');
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

    // What the same agent stores through its bridge becomes the result of the exposure, although the bridge was not told the
    // session.
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

describe('the moment, when', () => {
  const learn = async (lesson: object) => {
    expect(await first.tool('reflection_store', { nextStrategy: 'keep it so', ...lesson })).toMatchObject({ ok: true });
  };
  let first: Agent;
  beforeAll(async () => {
    first = await agentIn(shop);
    await learn({
      taskDescription: 'Run the tests of the order service',
      outcome: 'success',
      whatWorked: ['scripts/db-up.sh before npm test: ECONNREFUSED is gone'],
    });
    await learn({
      taskDescription: 'Requeue the shards of the importer',
      outcome: 'failure',
      whatDidNotWork: ['2026-02-01T10:00:00Z ERROR [worker-3] lease of shard 12 is held by pid 4711 (0x7f3a2b10)'],
    });
  });

  async function failing(session: string, command: string, error: string) {
    const about = { session_id: session, cwd: shop, tool_name: 'Bash', tool_input: { command }, error };
    const said = await hook('PostToolUseFailure', about);
    return said === '' ? '' : String(JSON.parse(said).hookSpecificOutput.additionalContext);
  }

  it('a command fails with an error that a success mended, brings the fix', async () => {
    const error =
      'Exit code 1\n\n> vitest run\n\nError: connect ECONNREFUSED 127.0.0.1:5432\n    at afterConnect (node:net:1610:16)';
    expect(await failing('fix-a', 'npm test', error)).toContain('scripts/db-up.sh before npm test');
    const inWords =
      'Exit code 2\npsql: error: connection to server at "localhost" (::1), port 5433 failed: Connection refused';
    expect(await failing('fix-b', 'make check', inWords)).toContain('scripts/db-up.sh before npm test');
  });

  it('an error comes again at another time, place and address, is known', async () => {
    const line =
      '2026-07-19T23:59:01.007Z ERROR [worker-11] lease of shard 7 is held by pid 90210 (0xffff80001234abcd)';
    const noise = Array.from(
      { length: 400 },
      (_, n) => `    at step${n} (/srv/build/${'deep/'.repeat(20)}step${n}.js)`,
    );
    expect(await failing('again', 'node bin/run.mjs', ['Exit code 1', line, ...noise].join('\n'))).toContain(
      'lease of shard 12',
    );
  });

  it.each([
    ['grep -rn ECONNREFUSED docs', 'Exit code 1'],
    ['npx tsc', "Exit code 2\nsrc/a.ts(18,7): error TS2322: Type 'string' is not assignable to type 'number'."],
    [
      'npx vitest run mail',
      'Exit code 1\nAssertionError: expected 2 to be 1 // Object.is equality\n ❯ mail/send.test.ts:14:20',
    ],
    [
      'git push',
      "Exit code 1\n ! [rejected] main -> main (fetch first)\nerror: failed to push some refs to 'example.org:x.git'",
    ],
  ])('a command fails that nobody knows, brings nothing: %s', async (command, error) => {
    expect(await failing(`foreign-${command}`, command, error)).toBe('');
  });

  it('the lesson is long, brings the beginning and says where the rest is', async () => {
    const story = (what: string) =>
      Array.from({ length: 60 }, (_, n) => `The ${what} of step ${n} went on for a while.`).join(' ');
    await learn({
      taskDescription: 'Move the thumbnails to object storage',
      outcome: 'failure',
      whatDidNotWork: [story('copying'), story('linking')],
      nextStrategy: story('plan'),
    });
    const prompt = { session_id: 'long', cwd: shop, prompt: 'Please move the thumbnails to object storage.' };
    const text = String(JSON.parse(await hook('UserPromptSubmit', prompt)).hookSpecificOutput.additionalContext);
    const id = /"id":"(refl_\w+)"/.exec(text)?.[1];
    expect(text).toContain('The copying of step 0 went on for a while.');
    expect(text).toContain(`… reflection_get ${id}`);
    const rest = await first.tool('reflection_get', { id });
    expect(rest.text).toContain('The plan of step 59');
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
    // The first hook may get no answer if a host takes long to start, but it has started one.
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
