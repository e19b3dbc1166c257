import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CHECKOUT } from '../gate.ts';
import { verifyCommits } from '../verify-commits.ts';
import { checkoutWith } from './broken-checkout.ts';

const NOBODY = ['-c', 'user.name=Nobody', '-c', 'user.email=nobody@example.org', '-c', 'commit.gpgsign=false'];

function git(root: string, ...args: string[]): void {
  execFileSync('git', [...NOBODY, ...args], { cwd: root, stdio: 'ignore' });
}

function commit(root: string, ...subjects: string[]): void {
  for (const subject of subjects) git(root, 'commit', '--allow-empty', '-m', subject);
}

/** A checkout with the rule, after an earlier commit that violates it. */
function withRule(...subjects: string[]): string {
  const root = checkoutWith({ 'README.md': 'x' });
  git(root, 'add', '.');
  commit(root, 'From before the rule, and far too long for a list of commits to show whole.');
  execFileSync('mkdir', ['scripts'], { cwd: root });
  execFileSync('cp', [join(CHECKOUT, 'scripts/verify-commits.ts'), 'scripts'], { cwd: root });
  git(root, 'add', '.');
  commit(root, 'scripts: check the subjects of commits', ...subjects);
  return root;
}

describe('verify-commits', () => {
  it('accepts packages and areas in front, what git writes, and commits from before the rule', () => {
    const fine = ['store: refuse newer files', 'core, ui: show why', 'check:history: read less', 'apps/desktop: quit'];
    const root = withRule(
      ...fine,
      'Revert "store: refuse newer files, which is a longer subject than the rule allows"',
    );
    expect(verifyCommits(root)).toEqual({ problems: [], summary: '6 subjects of commits' });
  });

  it.each([
    ['Refuse newer files', 'begin with a package'],
    ['Store: refuse newer files', 'begin with a package'],
    ['store:refuse newer files', 'begin with a package'],
    [`store: ${'x'.repeat(59)}`, 'has 66 characters'],
    ['store: refuse newer files.', 'full stop'],
  ])('refuses %j', (subject, problem) => {
    const { problems } = verifyCommits(withRule(subject, 'store: a fine one'));
    expect(problems).toEqual([expect.stringContaining(problem)]);
    expect(problems[0]).toContain(`"${subject}"`);
  });

  it('refuses the commit that adds the rule, too, and leaves merges out', () => {
    const root = withRule();
    git(root, 'commit', '--amend', '-m', 'No package in front');
    git(root, 'checkout', '-q', '-b', 'side');
    commit(root, 'store: on the side');
    git(root, 'checkout', '-q', '-');
    git(root, 'merge', '--no-ff', '-m', 'Merge branch side into the one that was there before it, at length', 'side');
    const { problems, summary } = verifyCommits(root);
    expect(problems).toEqual([expect.stringContaining('No package in front')]);
    expect(summary).toBe('2 subjects of commits');
  });

  it('leaves out a branch that was begun before the rule and merged after it', () => {
    const root = withRule();
    git(root, 'checkout', '-q', '-b', 'older', 'HEAD~1');
    commit(root, 'No package in front');
    git(root, 'checkout', '-q', '-');
    git(root, 'merge', '--no-ff', '-m', 'Merge branch older', 'older');
    expect(verifyCommits(root)).toEqual({ problems: [], summary: '1 subjects of commits' });
  });

  it('looks at the newest fifty only', () => {
    const root = withRule('no package in front', ...Array.from({ length: 50 }, (_, n) => `store: commit ${n}`));
    expect(verifyCommits(root)).toEqual({ problems: [], summary: '50 subjects of commits' });
  });

  it('says why it looks at nothing: a shallow clone, no commit, no git', () => {
    const root = withRule('No package in front');
    const shallow = checkoutWith({});
    rmSync(join(shallow, '.git'), { recursive: true });
    git(shallow, 'clone', '-q', '--depth', '1', pathToFileURL(root).href, 'copy');
    expect(verifyCommits(join(shallow, 'copy'))).toEqual({ problems: [], summary: 'skipped: a shallow clone' });
    expect(verifyCommits(checkoutWith({}))).toEqual({ problems: [], summary: 'skipped: no git history' });
    rmSync(join(root, '.git'), { recursive: true });
    expect(verifyCommits(root)).toEqual({ problems: [], summary: 'skipped: no git checkout' });
  });

  it('fails as a program', () => {
    const script = join(CHECKOUT, 'scripts/verify-commits.ts');
    const run = spawnSync(process.execPath, [script, withRule('No package in front')], { encoding: 'utf8' });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain('must begin with a package');
  });
});
