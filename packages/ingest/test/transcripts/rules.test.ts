import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markReminder } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTranscript } from '../../src/transcripts/read-transcript.ts';
import { plans } from './dialogues.ts';
import { mended, TranscriptBuilder } from './transcript.ts';

/** Reads without pauses and replaces no secrets. */
const PLAIN = { pause: async () => {}, clean: (text: string) => text };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tw-history-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (builder: TranscriptBuilder) => readTranscript(builder.write(folder), 'claude-code', PLAIN);
const rulesIn = async (builder: TranscriptBuilder) => (await read(builder)).findings.map(({ rule }) => rule);

const FAILS = 'Exit code 1\nprice.test.js:12: expected 10.00, got 10';

describe('a command that failed, then passed after a change', () => {
  it('becomes what failed, what was changed and why, with its evidence', async () => {
    const { findings, facts, prompts } = await read(mended());
    expect(findings).toMatchObject([
      {
        rule: 'fail_then_pass',
        key: 'c3',
        lines: [3, 8],
        taskDescription: '`npm test -- price` fails: price.test.js:12: expected 10.00, got 10',
        outcome: 'success',
        whatDidNotWork: ['price.test.js:12: expected 10.00, got 10'],
        whatWorked: ['src/price.js: `String(value)` → `value.toFixed(2)`'],
        nextStrategy: 'The price test expected two decimals, which toFixed gives.',
        rootCause: 'The formatter drops trailing zeros because it uses String().',
      },
    ]);
    expect(prompts).toBe(1);
    expect(facts).toMatchObject({
      nativeId: 'session-1',
      cwd: '/work/shop',
      branch: 'main',
      title: 'Make the price test pass',
      startedAt: '2026-02-01T10:00:01.000Z',
    });
  });

  it('is led on by the change where the agent speaks of something else', async () => {
    const builder = mended();
    builder.lines.pop();
    builder.say("I've successfully renamed the whole module. **Files:** - a.js");
    const [finding] = (await read(builder)).findings;
    expect(finding?.nextStrategy).toBe(
      'Do again what made it pass: src/price.js: `String(value)` → `value.toFixed(2)`',
    );
  });

  it('stands under the error that the change has to do with, of several', async () => {
    const output = [
      'Exit code 1',
      'src/shop.js:3:1: error: embedded fields should be listed before regular ones',
      'src/shop.js:9:3: error: value returned by parsePrice is not checked',
    ].join('\n');
    const builder = new TranscriptBuilder()
      .run('c1', 'npm run lint', output, true)
      .say('The catalogue of colours was moved to another module last week.')
      .edit('e1', '/work/shop/src/shop.js', 'parsePrice(text)', 'if (!parsePrice(text)) return null')
      .run('c2', 'npm run lint', 'ok');
    expect((await read(builder)).findings).toMatchObject([
      {
        taskDescription: expect.stringContaining('parsePrice is not checked'),
        whatWorked: [expect.stringContaining('if (!parsePrice(text)) return null')],
        // What the agent said is about something else, so it is no cause.
        rootCause: null,
      },
    ]);
  });

  it('is two where the same test failed otherwise: its name does not make the failures one', async () => {
    const failure = (why: string) =>
      `  1) test prices are sorted, invalid ones last (ShopTest)\n     ** (RuntimeError) ${why}`;
    const builder = new TranscriptBuilder()
      .run('c1', 'mix test', failure('no currency_table configured'), true)
      .edit('e1', '/work/shop/config.exs', 'start()', 'currency_table: load()')
      .run('c2', 'mix test', failure('the sorter requires left_pad'), true)
      .edit('e2', '/work/shop/mix.exs', '[]', '[{:left_pad, "1.0"}]')
      .run('c3', 'mix test', 'ok');
    expect((await read(builder)).findings).toMatchObject([
      {
        taskDescription: expect.stringContaining('currency_table'),
        whatWorked: [expect.stringContaining('config.exs')],
      },
      { taskDescription: expect.stringContaining('left_pad'), whatWorked: [expect.stringContaining('mix.exs')] },
    ]);
  });

  it('leaves out what was changed and said for another failure', async () => {
    const builder = new TranscriptBuilder()
      .run('c1', 'make', 'rows.test.js:12: Error: no currencyTable configured', true)
      .edit('e1', '/work/shop/config.js', 'start()', 'currencyTable = load(); start()')
      .say('Needs `leftpad` as a dependency.')
      .edit('e2', '/work/shop/package.json', '{}', '{ "leftpad": "1" }')
      .run('c2', 'make', 'ok');
    expect((await read(builder)).findings).toMatchObject([
      { whatWorked: ['config.js: `start()` → `currencyTable = load(); start()`'], rootCause: null },
    ]);
  });

  it('is one draft, however often it failed so', async () => {
    const builder = new TranscriptBuilder()
      .run('c1', 'make test', FAILS, true)
      .edit('e1', 'a.js', 'a', 'b')
      .run('c2', 'make test', FAILS.replace(':12:', ':14:'), true)
      .edit('e2', 'a.js', 'b', 'c')
      .run('c3', 'make test | tail -5', 'ok');
    expect((await read(builder)).findings).toMatchObject([{ key: 'c3', lines: [2, 6, 10], outcome: 'success' }]);
  });

  const OTHER = 'Exit code 1\nother.test.js:1: TypeError: total is undefined';

  it('is two where it failed otherwise on the way: each failure with the change that mended it', async () => {
    const builder = new TranscriptBuilder()
      .run('c1', 'make test', FAILS, true)
      .edit('e1', 'price.js', 'String(value)', 'value.toFixed(2)')
      .run('c2', 'make test', OTHER, true)
      .edit('e2', 'other.js', 'let total', 'let total = 0')
      .run('c3', 'make test', 'ok');
    expect((await read(builder)).findings).toMatchObject([
      {
        key: 'c2',
        lines: [2, 6],
        outcome: 'partial',
        confidence: 0.6,
        whatWorked: [expect.stringContaining('price.js')],
      },
      { key: 'c3', lines: [2, 6, 10], outcome: 'success', whatWorked: [expect.stringContaining('other.js')] },
    ]);
  });

  it('is one where the other failure only stood in the way of the first', async () => {
    const builder = new TranscriptBuilder()
      .run('c1', 'make test', FAILS, true)
      .edit('e1', 'price.js', 'String(value)', 'String(value')
      .run('c2', 'make test', 'Exit code 1\nprice.js:3: SyntaxError: missing )', true)
      .edit('e2', 'price.js', 'String(value', 'String(value)')
      .run('c3', 'make test', FAILS, true)
      .edit('e3', 'price.js', 'String(value)', 'value.toFixed(2)')
      .run('c4', 'make test', 'ok');
    const { findings } = await read(builder);
    expect(findings).toMatchObject([{ key: 'c4', taskDescription: expect.stringContaining('expected 10.00') }]);
  });

  it('hears one conclusion for all that passed before it', async () => {
    const builder = new TranscriptBuilder()
      .run('a1', 'make lint', 'Exit code 1\nprice.js:3: error: formatter is not used', true)
      .run('b1', 'make test', FAILS, true)
      .edit('e1', 'price.js', 'String(value)', 'formatter.toFixed(value)')
      .run('a2', 'make lint', 'ok')
      .run('b2', 'make test', 'ok')
      .say('The price formatter must be used with toFixed, which expected two decimals.');
    const { findings } = await read(builder);
    expect(findings.map(({ nextStrategy }) => nextStrategy)).toEqual(
      Array(2).fill(expect.stringMatching(/^The price/)),
    );
  });

  it('keeps why, whatever the agent says of going on', async () => {
    const builder = new TranscriptBuilder()
      .run('c1', 'make test', FAILS, true)
      .say('The formatter drops trailing zeros because it uses String().')
      .say('Now let me change it:')
      .edit('e1', 'price.js', 'String(value)', 'value.toFixed(2)')
      .run('c2', 'make test', 'ok');
    const [finding] = (await read(builder)).findings;
    expect(finding?.rootCause).toBe('The formatter drops trailing zeros because it uses String().');
  });

  it.each([
    ['nothing was changed in between', new TranscriptBuilder().run('c1', 'make', FAILS, true).run('c2', 'make', 'ok')],
    [
      'only something was waited for in between',
      new TranscriptBuilder().run('c1', 'git push', FAILS, true).run('w', 'sleep 5', '').run('c2', 'git push', 'ok'),
    ],
    [
      'it only looks at something',
      new TranscriptBuilder()
        .run('c1', 'grep -r price .', FAILS, true)
        .edit('e', 'a', 'b', 'c')
        .run('c2', 'grep -r price .', 'x'),
    ],
    [
      'the failure told nothing',
      new TranscriptBuilder().run('c1', 'make', 'Exit code 1', true).edit('e', 'a', 'b', 'c').run('c2', 'make', 'ok'),
    ],
    [
      'its exit code is hidden and its output says that it failed',
      new TranscriptBuilder()
        .run('c1', 'make', FAILS, true)
        .edit('e', 'a', 'b', 'c')
        .run('c2', 'make | tail -3', '2 failed'),
    ],
    [
      'it was refused by the program, not by the project',
      new TranscriptBuilder()
        .run('c1', 'make', '<tool_use_error>Error: not allowed here</tool_use_error>', true)
        .edit('e', 'a', 'b', 'c')
        .run('c2', 'make', 'ok'),
    ],
    [
      'another conversation of the same transcript made the change',
      new TranscriptBuilder()
        .run('c1', 'make', FAILS, true)
        .edit('e', 'a', 'b', 'c', { isSidechain: true, agentId: 'x' })
        .run('c2', 'make', 'ok'),
    ],
  ])('is no draft when %s', async (_why, builder) => {
    expect(await rulesIn(builder)).toEqual([]);
  });
});

