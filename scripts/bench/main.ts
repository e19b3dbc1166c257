import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { toMarkdown } from './report.ts';
import type { Results } from './results.ts';
import type { Plan } from './run.ts';
import { exitCode } from './statistics.ts';

// `npm run bench`: does the same work with this checkout and with a plain better-sqlite3 program, side by side; see
// docs/bench.md.

const ROOT = join(import.meta.dirname, '..', '..');
const HELP = `Usage: npm run bench -- [--quick] [--sizes 1000,10000] [--against DIR] [--json FILE] [--check]

  --quick         a minute's look: 1,000 lessons, short rounds
  --sizes N,…     lessons in the memory before measuring (default 1000,10000,100000)
  --import N      lessons of the import that other clients are watched during (default: the largest size)
  --against DIR   also measure another checkout of Twicewise, over MCP
  --json FILE     where the numbers go (default .artefacts/bench.json)
  --report FILE   measure nothing: print and judge the numbers of an earlier run
  --check         fail for every aim that is not met; without it only beyond twice an aim
`;

function numbers(list: string): number[] {
  const values = list.split(',').map(Number);
  if (values.every((value) => Number.isInteger(value) && value > 0)) return values;
  process.stderr.write(`Not a list of whole numbers: ${list}\n\n${HELP}`);
  process.exit(2);
}

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    sizes: { type: 'string' },
    import: { type: 'string' },
    against: { type: 'string' },
    json: { type: 'string', default: join(ROOT, '.artefacts', 'bench.json') },
    report: { type: 'string' },
    check: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

async function planned(): Promise<Plan> {
  const { plain, twicewise } = await import('./sides.ts');
  const sizes = numbers(values.sizes ?? (values.quick ? '1000' : '1000,10000,100000'));
  const against = values.against === undefined ? [] : [twicewise('against', resolve(values.against))];
  return {
    sizes,
    clients: [1, 8, 32],
    pace: values.quick ? { rounds: 5, milliseconds: 250 } : { rounds: 7, milliseconds: 1000 },
    importSize: values.import === undefined ? Math.max(...sizes) : (numbers(values.import)[0] ?? 0),
    repeats: values.quick ? 3 : 5,
    sides: [twicewise('ours', ROOT), plain, ...against],
    say: (message) => process.stderr.write(`${new Date().toTimeString().slice(0, 8)} ${message}\n`),
  };
}

function load(): number {
  return loadavg()[0] ?? 0;
}

/** Loads the measuring code only when it is needed: a report needs neither SQLite nor the SDK. */
async function measure(): Promise<Results> {
  const { runPlan } = await import('./run.ts');
  const before = load();
  const found = await runPlan(await planned());
  const cores = cpus();
  return {
    at: new Date().toISOString(),
    machine: `${cores.length} × ${cores[0]?.model.trim() ?? 'unknown'}, ${process.platform}, Node ${process.versions.node}`,
    load: [before, load()],
    command: `npm run bench -- ${process.argv.slice(2).join(' ')}`.trim(),
    ...found,
  };
}

if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const results =
  values.report === undefined ? await measure() : (JSON.parse(readFileSync(values.report, 'utf8')) as Results);
if (values.report === undefined) {
  mkdirSync(dirname(values.json), { recursive: true });
  writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
}
process.stdout.write(`${toMarkdown(results)}\n`);
process.exit(exitCode(results.aims, values.check));
