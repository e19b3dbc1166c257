import { run } from './program.ts';

/** The result of one scenario of the official suite. */
export interface Scenario {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  /** False for extensions, pending scenarios and those newer than the revision, which the suite reports separately. */
  readonly scored: boolean;
}

const SUMMARY = /^[✓✗] (\S+): (\d+) passed, (\d+) failed/gmu;
const NOT_SCORED = /^ {2}[✓✗] (\S+) \((?:extension|pending|added-after-release)\)/gmu;

/** Maximum time for a scenario, in milliseconds: ends those that wait for an answer that never comes. */
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

/** Runs every scenario that a protocol revision requires, and those that the suite adds. */
export async function runRequirements(suite: string, url: string, revision: string): Promise<Scenario[]> {
  const asked = ['server', '--url', url, '--requirements', revision, '--timeout', String(SCENARIO_MS)];
  return scenariosOf((await run([suite, ...asked], 300_000)).out);
}

/** Runs every active scenario of a suite without requirement sets (before 0.2). */
export async function runActive(suite: string, url: string): Promise<Scenario[]> {
  return scenariosOf((await run([suite, 'server', '--url', url], 300_000)).out);
}

/**
 * Runs one scenario at one revision. Returns the number of checks that passed and the ids of those that failed. Throws if nothing
 * was checked.
 */
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
  // An error code without a failed check is a failure of the scenario itself, for example because the server does not answer.
  if (code !== 0 && failing.length === 0) failing.push(`exit code ${code}`);
  if (code === 0 && Number(all) === 0) throw new Error(`${name} checked nothing: ${out.slice(-300)}`);
  return { passed: Number(passed), failing, out };
}
