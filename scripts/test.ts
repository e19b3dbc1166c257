import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { findElectron, NO_ELECTRON } from '../e2e/desktop/electron.ts';
import { BUILT_COMMAND, TESTED_COMMAND } from '../packages/testkit/src/surroundings.ts';
import { buildDesktop } from './build-desktop.ts';
import { changedFiles, gatesFor, specsFor } from './changed.ts';
import { ensureChromium } from './chromium.ts';
import { FAILURES_FILE } from './failure-reporter.ts';
import { type Failure, failureSummary, playwrightFailures } from './failures.ts';
import { type Gate, gates } from './gates.ts';
import { run } from './processes.ts';
import { addTotals, closingLine, NOTHING, playwrightTotals, type Totals, vitestTotals } from './totals.ts';

// `npm test`: runs the gates, then unit and contract tests, then the tests of the interface in Chromium. Installs what is missing
// and ends with what failed and one line of totals over everything that ran.

const root = join(import.meta.dirname, '..');
const PARTS = ['gates', 'unit', 'ui'];
const HELP = `Usage: npm test [-- [--only ${PARTS.join(' | ')}] [--changed [COMMIT]] [PATH…]]

  --only      one part of the suite
  --changed   what is touched by all that differs from a commit (default HEAD): a first look, in about a minute
  PATH        only tests in files whose path holds this
`;

const { values, positionals } = readArguments();
/** Files that differ from the commit given by `--changed`; null for the whole suite. */
const changed = values.changed === undefined ? null : changedSince(values.changed);
const wants = (part: string) => values.only === undefined || values.only === part;
const reports = mkdtempSync(join(tmpdir(), 'twicewise-reports-'));
/** What failed in any part, for the end of the log. */
const failures: Failure[] = [];

function readArguments() {
  try {
    const options = {
      only: { type: 'string' },
      changed: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    const args = process.argv.slice(2);
    const at = args.indexOf('--changed');
    // The commit may be left out, which the argument parser does not support.
    if (at >= 0 && (args[at + 1] ?? '-').startsWith('-')) args.splice(at + 1, 0, 'HEAD');
    const parsed = parseArgs({ args, options, allowPositionals: true });
    const { only, help } = parsed.values;
    if (!help && (only === undefined || PARTS.includes(only))) return parsed;
    if (!help) throw new Error(`There is no part "${only}".`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${HELP}`);
    process.exit(2);
  }
  process.stdout.write(HELP);
  process.exit(0);
}

function changedSince(commit: string): string[] {
  try {
    return changedFiles(commit);
  } catch {
    process.stderr.write(`Git knows no commit "${commit}" here. Name one after --changed, or none for HEAD.\n`);
    process.exit(2);
  }
}

/** Number of gates that run at the same time, for machines with two processors. */
const GATES_AT_ONCE = 2;

async function runGate({ name, command: [command, ...args] }: Gate): Promise<Totals> {
  const started = performance.now();
  const ended = await run(command, args, { cwd: root, quiet: true, env: process.env });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${ended.code === 0 ? 'ok  ' : 'FAIL'} gate ${name} (${seconds} s)\n`);
  if (ended.code !== 0) {
    process.stdout.write(`${ended.output}\n`);
    failures.push({ name: `gate ${name}`, message: ended.output, passedLater: false });
  }
  return ended.code === 0 ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 };
}

async function runGates(): Promise<Totals> {
  const waiting = [...(changed ? gatesFor(changed, gates) : gates)];
  let totals = NOTHING;
  const work = async () => {
    for (let gate = waiting.shift(); gate; gate = waiting.shift()) {
      const one = await runGate(gate);
      totals = addTotals(totals, one);
    }
  };
  await Promise.all(Array.from({ length: GATES_AT_ONCE }, work));
  return totals;
}

/** A runner that crashes before it reports counts as one failure: success must mean that it ran. */
function readReport(path: string, code: number, read: (report: unknown) => Totals): Totals {
  const totals = existsSync(path) ? read(JSON.parse(readFileSync(path, 'utf8'))) : NOTHING;
  // With `--changed` there may be no test to run.
  const silent = (changed === null || !existsSync(path)) && totals.passed + totals.failed + totals.skipped === 0;
  if (!silent && (code === 0 || totals.failed > 0)) return totals;
  const message = silent ? 'It reported no test.' : 'It reported no failed test; its output above says more.';
  failures.push({ name: `${basename(path, '.json')} ended with code ${code}`, message, passedLater: false });
  return { ...totals, failed: totals.failed + 1 };
}

async function runVitest(): Promise<Totals> {
  const report = join(reports, 'vitest.json');
  const failed = join(reports, 'vitest-failures.json');
  const reporters = [
    '--reporter=default',
    '--reporter=./scripts/failure-reporter.ts',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const touched = changed ? [`--changed=${values.changed}`, '--passWithNoTests'] : [];
  const ended = await run('vitest', ['run', ...reporters, ...touched, ...positionals], {
    cwd: root,
    stdio: ['ignore', 1, 1],
    env: { ...process.env, [TESTED_COMMAND]: BUILT_COMMAND, [FAILURES_FILE]: failed },
  });
  if (existsSync(failed)) failures.push(...(JSON.parse(readFileSync(failed, 'utf8')) as Failure[]));
  return readReport(report, ended.code, vitestTotals);
}

async function runPlaywright(chromium: string | null): Promise<Totals> {
  const report = join(reports, 'playwright.json');
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, TWICEWISE_CHROMIUM: chromium ?? '' };
  if (chromium === null) {
    const listed = await run('playwright', ['test', '--list', '--reporter=json'], {
      cwd: join(root, 'e2e'),
      quiet: true,
      env,
    });
    if (listed.code !== 0) process.stdout.write(listed.output);
    const { passed, failed, skipped } = readReport(report, listed.code, playwrightTotals);
    return { passed: 0, failed, skipped: passed + skipped };
  }
  if (!findElectron()) process.stdout.write(`The desktop app's tests are skipped: ${NO_ELECTRON}.\n`);
  const ended = await run('playwright', ['test', '--reporter=list,json', ...touchedSpecs, ...positionals], {
    cwd: join(root, 'e2e'),
    stdio: ['ignore', 1, 1],
    env,
  });
  if (existsSync(report)) failures.push(...playwrightFailures(JSON.parse(readFileSync(report, 'utf8'))));
  return readReport(report, ended.code, playwrightTotals);
}

const touchedSpecs = changed ? specsFor(changed) : [];
// Installed while the gates and the unit tests run.
const chromium = wants('ui') && (!changed || touchedSpecs.length > 0) ? ensureChromium() : null;
let totals = NOTHING;
if (wants('gates')) totals = addTotals(totals, await runGates());
await buildDesktop();
if (wants('unit')) totals = addTotals(totals, await runVitest());
if (chromium) totals = addTotals(totals, await runPlaywright(await chromium));
rmSync(reports, { recursive: true, force: true });
process.stdout.write(`${failureSummary(failures)}\n${closingLine(totals)}\n`);
process.exit(totals.failed === 0 ? 0 : 1);
