import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { madeUp, real } from './layouts/graphs.ts';
import { type Layout, layoutsIn } from './layouts/layouts.ts';
import { measure } from './layouts/measures.ts';
import { ownFolder } from './own-folder.ts';
import { say } from './verdicts.ts';

// `npm run check:layouts`: our arrangement of the map of causes beside two libraries, on the same graphs (ADR 63). It judges
// nothing by itself: the table is for whoever thinks of another layout.

const ROOT = join(import.meta.dirname, '../..');
const HELP = `Usage: npm run check:layouts -- [--data FOLDER]

  --data   folder with episodes and sessions-json (default ../shared/data/ai-agents)
`;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: join(ROOT, '../shared/data/ai-agents') },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

/** An arrangement that takes longer is not repeated for a median. */
const LONG_MS = 2000;

/** Kilobytes of a script that a page loads, packed. */
async function packed(file: string): Promise<number> {
  const built = await build({
    logLevel: 'silent',
    configFile: false,
    root: ROOT,
    build: { write: false, minify: true, lib: { entry: file, formats: ['es'], fileName: 'layout' } },
  });
  const [first] = [built].flat();
  if (!first || !('output' in first)) throw new Error(`${file} was not built.`);
  return gzipSync(first.output.map((part) => ('code' in part ? part.code : '')).join('')).length / 1000;
}

/** The arrangement, and the processor time of the whole process for it: the median of up to five, in milliseconds. */
async function timed({ arrange }: Layout, plan: Parameters<Layout['arrange']>[0]) {
  const times: number[] = [];
  for (let round = 0; ; round++) {
    const before = process.cpuUsage();
    const arranged = await arrange(plan);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
    if (round === 4 || (times.at(-1) ?? 0) > LONG_MS)
      return { arranged, ms: times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0 };
  }
}

const folder = ownFolder('layouts', { '@dagrejs/dagre': '3.1.3', elkjs: '0.12.1' });
const layouts = layoutsIn(folder, join(ROOT, 'packages/ui/src/graph/layout.ts'));
const sizes = new Map<string, number>();
for (const { file } of layouts) if (!sizes.has(file)) sizes.set(file, await packed(file));
say('reading the sample and real sessions');
const graphs = [...(await real(values.data)), ...madeUp()];
const rows = [
  [
    'graph',
    'nodes',
    'edges',
    'layout',
    'crossings',
    'behind boxes',
    'length (kpx)',
    'size (px)',
    'area (Mpx²)',
    'zoom to fit',
    'CPU (ms)',
    'packed (kB)',
  ],
];
for (const { name, plan } of graphs) {
  for (const layout of layouts) {
    say(`${name}, ${layout.name}`);
    const { arranged, ms } = await timed(layout, plan);
    const { crossings, behind, length, width, height, area, fit } = measure(plan, arranged);
    rows.push([
      name,
      String(plan.nodes.length),
      String(plan.edges.length),
      layout.name,
      String(crossings),
      String(behind),
      length.toFixed(0),
      `${width.toFixed(0)} × ${height.toFixed(0)}`,
      area.toFixed(1),
      fit.toFixed(2),
      ms.toFixed(0),
      (sizes.get(layout.file) ?? 0).toFixed(1),
    ]);
  }
}
for (const row of [rows[0] ?? [], (rows[0] ?? []).map(() => '---'), ...rows.slice(1)])
  process.stdout.write(`| ${row.join(' | ')} |\n`);
