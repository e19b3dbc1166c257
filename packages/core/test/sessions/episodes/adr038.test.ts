import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAdr038, rebase } from '@twicewise/ingest';
import { createRedactor, redactRequest } from '@twicewise/redaction';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump, TestCore } from '../../harness.ts';
import { FILES, filesOf, NOTED } from './adr038-files.ts';

const REAL = join(import.meta.dirname, '../../../../../shared/data/ai-agents');
const redactor = createRedactor({ homePaths: true, emails: true });

let test: TestCore;
const { folder, imported, fileOf } = filesOf(() => test);
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const BAD: [name: string, text: string, says: RegExp][] = [
  ['broken.json', '{"id": "episode-b", ', /not JSON/],
  [
    'twins.json',
    JSON.stringify({
      ...FILES['one-sided.json'],
      id: 'a',
      session: 'twins',
      events: [
        { id: 'e001', type: 'x' },
        { id: 'e001', type: 'x' },
      ],
    }),
    /Two items are called "e001"/,
  ],
  ['other.json', '{"name": "a package"}', /id/],
  ['list.json', '[1, 2]', /object/],
  [
    'long-type.json',
    JSON.stringify({ id: 'l', session: 'l', events: [{ id: 'a', type: 'x'.repeat(2000) }] }),
    /64|type/,
  ],
  ['deep.json', `{"id":"e","session":"e","x":${'['.repeat(5000)}${']'.repeat(5000)}}`, /deep/],
  ['latin.json', Buffer.from([0x7b, 0xff, 0x7d]).toString('latin1'), /./],
];

