import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@twicewise/testkit';
import { describe, expect, it } from 'vitest';
import { changedFiles, gatesFor, specsFor, wordsOf } from '../changed.ts';
import { gates } from '../gates.ts';

describe('what a change touches', () => {
  it('is read from git, with what nobody has added yet', () => {
    const folder = tempFolder('changed');
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder.path });
    git('init', '--quiet');
    mkdirSync(join(folder.path, 'src'));
    for (const name of ['kept.ts', 'changed.ts']) writeFileSync(join(folder.path, 'src', name), 'one');
    git('add', '.');
    git('commit', '--quiet', '-m', 'one');
    writeFileSync(join(folder.path, 'src/changed.ts'), 'two');
    writeFileSync(join(folder.path, 'src/new.ts'), 'new');
    expect(changedFiles('HEAD', folder.path)).toEqual(['src/changed.ts', 'src/new.ts']);
    git('add', '.');
    git('commit', '--quiet', '-m', 'two');
    expect(changedFiles('HEAD', folder.path)).toEqual([]);
    expect(changedFiles('HEAD~1', folder.path)).toEqual(['src/changed.ts', 'src/new.ts']);
    expect(() => changedFiles('no-such-commit', folder.path)).toThrow();
    folder.remove();
  });

  it('are the types of all that depend on it, and every other gate', () => {
    const names = (file: string) => gatesFor([file], gates).map(({ name }) => name);
    const types = (file: string) => names(file).filter((name) => name.startsWith('types'));
    const ofTypes = gates.map(({ name }) => name).filter((name) => name.startsWith('types'));
    // A package whose tsconfig is gone would be checked by the root, or by nothing.
    expect(ofTypes).toEqual([
      'types of what runs in Node',
      ...['packages/checks', 'packages/contract', 'packages/ui'].map((name) => `types ${name}`),
      ...['preload', 'renderer'].map((name) => `types apps/desktop/tsconfig.${name}.json`),
      'types e2e',
    ]);
    // The one package that uses none of ours.
    const others = ofTypes.filter((name) => name !== 'types packages/checks');
    expect(types('packages/contract/src/index.ts')).toEqual(others);
    expect(types('packages/mcp/src/prompts.ts')).toContain('types of what runs in Node');
    expect(types('packages/mcp/src/prompts.ts')).not.toContain('types packages/ui');
    expect(types('scripts/gates.ts')).toEqual(['types of what runs in Node']);
    expect(types('vitest.config.ts')).toEqual(['types of what runs in Node']);
    expect(types('docs/architecture.md')).toEqual([]);
    expect(names('docs/architecture.md')).toEqual(expect.arrayContaining(['biome', 'verify-docs', 'verify-schema']));
    expect(types('tsconfig.base.json')).toEqual(ofTypes);
  });

  it('are the specs of its topic, those that were changed, and those that import a changed part', () => {
    expect(specsFor(['packages/core/src/patterns/sum.ts'])).toEqual(
      expect.arrayContaining(['ui/patterns.spec.ts', 'ui/every-screen.spec.ts']),
    );
    expect(specsFor(['packages/core/src/patterns/sum.ts'])).not.toContain('ui/settings.spec.ts');
    expect(specsFor(['e2e/ui/settings.spec.ts'])).toEqual(['ui/settings.spec.ts']);
    expect(specsFor(['e2e/ui/session-parts.ts'])).toContain('ui/session-record.spec.ts');
    expect(specsFor(['docs/architecture.md'])).toEqual([]);
  });

  it('says a word the same way in a folder, a component and a name', () => {
    expect(wordsOf('packages/ui/src/screens/Sessions/SessionRow.tsx')).toEqual(expect.arrayContaining(['session']));
    expect(wordsOf('session-facets.spec.ts')).toEqual(['session', 'facet']);
  });
});
