import { describe, expect, it } from 'vitest';
import type { ChangedFile } from '../../src/transcripts/attempts/attempt.ts';
import { changesFiles, countEdit, isOfProject, traceOf } from '../../src/transcripts/attempts/changes.ts';

const edit = (path: string, before = '', after = '') => ({ path, before, after });

describe('an edit', () => {
  it.each([
    '/tmp/a.ts',
    '/private/tmp/a.ts',
    '/var/folders/x/a.ts',
    '/private/var/folders/x/a.ts',
    '/home/me/.claude/plans/a.md',
    '/home/me/.claude/projects/x/memory.md',
    '/home/me/.claude/todos/a.json',
    'C:\\Users\\me\\.claude\\plans\\a.md',
  ])('of %s is none of the project', (path) => expect(isOfProject(edit(path))).toBe(false));

  it.each([
    'src/a.ts',
    'tmp/a.ts',
    '/tmp',
    '/work/tmp/a.ts',
    '/work/var/folders/a.ts',
    '/tmpfiles/a.ts',
    '/home/me/.claude/settings.json',
    'src/.claude/commands/plans.md',
    'src/x.claude/plans/a.md',
    '.claude',
  ])('of %s is one of the project', (path) => expect(isOfProject(edit(path))).toBe(true));

  it('counts lines that came and lines that went, over all edits of a file', () => {
    const files = new Map<string, ChangedFile>();
    countEdit(files, edit('a.ts', '', 'one\ntwo\n'));
    countEdit(files, edit('a.ts', 'one\ntwo\n', 'one\nthree\nfour'));
    countEdit(files, edit('b.ts', 'one\n\n', ''));
    countEdit(files, edit('c.ts', 'one', 'one\n'));
    expect([...files.values()]).toEqual([
      { path: 'a.ts', added: 4, removed: 1 },
      { path: 'b.ts', added: 0, removed: 2 },
      { path: 'c.ts', added: 0, removed: 0 },
    ]);
  });

  it('of the first two hundred files is counted, and later ones of these, too', () => {
    const files = new Map<string, ChangedFile>();
    for (let n = 0; n < 201; n++) countEdit(files, edit(`${n}.ts`, '', 'x'));
    countEdit(files, edit('0.ts', '', 'y'));
    expect([files.size, files.has('199.ts'), files.has('200.ts'), files.get('0.ts')?.added]).toEqual([
      ...[200, true, false, 2],
    ]);
  });

  it('leaves hashes of 11 characters, and nothing for nothing', () => {
    const trace = traceOf(edit('a.ts', 'x', ''));
    expect(trace).toEqual({ path: 'a.ts', before: expect.stringMatching(/^[\w-]{11}$/), after: '' });
    expect(traceOf(edit('b.ts', '', 'x')).after).toBe(trace.before);
    expect(traceOf(edit('b.ts', '', 'y')).after).not.toBe(trace.before);
  });
});

describe('a command that changes files', () => {
  it.each([
    'go generate ./...',
    'npm run generate',
    'npm run generate:api',
    'npx prisma generate --all',
    'make codegen',
    'codegen',
    'npm run api:generate',
    'go get example.org/x',
    'go mod tidy',
    'mix deps.get',
    'npm i left-pad',
    'npm install left-pad',
    'pnpm add left-pad',
    'yarn add left-pad',
    'cargo add serde',
    'pip install requests',
    'poetry add requests',
    'uv add requests',
    'rm a.ts',
    'git rm a.ts',
    'mv a.ts b.ts',
    'git mv a.ts b.ts',
    'rm -f a.ts',
    'rm -f -v a.ts',
    'rm -fv a.ts',
    'rm -- a.ts',
    'rm tmp/a.ts',
    'rm /work/tmp/a.ts',
    'cd web && rm a.ts',
  ])('is %s', (command) => expect(changesFiles(command)).toBe(true));

  it.each([
    'npm run generated',
    'echo mix deps.get',
    'echo npm install left-pad',
    'npm run regenerate',
    'regenerate',
    'go getter',
    'go mod tidying',
    'mix deps.gets',
    'cargo go get x',
    'npm install',
    'npm install -D',
    'npm install .',
    'npm ci',
    'npm info left-pad',
    'pip install -r requirements.txt',
    'pip install .',
    'rm -rf dist',
    'rm -r dist',
    'rm -fr dist',
    'rm /tmp/a.ts',
    'rm "/tmp/a.ts"',
    'rm -f /private/tmp/a.ts',
    'rm /var/folders/x/a.ts',
    'mv /tmp/a.ts /tmp/b.ts',
    'rmdir a',
    'mvn package',
    'legit rm a.ts',
    'docker rm a',
    'ls',
    'npx prettier --write .',
    '',
  ])('is not %s', (command) => expect(changesFiles(command)).toBe(false));
});
