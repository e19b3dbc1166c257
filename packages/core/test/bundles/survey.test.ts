import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dump, seeded, TestCore } from '../harness.ts';
import { exportTo, filled, importFrom } from './bundle-harness.ts';
import { declared, type Files, pack, unpacked } from './hostile-archives.ts';

// What a preview says of a bundle, and for what it is refused as a whole. Made once: a memory with every kind of record.

let from: TestCore;
let files: Files;
let to: TestCore;
beforeAll(async () => {
  from = await filled();
  const file = join(from.folder, 'lessons.jsonl');
  writeFileSync(file, JSON.stringify({ id: 'n1', title: 'from a file' }));
  await from.ended((await from.call('import.lessons', { path: file, projectId: 'shop' })).job.id);
  files = await unpacked(await exportTo(from, 'a.twicewise'));
});
afterAll(() => from.remove());
beforeEach(() => {
  to = new TestCore({ random: seeded(9) });
});
afterEach(() => to.remove());

type Line = Record<string, unknown> & { id: string };
const linesOf = (name: string) =>
  String(files[name])
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
const joined = (lines: readonly object[]) => Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

/** The bundle with other lines in some of its files. */
async function withLines(changed: Readonly<Record<string, readonly object[]>>): Promise<string> {
  const path = join(to.folder, 'b.twicewise');
  const others = Object.entries(changed).map(([name, lines]) => [name, joined(lines)]);
  await pack(path, declared({ ...files, ...Object.fromEntries(others) }));
  return path;
}

/** The message of the refusal of the bundle with one line changed. */
async function refusal(name: string, fields: object): Promise<string> {
  const [first, ...rest] = linesOf(name);
  const path = await withLines({ [name]: [{ ...first, ...fields }, ...rest] });
  return (await to.fail('bundle.preview', { path })).message;
}

const REFERRING = {
  'sessions.jsonl': ['project', 'source'],
  'reflections.jsonl': ['project', 'source', 'session'],
  'episodes.jsonl': ['source', 'session'],
  'claims.jsonl': ['project', 'source', 'session'],
  'attempts.jsonl': ['project', 'source', 'session'],
  'turns.jsonl': ['project', 'source', 'session'],
} as const;
const PREFIX = { project: 'proj', source: 'src', session: 'sess' };

