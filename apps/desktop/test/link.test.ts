import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { bundleOfArguments, isBundle, viewOfArguments, viewOfLink } from '../src/main/link.ts';

const ID = 'refl_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const EPISODE = 'epis_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const SHAPE = /^(?:lessons\?lesson=refl|sessions\?episode=epis)_[0-9A-HJKMNP-TV-Z]{26}$/;

const pieces = fc.constantFrom(
  `twicewise://lesson/${ID}`,
  `twicewise://session/${EPISODE}`,
  'twicewise://session/',
  EPISODE,
  'twicewise://lesson/',
  'twicewise://',
  'TWICEWISE://lesson/',
  'twicewise:lesson/',
  'twicewise://delete/',
  'twicewise://lesson/../delete/',
  'javascript:alert(1)',
  '--data=/etc',
  '--inspect',
  '--import',
  ID,
  ID.toLowerCase(),
  `${ID}0`,
  '?undo=1',
  '#/data',
  '&lesson=x',
  '%00',
  '\n',
  '"><script>',
  ' ',
  '$(touch x)',
);
const words = fc.array(pieces, { maxLength: 4 }).map((parts) => parts.join(''));
const starts = fc.sample(fc.array(fc.oneof(words, fc.string({ unit: 'binary' })), { maxLength: 6 }), {
  numRuns: 500,
  seed: 45,
});

/** Start arguments that would show something other than a lesson or a session. */
const strays = (read: (args: readonly string[]) => string | null) =>
  starts.filter((args) => {
    const view = read(args);
    return view !== null && !SHAPE.test(view);
  });

describe('a link from outside', () => {
  it('shows a lesson or does nothing at all: 500 argument lists of a second start (T45)', () => {
    verifies('T45');
    expect(starts).toHaveLength(500);
    expect(strays(viewOfArguments)).toEqual([]);
    expect(starts.filter((args) => viewOfArguments(args) !== null).length).toBeGreaterThan(2);
  });

  it('negative control: a reader that takes the rest of the link as it is strays', () => {
    const careless = (args: readonly string[]) =>
      args.find((one) => one.startsWith('twicewise://'))?.replace('twicewise://lesson/', 'lessons?lesson=') ?? null;
    expect(strays(careless).length).toBeGreaterThan(10);
  });

  it('is known in exactly one form for each', () => {
    expect(viewOfLink(`twicewise://lesson/${ID}`)).toBe(`lessons?lesson=${ID}`);
    expect(viewOfLink(`twicewise://session/${EPISODE}`)).toBe(`sessions?episode=${EPISODE}`);
    const others = [
      `twicewise://lesson/${ID}/`,
      `twicewise://lesson/${ID}?x`,
      `twicewise://project/${ID}`,
      `twicewise://session/${ID}`,
      `twicewise://lesson/${EPISODE}`,
      ID,
      null,
      7,
    ];
    expect(others.map(viewOfLink)).toEqual(others.map(() => null));
  });
});

describe('a bundle that is opened with the app', () => {
  const folder = tempFolder('opened');
  const bundle = join(folder.path, 'mine.twicewise');
  writeFileSync(bundle, 'x');
  writeFileSync(join(folder.path, 'mine.txt'), 'x');
  mkdirSync(join(folder.path, 'folder.twicewise'));
  afterAll(() => folder.remove());

  it('is found among the arguments by its ending, whole or from the folder of the start', () => {
    expect(bundleOfArguments(['app', '--data', '/x', bundle], '/')).toBe(bundle);
    expect(bundleOfArguments(['mine.twicewise'], folder.path)).toBe(bundle);
    expect(bundleOfArguments(['--mine.twicewise', 'mine.txt', 'folder.twicewise'], folder.path)).toBeNull();
  });

  it('is a file that is there, whatever the arguments hold', () => {
    expect(starts.map((args) => bundleOfArguments(args, folder.path)).filter((path) => path !== null)).toEqual([]);
    const others = ['a\0.twicewise', `${'x'.repeat(5000)}.twicewise`, `${bundle}/y.twicewise`];
    expect(others.map((path) => isBundle(join(folder.path, path)))).toEqual([false, false, false]);
  });
});
