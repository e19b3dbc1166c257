import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, damage, person, TestCore } from './harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const lesson = { taskDescription: 't', outcome: 'success' as const };
const NO_PROJECT = 'proj_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const NO_SESSION = 'sess_01ARZ3NDEKTSV4RRFFQ69G5FAV';

describe('a project known by name only', () => {
  it('becomes that of the first folder of its name, for reading and writing; the next folder has its own', async () => {
    const test = new TestCore();
    const imported = await test.store({ taskDescription: 'Fix the login timeout', projectId: 'shop' });
    const agent = agentIn('/work/shop');
    const found = await test.call('reflection.search', { taskDescription: 'login timeout' }, agent);
    expect(found.hits.map(({ reflection }) => reflection.id)).toEqual([imported.id]);
    const { reflection, notes } = await test.call(
      'reflection.store',
      { taskDescription: 't', outcome: 'success' },
      agent,
    );
    expect(reflection.projectId).toBe(imported.projectId);
    expect(notes.join()).toContain('/work/shop');
    const other = await test.call(
      'reflection.store',
      { taskDescription: 't', outcome: 'success' },
      agentIn('/other/shop'),
    );
    expect(other.reflection.projectId).not.toBe(imported.projectId);
    await test.remove();
  });
});

describe('white space around the name of a project', () => {
  const of = async (projectId: string) => (await test.store({ projectId })).projectId;

  it('makes no other project, in writing, reading and renaming', async () => {
    const id = await of('shop');
    expect(await of(' shop ')).toBe(id);
    expect((await test.call('reflection.list', { projectId: 'shop\t' })).items).toHaveLength(2);
    expect((await test.call('project.get', { id: ' shop' })).project.id).toBe(id);
    await of('  new  ');
    expect((await test.call('project.list', {})).items.map(({ name }) => name).toSorted()).toEqual(['new', 'shop']);
    expect(await of(` ${id} `)).toBe(id);
    expect((await test.fail('project.get', { id: ' none ' })).message).toContain('"none"');
    expect((await test.store({ projectId: ' shop ' }, agentIn('/work/shop'))).projectName).toBe('shop');
    const failure = await test.fail('project.rename', { id: 'new', name: ' shop' });
    expect(failure.message).toContain('shop');
    expect((await test.call('project.rename', { id: 'new', name: ' till ' })).project.name).toBe('till');
  });

  it('is part of the name of a project that is called just so, from an earlier version', async () => {
    const [plain, odd] = [await of('shop'), await of('other')];
    await damage(test, `UPDATE project SET name = ' shop', native_id = ' shop' WHERE id = '${odd}'`);
    expect([await of('shop'), await of(' shop'), await of(' shop ')]).toEqual([plain, odd, plain]);
  });
});

