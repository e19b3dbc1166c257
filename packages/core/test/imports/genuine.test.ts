import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resultOf, type TranscriptAgent } from '@twicewise/contract';
import { readTranscript } from '@twicewise/ingest';
import { PLAIN } from '@twicewise/ingest/transcript-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump, TestCore } from '../harness.ts';

// Transcripts that the real programs wrote, with a scripted model: a check fails, a file is edited, the check passes. They are
// shortened by parts that no reader uses, and have neutral paths.

const GENUINE = [
  { agent: 'codex', file: 'codex-0.169.0.jsonl', worked: 'price.txt: `old` → `new`', lines: [11, 21], tokens: 330 },
  {
    agent: 'gemini',
    file: 'gemini-0.61.0.jsonl',
    worked: 'price.txt: `old value` → `new value`',
    lines: [7, 22],
    tokens: 440,
  },
  {
    agent: 'qwen',
    file: 'qwen-0.24.4.jsonl',
    worked: 'price.txt: `old value` → `new value`',
    lines: [6, 13],
    tokens: null,
  },
] as const;

const pathOf = (file: string) => join(import.meta.dirname, 'genuine', file);

let test: TestCore;
let folder: string;
beforeEach(() => {
  test = new TestCore();
  folder = join(test.folder, 'chats');
  mkdirSync(folder);
});
afterEach(() => test.remove());

async function importing(agent: TranscriptAgent) {
  const { job } = await test.call('import.history', { agent, path: folder });
  return resultOf('history', await test.ended(job.id));
}

describe.each(GENUINE)('a genuine transcript of $agent', ({ agent, file, worked, lines, tokens }) => {
  it('becomes a session, its episode and the draft of what failed, was changed and passed', async () => {
    cpSync(pathOf(file), join(folder, file));
    expect(await importing(agent)).toMatchObject({ sessions: 1, drafts: 1, episodes: 1, unknown: {}, badLines: 0 });
    const { items } = await test.call('session.list', {});
    expect(items).toMatchObject([{ agent, goal: 'Make the price check pass' }]);
    const { items: drafts } = await test.call('reflection.list', {});
    expect(drafts).toMatchObject([
      {
        state: 'draft',
        outcome: 'success',
        taskDescription: '`sh check.sh` fails: price.txt:1: expected new value, got old value',
        whatWorked: [expect.stringContaining(worked)],
        sourcePointer: `lines ${lines.join(', ')}`,
        extra: { lines },
      },
    ]);
    const { episode } = await test.call('episode.get', { sessionId: items[0]?.id ?? '' });
    expect(episode).toMatchObject({ task: 'Make the price check pass', projectName: 'shop' });
    expect(episode.events.map(({ type, content }) => [type, content])).toEqual([
      ['error', '`sh check.sh` failed\nprice.txt:1: expected new value, got old value'],
    ]);
    const [made] = (await test.call('attempt.list', {})).items;
    const { attempt } = await test.call('attempt.get', { id: made?.id ?? '' });
    expect(attempt).toMatchObject({
      task: 'Make the price check pass',
      strategy: 'The value is old, I set the new one.',
      outcome: 'success',
      content: { checks: [{ command: 'sh check.sh', verdict: 'pass' }], actor: { filesModified: ['price.txt'] } },
    });
    // Qwen Code writes no counts of tokens.
    expect(attempt.content.cost?.tokens ?? null).toBe(tokens);
    const before = dump(test);
    expect(await importing(agent)).toMatchObject({ sessions: 0, drafts: 0, episodes: 0, episodesChanged: 0 });
    expect(dump(test)).toBe(before);
  });

  it('loses only the line that is torn', async () => {
    const all = readFileSync(pathOf(file), 'utf8').trimEnd().split('\n');
    const torn = [...all.slice(0, -1), (all.at(-1) ?? '').slice(0, 40)].join('\n');
    writeFileSync(join(folder, file), torn);
    expect(await importing(agent)).toMatchObject({ sessions: 1, drafts: 1, episodes: 1, badLines: 1 });
  });
});

describe('a chat of Gemini CLI', () => {
  const all = () => readFileSync(pathOf('gemini-0.61.0.jsonl'), 'utf8').trimEnd().split('\n');
  const read = (lines: readonly string[]) => {
    const path = join(folder, 'chat.jsonl');
    writeFileSync(path, lines.join('\n'));
    return readTranscript(path, 'gemini', PLAIN);
  };
  const message = (fields: object) => JSON.stringify({ id: 'm1', timestamp: '2026-02-01T10:00:00Z', ...fields });
  const shell = (id: string, output: string, status = 'success') => ({
    id,
    name: 'run_shell_command',
    args: { command: 'make' },
    status,
    result: [{ functionResponse: { response: { output } } }],
  });
  const metrics = async (calls: object[]) =>
    (
      await read([
        all()[0] ?? '',
        message({ id: 'm0', type: 'user', content: 'Build it' }),
        message({ type: 'gemini', content: 'Go', toolCalls: calls }),
      ])
    ).episode?.content.metrics;

  it('tells each message and call once, however often the program writes it', async () => {
    const once = await read(all());
    const messages = all()
      .slice(1)
      .map((line) => JSON.parse(line))
      .filter((one) => one.id !== undefined);
    const again = await read([...all(), JSON.stringify({ $set: { messages } })]);
    expect(again.episode?.content.metrics).toMatchObject({ tool_calls: 4, errors: 1 });
    expect([again.prompts, again.findings.length]).toEqual([once.prompts, once.findings.length]);
  });

  it('failed where the program says so below an output, not where the output does', async () => {
    const wrapped = (text: string) => `<untrusted_context>\n${text}\n</untrusted_context>`;
    expect(await metrics([shell('a', wrapped('Output: x\nExit Code: 2\nProcess Group PGID: 7'))])).toMatchObject({
      errors: 1,
    });
    expect(await metrics([shell('a', wrapped('Output: Exit Code: 2\nof another day\nProcess Group PGID: 7'))])).toEqual(
      expect.objectContaining({ errors: 0 }),
    );
    expect(await metrics([shell('a', 'Command was cancelled by user before it could complete.', 'cancelled')])).toEqual(
      expect.objectContaining({ errors: 0 }),
    );
  });

  it('of a subagent is none of a session', async () => {
    const [first = '', ...rest] = all();
    const helper = JSON.stringify({ ...JSON.parse(first), kind: 'subagent' });
    expect(await read([helper, ...rest])).toMatchObject({ facts: { nativeId: null }, findings: [], episode: null });
  });

  it('names what it does not know', async () => {
    const { unknown } = await read([...all(), message({ type: 'oracle' }), '{"id":7}']);
    expect([...unknown]).toEqual([
      ['oracle', 1],
      ['not a record', 1],
    ]);
  });
});

describe('a chat of Qwen Code', () => {
  it('leaves out what a branch repeats of the session it comes from', async () => {
    const lines = readFileSync(pathOf('qwen-0.24.4.jsonl'), 'utf8').trimEnd().split('\n');
    const copied = lines.map((line) => JSON.stringify({ ...JSON.parse(line), forkedFrom: { sessionId: 'before' } }));
    const path = join(folder, 'chat.jsonl');
    writeFileSync(path, copied.join('\n'));
    expect(await readTranscript(path, 'qwen', PLAIN)).toMatchObject({ prompts: 0, findings: [], episode: null });
  });
});
