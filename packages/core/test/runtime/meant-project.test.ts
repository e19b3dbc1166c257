import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, person, TestCore } from '../harness.ts';

const WORKTREES: Readonly<Record<string, string[]>> = {
  '/work/shop/.git': ['shop-fix'],
  '/work/site/.git': ['site-fix', 'both'],
  '/work/blog/.git': ['both'],
};
const REPOSITORIES = ['/work/shop-trial', '/work/shop', '/work/site', '/work/blog'];
/** What git reports for the folder that is a worktree. */
const KEYS: Readonly<Record<string, string>> = { '/work/shop-trial': '/work/shop/.git' };

let test: TestCore;
beforeEach(async () => {
  test = new TestCore({
    surroundings: {
      async resolveFolder(folder) {
        const root = REPOSITORIES.find((one) => folder === one || folder.startsWith(`${one}/`)) ?? folder;
        return {
          key: KEYS[root] ?? (REPOSITORIES.includes(root) ? `${root}/.git` : root),
          root,
          name: root.split('/').at(-1) ?? '',
        };
      },
      worktreeNames: async (key) => WORKTREES[key] ?? [],
      transcriptFolder: () => null,
      clients: null,
    },
  });
  for (const folder of ['/work/site', '/work/blog']) await test.call('reflection.store', LESSON, agentIn(folder));
});
afterEach(() => test.remove());

const LESSON = { taskDescription: 'Deploy the site', outcome: 'success' as const };
const agent = agentIn('/work/shop', {
  project: { folder: { key: '/work/shop/.git', root: '/work/shop-trial', name: 'shop' } },
});

async function projectStoredIn(projectId: string, caller = agent) {
  const { reflection } = await test.call('reflection.store', { ...LESSON, projectId }, caller);
  return reflection.projectName;
}

const projects = async () => (await test.call('project.list', {})).items.map(({ name }) => name).sort();

describe('a project that an agent names in its folder', () => {
  it.each([
    ['the name of its repository, of which nothing is stored yet', 'shop'],
    ['the name of its worktree', 'shop-trial'],
    ['the path of its worktree', '/work/shop-trial'],
    ['a path in it', '/work/shop-trial/src'],
    ['the path of the repository', '/work/shop'],
    ['the name of another worktree of the repository', 'shop-fix'],
  ])('is its own by %s', async (_how, projectId) => {
    expect(await projectStoredIn(projectId)).toBe('shop');
    expect(await projects()).toEqual(['blog', 'shop', 'site']);
  });

  it.each(['site', '/work/site', '/work/site/src/pages', 'site-fix'])(
    'is another one that is known: %s',
    async (named) => {
      expect(await projectStoredIn(named)).toBe('site');
      expect(await projects()).toEqual(['blog', 'site']);
    },
  );

  it('is that of a repository of its own within the folder, not the folder', async () => {
    REPOSITORIES.unshift('/work/shop-trial/vendor/site');
    const within = agentIn('/work/shop-trial/vendor/site');
    await test.call('reflection.store', LESSON, within);
    const { reflection } = await test.call(
      'reflection.store',
      { ...LESSON, projectId: '/work/shop-trial/vendor/site' },
      agent,
    );
    REPOSITORIES.shift();
    const { project } = await test.call('project.get', { id: reflection.projectId });
    expect(project.gitCommonDir).toBe('/work/shop-trial/vendor/site/.git');
  });

  it.each(['nowhere', '/work/nowhere', 'both'])('is refused with those there are: %s', async (projectId) => {
    const refused = { code: 'not_found', hint: expect.stringContaining('"blog", "site"') };
    expect(await test.fail('reflection.store', { ...LESSON, projectId }, agent)).toMatchObject(refused);
    // An empty answer would mean that nothing was tried.
    const asked = { taskDescription: 'Deploy', projectId };
    expect(await test.fail('reflection.search', asked, agent)).toMatchObject(refused);
    expect(await test.fail('memory.brief', { task: 'Deploy', projectId }, agent)).toMatchObject(refused);
    expect(await projects()).toEqual(['blog', 'site']);
  });

  it('is refused where several have that name, with the id and the folder of each', async () => {
    REPOSITORIES.push('/other/site');
    await test.call('reflection.store', LESSON, agentIn('/other/site'));
    REPOSITORIES.pop();
    const ids = (await test.call('project.list', {})).items.flatMap(({ name, id }) => (name === 'site' ? [id] : []));
    expect(ids).toHaveLength(2);
    const named = { projectId: 'site' };
    const calls = [
      () => test.fail('reflection.search', { taskDescription: 'Deploy', ...named }, agent),
      () => test.fail('reflection.store', { ...LESSON, ...named }, agent),
      () => test.fail('project.get', { id: 'site' }),
      // A person's filters and writes, which might seem to work: nothing found, or a third project of that name.
      () => test.fail('reflection.list', named),
      () => test.fail('reflection.search', { taskDescription: 'Deploy', ...named }),
      () => test.fail('episode.list', named),
      () => test.fail('attempt.list', named),
      () => test.fail('reflection.store', { ...LESSON, ...named }),
    ];
    for (const call of calls) {
      const refused = await call();
      expect(refused).toMatchObject({
        code: 'invalid_input',
        message: '2 projects are called "site"; nothing was changed.',
      });
      for (const id of ids) expect(refused.hint).toContain(id);
      expect(refused.hint).toContain('(/work/site)');
      expect(refused.hint).toContain('(/other/site)');
    }
  });

  it('of several of that name is no obstacle to a file that names it in a line', async () => {
    const { reflection } = await test.call('reflection.store', { ...LESSON, sessionId: 'one' }, agentIn('/work/site'));
    REPOSITORIES.push('/other/site');
    await test.call('reflection.store', LESSON, agentIn('/other/site'));
    REPOSITORIES.pop();
    const file = join(test.folder, 'lessons.jsonl');
    const named = { ...LESSON, projectId: 'site', sessionId: reflection.sessionId };
    writeFileSync(file, `${JSON.stringify(named)}\n${JSON.stringify({ ...LESSON, projectId: 'other' })}\n`);
    // Asked for by a person, it is refused before anything is read.
    const refused = await test.fail('import.lessons', { path: file, projectId: 'site' });
    expect(refused).toMatchObject({ code: 'invalid_input', hint: expect.stringContaining('(/other/site)') });
    const { job } = await test.call('import.lessons', { path: file });
    expect(await test.ended(job.id)).toMatchObject({ state: 'done' });
  });

  it('is made on first use for who has no folder, and for a person', async () => {
    expect(await projectStoredIn('new', agentIn(null))).toBe('new');
    expect(await projectStoredIn('newer', { ...agent, project: null })).toBe('newer');
    expect(await projectStoredIn('newest', person)).toBe('newest');
  });
});