describe('the project of a lesson', () => {
  it('is the folder of the caller: two worktrees of one repository are one project', async () => {
    const main = await test.call('reflection.store', lesson, agentIn('/work/shop'));
    const worktree = agentIn('/work/shop', {
      project: { folder: { key: '/work/shop/.git', root: '/work/shop-fix', name: 'shop' } },
    });
    const other = await test.call('reflection.store', lesson, worktree);
    expect(other.reflection.projectId).toBe(main.reflection.projectId);
    const { project } = await test.call('project.get', { id: main.reflection.projectId });
    expect(project).toMatchObject({
      name: 'shop',
      gitCommonDir: '/work/shop/.git',
      root: '/work/shop',
      reflections: 2,
    });
  });

  it('is another one for another folder of the same name', async () => {
    const a = await test.call('reflection.store', lesson, agentIn('/work/shop'));
    const b = await test.call('reflection.store', lesson, agentIn('/other/shop'));
    expect(a.reflection.projectId).not.toBe(b.reflection.projectId);
  });

  it('is "unsorted", said in a note, for a home folder and for a caller without one', async () => {
    const home = await test.call('reflection.store', lesson, agentIn(null));
    expect(home.reflection.projectName).toBe('unsorted');
    expect(home.notes[0]).toContain('unsorted');
    const none = await test.call('reflection.store', lesson, person);
    expect(none.reflection.projectId).toBe(home.reflection.projectId);
    expect(none.notes[0]).toContain('Pass projectId');
  });

  it('is the named one before all else, by our id, by its own or by its name', async () => {
    const { reflection } = await test.call('reflection.store', { ...lesson, projectId: 'mine' }, person);
    expect(reflection.projectName).toBe('mine');
    await test.call('project.rename', { id: 'mine', name: 'ours' });
    for (const projectId of ['mine', 'ours', reflection.projectId]) {
      expect((await test.store({ projectId })).projectId).toBe(reflection.projectId);
    }
  });

  it('is decided by a session that exists, when none is named', async () => {
    const { reflection } = await test.call('reflection.store', { ...lesson, projectId: 'p', sessionId: 's' });
    const later = await test.call('reflection.store', { ...lesson, sessionId: 's' });
    expect(later.reflection).toMatchObject({ projectId: reflection.projectId, sessionId: reflection.sessionId });
    expect(later.notes).toEqual([]);
  });

  it('is the own folder for a caller that has one, whatever sessions of that name exist elsewhere', async () => {
    await test.call('reflection.store', { ...lesson, projectId: 'p', sessionId: 's' });
    const later = await test.call('reflection.store', { ...lesson, sessionId: 's' }, agentIn('/work/shop'));
    expect(later.reflection.projectName).toBe('shop');
    expect(later.created).toEqual({ project: true, session: true });
  });

  it('of an id that does not exist is not made up', async () => {
    expect(await test.fail('reflection.store', { ...lesson, projectId: NO_PROJECT })).toMatchObject({
      code: 'not_found',
    });
    expect(await test.fail('reflection.store', { ...lesson, sessionId: NO_SESSION })).toMatchObject({
      code: 'not_found',
    });
    expect((await test.call('project.list', {})).items).toEqual([]);
  });
});

describe('the session of a lesson', () => {
  it('is made on first use and found again, one per project', async () => {
    const a = await test.store({ projectId: 'a', sessionId: 'same' });
    const b = await test.store({ projectId: 'b', sessionId: 'same' });
    const again = await test.store({ projectId: 'a', sessionId: 'same' });
    expect(a.sessionId).not.toBe(b.sessionId);
    expect(again.sessionId).toBe(a.sessionId);
    const both = await test.call('reflection.list', { sessionId: 'same' });
    expect(both.items).toHaveLength(3);
    expect((await test.call('reflection.list', { sessionId: 'same', projectId: 'b' })).items).toHaveLength(1);
    expect(await test.fail('session.get', { id: 'same' })).toMatchObject({ code: 'invalid_input' });
    expect((await test.call('session.get', { id: 'same', projectId: 'b' })).session.id).toBe(b.sessionId);
  });

  it('of the same name means the one of the own project, for an agent', async () => {
    const shop = agentIn('/work/shop');
    const mine = await test.call('reflection.store', { ...lesson, sessionId: 'same' }, shop);
    await test.store({ projectId: 'other', sessionId: 'same' });
    expect((await test.call('session.get', { id: 'same' }, shop)).session.id).toBe(mine.reflection.sessionId);
    const recent = await test.call('reflection.recent', { sessionId: 'same' }, shop);
    expect(recent.items.map((item) => item.id)).toEqual([mine.reflection.id]);
    expect((await test.call('session.end', { sessionId: 'same' }, shop)).session.id).toBe(mine.reflection.sessionId);
  });

  it('is the one of the connection by default, in its own project only', async () => {
    const caller = agentIn('/work/shop', { session: 'c1' });
    await test.store({ projectId: 'other', sessionId: 'c1' });
    expect((await test.call('reflection.recent', {}, caller)).items).toEqual([]);
    const { reflection } = await test.call('reflection.store', lesson, caller);
    expect(reflection).toMatchObject({ sessionNativeId: 'c1', projectName: 'shop' });
    expect((await test.call('reflection.recent', {}, caller)).items.map((item) => item.id)).toEqual([reflection.id]);
  });

  it('of another project than the named one is refused', async () => {
    const { sessionId } = await test.store({ projectId: 'a', sessionId: 's' });
    const failure = await test.fail('reflection.store', { ...lesson, projectId: 'b', sessionId });
    expect(failure).toMatchObject({ code: 'invalid_input' });
    expect(failure.message).toContain('another project');
  });

  it('is started once, ended once, and keeps its outcome unknown until it is given', async () => {
    const parent = await test.call('session.start', { projectId: 'p', goal: 'the whole', agent: 'a' });
    const started = await test.call('session.start', {
      sessionId: 's',
      projectId: 'p',
      parentId: parent.session.id,
      branch: 'main',
      extra: { k: 1 },
    });
    expect(started.session).toMatchObject({
      parentId: parent.session.id,
      branch: 'main',
      outcome: 'unknown',
      extra: { k: 1 },
    });
    const again = await test.call('session.start', { sessionId: 's', projectId: 'p' });
    expect(again).toMatchObject({ operationId: null, session: { id: started.session.id } });
    test.now += 60_000;
    const ended = await test.call('session.end', { sessionId: 's', projectId: 'p' });
    expect(ended.session).toMatchObject({
      endedAt: '2026-03-01T12:01:00.000Z',
      outcome: 'unknown',
      outcomeSource: 'defaulted',
    });
    test.now += 60_000;
    const corrected = await test.call('session.end', { sessionId: 's', outcome: 'failure', outcomeSource: 'measured' });
    expect(corrected.session).toMatchObject({
      endedAt: '2026-03-01T12:01:00.000Z',
      outcome: 'failure',
      outcomeSource: 'measured',
    });
    expect(await test.fail('session.end', { sessionId: 'nobody' })).toMatchObject({ code: 'not_found' });
  });
});

