import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationNames } from '@twicewise/contract';
import { expect, it } from 'vitest';

// Hints are read by programs, which have operations, by people and by agents. Windows and agents leave out asides that name
// operations, so what is to be done must stand outside of them.

const ROOT = join(import.meta.dirname, '../..');
const OPERATIONS: ReadonlySet<string> = new Set(operationNames);

/** The texts of a source that name an operation outside of parentheses. A template is read with its values left out. */
function namedOutsideAsides(source: string): string[] {
  const texts = source
    .split('\n')
    .filter((line) => !/^\s*(?:\*|\/[/*])/.test(line))
    .flatMap((line) =>
      [...line.matchAll(/'([^']* [^']*)'|`([^`]* [^`]*)`/g)].map(([, plain, made]) => plain ?? made ?? ''),
    );
  return texts.filter((text) => {
    const bare = text.replace(/\$\{[^}]*\}/g, 'x').replace(/\([^()]*\)/g, '');
    return (bare.match(/\b[a-z]+\.[a-zA-Z]+\b/g) ?? []).some((name) => OPERATIONS.has(name));
  });
}

it('what is said to anybody names operations in parentheses only', () => {
  const sources = globSync('packages/{core,store,ingest}/src/**/*.ts', { cwd: ROOT });
  expect(sources.length).toBeGreaterThan(300);
  const found = sources.flatMap((file) =>
    namedOutsideAsides(readFileSync(join(ROOT, file), 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

it('names outside of parentheses are found (control)', () => {
  const source =
    "a('Ask again (job.list).'); b('job.list shows them.'); c(`Undo it with operation.undo now`); d('job.get');";
  expect(namedOutsideAsides(source)).toEqual(['job.list shows them.', 'Undo it with operation.undo now']);
});