describe('files of ADR-038', () => {
  it('are imported as they are written, and written again equal (S1-15, X9, B1-14, B1-15, E-05)', async () => {
    verifies('S1-15', 'X9', 'B1-14', 'B1-15', 'E-05');
    const result = await imported({ path: folder(FILES) });
    expect(result).toMatchObject({ files: 3, made: 3, changed: 0, unchanged: 0, bad: 0 });
    for (const file of Object.values(FILES)) expect((await fileOf(file.session)).file).toEqual(file);
    const { episode, name } = await fileOf('2026-01-01-session-001');
    expect(name).toBe('episode-2026-01-01-session-001.json');
    // These programs write "success" when the outcome is unknown (B1-15), and midnight when only the day is known (R9).
    expect(episode).toMatchObject({ outcome: 'success', outcomeSource: 'defaulted', lessons: ['Look first'] });
    expect(episode.metrics).toEqual({ duration_minutes: null, tool_calls: 3, filesChanged: 2 });
    expect(episode.decisions.map(({ type, chosen, rationale, at }) => [type, chosen, rationale, at])).toEqual([
      ['routing', 'Lexical', null, '2026-01-01T17:05:00.000Z'],
      [null, 'Keep the old store', null, null],
    ]);
    expect(episode.decisions.map(({ outcome, outcomeSource }) => [outcome, outcomeSource])).toEqual([
      ['success', 'defaulted'],
      ['unknown', 'defaulted'],
    ]);
    expect(episode.events.map(({ at, timeQuality, commitSha }) => [at, timeQuality, commitSha])).toEqual([
      ['2026-01-01T00:00:00.000Z', 'day', null],
      ['2026-01-02T02:00:00.123Z', 'exact', '0c40c22c26af5e9b'],
    ]);
    // Order in time is not a cause, whatever the file calls it (X12, B1-14).
    expect(episode.links).toEqual([
      { from: 'd001', to: 'e001', relation: 'causes', basis: 'asserted_by_agent' },
      { from: 'e001', to: 'e002', relation: 'precedes', basis: 'temporal' },
    ]);
    expect((await fileOf('x')).episode).toMatchObject({
      outcome: 'failure',
      outcomeSource: 'reported',
      occurredAt: '2026-01-02T10:00:00.000Z',
    });
  });

  it('keep their origin: file, hash, rules (E-04, R17)', async () => {
    verifies('S1-64', 'B1-17', 'R17', 'E-04');
    const path = folder({ 'nulls.json': FILES['nulls.json'] });
    await imported({ path });
    const { episode } = await fileOf('x');
    expect(episode).toMatchObject({
      ruleVersion: 1,
      author: { kind: 'importer', name: 'adr-038' },
      nativeId: 'episode-x',
    });
    const [source] = test.rows<{ path: string; sha256: string; rule_version: number }>(
      'SELECT path, sha256, rule_version FROM source',
    );
    expect(source).toMatchObject({ path: join(path, 'nulls.json'), rule_version: 1 });
    expect(source?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('read a second time add nothing and leave no trace (R15)', async () => {
    verifies('R15');
    const path = folder(FILES);
    await imported({ path });
    const before = dump(test);
    const operations = (await test.call('operation.list', { limit: 500 })).items.length;
    expect(await imported({ path })).toMatchObject({ made: 0, changed: 0, unchanged: 3 });
    expect(dump(test)).toBe(before);
    expect((await test.call('operation.list', { limit: 500 })).items).toHaveLength(operations);
  });

  it('that changed bring their episode up to date; what a person corrected stays (R11)', async () => {
    verifies('S1-64', 'R11');
    const path = folder(FILES);
    await imported({ path });
    const { episode } = await fileOf('2026-01-01-session-001');
    await test.call('episode.update', { id: episode.id, changes: { outcome: 'failure', lessons: ['Look twice'] } });
    const file = FILES['plain.json'];
    folder({
      'plain.json': {
        ...file,
        task: 'Route all memories',
        lessons: ['Look first', 'Ask'],
        events: [{ ...file.events[0], leads_to: [] }],
        decisions: [{ ...file.decisions[0], effects: ['e001'] }],
      },
    });
    expect(await imported({ path })).toMatchObject({ changed: 1, unchanged: 2 });
    const now = (await fileOf('2026-01-01-session-001')).episode;
    expect(now).toMatchObject({
      task: 'Route all memories',
      outcome: 'failure',
      outcomeSource: 'corrected',
      lessons: ['Ask', 'Look twice'],
    });
    expect(now.events.map(({ id }) => id)).toEqual(['e001']);
    expect(now.decisions.map(({ id }) => id)).toEqual(['d001']);
    expect(now.links).toEqual([{ from: 'd001', to: 'e001', relation: 'causes', basis: 'asserted_by_agent' }]);
  });

  it('with a change made here are written with that change and all else as it was', async () => {
    await imported({ path: folder(FILES) });
    const { episode } = await fileOf('2026-01-01-session-001');
    await test.call('episode.update', { id: episode.id, changes: { task: 'Route well' } });
    const { file } = await fileOf('2026-01-01-session-001');
    expect(file).toEqual({ ...FILES['plain.json'], task: 'Route well' });
  });

  it('that are bad are named with the reason; the good ones are there whole (H)', async () => {
    const bad = Object.fromEntries(BAD.map(([name, text]) => [name, text]));
    const path = folder({ ...FILES, ...bad, 'notes.txt': 'no episode' });
    writeFileSync(join(path, 'latin.json'), Buffer.from([0x7b, 0xff, 0x7d]));
    symlinkSync(join(path, 'plain.json'), join(path, 'link.json'));
    const result = await imported({ path });
    // A symbolic link is reported and not followed.
    expect(result).toMatchObject({ files: 4 + BAD.length, made: 3, bad: BAD.length + 1 });
    for (const [name, , says] of BAD) {
      const named = result.badFiles.find(({ file }) => file === name);
      expect(named?.reason, name).toMatch(says);
    }
    expect((await test.call('episode.list', {})).total).toBe(3);
    const sessions = (await test.call('session.list', {})).items.map(({ nativeId }) => nativeId);
    expect(sessions).not.toContain('twins');
  });

  it('with links that cannot be are there without them, which is said, and are written again as they were (R10)', async () => {
    verifies('R10');
    const result = await imported({ path: folder(NOTED) });
    expect(result).toMatchObject({ made: 3, bad: 0, noted: 3 });
    expect(result.notedFiles.map(({ reason }) => reason)).toEqual([
      'left out: the link from "b" to "a" closes a circle: an item would be its own cause',
      'left out: the link from "a" to "zzz" names an item that is not there',
      'left out: the link from "a" to "a" leads from an item to itself',
    ]);
    for (const file of Object.values(NOTED)) expect((await fileOf(file.session)).file).toEqual(file);
    expect((await fileOf('circle')).episode.links).toHaveLength(1);
  });

  it('go as they came: one undo takes the import back', async () => {
    await test.call('project.list', {});
    const before = dump(test);
    const { job } = await test.call('import.episodes', { path: folder(FILES), projectId: 'demo' });
    await test.ended(job.id);
    await test.call('operation.undo', { jobId: job.id });
    expect(dump(test)).toBe(before);
  });

  it.runIf(existsSync(REAL))(
    'the real ones, all of them, come back equal as JSON values but for what was redacted',
    { timeout: 120_000 },
    async () => {
      for (const set of ['episodes', 'first-extraction']) {
        const path = join(REAL, set);
        const names = readdirSync(path);
        const result = await imported({ path, projectId: set });
        expect(result.badFiles).toEqual([]);
        expect(result).toMatchObject({ files: names.length, made: names.length });
        let redacted = 0;
        for (const name of names) {
          const original = JSON.parse(readFileSync(join(path, name), 'utf8'));
          const clean = redactRequest(redactor, original);
          redacted += clean.found.length;
          const { episode } = await test.call('episode.get', { sessionId: original.session, projectId: set });
          const { file } = await test.call('episode.export', { id: episode.id });
          expect(file).toEqual(clean.value);
        }
        expect(redacted).toBeLessThan(names.length / 4);
      }
    },
  );
});

describe('rebase', () => {
  const json = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: 'small' }, fc.string(), fc.integer(), fc.constant(null), tie('list'), tie('object')),
    list: fc.array(tie('value'), { maxLength: 4 }),
    object: fc.dictionary(
      fc.string({ maxLength: 3 }).filter((key) => key !== '__proto__'),
      tie('value'),
      { maxKeys: 4 },
    ),
  })).value as fc.Arbitrary<string>;

  it('leaves alone what did not change, whatever stands beside it and however it is spelled', () => {
    const before = {
      at: '2026-01-01T00:00:00.000Z',
      list: [
        { id: 'a', x: 1 },
        { id: 'b', x: 1 },
      ],
      task: 'old',
    };
    const after = {
      ...before,
      list: [
        { id: 'b', x: 2 },
        { id: 'c', x: 3 },
      ],
      task: 'new',
    };
    fc.assert(
      fc.property(json, json, (spelled, kept) => {
        const original = {
          at: spelled,
          list: [
            { id: 'a', k: kept },
            { id: 'b', x: 1, k: kept },
          ],
          task: 'old',
          more: kept,
        };
        expect(rebase(original, before, after)).toEqual({
          at: spelled,
          list: [
            { id: 'b', x: 2, k: kept },
            { id: 'c', x: 3 },
          ],
          task: 'new',
          more: kept,
        });
      }),
    );
  });

  it('of what was written itself gives the change', () => {
    const flat = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.integer({ max: 3 }));
    fc.assert(
      fc.property(flat, flat, (before, after) => {
        expect(rebase(before, before, after)).toEqual(after);
      }),
    );
  });
});

describe('an episode file', () => {
  it('of any shape is read or refused with a reason, never more (property)', () => {
    const shape = fc.record(
      {
        id: fc.string(),
        session: fc.string(),
        events: fc.anything(),
        decisions: fc.anything(),
        metrics: fc.anything(),
        lessons: fc.anything(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(shape, (value) => {
        try {
          parseAdr038(value);
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_input' });
        }
      }),
    );
  });
});
