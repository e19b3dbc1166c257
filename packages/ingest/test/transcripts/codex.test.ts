import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTranscript, type Transcript } from '../../src/transcripts/read-transcript.ts';
import { PLAIN } from './episode/reading.ts';
import { TranscriptBuilder } from './transcript.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tw-codex-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A rollout of Codex, record by record; each is a second later than the one before. */
class Rollout {
  readonly #builder = new TranscriptBuilder();
  #second = 0;

  line(type: string, payload: object, at?: string): this {
    const now = new Date(Date.parse('2026-02-01T10:00:00Z') + this.#second++ * 1000).toISOString();
    this.#builder.raw({ timestamp: at ?? now, type, payload });
    return this;
  }
  meta(id: string, more: object = {}, at = '2026-02-01T10:00:00.000Z'): this {
    return this.line('session_meta', { id, timestamp: at, cwd: '/work/shop', cli_version: '0.169.0', ...more }, at);
  }
  prompt(message: string, at?: string): this {
    return this.line('event_msg', { type: 'user_message', message }, at);
  }
  call(id: string, args: object, name = 'exec_command', at?: string): this {
    const payload = { type: 'function_call', name, call_id: id, arguments: JSON.stringify(args) };
    return this.line('response_item', payload, at);
  }
  output(id: string, output: string, at?: string): this {
    return this.line('response_item', { type: 'function_call_output', call_id: id, output }, at);
  }
  run(id: string, cmd: string, output: string, code = 0, at?: string): this {
    const header = `Chunk ID: a1b2c3\nWall time: 1.2 seconds\nProcess exited with code ${code}\nOriginal token count: 9`;
    return this.call(id, { cmd }, 'exec_command', at).output(id, `${header}\nOutput:\n${output}`, at);
  }
  read(): Promise<Transcript> {
    return readTranscript(this.#builder.write(folder), 'codex', PLAIN);
  }
}

const begun = () => new Rollout().meta('codex-1').prompt('Make it pass');
const contentOf = async (rollout: Rollout) => {
  const { episode } = await rollout.read();
  if (!episode) throw new Error('no episode');
  return episode.content;
};

describe('a rollout of Codex', () => {
  it('makes a draft of what was mended by the shell', async () => {
    const fails = 'price.test.js:12: expected 10.00, got 10';
    const document = "cat > src/price.js <<'EOF'\nexport const price = (value) => value.toFixed(2);\nEOF";
    const rollout = begun()
      .run('c1', 'npm test', fails, 1)
      .run('c2', `cd /work/shop && ${document}`, '')
      .run('c3', 'npm test', 'ok 12 tests');
    expect((await rollout.read()).findings).toMatchObject([
      {
        rule: 'fail_then_pass',
        whatWorked: ['src/price.js: written with `export const price = (value) => value.toFixed(2);`'],
      },
    ]);
  });

  it('has its prompts where 0.169.0 writes them, and each once where a version tells of it in both ways', async () => {
    const item = (text: string) => ({
      type: 'item_completed',
      item: { type: 'UserMessage', id: text, content: [{ type: 'text', text }] },
    });
    const rollout = () => new Rollout().meta('codex-1');
    expect(await rollout().line('event_msg', item('Make it pass')).read()).toMatchObject({
      prompts: 1,
      facts: { title: 'Make it pass' },
    });
    expect((await rollout().prompt('Again').line('event_msg', item('Again')).prompt('More').read()).prompts).toBe(2);
  });

  it('failed where the program says so, not where an output has such a line', async () => {
    const { metrics, events } = await contentOf(
      begun()
        .run('a', 'cat build.log', 'step 1\nExit code: 2\nProcess exited with code 1')
        .run('b', 'node report.mjs', 'Output:\nExit code: 7\nerror: of another day')
        .output('none', 'Exit code: 1'),
    );
    expect(metrics).toMatchObject({ tool_calls: 2, errors: 1 });
    expect(events).toEqual([]);
  });

  it('tells of an error what was printed, never the words of the program around it', async () => {
    const { events } = await contentOf(begun().run('a', 'make deploy', 'the server said no', 2));
    expect(events.map(({ content }) => content)).toEqual(['`make deploy` failed\nthe server said no']);
  });

  it('has what came of a run that went on in the answer to a later call', async () => {
    const { events, outcome, outcomeSource } = await contentOf(
      begun()
        .call('e', { cmd: 'sed -i s/a/b/ src/price.py' })
        .output('e', 'Process exited with code 0\nOutput:\n')
        .call('a', { cmd: 'pytest' })
        .output('a', 'Chunk ID: 1\nWall time: 10 seconds\nProcess running with session ID 73\nOutput:\ncollecting')
        .call('b', { session_id: 73, chars: '' }, 'write_stdin')
        .output('b', 'Chunk ID: 2\nWall time: 3 seconds\nProcess exited with code 0\nOutput:\n3 passed in 12.1s')
        .run('c', 'git commit -am "fix: price"', '[main 1a2b3c4] fix: price'),
    );
    expect(events.map(({ type, content }) => [type, content])).toEqual([
      ['test', '`pytest`: 3 passed, 0 failed, 0 skipped'],
      ['commit', 'fix: price'],
    ]);
    expect([outcome, outcomeSource]).toEqual(['success', 'measured']);
  });

  it('does not take a run that goes on for one that passed', async () => {
    const { findings } = await begun()
      .run('a', 'pytest tests/price.py', 'E   AssertionError: expected 10.00, got 10', 1)
      .line('response_item', {
        type: 'custom_tool_call',
        name: 'apply_patch',
        call_id: 'p',
        input: '*** Begin Patch\n*** Update File: src/price.py\n-a = 1\n+a = 2\n*** End Patch',
      })
      .line('response_item', { type: 'custom_tool_call_output', call_id: 'p', output: 'Exit code: 0\nOutput:\nDone' })
      .call('b', { cmd: 'pytest tests/price.py' })
      .output('b', 'Process running with session ID 5\nOutput:\n')
      .read();
    expect(findings).toEqual([]);
  });

  it.each([
    ['unsupported custom tool call: apply_patch', 'unknown'],
    ['Exit code: 0\nOutput:\nDone', 'failure'],
  ])('changed nothing by a patch that the program refused: %s', async (output, outcome) => {
    const patch = '*** Begin Patch\n*** Update File: src/price.py\n-a = 1\n+a = 2\n*** End Patch';
    const content = await contentOf(
      begun()
        .run('a', 'pytest tests/price.py', '1 failed, 2 passed in 0.1s', 1)
        .line('response_item', { type: 'custom_tool_call', name: 'apply_patch', call_id: 'p', input: patch })
        .line('response_item', { type: 'custom_tool_call_output', call_id: 'p', output })
        .run('b', 'pytest tests/price.py', '1 failed, 2 passed in 0.1s', 1),
    );
    expect(content.outcome).toBe(outcome);
  });

  it('has no call of what a person did not allow', async () => {
    const { events, metrics } = await contentOf(
      begun()
        .call('a', { cmd: 'pytest' })
        .output('a', 'exec command rejected by user')
        .call('b', { command: ['bash', '-lc', 'make'] }, 'shell')
        .output('b', JSON.stringify({ output: 'rejected by user', metadata: { exit_code: 1 } })),
    );
    expect([events, metrics.errors]).toEqual([[], 0]);
  });

  it('has of a fork that only names the session before what stands in it', async () => {
    // `codex exec fork` of 0.169.0 copies no record of the parent to the rollout of its child.
    const { facts, prompts, episode } = await new Rollout()
      .meta('fork', { session_id: 'fork', forked_from_id: 'codex-1' })
      .prompt('The new task')
      .run('b', 'git commit -am new', '[main 1111bbb] new')
      .read();
    expect(facts).toMatchObject({ nativeId: 'fork', title: 'The new task', startedAt: '2026-02-01T10:00:00.000Z' });
    expect([prompts, episode?.content.task]).toEqual([1, 'The new task']);
    expect(episode?.content.events.map(({ commitSha }) => commitSha)).toEqual(['1111bbb']);
  });

  it('has of a fork what happened in it, not what it repeats of the session before', async () => {
    const before = '2026-01-31T08:00:00.000Z';
    const fork = new Rollout()
      .meta('fork', { forked_from_id: 'codex-1' })
      .meta('codex-1', {}, before)
      .prompt('The old task', before)
      .run('a', 'git commit -am old', '[main 0000aaa] old', 0, before)
      .prompt('The new task')
      .run('b', 'git commit -am new', '[main 1111bbb] new');
    const { facts, prompts } = await fork.read();
    expect(facts).toMatchObject({ nativeId: 'fork', title: 'The new task', startedAt: '2026-02-01T10:00:00.000Z' });
    expect(prompts).toBe(1);
    const { task, events, metrics } = await contentOf(fork);
    expect(task).toBe('The new task');
    expect(events.map(({ commitSha }) => commitSha)).toEqual(['1111bbb']);
    expect(metrics.tool_calls).toBe(1);
  });
});