describe('a call that a person rejected with words', () => {
  const rejected = (words: string | null) =>
    new TranscriptBuilder()
      .prompt('Format the prices')
      .call('e1', 'Edit', { file_path: '/work/shop/src/price.js', old_string: 'a', new_string: 'a + "0"' })
      .reject('e1', words);

  it('becomes their correction, and what they accepted afterwards', async () => {
    const builder = rejected('use toFixed instead').edit('e2', '/work/shop/src/price.js', 'a', 'a.toFixed(2)');
    expect((await read(builder)).findings).toMatchObject([
      {
        rule: 'rejection',
        lines: [2, 3],
        // A prompt of three words does not say what the lesson is about.
        taskDescription: expect.stringMatching(/^The agent wanted to change src\/price\.js/),
        // What the person wanted was done in the end.
        outcome: 'partial',
        nextStrategy: 'The person said in src/price.js: “use toFixed instead”',
        whatWorked: ['Accepted afterwards: src/price.js: `a` → `a.toFixed(2)`'],
      },
    ]);
  });

  it('is a failure where nothing of it was accepted, and none where the same was accepted later', async () => {
    expect((await read(rejected('use toFixed instead'))).findings).toMatchObject([
      { outcome: 'failure', whatWorked: [] },
    ]);
    const same = rejected('wait until I have read it').edit('e2', '/work/shop/src/price.js', 'a', 'a + "0"');
    expect(await rulesIn(same)).toEqual([]);
  });

  it('is a plan that was approved in the end', async () => {
    const builder = new TranscriptBuilder()
      .prompt('Format the prices of the shop')
      .call('p1', 'ExitPlanMode', { plan: '# Format prices with String' })
      .reject('p1', 'use toFixed, not String');
    expect((await read(plans(builder, 'p2', '# Format prices with toFixed'))).findings).toMatchObject([
      { outcome: 'partial', whatWorked: ['Accepted afterwards: the plan “Format prices with toFixed”'] },
    ]);
  });

  it.each([[null], ['no'], ['The user wants to clarify these questions.\n    Questions asked: 1']])(
    'is no draft without words of their own: %s',
    async (words) => expect(await rulesIn(rejected(words))).toEqual([]),
  );
});

