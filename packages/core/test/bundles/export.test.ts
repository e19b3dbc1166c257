import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLE_KINDS, BUNDLE_LIMITS, type InputOf, NOT_CARRIED } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBundle } from '../../src/bundles/open-bundle.ts';
import type { Carried } from '../../src/bundles/record-lines.ts';
import { writeBundle } from '../../src/bundles/write-bundle.ts';
import { agentIn, damage, TestCore } from '../harness.ts';
import { carriedBy as carriedOf, exportTo, filled, hashOf } from './bundle-harness.ts';
import { unpacked } from './hostile-archives.ts';

// What a bundle carries of a memory: all of it, of some projects, or of chosen lessons; and what is said of it.

let test: TestCore;
beforeEach(async () => {
  test = await filled();
});
afterEach(() => test.remove());

type Selection = InputOf<'bundle.previewExport'>['selection'];
const carriedBy = (selection: Selection) => carriedOf(test, selection);
const ids = (sql: string, ...values: string[]) => test.rows<{ id: string }>(sql, values).map(({ id }) => id);

/** Number of records of the kinds that a bundle carries, but for sources. */
const RECORDS = `SELECT ${[
  'project',
  'session',
  'reflection',
  'feedback',
  'episode',
  'claim',
  'attempt',
  'turn',
  'setting',
]
  .map((table) => `(SELECT COUNT(*) FROM ${table})`)
  .join(' + ')} AS id`;
const projectId = async (id: string) => (await test.call('project.get', { id })).project.id;

