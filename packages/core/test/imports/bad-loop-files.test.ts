import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_NATIVE_ORDINAL, resultOf } from '@twicewise/contract';
import { RECORD, STATE } from '@twicewise/ingest/loop-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump, TestCore } from '../harness.ts';

let test: TestCore;
let folder: string;
beforeEach(() => {
  test = new TestCore();
  folder = join(test.folder, 'loops');
  mkdirSync(folder);
});
afterEach(() => test.remove());

const put = (name: string, file: unknown) => {
  writeFileSync(join(folder, name), typeof file === 'string' || Buffer.isBuffer(file) ? file : JSON.stringify(file));
  return join(folder, name);
};
const ask = async (path = folder) => (await test.call('import.loops', { path, projectId: 'shop' })).job.id;
const endedAs = async (id: string) => {
  const job = await test.ended(id);
  expect([job.state, job.error]).toEqual(['done', null]);
  return resultOf('loops', job);
};
const importing = async (path = folder) => endedAs(await ask(path));
const attempts = async () => (await test.call('attempt.list', { projectId: 'shop', limit: 200 })).items;
const record = (iteration: number, more: object = {}) => ({ ...RECORD, iteration, ...more });
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('a file that is none of a loop', () => {
  it('is named with the reason beside the good ones: a link, a folder, too large, no UTF-8, too deep', async () => {
    const elsewhere = join(test.folder, 'secret.json');
    writeFileSync(elsewhere, JSON.stringify(record(9)));
    put('001.json', record(1));
    symlinkSync(elsewhere, join(folder, '002.json'));
    symlinkSync('/nowhere at all', join(folder, '003.json'));
    symlinkSync(folder, join(folder, '004.json'));
    mkdirSync(join(folder, '005.json'));
    put('006.json', record(6, { notes: 'x'.repeat(3_000_000) }));
    put('007.json', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22]));
    put('008.json', nested(200));
    put('009.json', Buffer.from(`\ufeff${JSON.stringify(record(9))}`, 'utf16le'));
    put('010.json', JSON.stringify(record(10)).slice(0, 400));
    put('011.json', '');
    put('012.json', '[]');
    put('013.json', record(13));
    const { badFiles, ...result } = await importing();
    expect(result).toMatchObject({ files: 12, attempts: 2, bad: 10 });
    const reasons = Object.fromEntries(badFiles.map(({ file, reason }) => [file, reason]));
    for (const name of ['002', '003', '004']) expect(reasons[`${name}.json`]).toContain('it is a link');
    expect(reasons['006.json']).toContain('larger than');
    expect(reasons['007.json']).toContain('not UTF-8');
    expect(reasons['008.json']).toContain('levels deep');
    expect(reasons['009.json']).toContain('not UTF-8');
    for (const name of ['010', '011']) expect(reasons[`${name}.json`]).toContain('not JSON');
    expect(reasons['012.json']).toContain('no JSON object');
    expect((await attempts()).map(({ ordinalNative }) => ordinalNative).sort()).toEqual([1, 13]);
    expect(test.logged).toEqual([]);
  });

  it('is named when it alone is asked for, and nothing else is written', async () => {
    for (const [name, file, reason] of [
      ['large.json', 'x'.repeat(3_000_000), 'larger than'],
      ['deep.json', nested(200), 'levels deep'],
      ['bytes.json', Buffer.from([0xff, 0xd8, 0x00]), 'not UTF-8'],
    ] as const) {
      expect((await importing(put(name, file))).badFiles[0]?.reason).toContain(reason);
    }
    expect((await importing(put('empty.json', ''))).bad).toBe(1);
    expect(await attempts()).toEqual([]);
    expect((await test.call('session.list', {})).items).toEqual([]);
  });

  it('has numbers and keys that no loop has: each is named, and no prototype is touched', async () => {
    put('0.json', record(0));
    put('1.json', record(-1));
    put('2.json', record(MAX_NATIVE_ORDINAL));
    put('3.json', record(MAX_NATIVE_ORDINAL + 1));
    put('4.json', record(1.5));
    put('5.json', JSON.stringify(record(5)).replace('{', '{"__proto__":{"polluted":true},'));
    put('6.json', JSON.stringify(record(6)).replace('{', '{"constructor":{"prototype":{"polluted":true}},'));
    put('7.json', JSON.stringify(record(7, { notes: 'x' })).replace('"notes":"x"', '"notes":"\\ud800"'));
    put('8.json', record(8, { notes: 'a\0b' }));
    put('9.json', record(9, { task_description: 'x'.repeat(70_000) }));
    const { files, bad, badFiles, attempts: made } = await importing();
    expect([files, bad + made]).toEqual([10, 10]);
    const reasons = Object.fromEntries(badFiles.map(({ file, reason }) => [file, reason]));
    for (const name of ['1.json', '3.json', '4.json']) expect(reasons[name], name).toContain('iteration');
    expect(reasons['9.json']).toContain('65536');
    expect(reasons['0.json']).toBeUndefined();
    expect(reasons['2.json']).toBeUndefined();
    for (const { reason } of badFiles) expect(reason).not.toMatch(/TypeError|internal| {4}at /);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect((await attempts()).map(({ ordinalNative }) => ordinalNative)).toEqual(
      expect.arrayContaining([0, MAX_NATIVE_ORDINAL]),
    );
    expect(test.logged).toEqual([]);
  });
});