describe('what nobody typed and nobody may learn', () => {
  it.each([
    ['meta records', (b: TranscriptBuilder) => b.prompt('Caveat: x', { isMeta: true })],
    [
      'a summary after compaction',
      (b: TranscriptBuilder) => b.prompt('This session is being continued from a previous conversation'),
    ],
    ['a command of the program', (b: TranscriptBuilder) => b.prompt('<command-name>/clear</command-name>')],
    [
      'a reminder of the program',
      (b: TranscriptBuilder) => b.prompt('<system-reminder>hook context</system-reminder>'),
    ],
    [
      'a file that is open in the editor',
      (b: TranscriptBuilder) =>
        b.prompt('<ide_opened_file>The user opened /work/shop/a.py in the IDE. This may be related.</ide_opened_file>'),
    ],
    ['what is selected there', (b: TranscriptBuilder) => b.prompt('<ide_selection>lines 1 to 3</ide_selection>\n')],
    ['our own reminder', (b: TranscriptBuilder) => b.prompt(markReminder('From memory: do not wait longer'))],
    ['a helper’s prompt', (b: TranscriptBuilder) => b.prompt('Look around', { isSidechain: true })],
    ['a prompt of a program', (b: TranscriptBuilder) => b.prompt('Wake up', { origin: { kind: 'loop' } })],
  ])('%s are no prompt', async (_what, add) => {
    const { prompts, facts } = await read(add(new TranscriptBuilder()));
    expect([prompts, facts.title]).toEqual([0, null]);
  });

  it.each([
    '<ide_opened_file>The user opened a.py in the IDE.</ide_opened_file>\nSort the rows',
    '# Context from my IDE setup:\n\n## Open tabs:\n- a.py\n\n## My request for Codex:\nSort the rows',
  ])('what an editor adds is no part of the task: %j', async (text) => {
    const { facts, episode } = await read(new TranscriptBuilder().prompt(text));
    expect([facts.title, episode?.content.task]).toEqual(['Sort the rows', 'Sort the rows']);
  });

  it('what was injected is taken out of outputs', async () => {
    const output = `${FAILS}\n<system-reminder>secret.test.js:1: error injected</system-reminder>\n${markReminder('x.test.js:2: error told')}`;
    const builder = new TranscriptBuilder()
      .run('c1', 'make', output, true)
      .edit('e', 'a', 'b', 'c')
      .run('c2', 'make', 'ok');
    expect(JSON.stringify((await read(builder)).findings)).not.toMatch(/injected|told/);
  });
});