describe('what does not exist', () => {
  it('is an empty answer for a filter and not_found for a name that must be there', async () => {
    await test.store();
    for (const filter of [
      { projectId: 'x' },
      { sessionId: 'x' },
      { projectId: NO_PROJECT },
      { sessionId: NO_SESSION },
    ]) {
      expect((await test.call('reflection.list', { ...filter, withTotal: true })).total).toBe(0);
      expect((await test.call('reflection.recent', filter)).items).toEqual([]);
    }
    for (const [name, input] of [
      ['project.get', { id: 'x' }],
      ['project.rename', { id: NO_PROJECT, name: 'y' }],
      ['session.get', { id: 'x' }],
      ['session.list', { projectId: 'x' }],
      ['job.get', { id: 'job_01ARZ3NDEKTSV4RRFFQ69G5FAV' }],
      ['backup.restore', { name: 'x' }],
    ] as const) {
      expect(await test.fail(name, input)).toMatchObject({ code: 'not_found' });
    }
  });
});

describe('lists of projects and sessions', () => {
  it('are ordered by activity and by start, and walk through by cursor', async () => {
    for (let n = 0; n < 7; n++) {
      test.now += 1000;
      await test.store({ projectId: `p${n}`, sessionId: 's' });
    }
    test.now += 1000;
    await test.store({ projectId: 'p2' });
    const names: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await test.call('project.list', { limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      names.push(...page.items.map((item) => item.name));
      cursor = page.nextCursor;
    }
    expect(names).toEqual(['p2', 'p6', 'p5', 'p4', 'p3', 'p1', 'p0']);
    const sessions = await test.call('session.list', { limit: 3 });
    expect(sessions.items.map((item) => item.seq)).toEqual(
      sessions.items.map((item) => item.seq).sort((a, b) => b - a),
    );
    expect((await test.call('session.list', { cursor: sessions.nextCursor ?? '', limit: 10 })).items).toHaveLength(4);
    expect((await test.call('project.list', { limit: 0 })).items).toEqual([]);
    expect(await test.fail('project.list', { cursor: 'nonsense' })).toMatchObject({ code: 'invalid_input' });
  });
});
