import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump, seeded, TestCore } from '../harness.ts';
import { exportTo, filled, importFrom, standings } from './bundle-harness.ts';

// Two people with copies of the same memory: `here` and `there` contain the same records, and then each person changes some.

let here: TestCore;
let there: TestCore;
beforeEach(async () => {
  here = await filled();
  there = new TestCore({ random: seeded(7) });
  await importFrom(there, await exportTo(here, 'start.twicewise'));
});
afterEach(async () => {
  await here.remove();
  await there.remove();
});

async function lesson(test: TestCore) {
  const { items } = await test.call('reflection.list', { text: 'Retry' });
  const [found] = items;
  if (!found) throw new Error('the lesson is missing');
  return found;
}

async function edit(test: TestCore, text: string): Promise<void> {
  const { id } = await lesson(test);
  await test.call('reflection.update', { id, changes: { text } });
}

const back = () => exportTo(there, 'back.twicewise');
const text = async (test: TestCore) => (await lesson(test)).text;

describe('an import into a memory with the same records', () => {
  it('takes over what changed there only, and one undo takes it back exactly', async () => {
    await edit(there, 'from there');
    const path = await back();
    expect(await standings(here, path)).toMatchObject({ changedThere: 1, conflicting: 0, new: 0 });
    const before = dump(here);
    const job = await importFrom(here, path);
    expect([job.result, await text(here)]).toEqual([
      expect.objectContaining({ written: 1, undecided: 0 }),
      'from there',
    ]);
    expect(await standings(here, path)).toMatchObject({ changedThere: 0, conflicting: 0 });
    await here.call('operation.undo', { jobId: job.id });
    expect(dump(here)).toBe(before);
  });

  it('leaves what changed here only', async () => {
    await edit(here, 'from here');
    expect(await standings(here, await back())).toMatchObject({ changedHere: 1, conflicting: 0, changedThere: 0 });
    expect(await importFrom(here, await back())).toMatchObject({ result: { written: 0, undecided: 0 } });
    expect(await text(here)).toBe('from here');
  });

  it('leaves a conflict as it is until a person decides', async () => {
    await edit(here, 'from here');
    await edit(there, 'from there');
    const before = dump(here);
    const { items } = await here.call('bundle.preview', { path: await back() });
    expect(items).toMatchObject([{ kind: 'reflection', standing: 'conflicting', fields: ['text'] }]);
    expect(await importFrom(here, await back())).toMatchObject({ result: { written: 0, undecided: 1 } });
    expect(dump(here)).toBe(before);
  });

  it('knows from a third memory that two changes are a conflict, not a later version', async () => {
    // `there` was copied before this edit, and its own export does not contain it.
    await edit(here, 'later here');
    await exportTo(here, 'seen.twicewise');
    await edit(there, 'later there');
    expect(await standings(here, await back())).toMatchObject({ conflicting: 1, changedThere: 0 });
  });

  it.each(['mine', 'theirs', 'both'] as const)('remembers that a conflict was decided: %s', async (choice) => {
    await edit(here, 'from here');
    await edit(there, 'from there');
    const path = await back();
    const { id } = await lesson(here);
    const before = dump(here);
    const job = await importFrom(here, path, { choices: { items: { [id]: choice } } });
    expect(job.state).toBe('done');
    const texts = (await here.call('reflection.list', { text: 'Retry' })).items.map((item) => item.text).sort();
    const wanted = { mine: ['from here'], theirs: ['from there'], both: ['from here', 'from there'] };
    expect(texts).toEqual(wanted[choice]);
    const decided = dump(here);
    expect(await standings(here, path)).toMatchObject({ conflicting: 0, changedThere: 0, new: 0 });
    expect(await importFrom(here, path, { choices: { items: { [id]: choice } } })).toMatchObject({ state: 'done' });
    // A copy that was made is found again by its content.
    expect(dump(here)).toBe(decided);
    await here.call('operation.undo', { jobId: job.id });
    expect(dump(here)).toBe(before);
  });

  it.each(['mine', 'theirs'] as const)('asks a person which value of a setting counts: %s', async (choice) => {
    const key = 'review.draftProjects';
    const value = async () => (await here.call('settings.get', {})).settings[key];
    const mine = await value();
    await there.call('settings.set', { changes: { [key]: [] } });
    const path = await back();
    const { items } = await here.call('bundle.preview', { path });
    expect(items).toMatchObject([{ kind: 'setting', id: key, standing: 'conflicting', fields: ['value'] }]);
    expect(await importFrom(here, path)).toMatchObject({ result: { written: 0, undecided: 1 } });
    expect(await value()).toEqual(mine);
    const { result } = await importFrom(here, path, { choices: { items: { [key]: choice } } });
    expect(result).toMatchObject({ written: choice === 'mine' ? 0 : 1, undecided: 0 });
    expect(await value()).toEqual(choice === 'mine' ? mine : []);
  });

  it('takes over the time of a version and what follows from its text, and is known to be later elsewhere', async () => {
    const third = new TestCore({ random: seeded(8) });
    await edit(here, 'from here');
    await importFrom(third, await exportTo(here, 'seen.twicewise'));
    there.now += 3_600_000;
    await edit(there, 'from there');
    const theirs = await lesson(there);
    const path = await back();
    const choices = { changedThere: 'theirs', conflicting: 'theirs' } as const;
    expect((await importFrom(here, path, { choices })).result).toMatchObject({ written: 1, undecided: 0 });
    const mine = await lesson(here);
    expect(mine).toMatchObject({ text: 'from there', updatedAt: theirs.updatedAt });
    // Storing the same once more is noticed, by the hash of its texts.
    const { taskDescription, outcome, text: said, whatDidNotWork, tags, extra } = mine;
    const same = { taskDescription, outcome, text: said, whatDidNotWork, tags, extra, projectId: 'web' };
    expect((await here.call('reflection.store', same)).identicalTo).toEqual([mine.id]);
    // The third memory has the version that was given up here.
    const later = await exportTo(here, 'later.twicewise', { ids: [mine.id] });
    expect(await standings(third, later)).toMatchObject({ changedThere: 1, conflicting: 0 });
    await third.remove();
  });

  it('keeps the time of a version that a person prefers to that of the bundle', async () => {
    await edit(here, 'from here');
    const { updatedAt } = await lesson(here);
    here.now += 3_600_000;
    await edit(there, 'from there');
    await importFrom(here, await back(), { choices: { conflicting: 'mine', changedThere: 'theirs' } });
    expect(await lesson(here)).toMatchObject({ text: 'from here', updatedAt });
  });

  it('makes one copy of each version that is kept beside that of here, which other memories can read', async () => {
    await edit(here, 'from here');
    const choices = { conflicting: 'both', changedThere: 'both' } as const;
    for (const version of ['one', 'two']) {
      await edit(there, version);
      await here.call('project.rename', { id: 'shop', name: `shop ${version}` });
      await there.call('project.rename', { id: 'shop', name: `shop of ${version}` }).catch(() => null);
      await importFrom(here, await back(), { choices });
    }
    const { items } = await here.call('reflection.list', { text: 'Retry' });
    expect(items.map(({ text: said }) => said).sort()).toEqual(['from here', 'one', 'two']);
    // Nothing but lessons is doubled.
    expect((await here.call('project.list', {})).items).toHaveLength(2);
    const third = new TestCore({ random: seeded(8) });
    const path = await exportTo(here, 'all.twicewise');
    expect(await importFrom(third, path)).toMatchObject({ state: 'done' });
    expect(await standings(third, path)).toMatchObject({ new: 0, conflicting: 0, changedHere: 0, changedThere: 0 });
    await third.remove();
  });

  it('counts what it left, whatever the reason', async () => {
    const key = 'review.draftProjects';
    await edit(here, 'from here');
    await there.call('settings.set', { changes: { [key]: [] } });
    const path = await back();
    const { kinds } = await here.call('bundle.preview', { path });
    const all = kinds.reduce((sum, { total }) => sum + total, 0);
    const { result } = await importFrom(here, path, { choices: { items: { [key]: 'mine' } } });
    expect(result).toEqual({ written: 0, left: all, undecided: 0, redacted: 0 });
  });

  it('is refused when what is to be decided changed once more since the preview', async () => {
    await edit(there, 'from there');
    await edit(here, 'from here');
    const path = await back();
    const { digest } = await here.call('bundle.preview', { path });
    await edit(here, 'from here again');
    const choices = { conflicting: 'theirs' } as const;
    const { job } = await here.call('bundle.import', { path, digest, choices });
    expect(await here.ended(job.id)).toMatchObject({ state: 'failed', error: { reason: 'changed_since' } });
    expect(await text(here)).toBe('from here again');
  });

  it('is refused when something changed since the preview, and writes nothing', async () => {
    await edit(there, 'from there');
    const path = await back();
    const { digest } = await here.call('bundle.preview', { path });
    await edit(here, 'from here');
    const before = dump(here);
    const { job } = await here.call('bundle.import', { path, digest });
    expect(await here.ended(job.id)).toMatchObject({ state: 'failed', error: { code: 'conflict' } });
    expect(dump(here)).toBe(before);
  });
});

