import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CHECKOUT_SESSION, startHost } from '@twicewise/testkit';
import { PNG } from 'pngjs';
import { tellOfShop } from '../../e2e/ui/causes-parts.ts';
import { buildUi } from '../build-ui.ts';
import { ensureChromium } from '../chromium.ts';
import { CHECKOUT } from '../gate.ts';
import { compare, type Difference } from './screens/compare.ts';
import { KINDS } from './screens/faults.ts';
import { missedFaults, shootAll } from './screens/shoot.ts';
import { conclude, exactly, say, type Verdict } from './verdicts.ts';

// `npm run check:screens`: takes a picture of every screen, empty and with the sample, in both themes and five sizes. Compares
// each with the picture kept on this machine (fonts and rendering differ between machines). A person looks at what changed, and
// keeps it with --keep. In each page no text may be cut off or too small, nothing may overlap or be wider than its place.

const HELP = `Usage: npm run check:screens -- [--keep] [--only NAME]

  --only   only views with this in their name
  --keep   keep the new pictures as those to compare with

Pictures are in .artefacts/screens: taken (as-seen in it is for looking), kept, and changed (where they differ).
`;

const { values } = parseArgs({
  options: {
    keep: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

/** Share of differing pixels at which a picture counts as changed: that of a word, not of a smoothed edge. */
const CHANGED = 0.0005;

const folder = join(CHECKOUT, '.artefacts/screens');
const [taken, kept, changed] = ['taken', 'kept', 'changed'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];

function isChanged(difference: Difference): boolean {
  return difference.kind === 'other size' || (difference.kind === 'same size' && difference.share > CHANGED);
}

/** Control: painting over an area of the size of a word must count as a change. */
function control(file: string): boolean {
  const picture = PNG.sync.read(readFileSync(file));
  const copy = join(changed, 'control.png');
  for (let y = 40; y < 60; y++) picture.data.fill(120, (y * picture.width + 100) * 4, (y * picture.width + 160) * 4);
  writeFileSync(copy, PNG.sync.write(picture));
  const seen = isChanged(compare(file, copy, join(changed, 'control-marks.png')));
  for (const name of ['control.png', 'control-marks.png']) rmSync(join(changed, name), { force: true });
  return seen;
}

const executable = await ensureChromium();
if (executable === null) process.exit(0);
await buildUi();
for (const each of [taken, changed]) rmSync(each, { recursive: true, force: true });
mkdirSync(changed, { recursive: true });
const [full, empty] = [await startHost(), await startHost()];
try {
  await full.client.call('import.sample', {});
  await full.client.call('episode.store', CHECKOUT_SESSION);
  await tellOfShop(full);
  say('taking the pictures');
  const pictures = await shootAll({ executable, full, empty }, taken, values.only);
  const names = pictures.map(({ name }) => name);
  const faulty = pictures.filter(({ faults }) => faults.length > 0);
  const missed = await missedFaults(executable, full);
  const found = names.map((name) => ({
    name,
    difference: compare(join(kept, name), join(taken, name), join(changed, name)),
  }));
  const different = found.filter(({ difference }) => isChanged(difference));
  const fresh = found.filter(({ difference }) => difference.kind === 'new');
  const verdicts: Verdict[] = [
    {
      id: 'screens',
      what: 'pictures that differ from those kept',
      found: `${different.length} of ${names.length - fresh.length} (${fresh.length} without a kept one)`,
      state: values.keep || different.length === 0 ? 'ok' : 'failed',
    },
    {
      id: 'screens',
      what: 'negative control: a word painted over must be seen',
      found: '1 picture',
      state: exactly(control(join(taken, names[0] ?? ''))),
    },
    {
      id: 'screens',
      what: 'pages with text cut off or of a wrong size, with overlaps, or wider than their place',
      found: `${faulty.length} of ${pictures.length}`,
      state: exactly(faulty.length === 0),
    },
    {
      id: 'screens',
      what: 'negative control: a page with a fault of each kind',
      found: missed.length === 0 ? `${KINDS.length} kinds found` : `missed: ${missed.join(', ')}`,
      state: exactly(missed.length === 0),
    },
  ];
  const notes = different.map(({ name, difference }) =>
    difference.kind === 'same size'
      ? `${name}: ${(difference.share * 100).toFixed(2)} % of it`
      : `${name}: another size`,
  );
  notes.push(...faulty.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`)));
  if (values.keep || !existsSync(kept)) {
    if (values.only === '') rmSync(kept, { recursive: true, force: true });
    cpSync(taken, kept, { recursive: true });
    notes.push('These pictures are kept now.');
  }
  process.exitCode = conclude(verdicts, [...notes, `Pictures: ${taken}`]);
} finally {
  await Promise.all([full.stop(), empty.stop()]);
}
