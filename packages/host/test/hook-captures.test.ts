import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@twicewise/contract';
import { type HostProcess, runCommand, startAgent, startHost, tempFolder } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

// Capture of sessions whose transcript a hook named, with the real hook, host and files. The transcripts were written by the
// programs, or have the same format.

const GENUINE = join(import.meta.dirname, '../../core/test/imports/genuine');
const TIMEOUT_MS = 60_000;

const folder = tempFolder('hook-captures');
const shop = join(folder.path, 'shop');
let host: HostProcess;
beforeAll(() => mkdirSync(shop));
beforeEach(async () => {
  host = await startHost();
});
afterEach(async () => {
  await host.stop();
});
afterAll(() => folder.remove());

interface Session {
  id: string;
  path: string;
}

/** The transcript of a session of Claude Code in which a check failed, a file was changed and the check passed. */
function claudeSession(id: string, { passes = true } = {}): Session {
  const common = { sessionId: id, version: '2.1.330', cwd: shop, gitBranch: 'main', isSidechain: false };
  const record = (type: string, content: unknown, n: number) =>
    JSON.stringify({
      type,
      uuid: `${id}-${n}`,
      timestamp: new Date(Date.parse('2026-02-01T10:00:00Z') + n * 1000).toISOString(),
      ...common,
      message: { content },
    });
  const call = (at: string, name: string, input: object, n: number) =>
    record('assistant', [{ type: 'tool_use', id: `${id}-${at}`, name, input }], n);
  const result = (at: string, content: string, isError: boolean, n: number) =>
    record('user', [{ type: 'tool_result', tool_use_id: `${id}-${at}`, content, is_error: isError }], n);
  const lines = [
    record('user', 'Make the price test pass', 1),
    call('a', 'Bash', { command: 'npm test -- price' }, 2),
    result('a', 'Exit code 1\nprice.test.js:12: expected 10.00, got 10', true, 3),
    call('b', 'Edit', { file_path: join(shop, 'price.js'), old_string: 'String(x)', new_string: 'x.toFixed(2)' }, 4),
    result('b', 'The file has been updated.', false, 5),
    ...(passes ? [call('c', 'Bash', { command: 'npm test -- price' }, 6), result('c', 'ok 12 tests', false, 7)] : []),
    record('assistant', [{ type: 'text', text: 'It wanted two decimals.' }], 8),
  ];
  const path = join(folder.path, `${id}.jsonl`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return { id, path };
}

/** Fields of an event, with the program that sends it and the environment of the hook. */
interface HookFields {
  agent?: string;
  env?: object;
  [field: string]: unknown;
}

/** Runs a hook as a program does, and returns what it prints. */
async function hook(event: string, { id, path }: Session, more: HookFields = {}) {
  const { agent = 'claude-code', env = {}, ...fields } = more;
  const input = JSON.stringify({ session_id: id, transcript_path: path, cwd: shop, hook_event_name: event, ...fields });
  const args = ['hook', event, '--agent', agent, '--data', host.ready.data];
  // These tests are about what is captured; on a busy machine a hook would give up before its host has answered.
  const surroundings = { ...process.env, TWICEWISE_HOOK_PATIENCE: '10', ...env };
  const { code, stdout, stderr } = await runCommand(args, { input, cwd: shop, env: surroundings });
  expect([code, stderr]).toEqual([0, '']);
  return stdout === '' ? null : JSON.parse(stdout);
}

/** The end of a turn, as Claude Code 2.1.330 reports it. */
const stop = (session: Session, more: HookFields = {}) =>
  hook('Stop', session, { prompt_id: `${session.id}-prompt`, stop_hook_active: false, ...more });

/** Waits until every transcript has been read, and returns the number of jobs. */
async function read(client: Client = host.client): Promise<number> {
  for (;;) {
    const { items } = await client.call('job.list', {});
    if (items.every(({ state }) => state === 'done')) return items.length;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const lessons = async () => (await host.client.call('reflection.list', {})).items;
const sessions = async () => (await host.client.call('session.list', {})).items;
const asks = (answer: { hookSpecificOutput?: { hookEventName: string; additionalContext: string } } | null) =>
  answer?.hookSpecificOutput?.additionalContext.includes('reflection_store') ?? false;

describe('the end of a turn of Claude Code', () => {
  it(
    'has the session written down, and the agent asked once to store what it learned',
    async () => {
      const session = claudeSession('turn-1');
      const answer = await stop(session, { env: { CLAUDE_CODE_SESSION_ATTENDED: '1' } });
      expect(answer).toEqual({
        hookSpecificOutput: { hookEventName: 'Stop', additionalContext: expect.stringContaining('reflection_store') },
      });
      expect(answer.hookSpecificOutput.additionalContext).not.toContain('answer again');
      expect(await stop(session, { stop_hook_active: true })).toBeNull();
      expect(await stop(session)).toBeNull();
      await hook('PreCompact', session, { trigger: 'auto' });
      await hook('SessionEnd', session, { reason: 'other' });
      expect(await read()).toBe(1);
      expect(await sessions()).toMatchObject([
        { nativeId: session.id, agent: 'claude-code', goal: 'Make the price test pass', reflections: 1 },
      ]);
      expect((await sessions())[0]?.endedAt).not.toBeNull();
      expect(await lessons()).toMatchObject([{ state: 'draft', extra: { rule: 'fail_then_pass' } }]);
      const { episode } = await host.client.call('episode.get', { sessionId: session.id });
      expect(episode).toMatchObject({ task: 'Make the price test pass', events: [{ type: 'error' }] });
    },
    TIMEOUT_MS,
  );

  it(
    'asks nobody: where nothing passed, a subagent, one that stored something, one whose hooks are off',
    async () => {
      expect(await stop(claudeSession('failing', { passes: false }))).toBeNull();
      const session = claudeSession('asked');
      expect(await stop(session, { agent_id: 'a1' })).toBeNull();
      expect(await stop(session, { env: { TWICEWISE_HOOKS: 'off' } })).toBeNull();
      const storing = claudeSession('storing');
      const agent = await startAgent({ data: host.ready.data, cwd: shop, name: 'claude-code' });
      // Hook and bridge are children of the same process, so the host knows that they belong to the same session.
      await hook('UserPromptSubmit', storing, { prompt: 'Make the price test pass' });
      await agent.tool('reflection_store', {
        taskDescription: 'Prices',
        outcome: 'success',
        sessionId: storing.id,
        nextStrategy: 'keep it so',
      });
      expect(await stop(storing)).toBeNull();
      await agent.close();
      // Claude Code sets this variable to 0 in a run without a person. Without the variable there may be no person either.
      const again = 'give your last answer again';
      const alone = await stop(session, { env: { CLAUDE_CODE_SESSION_ATTENDED: '0' } });
      expect(alone?.hookSpecificOutput.additionalContext).toContain(again);
      const untold = await stop(claudeSession('untold'), { env: { CLAUDE_CODE_SESSION_ATTENDED: undefined } });
      expect(untold?.hookSpecificOutput.additionalContext).toContain(again);
      expect(await read()).toBe(4);
      const names = ['asked', 'failing', 'storing', 'untold'];
      expect((await sessions()).map(({ nativeId }) => nativeId).sort()).toEqual(names);
    },
    TIMEOUT_MS,
  );

  it(
    'asks nobody, but has the session written down, where the version takes no answer there; a later one asks',
    async () => {
      const session = claudeSession('old-version');
      // Claude Code 2.0.54 and 2.1.138 send no `prompt_id`, and show any answer to the person as invalid.
      expect(await stop(session, { prompt_id: undefined })).toBeNull();
      expect((await host.client.call('exposure.recent', {})).items).toEqual([]);
      expect(await read()).toBe(1);
      expect(await sessions()).toMatchObject([{ nativeId: session.id }]);
      expect(asks(await stop(session))).toBe(true);
    },
    TIMEOUT_MS,
  );

  it(
    'leaves links and what is no file alone, without a word',
    async () => {
      const { path } = claudeSession('real');
      const link = join(folder.path, 'link.jsonl');
      if (!existsSync(link)) symlinkSync(path, link);
      for (const transcript of [link, folder.path, '/dev/zero', join(folder.path, 'gone.jsonl'), 'relative.jsonl']) {
        expect(await stop({ id: 'real', path: transcript })).toBeNull();
      }
      expect((await host.client.call('job.list', {})).items).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'is read by the next host when this one is killed before it did',
    async () => {
      const data = tempFolder('killed');
      const first = await startHost({ data: data.path });
      const session = claudeSession('killed');
      const input = JSON.stringify({ session_id: session.id, transcript_path: session.path, cwd: shop });
      await runCommand(['hook', 'Stop', '--data', data.path], { input, cwd: shop });
      await first.kill();
      const second = await startHost({ data: data.path });
      expect(await read(second.client)).toBe(1);
      const { items } = await second.client.call('reflection.list', {});
      await second.stop();
      data.remove();
      expect(items).toHaveLength(1);
    },
    TIMEOUT_MS,
  );

  it(
    'belongs to the project in which the session was started, wherever the agent is by now',
    async () => {
      const elsewhere = join(folder.path, 'elsewhere');
      mkdirSync(elsewhere, { recursive: true });
      const session = claudeSession('moved');
      await stop(session, { cwd: elsewhere, env: { CLAUDE_PROJECT_DIR: shop } });
      expect(await read()).toBe(1);
      expect((await host.client.call('project.list', {})).items.map(({ name }) => name)).toEqual(['shop']);
      // No session is captured once that project is switched off.
      const [{ id = '' } = {}] = (await host.client.call('project.list', {})).items;
      await host.client.call('settings.set', { changes: { 'capture.offProjects': [id] } });
      const other = claudeSession('moved-2');
      await stop(other, { cwd: elsewhere, env: { CLAUDE_PROJECT_DIR: shop } });
      await read();
      expect(await sessions()).toHaveLength(1);
    },
    TIMEOUT_MS,
  );

  it(
    'is not written down when a person paused the session, and is when they resume it',
    async () => {
      const session = claudeSession('paused');
      const at = ['--session', session.id, '--data', host.ready.data];
      await runCommand(['hook', 'pause', ...at]);
      expect(await stop(session)).toBeNull();
      expect((await host.client.call('job.list', {})).items).toEqual([]);
      await runCommand(['hook', 'resume', ...at]);
      expect(asks(await stop(session))).toBe(true);
      await read();
      expect(await lessons()).toHaveLength(1);
    },
    TIMEOUT_MS,
  );
});

describe('a compaction in the middle of a session of Claude Code', () => {
  it(
    'has the transcript read before it, so that the agent is told afterwards where it stood',
    async () => {
      verifies('S4-32');
      const session = claudeSession('compacted', { passes: false });
      const record = (n: number, type: string, content: unknown) =>
        JSON.stringify({
          ...{ type, uuid: `compacted-${n}`, timestamp: `2026-02-01T10:00:${n}Z` },
          ...{ sessionId: session.id, version: '2.1.330', cwd: shop, isSidechain: false, message: { content } },
        });
      const todos = [{ content: 'Two decimals', status: 'in_progress' }];
      const call = { type: 'tool_use', id: 'todo', name: 'TodoWrite', input: { todos } };
      const result = { type: 'tool_result', tool_use_id: 'todo', content: 'Todos have been modified.' };
      appendFileSync(session.path, `${record(20, 'assistant', [call])}\n${record(21, 'user', [result])}\n`);
      expect(await hook('PreCompact', session, { trigger: 'auto' })).toBeNull();
      expect(await read()).toBe(1);
      const told = await hook('SessionStart', session, { source: 'compact' });
      const text = told?.hookSpecificOutput.additionalContext ?? '';
      expect(text).toContain('Where your session stood');
      expect(text).toContain('- goal: Make the price test pass');
      expect(text).toContain('- next: Two decimals (in progress)');
      expect(text).toContain('- where it stands: Changed, not checked: price.js.');
    },
    TIMEOUT_MS,
  );
});

describe('a subagent', () => {
  it(
    'is told by its hooks what its main agent was told, and the other way round, each once',
    async () => {
      await host.client.call('reflection.store', {
        projectId: 'shop',
        taskDescription: 'npm test: connect ECONNREFUSED 127.0.0.1:5432',
        outcome: 'success',
        whatWorked: ['Start the database first'],
        nextStrategy: 'keep it so',
      });
      const failure = (more: object) =>
        hook('PostToolUseFailure', claudeSession('helped'), {
          tool_name: 'Bash',
          tool_input: { command: 'npm test' },
          error: 'Exit code 1\nError: connect ECONNREFUSED 127.0.0.1:5432',
          ...more,
        });
      for (const who of [{ agent_id: 'a1' }, {}, { agent_id: 'a2' }]) {
        expect(JSON.stringify(await failure(who))).toContain('Start the database first');
        expect(await failure(who)).toBeNull();
      }
    },
    TIMEOUT_MS,
  );
});

describe('the end of a turn of', () => {
  it.each([
    // The transcript says that a script began the turn, so the agent may be asked.
    [
      'codex',
      'codex-0.169.0.jsonl',
      'Stop',
      { decision: 'block', reason: expect.stringContaining('reflection_store') },
    ],
    ['gemini', 'gemini-0.61.0.jsonl', 'AfterAgent', null],
    ['qwen', 'qwen-0.24.4.jsonl', 'Stop', null],
  ])(
    '%s has the session written down',
    async (agent, file, event, answer) => {
      const text = readFileSync(join(GENUINE, file), 'utf8');
      const id = /"(?:sessionId|session_id)":"([^"]+)"/.exec(text)?.[1] ?? '';
      const path = join(folder.path, file);
      writeFileSync(path, text);
      expect(await hook(event, { id, path }, { agent, stop_hook_active: false })).toEqual(answer);
      expect(await read()).toBe(1);
      expect(await sessions()).toMatchObject([{ nativeId: id, agent, reflections: 1 }]);
      expect(await lessons()).toMatchObject([{ state: 'draft', extra: { rule: 'fail_then_pass' } }]);
    },
    TIMEOUT_MS,
  );

  it(
    'Codex asks the agent to store something only in a turn that a script began, once',
    async () => {
      const text = readFileSync(join(GENUINE, 'codex-0.169.0.jsonl'), 'utf8');
      const id = /"session_id":"([^"]+)"/.exec(text)?.[1] ?? '';
      const path = join(folder.path, 'codex.jsonl');
      const turnEnds = (more: HookFields = {}) => {
        return hook('Stop', { id, path }, { agent: 'codex', stop_hook_active: false, ...more });
      };
      for (const told of ['"turn_trigger":"user"', '"turn_trigger_of_later":"exec"']) {
        writeFileSync(path, text.replaceAll('"turn_trigger":"exec"', told));
        expect(await turnEnds()).toBeNull();
        // It is not asked either once a draft was made from the transcript.
        await read();
        expect(await lessons()).toHaveLength(1);
        expect(await turnEnds()).toBeNull();
      }
      writeFileSync(path, text);
      expect(await turnEnds({ agent_id: 'a1' })).toBeNull();
      expect(await turnEnds({ stop_hook_active: true })).toBeNull();
      expect(await turnEnds()).toMatchObject({ decision: 'block', reason: expect.stringContaining('answer again') });
      expect(await turnEnds()).toBeNull();
    },
    TIMEOUT_MS,
  );
});
