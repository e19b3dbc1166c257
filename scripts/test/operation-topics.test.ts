import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { contract } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { expect, it } from 'vitest';
import { CHECKOUT, projectFiles } from '../gate.ts';

/** For each operation, the result of `place` for the file that has it as a key. */
function placesOf(files: readonly string[], place: (file: string) => string): Map<string, string> {
  return new Map(
    files.flatMap((file) =>
      [...readFileSync(join(CHECKOUT, file), 'utf8').matchAll(/'([a-z]+\.[a-zA-Z]+)':/g)]
        .filter(([, name = '']) => Object.hasOwn(contract, name))
        .map(([, name = '']): [string, string] => [name, place(file)]),
    ),
  );
}

it('architecture.md says where the operations of each file are handled, unless both have one name', () => {
  const files = projectFiles(CHECKOUT);
  const declared = placesOf(
    files.filter((file) => file.startsWith('packages/contract/src/operations/')),
    (file) => basename(file, '.ts'),
  );
  const handled = placesOf(
    files.filter((file) => /^packages\/core\/src\/(?!registry\/).*handlers\.ts$/.test(file)),
    (file) => file.split('/')[3] ?? '',
  );
  const expected = new Map<string, Set<string>>();
  for (const name of Object.keys(contract)) {
    const file = declared.get(name) ?? `no file has ${name}`;
    expected.set(file, (expected.get(file) ?? new Set()).add(handled.get(name) ?? `nobody handles ${name}`));
  }

  const page = readFileSync(join(CHECKOUT, 'docs/architecture.md'), 'utf8');
  const [, table = ''] =
    /\| wire names \| file of operations \| handled in \|\n(?:\| --- )+\|\n((?:\|.*\n)+)/.exec(page) ?? [];
  const codeIn = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].map(([, code = '']) => code);
  const told = new Map<string, Set<string>>();
  for (const row of table.trim().split('\n')) {
    const [, , filesOfRow, folders] = row.split('|');
    for (const file of codeIn(filesOfRow)) {
      told.set(file, new Set([...(told.get(file) ?? []), ...codeIn(folders)]));
    }
  }
  const differing = [...expected].filter(([file, folders]) => folders.size > 1 || !folders.has(file));
  expect(differing.length).toBeGreaterThan(5);
  for (const [file, folders] of differing) expect(told.get(file), file).toEqual(folders);
  for (const [file, folders] of told) expect(folders, file).toEqual(expected.get(file));
});

it('what one memory does, and not what the documents leave to others: workflows of agents, plans, hypotheses (X13)', () => {
  verifies('X13');
  const topics = new Set(Object.keys(contract).map((name) => name.split('.')[0]));
  expect([...topics].sort().join(' ')).toBe(
    'attempt backup bundle causal client embedding episode exposure host import job memory operation pattern project ' +
      'reflection session settings source store turn view',
  );
});
