import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type HostProcess, runCommand, startHost, tempFolder } from '@twicewise/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// An agent that goes round in circles within one turn, with the real hook, host and files.

const folder = tempFolder('hook-stuck');
const shop = join(folder.path, 'shop');
const transcript = join(folder.path, 'circles.jsonl');
const ERROR = 'src/cart.ts:12:3: error TS2345: the row is no number';
let host: HostProcess;
beforeAll(async () => {
  mkdirSync(shop);
  host = await startHost();
});
afterAll(async () => {
  await host.stop();
  folder.remove();
});

/** Writes the transcript of a session that edited and ran the tests this often, with the same error each time. */
function write(times: number, session = 'circles'): void {
  const lines: string[] = [];
  const record = (type: string, content: unknown) => {
    const n = lines.length + 1;
    const timestamp = new Date(Date.parse('2026-02-01T10:00:00Z') + n * 1000).toISOString();
    const common = { sessionId: session, version: '2.1.330', cwd: shop, isSidechain: false };
    lines.push(JSON.stringify({ type, uuid: `${session} ${n}`, timestamp, ...common, message: { content } }));
  };
  const run = (id: string, name: string, input: object, output: string, failed: boolean) => {
    record('assistant', [{ type: 'tool_use', id, name, input }]);
    record('user', [{ type: 'tool_result', tool_use_id: id, content: output, is_error: failed }]);
  };
  record('user', 'Make the cart add up');
  for (let n = 1; n <= times; n++) {
    record('assistant', [{ type: 'text', text: `I try way number ${n}.` }]);
    const edit = { file_path: join(shop, 'src/cart.ts'), old_string: `a${n}`, new_string: `b${n}` };
    run(`e${n}`, 'Edit', edit, 'The file has been updated.', false);
    run(`t${n}`, 'Bash', { command: 'npm test' }, `Exit code 1\n${ERROR}`, true);
  }
  writeFileSync(transcript, `${lines.join('\n')}\n`);
}

/** A failed command, and an edit that did not fit its file. */
const TESTS = { tool_name: 'Bash', tool_input: { command: 'npm test' }, error: `Exit code 1\n${ERROR}` };
const UNFIT = {
  tool_name: 'Edit',
  tool_input: { file_path: join(shop, 'src/cart.ts'), old_string: 'a', new_string: 'b' },
  error: '<tool_use_error>String to replace not found in file.\nString: a</tool_use_error>',
};

/** Reports a failed call, as Claude Code does; returns what the agent is told, or null. */
async function fail(call: object = TESTS): Promise<string | null> {
  const input = {
    session_id: 'circles',
    transcript_path: transcript,
    cwd: shop,
    hook_event_name: 'PostToolUseFailure',
    is_interrupt: false,
    ...call,
  };
  const args = ['hook', 'PostToolUseFailure', '--data', host.ready.data];
  const { code, stdout } = await runCommand(args, { input: JSON.stringify(input), cwd: shop });
  expect(code).toBe(0);
  return stdout === '' ? null : JSON.parse(stdout).hookSpecificOutput.additionalContext;
}

/** Waits until this many attempts of the session are known: the hook has its transcript read. */
async function known(attempts: number, session = 'circles'): Promise<void> {
  const count = async () => (await host.client.call('attempt.list', { sessionId: session })).items.length;
  await expect.poll(count, { timeout: 30_000 }).toBe(attempts);
}

describe('a session that goes round in circles', () => {
  it('is told so while its turn lasts, once, after the failure that makes it clear', { timeout: 60_000 }, async () => {
    write(2);
    expect(await fail()).toBeNull();
    await known(2);
    write(3);
    expect(await fail()).toBeNull();
    await known(3);
    const told = await fail();
    expect(told).toContain('led nowhere');
    expect(told).toContain('the row is no number');
    for (const n of [1, 2, 3]) expect(told).toContain(`tried: I try way number ${n}.`);
    expect(await fail()).toBeNull();
  });

  it('is told of edits that never fit their file, once', async () => {
    const refuse = (old: string) =>
      fail({ ...UNFIT, error: UNFIT.error.replace(': a<', `: ${old}<`), session_id: 'unfit', transcript_path: null });
    // Beside each other, so one try; a busy machine would tear them apart if the second waited for the first.
    expect(await Promise.all([refuse('a'), refuse('b')])).toEqual([null, null]);
    await wait(1100);
    expect(await refuse('c')).toBeNull();
    await wait(1100);
    expect(await refuse('d')).toMatch(
      /refused again and again: Edit .*cart\.ts: String to replace not found in file\./,
    );
    await wait(1100);
    expect(await refuse('e')).toBeNull();
  });

  it('is told also with an edit that its program refuses, and not with one that a person does', async () => {
    // Another session, so that it was told nothing yet.
    const told = (error: string) => fail({ ...UNFIT, error, session_id: 'other' });
    write(3, 'other');
    expect(await told("The user doesn't want to proceed with this tool use.")).toBeNull();
    expect(await told(UNFIT.error)).toBeNull();
    await known(3, 'other');
    expect(await told("The user doesn't want to proceed with this tool use.")).toBeNull();
    expect(await told(UNFIT.error)).toContain('led nowhere');
  });
});
