import { withToken } from '../mcp-proxy.ts';
import { exactly, say, type Verdict } from '../verdicts.ts';
import { type FixtureHost, startFixtureHost } from './fixture-host.ts';
import { sessionGateway } from './session-gateway.ts';
import { runActive, runRequirements, runScenario, type Scenario } from './suite.ts';

/** Folders of the two releases of the official suite: the stable one, and the one with requirement sets per revision. */
export interface Suites {
  readonly stable: string;
  readonly next: string;
}

/** Number of scored server scenarios of a revision, according to its frozen requirement set. */
const REQUIRED = { '2025-11-25': 30, '2026-07-28': 37 } as const;
/** Number of active scenarios in the stable release, and of checks in them. */
const STABLE = { scenarios: 30, checks: 40 } as const;

/** A scenario about the Host header, which a socket does not have. It is judged at the HTTP door. */
const AT_HTTP_DOOR = 'dns-rebinding-protection';
/**
 * Scenarios in which the server asks the client during a call. Before 2026-07-28 that needs a lasting session. Our HTTP door
 * keeps none for clients of the 2025 revisions; the socket does.
 */
const NEED_SESSION = [
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  'tools-call-elicitation',
  'tools-call-sampling',
];

/** A fixture host with an address for the suite at each of its doors. */
interface Fixture {
  readonly http: string;
  readonly session: string;
}

async function withFixture<T>(broken: string | undefined, use: (fixture: Fixture) => Promise<T>): Promise<T> {
  const host: FixtureHost = await startFixtureHost(broken);
  const proxy = await withToken(host.http.url, host.http.token);
  const gateway = await sessionGateway(host.socket);
  try {
    return await use({ http: proxy.url, session: gateway.url });
  } finally {
    gateway.close();
    proxy.close();
    await host.close();
  }
}

/** Names of the scored scenarios that did not pass. A scenario without any check counts as not passed. */
function failing(scenarios: readonly Scenario[]): string[] {
  return scenarios
    .filter(({ scored, passed, failed }) => scored && (failed > 0 || passed === 0))
    .map(({ name }) => name);
}

/** The results of the socket, with the one scenario about HTTP taken from the HTTP door. */
async function joined(suite: string, fixture: Fixture, ran: readonly Scenario[], revision?: string) {
  const { passed, failing: wrong } = await runScenario(suite, fixture.http, AT_HTTP_DOOR, revision);
  const atDoor = { name: AT_HTTP_DOOR, passed, failed: wrong.length, scored: true };
  return ran.map((scenario) => (scenario.name === AT_HTTP_DOOR ? atDoor : scenario));
}

function verdict(id: string, what: string, scenarios: readonly Scenario[], expected: number): Verdict {
  const wrong = failing(scenarios);
  const scored = scenarios.filter((scenario) => scenario.scored);
  const checks = scored.reduce((sum, { passed }) => sum + passed, 0);
  const counts = `${scored.length - wrong.length} of ${expected} scenarios, ${checks} checks`;
  return {
    id,
    what,
    found: wrong.length === 0 ? counts : `${counts}; failing: ${wrong.join(', ')}`,
    state: exactly(wrong.length === 0 && scored.length === expected),
  };
}

async function oldRevision({ next }: Suites, fixture: Fixture): Promise<Verdict[]> {
  const revision = '2025-11-25';
  const overSocket = await joined(next, fixture, await runRequirements(next, fixture.session, revision), revision);
  say(`conformance ${revision}, socket`);
  const overHttp = await runRequirements(next, fixture.http, revision);
  say(`conformance ${revision}, HTTP`);
  const wrong = failing(overHttp).sort();
  const scored = overHttp.filter((scenario) => scenario.scored).length;
  return [
    verdict('T23', `conformance ${revision}, socket`, overSocket, REQUIRED[revision]),
    {
      id: 'T23',
      what: `conformance ${revision}, HTTP without sessions`,
      found: `${scored - wrong.length} of ${scored} scenarios; the others need a session: ${wrong.join(', ')}`,
      state: exactly(scored === REQUIRED[revision] && wrong.join() === NEED_SESSION.join()),
    },
  ];
}

async function newRevision({ next }: Suites, fixture: Fixture): Promise<Verdict> {
  const revision = '2026-07-28';
  const scenarios = await runRequirements(next, fixture.http, revision);
  say(`conformance ${revision}, HTTP`);
  return verdict('T24', `conformance ${revision}, HTTP`, scenarios, REQUIRED[revision]);
}

async function stableRelease({ stable }: Suites, fixture: Fixture): Promise<Verdict> {
  const scenarios = await joined(stable, fixture, await runActive(stable, fixture.session));
  say('conformance 0.1.16, socket');
  const { found, state, ...row } = verdict('T25', 'conformance 0.1.16, active', scenarios, STABLE.scenarios);
  const checks = scenarios.reduce((sum, { passed }) => sum + passed, 0);
  return { ...row, found, state: checks === STABLE.checks ? state : 'failed' };
}

/** Runs the official suite against the fixture profile on the product's doors (T23, T24, T25). */
export function conformFixture(suites: Suites): Promise<Verdict[]> {
  return withFixture(undefined, async (fixture) => [
    ...(await oldRevision(suites, fixture)),
    await newRevision(suites, fixture),
    await stableRelease(suites, fixture),
  ]);
}

/**
 * Negative control: one tool of the fixture answers wrongly, and exactly the scenario that calls it must fail, at both revisions.
 */
export function controlFixture({ next }: Suites): Promise<Verdict> {
  return withFixture('test_simple_text', async ({ http, session }) => {
    const newer = failing(await runRequirements(next, http, '2026-07-28'));
    const older = failing(await runRequirements(next, session, '2025-11-25')).filter((name) => name !== AT_HTTP_DOOR);
    const noticed = [newer, older].every((names) => names.join() === 'tools-call-simple-text');
    return {
      id: 'control',
      what: 'a fixture with a broken tool fails',
      found: `failing: ${newer.join(', ') || 'none'} / ${older.join(', ') || 'none'}`,
      state: exactly(noticed),
    };
  });
}
