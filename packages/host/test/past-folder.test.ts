import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@twicewise/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resolvePastFolder, worktreeNames } from '../src/past-folder.ts';

let top: string;
let remove: () => void;
beforeEach(() => {
  const folder = tempFolder('past');
  [top, remove] = [realpathSync(folder.path), folder.remove];
});
afterEach(() => remove());

function repository(name: string): string {
  const path = join(top, name);
  mkdirSync(path, { recursive: true });
  execFileSync('git', ['init', '-q'], { cwd: path });
  return path;
}

describe('a folder that is gone', () => {
  it.each(['shop-worktrees/fix-1', 'shop.worktrees/fix-1/src', 'worktrees/shop/fix-1', 'shop/.worktrees/fix-1'])(
    'belongs to the repository whose worktree it was, by its name: %s',
    async (folder) => {
      const shop = repository('shop');
      expect(await resolvePastFolder(join(top, folder))).toMatchObject({ key: join(shop, '.git'), name: 'shop' });
    },
  );

  it('belongs to the repository that still has it on its list', async () => {
    const shop = repository('shop');
    const git = (...args: string[]) => execFileSync('git', args, { cwd: shop });
    git('-c', 'user.name=T', '-c', 'user.email=t@localhost', 'commit', '-q', '--allow-empty', '-m', 'one');
    git('worktree', 'add', '-q', '../elsewhere', '-b', 'fix');
    rmSync(join(top, 'elsewhere'), { recursive: true });
    expect(await resolvePastFolder(join(top, 'elsewhere'))).toMatchObject({ key: join(shop, '.git') });
  });

  it.each(['cli/.worktrees/1', 'cli/.claude/worktrees/calm-fox/src', 'cli-worktrees/fix', 'cli.worktrees/fix/src'])(
    'of another machine belongs to the repository that it names: %s',
    async (folder) => {
      const home = join(top, 'not', 'here');
      const root = join(home, 'cli');
      expect(await resolvePastFolder(join(home, folder))).toEqual({ key: root, root, name: 'cli' });
      expect(await resolvePastFolder(root)).toEqual({ key: root, root, name: 'cli' });
    },
  );

  it.each(['.worktrees/1', 'me/.worktrees/1', 'me/worktrees/cli/1', 'me/cli/worktrees/1'])(
    'of another machine is a project of its own where the name leaves a doubt: %s',
    async (folder) => {
      const path = join('/', 'not-on-this-machine', folder);
      expect(await resolvePastFolder(path)).toMatchObject({ key: path });
    },
  );

  it.each(['shop-web', 'cart-worktrees/fix-1', 'worktrees/cart/fix-1'])(
    'is a project of its own where no repository says that it was its: %s',
    async (folder) => {
      repository('shop');
      const path = join(top, folder);
      expect(await resolvePastFolder(path)).toMatchObject({ key: path });
    },
  );
});

describe('names of worktrees', () => {
  it('are those of their folders, wherever these lie; none where no repository is', async () => {
    const shop = repository('shop');
    const git = (...args: string[]) => execFileSync('git', args, { cwd: shop });
    git('-c', 'user.name=T', '-c', 'user.email=t@localhost', 'commit', '-q', '--allow-empty', '-m', 'one');
    git('worktree', 'add', '-q', '../elsewhere', '-b', 'fix');
    git('worktree', 'add', '-q', '.worktrees/trial', '-b', 'trial');
    expect((await worktreeNames(join(shop, '.git'))).sort()).toEqual(['elsewhere', 'trial']);
    expect(await worktreeNames(join(top, 'nowhere'))).toEqual([]);
  });
});
