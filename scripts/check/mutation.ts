import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tempFolder } from '@twicewise/testkit';
import { CHECKOUT } from '../gate.ts';
import { copyCheckout } from './mutation/copy.ts';
import { CONTROL, MODULES, type MutatedModule } from './mutation/modules.ts';
import { mutate } from './mutation/run.ts';
import { type Score, scoreOf, survivorsOf } from './mutation/score.ts';
import { say } from './verdicts.ts';

// `npm run check:mutation`: changes one operator, condition or text at a time in the most important sources, and runs their tests
// against each change. If no test notices a change, no test would notice a fault there either. Everything happens in a copy of
// the checkout in the temporary folder. Changes that survive for a reason are listed in docs/mutation.md.

const HELP = `Usage: npm run check:mutation -- [--file TEXT]… [MODULE…]

Modules: ${Object.keys(MODULES).join(', ')} (all of them if none is named; that takes hours)

  --file TEXT   only sources with TEXT in their path; may be given more than once
`;

/** Percentage of changes that the tests of a module should notice. */
const AIM = 85;

const CONTROL_FILES = {
  'control/sum.ts': `export function sum(a: number, b: number) { return a + b; }
export function product(a: number, b: number) { return a * b; }
export function quotient(a: number, b: number) { return a / b; }
`,
  'control/sum.test.ts': `import { expect, it } from 'vitest';
import { product, sum } from './sum.ts';
it('adds', () => expect(sum(2, 3)).toBe(5));
it('multiplies, but looks at 1 alone', () => expect(product(1, 1)).toBe(1));
`,
};

function usage(message: string): never {
  process.stderr.write(`${message}\n\n${HELP}`);
  process.exit(1);
}

function wantedModules(): [name: string, mutated: MutatedModule][] {
  const { values, positionals } = parse();
  if (values.help) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  const names = positionals.length > 0 ? positionals : Object.keys(MODULES);
  return names.map((name) => {
    const mutated = Object.hasOwn(MODULES, name) ? MODULES[name] : undefined;
    if (!mutated) return usage(`There is no module ${name}.`);
    if (values.file === undefined) return [name, mutated];
    const all = globSync([...mutated.sources], { cwd: CHECKOUT });
    const sources = values.file.flatMap((text) => {
      const found = all.filter((source) => source.includes(text));
      return found.length > 0 ? found : usage(`No source of ${name} has ${text} in its path.`);
    });
    return [name, { ...mutated, sources: [...new Set(sources)] }];
  });
}

function parse() {
  try {
    return parseArgs({
      options: { file: { type: 'string', multiple: true }, help: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
  } catch (error) {
    return usage((error as Error).message);
  }
}

/** A folder with a copy of the checkout; removed when this process ends. */
function folderWithCheckout(): string {
  const { path, remove } = tempFolder('mutation');
  process.once('exit', remove);
  copyCheckout(path);
  mkdirSync(join(path, 'control'));
  for (const [file, text] of Object.entries(CONTROL_FILES)) writeFileSync(join(path, file), text);
  return path;
}

/** True if the check can tell noticed changes from unnoticed ones, and from those that never run. */
async function provesItself(copy: string): Promise<boolean> {
  say('negative control');
  const { killed, survived, uncovered } = scoreOf(await mutate(copy, CONTROL));
  say(`negative control: ${killed} killed, ${survived} survived, ${uncovered} not run`);
  // Each function has two changes: its body and its operator. A test that only uses 1 cannot tell `1 / 1` from `1 * 1`.
  return killed === 3 && survived === 1 && uncovered === 2;
}

function print(rows: readonly [string, Score][]): void {
  const cells = rows.map(([name, { killed, timeouts, survived, uncovered, failed, percent }]) =>
    [name, killed, timeouts, survived, uncovered, failed, `${percent.toFixed(1)} %`].map(String),
  );
  const head = ['module', 'killed', 'timeouts', 'survived', 'not run', 'failed', `score (aim ${AIM} %)`];
  const widths = head.map((_, column) => Math.max(...[head, ...cells].map((row) => (row[column] ?? '').length)));
  for (const row of [head, ...cells])
    process.stdout.write(
      `${row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    );
}

const wanted = wantedModules();
const copy = folderWithCheckout();
if (!(await provesItself(copy))) {
  say('The negative control failed: what follows would say nothing.');
  process.exit(1);
}
const reports = join(CHECKOUT, '.check/mutation');
mkdirSync(reports, { recursive: true });
const rows: [string, Score][] = [];
for (const [name, mutated] of wanted) {
  say(`${name}: begins`);
  const report = await mutate(copy, mutated);
  writeFileSync(join(reports, `${name}.json`), JSON.stringify(report));
  for (const line of survivorsOf(report)) process.stdout.write(`${line}\n`);
  const score = scoreOf(report);
  rows.push([name, score]);
  say(`${name}: ${score.percent.toFixed(1)} %`);
}
print(rows);
// If more changes could not be tried than were noticed, the tests did not run properly.
process.exit(rows.every(([, { percent, failed, killed }]) => percent >= AIM && failed <= killed) ? 0 : 1);