describe('the preview of a bundle', () => {
  it.each(Object.entries(REFERRING))(
    'is refused where a line of %s refers to what is not there',
    async (name, kinds) => {
      const [{ id } = { id: '' }] = linesOf(name);
      for (const kind of kinds)
        expect(await refusal(name, { [`${kind}Id`]: `${PREFIX[kind]}_${id.split('_')[1]}` }), kind).toBe(
          `${id} refers to a ${kind} that is not in the bundle; nothing was changed.`,
        );
    },
  );

  it('is refused where a parent of a session is not there, or ids are not in their order', async () => {
    expect(await refusal('sessions.jsonl', { parentId: `sess_${'0'.repeat(26)}` })).toBe(
      'A session refers to a session that is not in the bundle; nothing was changed.',
    );
    const [one, other] = linesOf('projects.jsonl') as [Line, Line];
    for (const lines of [
      [other, one],
      [one, one],
    ])
      expect((await to.fail('bundle.preview', { path: await withLines({ 'projects.jsonl': lines }) })).message).toBe(
        'Line 2 of projects.jsonl is not in the order of ids, or the id is there twice; nothing was changed.',
      );
  });

  it('stands for this very bundle and where it goes: an import with that of another is refused', async () => {
    await to.store({ projectId: 'mine' });
    const path = await withLines({});
    const { digest, projects } = await to.call('bundle.preview', { path });
    const before = dump(to);
    const refused = async (fields: object) => {
      const { job } = await to.call('bundle.import', { path, digest, ...fields });
      expect(await to.ended(job.id)).toMatchObject({ state: 'failed', error: { reason: 'changed_since' } });
      expect(dump(to)).toBe(before);
    };
    await refused({ mapping: { [projects[0]?.id ?? '']: 'mine' } });
    const [lesson, ...others] = linesOf('reflections.jsonl');
    await withLines({ 'reflections.jsonl': [{ ...lesson, text: 'other' }, ...others] });
    await refused({});
  });

  it('takes a bundle that lacks files of some kinds, as that of an older version does', async () => {
    const { 'turns.jsonl': _turns, 'attempts.jsonl': _attempts, ...rest } = files;
    const manifest = JSON.parse(String(rest['manifest.json'])) as { files: { kind: string }[] };
    manifest.files = manifest.files.filter(({ kind }) => kind !== 'turn' && kind !== 'attempt');
    const path = join(to.folder, 'b.twicewise');
    await pack(path, declared({ ...rest, 'manifest.json': Buffer.from(JSON.stringify(manifest)) }));
    expect(await importFrom(to, path)).toMatchObject({ state: 'done', result: { undecided: 0 } });
    expect((await to.call('reflection.list', {})).items).toHaveLength(3);
  });

  it('leads to an import that leaves secrets out, and counts them each time', async () => {
    const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
    const [lesson, ...others] = linesOf('reflections.jsonl');
    const path = await withLines({ 'reflections.jsonl': [{ ...lesson, text: `with ${secret}` }, ...others] });
    expect((await importFrom(to, path)).result).toMatchObject({ redacted: 1 });
    const once = dump(to);
    expect(once).not.toContain(secret);
    expect(await importFrom(to, path)).toMatchObject({ state: 'done', result: { written: 0, redacted: 1 } });
    expect(dump(to)).toBe(once);
  });

  it('says of each item that differs what it is called, and in what it differs', async () => {
    await importFrom(to, await withLines({}));
    const changed = (name: string, fields: object) => ({
      [name]: linesOf(name).map((line) => ({ ...line, ...fields })),
    });
    const path = await withLines({
      ...changed('projects.jsonl', { name: 'renamed', settings: { odd: 1 } }),
      ...changed('sessions.jsonl', { goal: 'g'.repeat(301) }),
      ...changed('reflections.jsonl', { taskDescription: 'other task', text: 'other text' }),
      ...changed('episodes.jsonl', { task: 'other episode' }),
      ...changed('claims.jsonl', { note: 'other note' }),
      ...changed('attempts.jsonl', { task: 'other attempt' }),
      ...changed('turns.jsonl', { model: 'm' }),
    });
    const { items } = await to.call('bundle.preview', { path });
    const said = (kind: string) => items.find((item) => item.kind === kind);
    expect(said('project')).toMatchObject({ title: 'renamed', fields: ['name', 'settings'], standing: 'conflicting' });
    expect(said('session')).toMatchObject({ title: 'g'.repeat(300), fields: ['goal'] });
    expect(said('reflection')).toMatchObject({ title: 'other task', fields: ['taskDescription', 'text'] });
    expect(said('episode')).toMatchObject({ title: 'other episode', fields: ['task'] });
    expect(said('claim')).toMatchObject({ title: 'other note', fields: ['note'] });
    expect(said('attempt')).toMatchObject({ title: 'other attempt' });
    expect(said('turn')?.title).toBe(said('turn')?.id);
  });

  it('names fifty items that differ, two hundred projects and fifty unknown fields, and counts all', async () => {
    const [lesson] = linesOf('reflections.jsonl');
    const [project] = linesOf('projects.jsonl');
    const numbered = (line: Line | undefined, n: number) => `${line?.id.slice(0, -3)}${String(n).padStart(3, '0')}`;
    const lessons = (fields: (n: number) => object) =>
      Array.from({ length: 60 }, (_, n) => ({ ...lesson, id: numbered(lesson, n), ...fields(n) }));
    const others = linesOf('projects.jsonl').filter(({ id }) => id !== project?.id);
    const projects = Array.from({ length: 200 }, (_, n) => ({ ...project, id: numbered(project, n), name: `p ${n}` }));
    const all = [
      ...projects.map((one) => ({ ...one, gitCommonDir: null, nativeId: null })),
      project,
      ...others,
    ] as Line[];
    const base = {
      'projects.jsonl': all.sort((a, b) => (a.id < b.id ? -1 : 1)),
      'reflections.jsonl': lessons(() => ({})),
      'feedback.jsonl': [],
    };
    await importFrom(to, await withLines({ ...base, 'attempts.jsonl': [] }));
    const path = await withLines({
      ...base,
      'attempts.jsonl': [],
      'reflections.jsonl': lessons((n) => ({ text: `other ${n}`, [`unknown${n}`]: 1, zeta: n, ['x'.repeat(90)]: 1 })),
    });
    const preview = await to.call('bundle.preview', { path });
    expect([preview.items.length, preview.projects.length, Object.keys(preview.unknown).length]).toEqual([50, 200, 50]);
    expect(preview.items[0]).toMatchObject({ title: lesson?.taskDescription, standing: 'conflicting' });
    expect(preview.unknown).toMatchObject({ 'field zeta': 60, 'field unknown0': 1, [`field ${'x'.repeat(80)}`]: 60 });
    const counted = Object.fromEntries(preview.kinds.map(({ kind, ...counts }) => [kind, counts]));
    expect(counted.reflection).toMatchObject({ total: 60, conflicting: 60, new: 0, identical: 0 });
    expect(counted.project).toMatchObject({ total: 202, identical: 202 });
  });

  it('names a file of a kind that is not known here, and refuses it if it is not what the manifest says', async () => {
    const path = join(to.folder, 'b.twicewise');
    const more = (content: string) => {
      const manifest = JSON.parse(String(files['manifest.json'])) as { files: object[] };
      manifest.files.push({ name: 'dreams.jsonl', kind: 'dream', records: 0, bytes: 0, sha256: '0'.repeat(64) });
      return declared({
        ...files,
        'manifest.json': Buffer.from(JSON.stringify(manifest)),
        'dreams.jsonl': Buffer.from(content),
      });
    };
    await pack(path, more('one\ntwo\n'));
    expect((await to.call('bundle.preview', { path })).unknown).toEqual({ 'file dreams.jsonl': 2 });
    await pack(path, { ...more('one\ntwo\n'), 'dreams.jsonl': Buffer.from('one\nTWO\n') });
    expect((await to.fail('bundle.preview', { path })).message).toContain('dreams.jsonl is not the file');
  });
});