describe('a bundle of someone else', () => {
  it('comes as drafts with a note of where it is from, and knows them again', async () => {
    const mine = new TestCore({ random: seeded(9) });
    const path = await exportTo(here, 'gift.twicewise');
    const job = await importFrom(mine, path, { asDrafts: true });
    const { items } = await mine.call('reflection.list', {});
    expect(items.map(({ state }) => state)).toEqual(['draft', 'draft']);
    const sources = await mine.call('source.list', {});
    expect(sources.items).toMatchObject([
      { id: items[0]?.sourceId, system: 'bundle', path, importer: 'bundle', ruleVersion: 1 },
    ]);
    expect(await standings(mine, path)).toMatchObject({ new: 0, conflicting: 0 });
    await mine.call('operation.undo', { jobId: job.id });
    expect((await mine.call('source.list', {})).items).toEqual([]);
    await mine.remove();
  });

  it('brings what is pinned, archived or of a source of its own as that source says, but pinned by nobody', async () => {
    const { id } = await lesson(here);
    await here.call('reflection.pin', { id });
    const archived = await here.store({ taskDescription: 'archived', projectId: 'web' });
    await here.call('reflection.setState', { id: archived.id, state: 'archived' });
    const mine = new TestCore({ random: seeded(9) });
    await importFrom(mine, await exportTo(here, 'gift.twicewise'), { asDrafts: true });
    const { items } = await mine.call('reflection.list', { projectId: 'web' });
    expect(new Map(items.map((one) => [one.id, [one.state, one.pinned]]))).toEqual(
      new Map([
        [archived.id, ['archived', false]],
        [id, ['draft', false]],
      ]),
    );
    await mine.remove();
  });

  it('leaves its folder to the project that has it here, if it is told to be another one', async () => {
    const agent = { door: 'mcp', author: { kind: 'agent', name: 'agent' }, client: 'c 1', session: null } as const;
    const inShop = { ...agent, project: { folder: { key: '/src/shop/.git', root: '/src/shop', name: 'shop' } } };
    const mine = new TestCore({ random: seeded(9) });
    const own = await mine.store({ projectId: undefined }, inShop);
    const path = await exportTo(here, 'gift.twicewise');
    const { projects } = await mine.call('bundle.preview', { path });
    const shop = projects.find(({ because }) => because === 'same folder');
    expect(shop).toMatchObject({ name: 'shop', into: own.projectId });
    await importFrom(mine, path, { mapping: { [shop?.id ?? '']: null } });
    const folders = (await mine.call('project.list', {})).items.filter(({ name }) => name === 'shop');
    expect(new Map(folders.map(({ id, root }) => [id, root]))).toEqual(
      new Map([
        [own.projectId, '/src/shop'],
        [shop?.id, null],
      ]),
    );
    // An agent in the folder goes on in the project that it knows.
    expect((await mine.store({}, inShop)).projectId).toBe(own.projectId);
    await mine.remove();
  });

  it('goes to projects of the same folder or name, or where it is told', async () => {
    const mine = new TestCore({ random: seeded(9) });
    const own = await mine.store({ projectId: 'web', taskDescription: 'mine' });
    const path = await exportTo(here, 'gift.twicewise', { projects: ['web'] });
    const [project] = (await mine.call('bundle.preview', { path })).projects;
    expect(project).toMatchObject({ into: own.projectId, because: 'same name' });
    await importFrom(mine, path);
    expect((await mine.call('reflection.list', { projectId: 'web', withTotal: true })).total).toBe(2);
    const other = new TestCore({ random: seeded(10) });
    await other.store({ projectId: 'web' });
    await importFrom(other, path, { mapping: { [project?.id ?? '']: null } });
    expect((await other.call('project.list', {})).items).toHaveLength(2);
    await mine.remove();
    await other.remove();
  });
});
