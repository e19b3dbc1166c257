import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@twicewise/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { currentBranch, resolveFolder, resolveFolderSoon } from '../src/project-folder.ts';

const folder = tempFolder('git');
afterAll(folder.remove);

function git(cwd: string, ...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args], { cwd, stdio: 'ignore' });
}

describe('project identity', () => {
  it('two worktrees of one repository are one project', async () => {
    const main = join(folder.path, 'my repo');
    mkdirSync(join(main, 'src'), { recursive: true });
    git(main, 'init', '-q');
    writeFileSync(join(main, 'a'), '');
    git(main, 'add', '.');
    git(main, 'commit', '-qm', 'a');
    const other = join(folder.path, 'other tree');
    git(main, 'worktree', 'add', '-qb', 'other', other);
    const first = await resolveFolder(join(main, 'src'));
    const second = await resolveFolder(other);
    expect(first.key).toBe(realpathSync(join(main, '.git')));
    expect(second.key).toBe(first.key);
    expect([first.name, second.name]).toEqual(['my repo', 'my repo']);
    expect(await currentBranch(other)).toBe('other');
    git(main, 'checkout', '-qb', 'fix/the-cart');
    expect(await currentBranch(join(main, 'src'))).toBe('fix/the-cart');
    git(main, 'checkout', '-q', '--detach');
    expect(await currentBranch(main)).toBeNull();
  });

  it('home, the root and a missing folder are no project', async () => {
    expect((await resolveFolder('/')).key).toBeNull();
    expect((await resolveFolder(folder.path, folder.path)).key).toBeNull();
    expect((await resolveFolder(join(folder.path, 'not there'))).key).toBeNull();
  });

  it('a worktree whose repository is gone does not fail', async () => {
    const stale = join(folder.path, 'stale');
    mkdirSync(stale);
    writeFileSync(join(stale, '.git'), 'gitdir: /nowhere/at/all/.git/worktrees/stale\n');
    expect(await resolveFolder(stale, '/no/home')).toMatchObject({ name: 'stale' });
    expect(await currentBranch(stale)).toBeNull();
  });

  it('a folder outside a repository is a project of its own', async () => {
    const plain = join(folder.path, 'plain');
    mkdirSync(plain);
    expect(await resolveFolder(plain)).toMatchObject({ key: realpathSync(plain), name: 'plain' });
  });

  it('a home that is itself a repository is still no project, a repository in it is one', async () => {
    const home = join(folder.path, 'home');
    mkdirSync(join(home, 'work'), { recursive: true });
    git(home, 'init', '-q');
    git(join(home, 'work'), 'init', '-q');
    expect((await resolveFolder(home, home)).key).toBeNull();
    expect((await resolveFolder(join(home, 'work'), home)).name).toBe('work');
  });
});

describe('a folder that does not answer, as on a network share that is gone', () => {
  const key = '/share/repo/.git';
  const answer = { key, root: '/share/repo', name: 'repo' };

  it('is no project after a while, is not asked again meanwhile, and is one once it answers', async () => {
    let asked = 0;
    let wake = () => {};
    const look = () => {
      asked++;
      return new Promise<typeof answer>((resolve) => (wake = () => resolve(answer)));
    };
    const ask = () => resolveFolderSoon('/share/repo/src', look, 30);
    expect(await ask()).toEqual({ key: null, root: '/share/repo/src', name: 'src' });
    expect(await ask()).toMatchObject({ key: null });
    expect(asked).toBe(1);
    // Other folders are still looked at.
    expect(await resolveFolderSoon(folder.path)).toMatchObject({ key: realpathSync(folder.path) });
    wake();
    await new Promise((resolve) => setImmediate(resolve));
    const again = ask();
    wake();
    expect(await again).toMatchObject({ key });
    expect(asked).toBe(2);
  });
});
