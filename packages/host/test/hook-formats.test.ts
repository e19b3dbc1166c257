import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '@twicewise/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS } from '../src/connect/clients.ts';
import { hookAnswers } from '../src/connect/handshake.ts';
import { findOurCommand } from '../src/connect/our-command.ts';
import type { HookCall } from '../src/hooks/format.ts';
import { FORMATS } from '../src/hooks/formats.ts';
import { type AgentInShop, agentInShop } from './agent-in-shop.ts';

// What each program wrote to a hook, recorded with the versions that the formats name. In the session one command exited with 3
// and another hid that a test failed. Paths and the name of the second command are replaced.

interface Recorded {
  event: string;
  payload: Record<string, unknown>;
}

const PROGRAMS = ['claude-code', 'codex', 'gemini', 'qwen', 'copilot', 'opencode', 'cline'];

function recorded(program: string): Recorded[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'hook-payloads', `${program}.json`), 'utf8'));
}

function formatOf(program: string) {
  const format = FORMATS.find(({ agent }) => agent === program);
  if (!format) throw new Error(`no format ${program}`);
  return format;
}

/** The event as the hook's process passes it on: its name is that in the payload, else that of the entry. */
const passedOn = ({ event, payload }: Recorded) => ({ hook_event_name: event, ...payload });

/** A call as a short text. */
function said(call: HookCall | null | undefined): string | null {
  if (!call) return null;
  if (call.name === 'session.end') return 'end';
  const { occasion, text } = call.input;
  return text === undefined ? occasion : `${occasion}: ${text.replaceAll('\n', ' / ')}`;
}

const FAILED = 'tool_failure: echo boom; exit 3 / boom';
const HIDDEN = 'tool_failure: npm test | tail / Tests: 1 failed, 2 passed';
const PROMPT = 'prompt: please run it';

