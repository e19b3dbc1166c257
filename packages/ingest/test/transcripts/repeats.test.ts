import { createRedactor } from '@twicewise/redaction';
import { describe, expect, it } from 'vitest';
import { readIn } from './episode/reading.ts';
import { TranscriptBuilder } from './transcript.ts';

const FAILED = 'Exit code 1\nconnect ECONNREFUSED 127.0.0.1:5432 after 31 ms';
/** A session that has begun to change something, so that there is an attempt. */
const begun = () => new TranscriptBuilder().prompt('Deploy the shop').edit('e', '/work/shop/deploy.ts', 'a', 'b');
const { redactText } = createRedactor();
const clean = (text: string) => redactText(text).text;
const repeatsOf = async (builder: TranscriptBuilder) =>
  (await readIn(builder, clean)).attempts.map(({ repeats }) => repeats);

/** Runs a command as often as there are outputs, each of which is a failure. */
function failing(builder: TranscriptBuilder, command: string, ...outputs: string[]): TranscriptBuilder {
  for (const output of outputs) builder.run(`c${builder.lines.length}`, command, output, true);
  return builder;
}

/** An edit that does not fit its file. */
const unfit = (builder: TranscriptBuilder, words: string, path = '/work/shop/cart.ts') => {
  const id = `u${builder.lines.length}`;
  const input = { file_path: path, old_string: words, new_string: 'x' };
  const told = `<tool_use_error>String to replace not found in file.\nString: ${words}</tool_use_error>`;
  return builder.call(id, 'Edit', input).result(id, told, true);
};

describe('a call that is repeated in vain', () => {
  it('counts from three failures in the same way, whatever numbers they print', async () => {
    const often = (times: number) =>
      failing(begun(), 'npm run deploy', ...Array.from({ length: times }, (_, n) => FAILED.replace('31', `${n}`)));
    expect(await repeatsOf(often(2))).toEqual([[]]);
    expect(await repeatsOf(often(4))).toEqual([[{ call: 'npm run deploy', times: 4 }]]);
  });

  it('does not count other commands, other failures, or successes (control)', async () => {
    const others = begun();
    for (const flag of ['a', 'b', 'c']) failing(others, `npm run deploy -- ${flag}`, FAILED);
    failing(others, 'npm run seed', FAILED, 'Exit code 1\nno such table', FAILED);
    for (const n of [1, 2, 3]) others.run(`s${n}`, 'git status', 'clean');
    expect(await repeatsOf(others)).toEqual([[]]);
  });

  it('begins anew after an edit, a command that mends, a success, or words of the person', async () => {
    const between: ((builder: TranscriptBuilder) => TranscriptBuilder)[] = [
      (builder) => builder.edit('m', '/work/shop/deploy.ts', 'b', 'c'),
      (builder) => builder.run('m', 'docker start db', 'db'),
      (builder) => builder.run('m', 'npm run deploy', 'done'),
      (builder) => builder.prompt('I started the database, go on'),
    ];
    for (const change of between) {
      const builder = failing(change(failing(begun(), 'npm run deploy', FAILED, FAILED)), 'npm run deploy', FAILED);
      expect((await repeatsOf(builder)).flat()).toEqual([]);
    }
  });

  it('is the same call however it is spaced, and whatever the failure has for spaces', async () => {
    const builder = failing(begun(), 'npm  run deploy ', 'no  server\n here');
    failing(builder, 'npm run\ndeploy', 'no server here');
    failing(builder, ' npm run deploy', 'no server  here');
    expect((await repeatsOf(builder)).flat()).toEqual([{ call: 'npm run deploy', times: 3 }]);
  });

  it('counts failures that only the output shows, of commands alone', async () => {
    const builder = begun();
    for (const n of [1, 2, 3]) builder.run(`f${n}`, 'npm test | tail', 'Tests  1 failed | 3 passed (4)');
    for (const n of [1, 2, 3]) {
      const input = { file_path: '/work/shop/log.txt' };
      builder.call(`r${n}`, 'Read', input).result(`r${n}`, 'Tests  1 failed | 3 passed (4)');
    }
    expect((await repeatsOf(builder)).flat()).toEqual([{ call: 'npm test | tail', times: 3 }]);
  });

  it('counts failures of one kind: other words, or the same ones divided otherwise, are another', async () => {
    const took = (ms: number) => FAILED.replace('31', `${ms}`);
    expect((await repeatsOf(failing(begun(), 'npm run deploy', ...[9, 10, 100].map(took)))).flat()).toHaveLength(1);
    expect((await repeatsOf(failing(begun(), 'npm run deploy', 'no server', 'noserver', 'nos erver'))).flat()).toEqual(
      [],
    );
    const commands = begun();
    for (const command of ['npm run de ploy', 'npm run deploy', 'npm rund eploy']) failing(commands, command, FAILED);
    expect((await repeatsOf(commands)).flat()).toEqual([]);
    const edits = begun();
    const input = { file_path: '/work/shop/cart.ts', old_string: 'x', new_string: 'y' };
    for (const why of ['String to replace not found', 'Still not read', 'Such a file is not there'])
      edits.call(why, 'Edit', input).result(why, why, true);
    expect((await repeatsOf(edits)).flat()).toEqual([]);
  });

  it('is no success that mentions an error, and is not over with a look at something', async () => {
    const fine = begun();
    for (const n of [1, 2, 3])
      fine.run(`f${n}`, 'npm run deploy', 'retried\nError: no server, so another one was taken');
    expect((await repeatsOf(fine)).flat()).toEqual([]);
    const looking = failing(begun(), 'npm run deploy', FAILED, FAILED).run('l', 'ls', '');
    expect((await repeatsOf(failing(looking, 'npm run deploy', FAILED))).flat()).toHaveLength(1);
  });

  it('may be of another tool: the same with the same input', async () => {
    const builder = begun();
    const asking = (id: string, tool: string, url: string) =>
      builder.call(id, tool, { url }).result(id, 'fetch failed', true);
    for (const n of [1, 2, 3]) asking(`w${n}`, 'WebFetch', 'https://example.org/a');
    for (const n of [1, 2, 3]) asking(`o${n}`, 'WebFetch', `https://example.org/${n}`);
    for (const tool of ['One', 'Two', 'Three']) asking(tool, tool, 'https://example.org/a');
    const [[one, ...others] = []] = await repeatsOf(builder);
    expect([one?.times, one?.call.startsWith('WebFetch'), others]).toEqual([3, true, []]);
  });

  it('is not one that the program gave up because of another', async () => {
    const builder = failing(begun(), 'npm run deploy', FAILED, FAILED);
    builder.run('s', 'npm run deploy', '<tool_use_error>Sibling tool call errored</tool_use_error>', true);
    expect((await repeatsOf(builder)).flat()).toEqual([]);
    expect((await repeatsOf(failing(builder, 'npm run deploy', FAILED))).flat()).toMatchObject([{ times: 3 }]);
  });

  it('is remembered for the next hundred failures of others, and named in at most two hundred characters', async () => {
    const besides = (others: number) => {
      const builder = failing(begun(), 'npm run deploy', FAILED, FAILED);
      for (let n = 0; n < others; n++) failing(builder, `npm run x${n}`, FAILED);
      return failing(builder, 'npm run deploy', FAILED);
    };
    expect((await repeatsOf(besides(99))).flat()).toHaveLength(1);
    expect((await repeatsOf(besides(100))).flat()).toEqual([]);
    const long = `npm run deploy -- ${'word '.repeat(60)}`;
    expect((await repeatsOf(failing(begun(), long, FAILED, FAILED, FAILED))).flat()[0]?.call.length).toBe(200);
  });

  it('is forgotten once it succeeds', async () => {
    const builder = failing(begun(), 'npm run deploy', FAILED, FAILED, FAILED).run('ok', 'npm run deploy', 'done');
    expect(await repeatsOf(builder)).toEqual([[]]);
  });

  it('says the call without secrets', async () => {
    const command = 'curl -H "Authorization: Bearer ghp_0123456789abcdefghijABCDEFGHIJ012345" localhost';
    const [[repeat] = []] = await repeatsOf(failing(begun(), command, FAILED, FAILED, FAILED));
    expect(repeat?.call).toContain('localhost');
    expect(repeat?.call).not.toContain('ghp_0123456789');
  });
});