describe('a transcript', () => {
  it('with broken, doubled and unknown lines is read to its end, and they are counted', async () => {
    const builder = new TranscriptBuilder().raw('{"type":"user","mess').raw('\u0000').raw('[1]').raw('{"a":1}');
    for (const type of [
      'progress',
      'file-history-snapshot',
      'system',
      'summary',
      'attachment',
      'queue-operation',
      'mode',
    ]) {
      builder.record(type);
    }
    builder.record('invented').record('invented');
    mended(builder);
    const [first = '', second = '', ...rest] = builder.lines.splice(0);
    builder
      .raw(first)
      .raw(second)
      .lines.push(...rest.slice(0, -1), `${rest.at(-1)}${JSON.stringify({ type: 'system' })}`);
    const { findings, badLines, unknown } = await read(builder);
    expect(findings).toHaveLength(1);
    expect(badLines).toBe(2);
    expect(Object.fromEntries(unknown)).toEqual({ invented: 2, 'not a record': 2 });
  });

  it('that repeats records of another (resumed, forked) counts them once', async () => {
    const builder = mended();
    builder.lines.push(...builder.lines);
    expect((await read(builder)).findings).toHaveLength(1);
  });

  it('of a version that is not known is said to be', async () => {
    const { unknown } = await read(mended(new TranscriptBuilder({ version: '3.0.1' })));
    expect(Object.fromEntries(unknown)).toEqual({ 'version 3.0.1': 1 });
  });

  it('with dangling parents and calls without results does no harm', async () => {
    const builder = new TranscriptBuilder().result('gone', 'x', true).call('open', 'Bash', { command: 'make' });
    builder
      .record('user', { parentUuid: 'nowhere', message: {} })
      .record('assistant', { message: { content: 'text' } });
    expect(await rulesIn(mended(builder))).toEqual(['fail_then_pass']);
  });
});

describe('a rollout of Codex', () => {
  it('is read by the same rules', async () => {
    const line = (type: string, payload: object) =>
      JSON.stringify({ timestamp: '2026-02-01T10:00:00Z', type, payload });
    const call = (id: string, command: string) =>
      line('response_item', {
        type: 'function_call',
        name: 'shell',
        call_id: id,
        arguments: JSON.stringify({ command: ['bash', '-lc', command] }),
      });
    const output = (id: string, text: string) =>
      line('response_item', { type: 'function_call_output', call_id: id, output: text });
    const builder = new TranscriptBuilder()
      .raw(line('session_meta', { id: 'codex-1', cwd: '/work/shop', cli_version: '0.169.0', git: { branch: 'main' } }))
      .raw(line('event_msg', { type: 'user_message', message: 'Make it pass' }))
      .raw(call('a', 'cargo test'))
      .raw(output('a', 'Exit code: 101\nOutput:\nsrc/lib.rs:3:5: error: cannot find value `x`'))
      .raw(
        line('response_item', {
          type: 'custom_tool_call',
          name: 'apply_patch',
          call_id: 'b',
          input: '*** Begin Patch\n*** Update File: src/lib.rs\n-let y = 1;\n+let x = 1;\n*** End Patch',
        }),
      )
      .raw(line('response_item', { type: 'custom_tool_call_output', call_id: 'b', output: 'Exit code: 0\nDone' }))
      .raw(call('c', 'cargo test'))
      .raw(output('c', 'Exit code: 0\nOutput:\nok'));
    const { findings, facts } = await readTranscript(builder.write(folder), 'codex', PLAIN);
    expect(findings).toMatchObject([
      { rule: 'fail_then_pass', whatWorked: ['src/lib.rs: `let y = 1;` → `let x = 1;`'] },
    ]);
    expect(facts).toMatchObject({ nativeId: 'codex-1', branch: 'main', title: 'Make it pass' });
  });
});