describe('the format of', () => {
  it.each([
    ['claude-code', ['session_start', PROMPT, FAILED, HIDDEN, 'end']],
    // Codex reports no exit code, and "boom" alone does not count as a failure.
    ['codex', ['session_start', PROMPT, null, HIDDEN, 'end']],
    ['gemini', [null, PROMPT, FAILED, HIDDEN, null, 'end']],
    [
      'qwen',
      [
        ...['session_start', PROMPT, FAILED, null, HIDDEN, null],
        'tool_failure: /home/ada/shop/nope.txt / File not found: /home/ada/shop/nope.txt',
        null,
      ],
    ],
    [
      'copilot',
      [
        ...[PROMPT, 'session_start', FAILED, HIDDEN],
        'tool_failure: /home/ada/shop/nope.txt / Path does not exist',
        'end',
      ],
    ],
    ['opencode', ['session_start', PROMPT, FAILED, HIDDEN]],
    ['cline', [FAILED, HIDDEN, null]],
  ] as const)('%s sees what happened', (program, expected) => {
    const events = recorded(program).map((one) => formatOf(program).read(passedOn(one)));
    expect(events.map((event) => said(event?.call))).toEqual(expected);
    for (const event of events) if (event) expect(event.cwd).toBe('/home/ada/shop');
    expect(new Set(events.flatMap((event) => event?.session ?? [])).size).toBe(1);
  });

  it.each(['claude-code', 'codex', 'gemini', 'qwen'])('%s carries the transcript', (program) => {
    for (const one of recorded(program)) {
      const event = formatOf(program).read(passedOn(one));
      if (event) expect(event.transcript).toBe(one.payload.transcript_path);
    }
  });

  it.each(['claude-code', 'codex'])('%s carries the subagent', (program) => {
    const [, prompt] = recorded(program);
    const payload = { ...prompt?.payload, agent_id: 'a1' };
    expect(formatOf(program).read(payload)).toMatchObject({ subagent: 'a1' });
    expect(formatOf(program).read(prompt?.payload)).toMatchObject({ subagent: null });
  });

  it.each(PROGRAMS)('%s is silent for what it does not know, and never fails', (program) => {
    const format = formatOf(program);
    expect(format.read({ hook_event_name: 'Other', session_id: 's', cwd: '/' })).toBeNull();
    expect(format.read(null)).toBeNull();
    // Any field of a recorded event may hold any value.
    const events = recorded(program);
    const anything = fc.record({ at: fc.nat(), key: fc.nat(), value: fc.jsonValue() });
    fc.assert(
      fc.property(anything, ({ at, key, value }) => {
        const payload = passedOn(events[at % events.length] as Recorded);
        const name = Object.keys(payload)[key % Object.keys(payload).length] ?? '';
        const event = format.read({ ...payload, [name]: value });
        if (event) expect(event.session.length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });

  it('Claude Code is silent when another program runs its entry', () => {
    const copied = recorded('qwen').map(({ payload }) => formatOf('claude-code').read(payload));
    expect(copied.filter((event) => event !== null)).toEqual([]);
    // Copilot CLI 1.0.102 writes this to hooks from a project's .claude/settings.json.
    const payload = {
      hook_event_name: 'UserPromptSubmit',
      session_id: 'fe37b5ad',
      timestamp: '2026-11-23T09:16:29.094Z',
      cwd: '/home/ada/shop',
      prompt: 'please run it',
    };
    expect(formatOf('claude-code').read(payload)).toBeNull();
  });
});

describe('by its documents', () => {
  const common = {
    conversation_id: 'c1',
    cursor_version: '2.4.0',
    workspace_roots: ['/home/ada/shop'],
    transcript_path: '/home/ada/t.jsonl',
    cwd: '/',
  };
  const shell = (tool_output: string) => ({
    ...common,
    hook_event_name: 'postToolUse',
    tool_name: 'Shell',
    tool_input: { command: 'npm test | tail' },
    tool_output,
  });

  it.each([
    [{ ...common, hook_event_name: 'sessionStart', session_id: 'c1' }, 'session_start'],
    [shell('{"exitCode":0,"stdout":"Tests: 1 failed, 2 passed"}'), HIDDEN],
    [shell('{"exitCode":0,"stdout":"All tests passed"}'), null],
    [shell('{"exitCode":'), null],
    [{ ...common, hook_event_name: 'sessionEnd', session_id: 'c1' }, 'end'],
  ])('Cursor is understood: %j', (payload, expected) => {
    const event = formatOf('cursor').read(payload);
    expect(event).toMatchObject({ session: 'c1', cwd: '/home/ada/shop', transcript: '/home/ada/t.jsonl' });
    expect(said(event?.call)).toBe(expected);
    expect(formatOf('cursor').answer('sessionStart', 'told')).toEqual({ additional_context: 'told' });
    // Cursor also runs the hooks of Claude Code; our entry there stays silent.
    expect(formatOf('claude-code').read({ ...payload, session_id: 'c1' })).toBeNull();
  });

  it('Droid is understood', () => {
    const droid = (payload: object) => said(formatOf('droid').read({ session_id: 's', cwd: '/', ...payload })?.call);
    expect(droid({ hook_event_name: 'SessionStart', source: 'compact' })).toBe('context_cut');
    expect(droid({ hook_event_name: 'SessionStart', source: 'resume' })).toBeNull();
    expect(droid({ hook_event_name: 'UserPromptSubmit', prompt: 'please run it' })).toBe(PROMPT);
    expect(droid({ hook_event_name: 'SessionEnd', reason: 'other' })).toBe('end');
  });
});

describe('a prompt of Gemini CLI', () => {
  it.each([
    ['<hook_context>a</hook_context>one<hook_context>b</hook_context> two', 'prompt: one two'],
    ['what does <hook_context> mean', 'prompt: what does <hook_context> mean'],
    ['<hook_context>only that</hook_context>', null],
    ['&lt;twicewise-memory&gt;\ntold\n&lt;/twicewise-memory&gt;\nmine', 'prompt: mine'],
  ])('is what the person typed: %s', (prompt, expected) => {
    const payload = { hook_event_name: 'BeforeAgent', session_id: 's', prompt };
    expect(said(formatOf('gemini').read(payload)?.call)).toBe(expected);
  });
});

describe('an output that looks as if its program told how it ended', () => {
  const LINES = 'report of yesterday\nExit Code: 1\nSignal: lost\nerror: lock held';

  it('is no failure in Gemini CLI, which said nothing of one', () => {
    const [, , failed] = recorded('gemini');
    const llmContent = `<untrusted_context>\nOutput: ${LINES}\nProcess Group PGID: 1\n</untrusted_context>`;
    const payload = { ...failed?.payload, tool_input: { command: 'cat old.log' }, tool_response: { llmContent } };
    expect(formatOf('gemini').read(payload)).toMatchObject({ event: 'AfterTool', call: null });
  });

  it.each([
    ['gemini', `Output: starting\nSignal: Error: lease lost\nExit Code: 2\nProcess Group PGID: 1`],
    [
      'qwen',
      `Command: x\nDirectory: (root)\nOutput: starting\nSignal: Error: lease lost\nError: (none)\nExit Code: 2\nSignal: (none)\nProcess Group PGID: (none)`,
    ],
  ])('is looked at whole in %s where the command failed', (program, told) => {
    const failed = recorded(program)[2]?.payload;
    const payload = { ...failed, error: told, tool_response: { llmContent: told } };
    expect(said(formatOf(program).read(payload)?.call)).toContain('Signal: Error: lease lost');
  });
});

describe('a tool of ours that fails', () => {
  it.each([
    'mcp__twicewise__reflection_store',
    'mcp_twicewise_memory_brief',
    'twicewise-memory_brief',
    'mcp__plugin_twicewise_twicewise__memory_brief',
  ])('brings nothing: %s', (tool) => {
    const payload = { ...recorded('qwen')[2]?.payload, tool_name: tool };
    expect(formatOf('qwen').read(payload)?.call).toBeNull();
  });
});

describe('a hook of', () => {
  let shop: string;
  let host: AgentInShop['host'];
  let agent: AgentInShop['agent'];
  let end: AgentInShop['end'];
  beforeAll(async () => {
    ({ shop, host, agent, end } = await agentInShop('hook-formats', { name: 'other' }));
    await agent.tool('reflection_store', {
      taskDescription: 'Run the tests of the order service',
      outcome: 'success',
      whatWorked: ['scripts/db-up.sh before npm test: connect ECONNREFUSED 127.0.0.1:5432 is gone'],
      nextStrategy: 'keep it so',
    });
    await agent.tool('reflection_store', {
      taskDescription: 'Restart the queue',
      outcome: 'failure',
      whatDidNotWork: ['kill -9 left the lease held'],
      nextStrategy: 'release the lease first',
    });
  });
  afterAll(() => end());

  /** Runs the real hook with a recorded event, in the folder of the test. */
  async function run(program: string, { event, payload }: Recorded, change: (text: string) => string) {
    const input = change(JSON.stringify(payload).replaceAll('/home/ada/shop', shop));
    const args = ['hook', event, '--agent', program, '--data', host.ready.data];
    const { code, stdout, stderr } = await runCommand(args, { input, cwd: shop });
    expect([code, stderr]).toEqual([0, '']);
    return stdout === '' ? null : JSON.parse(stdout);
  }

  const LESSON = 'scripts/db-up.sh';
  const failing = (text: string) =>
    text.replaceAll('Tests: 1 failed, 2 passed', 'Error: connect ECONNREFUSED 127.0.0.1:5432 (1 failed)');
  const passing = (text: string) => text.replaceAll('1 failed, 2 passed', '3 passed');
  const context = (answer: unknown): string => {
    const { hookSpecificOutput, additionalContext, contextModification } = answer as Record<
      string,
      { additionalContext: string } & string
    >;
    return hookSpecificOutput?.additionalContext ?? additionalContext ?? contextModification ?? '';
  };

  it.each(PROGRAMS)(
    '%s brings the lesson where a failure is hidden, once, and is silent where all passed',
    async (program) => {
      const hidden = recorded(program).filter(({ payload }) => JSON.stringify(payload).includes('npm test | tail'));
      const [event] = hidden;
      if (!event) throw new Error('not recorded');
      expect(await run(program, event, passing)).toBeNull();
      const answer = await run(program, event, failing);
      expect(context(answer)).toContain(LESSON);
      expect(await run(program, event, failing)).toBeNull();
    },
  );

  it('Gemini CLI tells the start with the first prompt: it would lose a prompt that begins with it', async () => {
    const [start, prompt] = recorded('gemini');
    if (!start || !prompt) throw new Error('not recorded');
    const another = (text: string) => text.replace(/"session_id":"[^"]+"/, '"session_id":"first"');
    expect(await run('gemini', start, another)).toBeNull();
    expect(context(await run('gemini', prompt, another))).toContain('release the lease first');
    expect(await run('gemini', prompt, another)).toBeNull();
  });

  it('Gemini CLI tells it also where the host did not hear the start, as after one that was killed', async () => {
    const prompt = recorded('gemini')[1];
    if (!prompt) throw new Error('not recorded');
    const another = (text: string) => text.replace(/"session_id":"[^"]+"/, '"session_id":"unheard"');
    expect(context(await run('gemini', prompt, another))).toContain('release the lease first');
    expect(await run('gemini', prompt, another)).toBeNull();
  });

  it.each([
    ['after the next tool', { hook_event_name: 'AfterCompaction' }],
    ['with the next prompt, whatever process asks', { hook_event_name: 'UserPromptSubmit', prompt: 'go on' }],
  ])('opencode tells what a context that was cut has lost %s', async (_when, next) => {
    const session = `ses_${next.hook_event_name}`;
    const answered = (payload: { hook_event_name: string }) =>
      run(
        'opencode',
        { event: payload.hook_event_name, payload: { session_id: session, cwd: '/home/ada/shop', ...payload } },
        (text) => text,
      );
    expect(await answered({ hook_event_name: 'AfterCompaction' })).toBeNull();
    const compacted = { hook_event_name: 'SessionStart', source: 'compact' };
    expect(await answered(compacted)).toBeNull();
    expect(context(await answered(next))).toContain('release the lease first');
    expect(await answered(next)).toBeNull();
  });

  it.each(['qwen', 'copilot'])('%s tells a resumed session again what it began with', (program) => {
    const start = recorded(program).find(({ event }) => event === 'SessionStart');
    const resumed = { hook_event_name: 'SessionStart', ...start?.payload, source: 'resume' };
    expect(said(formatOf(program).read(resumed)?.call)).toBe('context_cut');
  });

  it.each(PROGRAMS.filter((program) => !['cline', 'gemini'].includes(program)))(
    '%s starts a session with what is known',
    async (program) => {
      const start = recorded(program).find(({ event }) => event === 'SessionStart');
      if (!start) throw new Error('not recorded');
      expect(context(await run(program, start, (text) => text))).toContain('release the lease first');
    },
  );

  it.each(PROGRAMS)('%s is silent where its input is torn, and for a name that nobody has', async (program) => {
    const events = recorded(program);
    const hidden = events.find(({ payload }) => JSON.stringify(payload).includes('npm test | tail')) ?? events[0];
    if (!hidden) throw new Error('not recorded');
    const whole = JSON.stringify(hidden.payload).length;
    for (const length of [1, Math.floor(whole / 2), whole - 1]) {
      expect(await run(program, hidden, (text) => failing(text).slice(0, length))).toBeNull();
    }
    expect(await run('nobody', hidden, failing)).toBeNull();
  });

  const WITH_HOOKS = CLIENTS.filter((client) => {
    const where = { home: '/h', project: '/p', platform: process.platform, environment: {} };
    return client.files(where, 'user').some(({ holds }) => holds !== 'server');
  }).map(({ id }) => id);

  it('program that connect enters hooks for is one that is understood', () => {
    expect(WITH_HOOKS.toSorted()).toEqual(FORMATS.map(({ agent }) => agent).toSorted());
  });

  it.each([...WITH_HOOKS, 'nobody'])(
    '%s is tested when it is entered',
    async (id) => {
      expect(await hookAnswers(findOurCommand(host.ready.data, null), id)).toBe(id !== 'nobody');
    },
    30_000,
  );

  it('that is run twice at once speaks once', async () => {
    const hidden = recorded('codex')[3];
    if (!hidden) throw new Error('not recorded');
    const another = (text: string) => failing(text).replace(/"session_id":"[^"]+"/, '"session_id":"twice"');
    const answers = await Promise.all([1, 2, 3, 4].map(() => run('codex', hidden, another)));
    expect(answers.filter((answer) => answer !== null)).toHaveLength(1);
  });

  it('with a huge output finds the failure at its end', async () => {
    const hidden = recorded('codex')[3];
    if (!hidden) throw new Error('not recorded');
    const huge = (text: string) =>
      failing(text)
        .replace(/"session_id":"[^"]+"/, '"session_id":"huge"')
        .replace('"tool_response":"', `"tool_response":"${'ok 1 - all is well\\n'.repeat(60_000)}`);
    expect(context(await run('codex', hidden, huge))).toContain(LESSON);
  });

  it('Cline tells it with the first tool of a session', async () => {
    const [first] = recorded('cline');
    if (!first) throw new Error('not recorded');
    const passed = (text: string) =>
      text
        .replaceAll('[Command exited with code 3]\\n', '')
        .replaceAll(',"error":"Command exited with code 3","success":false', ',"success":true')
        .replaceAll('01e09', 'other');
    const another = (text: string) => passed(text).replace(/"rootSessionId":"[^"]+"/, '"rootSessionId":"another"');
    expect(context(await run('cline', first, another))).toContain('release the lease first');
    const later = (text: string) => another(text).replace('"iteration":1', '"iteration":2');
    expect(await run('cline', first, later)).toBeNull();
  });

  it('Cline tells it also where that tool fails, with what is known about the failure', async () => {
    const hidden = recorded('cline')[1];
    if (!hidden) throw new Error('not recorded');
    const first = (text: string) =>
      failing(text)
        .replace(/"rootSessionId":"[^"]+"/, '"rootSessionId":"failing"')
        .replace('"iteration":2', '"iteration":1');
    const told = context(await run('cline', hidden, first));
    expect(told).toContain('release the lease first');
    expect(told).toContain(LESSON);
  });
});
