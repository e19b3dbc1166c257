import { run } from './program.ts';

/** How one scenario of the official suite went. */
export interface Scenario {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  /** False for extensions, pending scenarios and those newer than the revision: the suite reports them apart. */
  readonly scored: boolean;
}

const SUMMARY = /^[✓✗] (\S+): (\d+) passed, (\d+) failed/gmu;
const NOT_SCORED = /^ {2}[✓✗] (\S+) \((?:extension|pending|added-after-release)\)/gmu;

/** Time for one scenario in milliseconds: those that wait for an answer that cannot come end then. */
const SCENARIO_MS = 5000;

function scenariosOf(out: string): Scenario[] {
  const unscored = new Set([...out.matchAll(NOT_SCORED)].map(([, name]) => name));
  return [...out.matchAll(SUMMARY)].map(([, name = '', passed, failed]) => ({
    name,
    passed: Number(passed),
    failed: Number(failed),
    scored: !unscored.has(name),
  }));
}

/** Every scenario that a protocol revision requires, and those that the suite runs beside them. */
export async function runRequirements(suite: string, url: string, revision: string): Promise<Scenario[]> {
  const asked = ['server', '--url', url, '--requirements', revision, '--timeout', String(SCENARIO_MS)];
  return scenariosOf((await run([suite, ...asked], 300_000)).out);
}

/** Every active scenario of a suite that knows no requirement sets (before 0.2). */
export async function runActive(suite: string, url: string): Promise<Scenario[]> {
  return scenariosOf((await run([suite, 'server', '--url', url], 300_000)).out);
}

/** One scenario at one revision: how many checks held, and the ids of those that did not. Throws when nothing was checked. */
export async function runScenario(
  suite: string,
  url: string,
  name: string,
  revision?: string,
): Promise<{ readonly passed: number; readonly failing: readonly string[]; readonly out: string }> {
  const at = revision === undefined ? [] : ['--spec-version', revision];
  const { code, out } = await run([suite, 'server', '--url', url, '--scenario', name, ...at]);
  const [, passed = '0', all = '0'] = /^Passed: (\d+)\/(\d+)/mu.exec(out) ?? [];
  const failing = [...out.matchAll(/\[(\S+)\s*\] FAILURE/gu)].map(([, id = '']) => id);
  // An exit code without a named check is a failure of the scenario itself, such as a server that does not answer.
  if (code !== 0 && failing.length === 0) failing.push(`exit code ${code}`);
  if (code === 0 && Number(all) === 0) throw new Error(`${name} checked nothing: ${out.slice(-300)}`);
  return { passed: Number(passed), failing, out };
}