describe('a bundle of a project', () => {
  it('carries all kinds of records of it outside the bin, what they refer to, and nothing else', async () => {
    const shop = await projectId('shop');
    const bin = await test.store({ taskDescription: 'binned', projectId: 'shop' });
    await test.call('reflection.delete', { id: bin.id });
    // A session that came out of one of another project brings that along, and the project of it, but no lesson.
    const parent = await test.store({ sessionId: 'p1', projectId: 'elsewhere' });
    const child = await test.call('session.start', {
      sessionId: 'c1',
      projectId: 'shop',
      parentId: parent.sessionId ?? '',
    });
    const file = join(test.folder, 'lessons.jsonl');
    writeFileSync(file, JSON.stringify({ id: 'n1', title: 'from a file', projectId: 'shop' }));
    await test.ended((await test.call('import.lessons', { path: file, projectId: 'shop' })).job.id);
    const of = (table: string) =>
      ids(`SELECT id FROM ${table} WHERE project_id = ? AND deleted_at IS NULL ORDER BY id`, shop);
    const carried = await carriedBy({ projects: ['shop'] });
    expect(carried).toEqual({
      projects: [shop, await projectId('elsewhere')].sort(),
      sources: ids('SELECT DISTINCT source_id AS id FROM reflection WHERE source_id IS NOT NULL'),
      sessions: [...of('session'), parent.sessionId].sort(),
      reflections: of('reflection'),
      feedback: ids('SELECT id FROM feedback'),
      episodes: ids('SELECT id FROM episode'),
      claims: of('claim'),
      attempts: of('attempt'),
      turns: of('turn'),
    });
    expect(carried.sessions).toContain(child.session.id);
    expect([carried.reflections?.length, carried.sources?.length]).toEqual([2, 1]);
    expect(carried.reflections).not.toContain(bin.id);
  });

  it('is refused for one that is not there', async () => {
    expect(await test.fail('bundle.previewExport', { selection: { projects: ['nowhere'] } })).toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a bundle of lessons', () => {
  it('carries them with their project, session and feedback, chosen by id or by filters', async () => {
    const [lesson] = (await test.call('reflection.list', { projectId: 'shop' })).items;
    const chosen = {
      projects: [lesson?.projectId],
      sessions: [lesson?.sessionId],
      reflections: [lesson?.id],
      feedback: ids('SELECT id FROM feedback'),
    };
    expect(chosen.feedback).toHaveLength(1);
    expect(await carriedBy({ ids: [lesson?.id ?? ''] })).toEqual(chosen);
    expect(await carriedBy({ filters: { projectId: 'shop' } })).toEqual(chosen);
    expect(await carriedBy({ filters: { projectId: 'shop', outcome: 'partial' } })).toEqual({});
  });
});

describe('a bundle of everything', () => {
  it('carries the bin and views, and no other settings; the preview counts what is carried and what is not', async () => {
    await test.call('memory.brief', { task: 'Parse CSV' }, agentIn('/src/shop'));
    await test.call('settings.set', { changes: { 'embedding.model': 'some-model' } });
    const all = await carriedBy({ everything: true });
    expect(all.reflections).toEqual(ids('SELECT id FROM reflection ORDER BY id'));
    expect(all.settings).toEqual(ids("SELECT key AS id FROM setting WHERE key <> 'embedding.model' ORDER BY key"));
    const { counts, notCarried } = await test.call('bundle.previewExport', { selection: { everything: true } });
    expect(counts.map(({ kind }) => kind)).toEqual([...BUNDLE_KINDS]);
    const files = counts.map(({ kind, count }) => [kind === 'feedback' ? kind : `${kind}s`, count]);
    expect(Object.fromEntries(files.filter(([, count]) => count !== 0))).toEqual(
      Object.fromEntries(Object.entries(all).map(([name, some]) => [name, some.length])),
    );
    const rows = (table: string) => Number(ids(`SELECT COUNT(*) AS id FROM ${table}`)[0]);
    expect(notCarried).toEqual([
      { what: 'exposures', count: rows('exposure') },
      { what: 'calls', count: rows('agent_call') },
      { what: 'operations', count: rows('operation') },
      { what: 'jobs', count: rows('job') },
      { what: 'other settings', count: 1 },
    ]);
    expect(notCarried.map(({ count }) => count > 0)).toEqual([true, true, true, true, true]);
  });

  it('is written once, for its owner alone, and the job says what it wrote and how far it is', async () => {
    await test.store({ text: 'ask ann@example.org or bob@example.org' });
    const path = join(test.folder, 'a.twicewise');
    for (const redact of [true, false]) {
      const selection = { everything: true } as const;
      const { digest, findings } = await test.call('bundle.previewExport', { selection, redact });
      expect(findings.map(({ count }) => count)).toEqual([2]);
      const asked = { selection, redact, path, digest };
      const { job } = await test.call('bundle.export', asked, undefined, `key ${redact}`);
      expect(job.title).toBe('Export a.twicewise');
      const ended = await test.ended(job.id);
      const records = Number(ids(RECORDS)[0]);
      expect(ended.result).toEqual({
        bytes: statSync(path).size,
        sha256: hashOf(path),
        records,
        redacted: redact ? 2 : 0,
      });
      expect([ended.state, ended.done, ended.total]).toEqual(['done', records, records]);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(readdirSync(test.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
      const lessons = String((await unpacked(path))['reflections.jsonl']);
      expect(lessons.includes('example.org')).toBe(!redact);
      // The same request again is answered as before, although the file is there by now; another is refused.
      const again = await test.call('bundle.export', asked, undefined, `key ${redact}`);
      expect(again.job.id).toBe(job.id);
      expect(await test.fail('bundle.export', asked)).toMatchObject({ reason: 'bad_file' });
      rmSync(path);
    }
  });

  it('is refused when the scan finds what its preview did not show, and leaves nothing', async () => {
    const path = join(test.folder, 'a.twicewise');
    const asked = { selection: { everything: true }, path, digest: 'of another preview' } as const;
    const { error } = await test.ended((await test.call('bundle.export', asked)).job.id);
    expect(error).toMatchObject({
      code: 'conflict',
      reason: 'changed_since',
      message: 'The scan finds something else than the preview showed; nothing was written.',
      hint: 'Look at the preview again (bundle.previewExport) and repeat with its digest.',
    });
    expect(readdirSync(test.folder).filter((name) => name.includes('a.twicewise') || name.endsWith('.part'))).toEqual(
      [],
    );
  });

  it('says of which time it is, and what it leaves out', async () => {
    const manifest = async () => {
      const files = await unpacked(await exportTo(test, 'a.twicewise'));
      return JSON.parse(String(files['manifest.json'])) as Record<string, unknown>;
    };
    const [lesson] = (await test.call('reflection.list', { projectId: 'shop' })).items;
    const id = lesson?.id ?? '';
    const later = () => {
      test.now += 60_000;
      return new Date(test.now).toISOString();
    };
    const edited = later();
    await test.call('reflection.update', { id, changes: { text: 'edited' } });
    expect(await manifest()).toMatchObject({ asOf: edited, notCarried: [...NOT_CARRIED], formatVersion: 1 });
    const judged = later();
    await test.call('memory.feedback', { reflectionId: id, verdict: 'harmful' });
    expect((await manifest()).asOf).toBe(judged);
    const begun = later();
    await test.call('session.start', { projectId: 'shop' });
    expect((await manifest()).asOf).toBe(begun);
    const empty = new TestCore();
    const files = await unpacked(await exportTo(empty, 'a.twicewise'));
    expect(JSON.parse(String(files['manifest.json']))).toMatchObject({ asOf: null });
    expect(Object.keys(files)).toHaveLength(BUNDLE_KINDS.length + 1);
    await empty.remove();
  });
});

describe('an export of which the program ended just before it said that it was done', () => {
  const selection = { everything: true } as const;
  let path: string;
  let id: string;
  let result: unknown;

  beforeEach(async () => {
    path = join(test.folder, 'a.twicewise');
    const { digest } = await test.call('bundle.previewExport', { selection });
    id = (await test.call('bundle.export', { selection, path, digest })).job.id;
    result = (await test.ended(id)).result;
  });
  const goesOn = async () => {
    await damage(test, `UPDATE job SET state = 'running', result = NULL WHERE id = '${id}'`);
    return test.ended(id);
  };

  it('is done with the file that is there', async () => {
    const { ino } = statSync(path);
    expect(await goesOn()).toMatchObject({ state: 'done', result });
    expect(statSync(path).ino).toBe(ino);
  });

  it('writes the file anew if it is gone, and leaves another one that is there by then', async () => {
    rmSync(path);
    const part = join(test.folder, `.${id}.part`);
    writeFileSync(part, 'what was written before');
    expect(await goesOn()).toMatchObject({ state: 'done', result: { records: expect.any(Number) } });
    expect([existsSync(path), existsSync(part)]).toEqual([true, false]);
    writeFileSync(path, 'another');
    expect(await goesOn()).toMatchObject({ state: 'failed', error: { reason: 'bad_file' } });
    expect(readFileSync(path, 'utf8')).toBe('another');
  });
});

describe('an export of a memory in which the text of a turn is missing', () => {
  it('says which one, in the preview as well, and writes nothing', async () => {
    const selection = { everything: true } as const;
    const path = join(test.folder, 'a.twicewise');
    const { digest } = await test.call('bundle.previewExport', { selection });
    const [turn] = ids('SELECT turn_id AS id FROM turn_part LIMIT 1');
    await damage(test, `DELETE FROM turn_part WHERE turn_id = '${turn}' AND place = 0`);
    const missing = {
      code: 'unavailable',
      reason: 'damaged',
      message: `The text of part 0 of the turn ${turn} is not as it was written: the memory file is damaged.`,
    };
    expect(await test.fail('bundle.previewExport', { selection })).toMatchObject(missing);
    const { job } = await test.call('bundle.export', { selection, path, digest });
    expect(await test.ended(job.id)).toMatchObject({ state: 'failed', error: missing });
    expect(readdirSync(test.folder).filter((name) => /twicewise$|part$/.test(name))).toEqual([]);
  });
});

describe('an export of many records', () => {
  it('says how far it is after each thousand or more', async () => {
    const file = join(test.folder, 'lessons.jsonl');
    const lessons = Array.from({ length: 4000 }, (_, n) => ({ id: `n${n}`, title: `lesson ${n}`, projectId: 'shop' }));
    writeFileSync(file, lessons.map((lesson) => JSON.stringify(lesson)).join('\n'));
    await test.ended((await test.call('import.lessons', { path: file, projectId: 'shop' })).job.id);
    const selection = { everything: true } as const;
    const path = join(test.folder, 'a.twicewise');
    const { digest } = await test.call('bundle.previewExport', { selection });
    const seen: { done: number; total: number | null }[] = [];
    const unsubscribe = test.core.subscribe(() => {
      const [row] = test.rows<{ done: number; total: number | null }>(
        "SELECT done, total FROM job WHERE kind = 'export' AND state = 'running'",
      );
      if (row) seen.push(row);
    });
    const { job } = await test.call('bundle.export', { selection, path, digest });
    const { result, total } = await test.ended(job.id);
    unsubscribe();
    expect(result).toMatchObject({ records: total });
    // Before the first thousand only the total is known; at the end all is done.
    const known = seen.filter((row) => row.total !== null);
    expect(new Set(known.map((row) => row.total))).toEqual(new Set([total]));
    const done = [...new Set(known.map((row) => row.done))];
    expect([done[0], done.at(-1)]).toEqual([0, total]);
    const steps = done.slice(1, -1).map((count, at) => count - (done[at] ?? 0));
    expect(steps.length).toBeGreaterThanOrEqual(2);
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(1000);
  });
});

describe('the state of a memory that is exported', () => {
  const OPEN = '/proc/self/fd';
  /** How many times this process has the file of the memory open. */
  const opened = () =>
    readdirSync(OPEN).filter((handle) => {
      try {
        return readlinkSync(join(OPEN, handle)) === test.paths.database;
      } catch {
        return false;
      }
    }).length;

  // A state that stays open keeps the log of the database from being emptied. SQLite closes a file late, and uses it for the
  // next state: only what comes with each further round stays.
  it.skipIf(!existsSync(OPEN))('is let go after the preview and after the export, and when they fail', async () => {
    const selection = { everything: true } as const;
    const round = async () => {
      const counts = [];
      const { digest } = await test.call('bundle.previewExport', { selection });
      counts.push(opened());
      for (const known of [digest, 'of another preview']) {
        const path = join(test.folder, 'a.twicewise');
        const { job } = await test.call('bundle.export', { selection, path, digest: known, overwrite: true });
        await test.ended(job.id);
        counts.push(opened());
      }
      return counts;
    };
    await round();
    const before = opened();
    expect(before).toBeGreaterThan(0);
    expect(await round()).toEqual([before, before, before]);
  });
});

describe('a bundle that can be packed so well that it looks like a bomb', () => {
  it('is written as it is, and can be read', async () => {
    const text = 'a'.repeat(1_000_000);
    const count = Math.ceil(BUNDLE_LIMITS.tightBytes / text.length) + 1;
    const record = (n: number): Carried => ({
      kind: 'source',
      id: `${n}`,
      record: { id: `${n}`, system: text, extra: {} },
      ancestors: [],
      unknown: [],
    });
    const path = join(test.folder, 'tight.part');
    const written = await writeBundle(
      path,
      async function* (kind) {
        if (kind === 'source') for (let n = 0; n < count; n++) yield record(n);
      },
      () => rmSync(path),
    );
    expect(written).toEqual({ bytes: statSync(path).size, sha256: hashOf(path), records: count });
    expect(written.bytes).toBeGreaterThan(count * text.length);
    const bundle = await openBundle(path);
    expect(bundle.records).toBe(count);
    bundle.close();
  });
});