describe('what is too much for one attempt', () => {
  it('is left out and named, and neither the job nor what stands beside it suffers', async () => {
    const actions = Array.from({ length: 10 }, () => ({
      type: 'other',
      description: 'x',
      changes: { diff: 'x'.repeat(60_000) },
    }));
    put('1.json', record(1, { loop_id: `ralph-${'a'.repeat(600)}` }));
    put('2.json', record(2, { actor_output: { ...RECORD.actor_output, strategy: 'x'.repeat(70_000) } }));
    put('3.json', record(3, { actor_output: { ...RECORD.actor_output, actions } }));
    put('4.json', record(4, { more: 'x'.repeat(600_000) }));
    put('5.json', record(5));
    const iterations = [{ number: 1, action: 'x'.repeat(70_000) }, { number: MAX_NATIVE_ORDINAL + 1 }, { number: 7 }];
    put('state.json', { ...STATE, id: 'ralph-other', iterations });
    const { badFiles, notedFiles, ...result } = await importing();
    expect(result).toMatchObject({ files: 6, bad: 4, attempts: 3, loops: 1, noted: 1 });
    const reasons = Object.fromEntries(badFiles.map(({ file, reason }) => [file, reason]));
    expect(reasons['1.json']).toContain('limit is 512');
    expect(reasons['2.json']).toContain('65536');
    for (const name of ['3.json', '4.json']) expect(reasons[name]).toContain('limit is 524288');
    // What a state says too long is cut: all of it is kept with the state.
    expect(notedFiles[0]?.reason).not.toContain('iteration 1 ');
    expect(notedFiles[0]?.reason).toContain(`iteration ${MAX_NATIVE_ORDINAL + 1} is left out`);
    expect((await test.call('session.list', {})).items).toHaveLength(2);
    expect(test.logged).toEqual([]);
  });

  it('in an iteration of a state is said in words, not in the form of a program', async () => {
    const iterations = [{ number: 1, filesModified: ['x'.repeat(5000)] }];
    const { badFiles } = await importing(put('state.json', { ...STATE, id: 'ralph-x', iterations }));
    expect(badFiles[0]?.reason).toMatch(/^iteration 1: .*4096/);
    expect(badFiles[0]?.reason).not.toContain('"code"');
    expect((await importing(put('other.json', { ...STATE, id: 'a\0b', iterations: [] }))).bad).toBe(1);
    expect((await test.call('session.list', {})).items).toEqual([]);
  });
});

describe('one folder that two jobs import at once', () => {
  it('is stored once, whichever job finds a file first, and each can be taken back', async () => {
    for (let iteration = 1; iteration <= 20; iteration++) put(`${iteration}.json`, record(iteration));
    put('current-loop.json', { ...STATE, id: RECORD.loop_id, iterations: [] });
    const before = dump(test);
    const ids = await Promise.all([ask(), ask()]);
    const results = await Promise.all(ids.map(endedAs));
    const sum = (of: (result: (typeof results)[number]) => number) => results.reduce((all, one) => all + of(one), 0);
    expect([sum(({ attempts: made }) => made), sum(({ unchanged }) => unchanged)]).toEqual([20, 21]);
    expect([sum(({ loops }) => loops), sum(({ attemptsChanged }) => attemptsChanged)]).toEqual([1, 0]);
    expect(new Set((await attempts()).map(({ ordinal }) => ordinal)).size).toBe(20);
    expect(await attempts()).toHaveLength(20);
    for (const jobId of ids.reverse()) await test.envelope('operation.undo', { jobId });
    expect(await attempts()).toEqual([]);
    expect(dump(test).length).toBeLessThan(before.length + 20_000);
  });
});

it('of two states of one loop the second is left out, and the note names the first', async () => {
  mkdirSync(join(folder, 'first'));
  mkdirSync(join(folder, 'second'));
  put('first/current-loop.json', { ...STATE, id: 'same-loop' });
  put('second/current-loop.json', { ...STATE, id: 'same-loop', task: 'Another task' });
  const { loops, notedFiles } = await importing();
  expect(loops).toBe(1);
  expect(notedFiles[0]).toMatchObject({
    file: 'second/current-loop.json',
    reason: expect.stringContaining('has an episode already, from first/current-loop.json'),
  });
});
