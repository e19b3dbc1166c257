import { appendFileSync, writeFileSync } from 'node:fs';
import { resultOf } from '@twicewise/contract';
import { TranscriptBuilder } from '@twicewise/ingest/transcript-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestCore } from '../harness.ts';
import { Captures } from './hooked.ts';

let captures: Captures;
let test: TestCore;
beforeEach(() => {
  captures = new Captures();
  test = captures.test;
});
afterEach(() => test.remove());

const SESSION = 'session-1';
const FAILED = 'Tests  1 failed | 3 passed (4)\nAssertionError: expected 3 to be 4';
const PASSED = 'Tests  4 passed (4)';

function tries(count: number, builder = new TranscriptBuilder().prompt('Make the cart add up')): TranscriptBuilder {
  for (let n = 0; n < count; n++) {
    builder
      .edit(`e${n}`, '/work/shop/cart.ts', `a${n}`, `b${n}`)
      .run(`t${n}`, 'npm test', n === count - 1 ? PASSED : FAILED, n < count - 1);
  }
  return builder;
}

const attempts = async () => {
  const { items } = await test.call('attempt.list', { order: 'oldest', limit: 200 });
  return items.map(({ ordinal, outcome, strategy, checks }) => ({ ordinal, outcome, strategy, checks }));
};

/** What one reading of the whole transcript gives. */
async function asRead(builder: TranscriptBuilder) {
  const mine = [captures, test] as const;
  captures = new Captures();
  test = captures.test;
  captures.write(SESSION, builder);
  await captures.capture(SESSION, { moment: 'end' });
  const found = await attempts();
  await test.remove();
  [captures, test] = mine;
  return found;
}

describe('a transcript that is being written', () => {
  it('half of whose last line is there gives what is whole, and once it is completed the same as one reading', async () => {
    const builder = tries(3);
    const text = `${builder.lines.join('\n')}\n`;
    const last = Buffer.from(`${builder.lines.at(-1)}\n`);
    for (const there of [1, last.length >> 1, last.length - 2]) {
      writeFileSync(captures.path(SESSION), text.slice(0, text.length - last.length));
      appendFileSync(captures.path(SESSION), last.subarray(0, there));
      const half = resultOf('capture', await captures.capture(SESSION));
      expect([half.badLines, half.unreadable, half.noted]).toEqual([1, 0, 0]);
      // What the check said is in the line that is not whole.
      expect((await attempts()).map(({ outcome }) => outcome)).toEqual(['failure', 'failure', 'unknown']);
    }
    appendFileSync(captures.path(SESSION), last.subarray(last.length - 2));
    const whole = resultOf('capture', await captures.capture(SESSION, { moment: 'end' }));
    expect([whole.badLines, whole.attempts]).toEqual([0, 3]);
    expect(await attempts()).toEqual(await asRead(builder));
    expect((await attempts()).map(({ outcome }) => outcome)).toEqual(['failure', 'failure', 'success']);
  });

  it('with lines that are none, ten megabytes in one, and bytes that are no text is read past them', async () => {
    const builder = tries(2);
    const [first = '', ...rest] = builder.lines;
    const parts = [
      Buffer.from(`${first}\n`),
      Buffer.from([0x00, 0xff, 0xfe, 0x0a]),
      Buffer.from(`${JSON.stringify({ type: 'user', message: { content: 'x'.repeat(20_000_000) } })}\n`),
      Buffer.from('{"type":"assistant","message":{"content":[{"type":"tool_use"}]}}\n'),
      Buffer.from(`${'['.repeat(100_000)}\n`),
      Buffer.from('{"__proto__":{"polluted":true},"type":"user"}\nnull\n5\n"text"\n'),
      Buffer.from(`${rest.join('\n')}\n`),
    ];
    writeFileSync(captures.path(SESSION), Buffer.concat(parts));
    const job = await captures.capture(SESSION, { moment: 'end' });
    expect([job.state, job.error]).toEqual(['done', null]);
    expect(resultOf('capture', job)).toMatchObject({ attempts: 2, unreadable: 0 });
    expect(resultOf('capture', job).badLines).toBeGreaterThanOrEqual(3);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(await attempts()).toEqual(await asRead(builder));
  });

  it('keeps of ten megabytes of an output what a check said at its end', async () => {
    const noise = `${'\u001b[31m\u0007'.repeat(50_000)}${'progress '.repeat(1_100_000)}`;
    const builder = new TranscriptBuilder()
      .prompt('Make the cart add up')
      .edit('e1', '/work/shop/cart.ts', 'a', 'b')
      .run('t1', 'npm test', `${noise}\n${FAILED}`, true);
    captures.write(SESSION, builder);
    await captures.capture(SESSION, { moment: 'end' });
    const { items } = await test.call('attempt.list', {});
    const { attempt } = await test.call('attempt.get', { id: items[0]?.id ?? '' });
    expect(attempt).toMatchObject({ outcome: 'failure', content: { checks: [{ counts: { passed: 3, failed: 1 } }] } });
    expect(JSON.stringify(attempt.content.errors)).toContain('expected 3 to be 4');
    expect(JSON.stringify(attempt).length).toBeLessThan(20_000);
  });

  it('does not say of an output that is too large to be read how its check ended', async () => {
    const builder = new TranscriptBuilder()
      .prompt('Make the cart add up')
      .edit('e1', '/work/shop/cart.ts', 'a', 'b')
      .run('t1', 'npm test', `${'x'.repeat(17_000_000)}\n${PASSED}`)
      .say('Done.');
    captures.write(SESSION, builder);
    expect(resultOf('capture', await captures.capture(SESSION, { moment: 'end' })).badLines).toBe(1);
    expect(await attempts()).toMatchObject([{ outcome: 'unknown', checks: 0 }]);
  });
});

describe('two readers at once', () => {
  it('captures of one session are one job, and write each attempt once', async () => {
    captures.write(SESSION, tries(30));
    const asked = await Promise.all([1, 2, 3].map(() => captures.ask(SESSION)));
    expect(new Set(asked.map(({ job }) => job?.id)).size).toBe(1);
    for (const one of asked) await captures.read(one);
    expect((await attempts()).map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
  });

  it('a capture and two imports of one transcript write each attempt once, as one reading does', async () => {
    const builder = tries(30);
    captures.write(SESSION, builder);
    const asked = await captures.ask(SESSION, { moment: 'end' });
    const path = captures.folder;
    const imports = await Promise.all([1, 2].map(() => test.call('import.history', { path })));
    const jobs = await Promise.all([captures.read(asked), ...imports.map(({ job }) => test.ended(job.id))]);
    expect(jobs.map(({ state, error }) => [state, error])).toEqual(jobs.map(() => ['done', null]));
    expect(await attempts()).toEqual(await asRead(builder));
    expect((await test.call('session.list', {})).items).toHaveLength(1);
    expect((await test.call('episode.list', {})).items).toHaveLength(1);
  });
});
