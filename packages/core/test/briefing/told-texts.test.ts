import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeStore, openReader } from '@twicewise/store';
import { verifies } from '@twicewise/testkit/verifies';
import { renderValue } from '@twicewise/tool-answers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LESSON } from '../../src/purge/purgeable.ts';
import { countTold } from '../../src/purge/told-texts.ts';
import { atOnce } from '../../src/runtime/in-turns.ts';
import { agentIn, damage, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const agent = agentIn('/work/shop', { session: 'monday' });
const FAILURE = {
  taskDescription: 'Token expiry of the login',
  outcome: 'failure' as const,
  whatDidNotWork: ['Mocked the clock,\nand the token "never" expired'],
  nextStrategy: 'Move the real clock of the test container',
};

/** The envelope of an answer over MCP, with the text that the agent gets. */
async function toldOver(name: string, input: object): Promise<string> {
  const answer = await test.envelope(name, input, agent);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.told ?? renderValue(name, answer.value);
}

async function newest() {
  const { items } = await test.call('exposure.recent', { empty: true });
  if (!items[0]) throw new Error('nothing was shown');
  return items[0];
}

const textOf = async () => test.call('exposure.text', { seq: (await newest()).seq });

describe('the text of an answer', () => {
  it('is the one that the agent got, whatever it asked', async () => {
    const { id } = await test.store(FAILURE, agent);
    const asked: [string, object][] = [
      ['memory.brief', { task: 'token expiry of the login' }],
      ['reflection.search', { taskDescription: 'token expiry' }],
      ['reflection.search', { taskDescription: 'espresso' }],
      ['memory.search', { text: 'token' }],
      ['reflection.similar', { id }],
      ['reflection.summary', {}],
      ['reflection.format', {}],
      ['reflection.get', { id }],
      ['reflection.recent', {}],
      ['pattern.match', { text: 'token' }],
      ['causal.why', { of: 'token expiry' }],
      ['causal.deadEnds', { task: 'token expiry of the login' }],
      ['attempt.context', { task: 'token expiry of the login' }],
    ];
    for (const [name, input] of asked) {
      const told = await toldOver(name, input);
      const kept = await textOf();
      expect({ name, ...kept }).toMatchObject({ name, form: 'text', text: told, length: told.length, missing: null });
      expect((await newest()).textLength, name).toBe(told.length);
    }
    expect(await toldOver('reflection.search', { taskDescription: 'token expiry' })).toMatch(
      /<stored-data \S{12} from/,
    );
  });

  it('is that of a reminder, which is told unasked', async () => {
    await test.store(FAILURE, agent);
    const other = agentIn('/work/shop', { door: 'hook', session: 'tuesday' });
    const reminded = await test.call('memory.remind', { occasion: 'prompt', text: 'token expiry of the login' }, other);
    expect(reminded.text).toContain('Mocked the clock');
    expect(await textOf()).toMatchObject({ form: 'text', text: reminded.text });
  });

  it('is the text in the answer for a program that shows it to a model, else the answer as JSON', async () => {
    await test.store(FAILURE, agent);
    const program = { ...agent, door: 'cli' as const, forAgent: true };
    const { prompt } = await test.call('reflection.format', {}, program);
    expect(await textOf()).toMatchObject({ form: 'text', text: prompt });
    const { query, ...found } = await test.call('reflection.search', { taskDescription: 'token expiry' }, program);
    expect(query.terms).not.toEqual([]);
    const kept = await textOf();
    expect(kept.form).toBe('data');
    expect(JSON.parse(kept.text ?? '')).toEqual(found);
  });

  it('has no secrets, of the question either', async () => {
    const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    const program = { ...agent, door: 'cli' as const, forAgent: true };
    await test.call('reflection.search', { taskDescription: `clone with ${secret}` }, program);
    expect(await textOf()).toMatchObject({ form: 'data', missing: null });
    expect(
      test.rows<{ text: string }>('SELECT text FROM told_text').filter((row) => /A1b2C3d4/i.test(row.text)),
    ).toEqual([]);
  });

  it('is cut where it is very long, and says how long it was', async () => {
    const { id } = await test.store(
      { ...FAILURE, text: 'word '.repeat(13_000), nextStrategy: 'step '.repeat(13_000) },
      agent,
    );
    const told = await toldOver('reflection.get', { id });
    const kept = await textOf();
    expect(kept.length).toBe(told.length);
    expect(kept.text).toBe(told.slice(0, 100_000));
  });

  it('is missing where none was kept, and an unknown number is no answer', async () => {
    await test.store(FAILURE, agent);
    await toldOver('memory.brief', { task: 'token expiry of the login' });
    const { seq } = await newest();
    await damage(test, `DELETE FROM told_text WHERE call_seq = ${seq}`);
    expect(await test.call('exposure.text', { seq })).toEqual({
      seq,
      form: null,
      text: null,
      length: null,
      missing: 'not_kept',
    });
    expect((await newest()).textLength).toBeNull();
    expect(await test.fail('exposure.text', { seq: seq + 1000 })).toMatchObject({ code: 'not_found' });
  });

  it('that is not as it was written is named, and never shown', async () => {
    await test.store(FAILURE, agent);
    await toldOver('memory.brief', { task: 'token expiry of the login' });
    const { seq } = await newest();
    await damage(test, `UPDATE told_text SET text = replace(text, 'clock', 'clack') WHERE call_seq = ${seq}`);
    expect(await test.fail('exposure.text', { seq })).toMatchObject({ code: 'unavailable', reason: 'damaged' });
    const { problems } = await test.call('host.check', {});
    expect(problems.join()).toContain(`shown with answer ${seq}`);
  });
});

/** Purges a lesson that is in the bin already or not. */
async function purge(ids: string[]) {
  for (const id of ids) await test.call('reflection.delete', { id });
  const which = { ids };
  const { digest, rows } = await test.call('reflection.previewPurge', { which });
  const purged = await test.call('reflection.purge', { which, digest });
  expect(purged.rows.told_text).toBe(rows.told_text);
  return purged;
}

describe('a purge', () => {
  it('of the whole bin that is repeated answers the same, and takes no text of what came into the bin since', async () => {
    verifies('T36');
    const [first, later] = [
      await test.store(FAILURE, agent),
      await test.store(
        {
          ...FAILURE,
          taskDescription: 'Roast coffee',
          whatDidNotWork: ['Too hot a pan'],
          nextStrategy: 'Lower the flame',
        },
        agent,
      ),
    ];
    for (const { id } of [first, later]) await toldOver('reflection.get', { id });
    await test.call('reflection.delete', { id: first.id });
    const which = { bin: true } as const;
    const { digest, rows } = await test.call('reflection.previewPurge', { which });
    const ask = () => test.call('reflection.purge', { which, digest }, undefined, 'once');
    expect((await ask()).rows.told_text).toBe(rows.told_text);
    expect(rows.told_text).toBe(1);
    await test.call('reflection.delete', { id: later.id });
    expect((await ask()).rows.told_text).toBe(1);
    const left = test.rows<{ text: string | null }>('SELECT text FROM told_text').filter(({ text }) => text !== null);
    expect(left.map(({ text }) => text)).toEqual([expect.stringContaining('Roast coffee')]);
  });

  it('takes the words of a lesson out of all texts that were shown, and leaves the others', async () => {
    verifies('T36');
    const kept = await test.store({ ...FAILURE, taskDescription: 'Roast coffee', whatDidNotWork: ['Too hot'] }, agent);
    const { id } = await test.store({ ...FAILURE, nextStrategy: 'n', rootCause: 'Zebra' }, agent);
    await test.call('reflection.update', { id, changes: { text: 'A walrus sat on the keyboard' } });
    await toldOver('reflection.get', { id });
    await test.call('reflection.update', { id, changes: { text: '' } });
    await toldOver('reflection.get', { id: kept.id });
    const other = (await newest()).seq;
    // Statements are quoted without the lesson being shown: nothing ties this answer to it.
    for (let n = 0; n < 12; n++) await test.store({ taskDescription: `Beside ${n}`, whatWorked: [`Tea ${n}`] }, agent);
    await toldOver('reflection.summary', {});
    const summary = await newest();
    expect(summary.lessons.map(({ reflectionId }) => reflectionId)).not.toContain(id);
    expect((await test.call('exposure.text', { seq: summary.seq })).text).toContain('Mocked the clock');
    expect((await purge([id])).rows.told_text).toBe(2);
    const texts = test.rows<{ call_seq: number; text: string | null }>('SELECT call_seq, text FROM told_text');
    expect(texts.filter(({ text }) => text !== null).map(({ call_seq }) => call_seq)).toEqual([other]);
    const gone = await test.call('exposure.text', { seq: summary.seq });
    expect(gone).toMatchObject({ text: null, missing: 'purged' });
    expect((await test.call('exposure.recent', {})).items.filter(({ textLength }) => textLength !== null)).toHaveLength(
      1,
    );
  });

  it('of an episode takes what was told of its session', async () => {
    verifies('T36');
    const { episode } = await test.call(
      'episode.store',
      {
        sessionId: 'monday',
        task: 'Walrus hunt of the login',
        decisions: [{ chosen: 'The blue walrus over the red one' }],
      },
      agent,
    );
    await toldOver('episode.digest', { id: episode.id });
    expect((await textOf()).text).toContain('walrus');
    await test.call('episode.delete', { id: episode.id });
    const which = { ids: [episode.id] };
    const { digest } = await test.call('episode.previewPurge', { which });
    await test.call('episode.purge', { which, digest });
    expect(await textOf()).toMatchObject({ text: null, missing: 'purged' });
  });

  it('of many lessons takes what quotes the first or the last, and no other text', async () => {
    const count = 1100;
    verifies('T36');
    const words = (n: number) => Array.from({ length: 12 }, (_, at) => `w${n}x${at}`).join(' ');
    const lines = Array.from({ length: count }, (_, n) =>
      JSON.stringify({ id: `n${n}`, title: `lesson ${n}`, text: words(n) }),
    );
    const path = join(test.folder, 'many.jsonl');
    writeFileSync(path, lines.join('\n'));
    const { job } = await test.call('import.lessons', { path, projectId: 'demo' });
    await test.ended(job.id);
    const quotes = ['so w0x7 w0x8 w0x9 w0x10', `so w${count - 1}x2 w${count - 1}x3 w${count - 1}x4 w${count - 1}x5`];
    for (const text of [...quotes, 'so w0x7 w0x9 w0x8 w0x10']) {
      const { id } = await test.store({ taskDescription: 'Roast coffee', text }, agent);
      await toldOver('reflection.get', { id });
    }
    const asked = { selection: { filters: { projectId: 'demo' } }, change: { kind: 'delete' as const } };
    const { digest } = await test.call('reflection.previewMany', asked);
    const many = await test.call('reflection.changeMany', { ...asked, digest });
    await test.ended(many.job?.id ?? '');
    const which = { bin: true as const };
    const preview = await test.call('reflection.previewPurge', { which });
    expect(preview).toMatchObject({ lessons: count, rows: { told_text: 2 } });
    expect(await test.call('reflection.purge', { which, digest: preview.digest })).toMatchObject({
      rows: { told_text: 2 },
    });
    const left = test.rows<{ text: string | null }>('SELECT text FROM told_text').filter(({ text }) => text !== null);
    expect(left.map(({ text }) => text)).toEqual([expect.stringContaining('w0x7 w0x9')]);
  });

  it('finds the same texts however few words are kept at a time', async () => {
    verifies('T36');
    const said = (n: number, from: number) => Array.from({ length: 6 }, (_, at) => `w${n}x${from + at}`).join(' ');
    const ids: string[] = [];
    for (let n = 0; n < 250; n++)
      ids.push((await test.store({ taskDescription: said(n, 0), text: said(n, 10) }, agent)).id);
    const other = await test.store({ taskDescription: 'Roast coffee' }, agent);
    for (let n = 0; n < 110; n++) await toldOver('reflection.get', { id: other.id });
    for (const n of [0, 120, 249]) {
      const { id } = await test.store({ taskDescription: 'Roast coffee', text: `so ${said(n, 11)}` }, agent);
      await toldOver('reflection.get', { id });
    }
    for (const id of ids) await test.call('reflection.delete', { id });
    const db = openReader(test.paths.database);
    try {
      const records = LESSON.named(db, ids);
      expect(records).toHaveLength(250);
      for (const maxRows of [1, 7, 100, 1_000_000])
        expect(atOnce(countTold(LESSON, records, () => db, maxRows)), `${maxRows} rows`).toBe(3);
    } finally {
      closeStore(db);
    }
  });

  it('takes the text of a lesson for which an agent asks while the purge runs', async () => {
    verifies('T36');
    const ids: string[] = [];
    for (let n = 0; n < 450; n++) ids.push((await test.store({ taskDescription: `Walrus ${n}` }, agent)).id);
    for (const id of ids) await test.call('reflection.delete', { id });
    const which = { bin: true } as const;
    const { digest, rows } = await test.call('reflection.previewPurge', { which });
    expect(rows.told_text).toBe(0);
    let asked = 0;
    const purging = test.call('reflection.purge', { which, digest });
    const isGone = () => test.rows('SELECT 1 FROM reflection').length === 0;
    for (; !isGone(); asked++) await test.envelope('reflection.get', { id: ids.at(-1) ?? '' }, agent);
    expect((await purging).rows.told_text).toBeGreaterThan(0);
    expect(asked).toBeGreaterThan(1);
    expect(test.rows("SELECT 1 FROM told_text WHERE text LIKE '%Walrus%'")).toEqual([]);
  });

  it('of as many texts as are kept lets others write in between', async () => {
    verifies('T36');
    const long = { text: 'word '.repeat(13_000), nextStrategy: 'step '.repeat(13_000) };
    const { id } = await test.store({ ...FAILURE, ...long }, agent);
    for (let n = 0; n < 180; n++) await toldOver('reflection.get', { id });
    expect((await purge([id])).rows.told_text).toBeGreaterThan(160);
    const steps = test.events.filter(
      ({ cause, changed }) => cause?.operation === 'reflection.purge' && changed.exposure !== undefined,
    );
    expect(steps.length).toBeGreaterThan(10);
  });
});