describe('edits that do not fit their file', () => {
  it('count by the file, in rounds, also after an edit by the shell', async () => {
    const builder = unfit(begun(), 'one');
    unfit(builder, 'two').run('s', "sed -i 's/a/b/' cart.ts", '');
    unfit(builder, 'three');
    expect((await repeatsOf(builder)).flat()).toEqual([{ call: 'Edit cart.ts', times: 3 }]);
  });

  it('that are made beside each other are one try, and one that fits ends it (control)', async () => {
    const beside = begun();
    const input = { file_path: '/work/shop/cart.ts', old_string: 'x', new_string: 'y' };
    for (const id of ['a', 'b', 'c', 'd']) beside.call(id, 'Edit', input);
    for (const id of ['a', 'b', 'c', 'd']) beside.result(id, '<tool_use_error>String to replace not found', true);
    expect((await repeatsOf(beside)).flat()).toEqual([]);
    const fits = unfit(unfit(begun(), 'one'), 'two').edit('f', '/work/shop/cart.ts', 'a', 'b');
    expect((await repeatsOf(unfit(fits, 'three'))).flat()).toEqual([]);
  });
});

describe('what stays of an edit', () => {
  it('is its file, and a hash of the text before and after, of the text without secrets', async () => {
    const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
    const builder = new TranscriptBuilder()
      .prompt('Deploy the shop')
      .edit('e1', '/work/shop/a.ts', 'a', 'b')
      .edit('e2', '/work/shop/a.ts', 'b', 'a')
      .edit('e3', '/work/shop/b.ts', '', `key = ${token}`)
      .edit('e4', '/work/shop/b.ts', '', `key = ${token.replace('ghp_01', 'ghp_98')}`);
    const [attempt] = (await readIn(builder, clean)).attempts;
    const [first, second, third, fourth] = attempt?.edits ?? [];
    expect(first).toEqual({ path: 'a.ts', before: expect.stringMatching(/^[\w-]{11}$/), after: expect.any(String) });
    expect(second).toEqual({ path: 'a.ts', before: first?.after, after: first?.before });
    expect(third?.before).toBe('');
    expect(fourth?.after).toBe(third?.after);
  });
});
