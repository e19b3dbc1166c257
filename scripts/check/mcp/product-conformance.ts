import { withToken } from '../mcp-proxy.ts';
import { exactly, say, type Verdict } from '../verdicts.ts';
import type { Suites } from './fixture-conformance.ts';
import { runScenario } from './suite.ts';

/** One scenario that needs no fixture, and those of its checks that a server without a fixture cannot pass. */
interface Asked {
  readonly revision: string;
  readonly scenario: string;
  readonly needFixture?: readonly string[];
}

function at(revision: string, ...scenarios: string[]): Asked[] {
  return scenarios.map((scenario) => ({ revision, scenario }));
}

const ASKED: readonly Asked[] = [
  ...at('2025-11-25', 'server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list'),
  ...at('2025-11-25', 'dns-rebinding-protection', 'server-sse-multiple-streams'),
  ...at('2026-07-28', 'tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection', 'caching'),
  ...at('2026-07-28', 'sep-2164-resource-not-found', 'http-header-validation', 'server-sse-multiple-streams'),
  {
    revision: '2026-07-28',
    scenario: 'server-stateless',
    // These checks call test_missing_capability; none of our tools needs a capability of the client.
    needFixture: ['sep-2575-server-rejects-undeclared-capability', 'sep-2575-missing-capability-http-400'],
  },
];

async function judge(suite: string, url: string, { revision, scenario, needFixture = [] }: Asked): Promise<Verdict> {
  const { passed, failing, out } = await runScenario(suite, url, scenario, revision);
  const wrong = failing.filter((id) => !needFixture.includes(id));
  const left = failing.length - wrong.length;
  const apart = left === 0 ? '' : `; ${left} need a fixture: ${needFixture.join(', ')}`;
  return {
    id: revision === '2025-11-25' ? 'T23' : 'T24',
    what: `product, ${revision}, ${scenario}`,
    found: wrong.length === 0 ? `${passed} checks${apart}` : `failing: ${wrong.join(', ')}: ${out.slice(-300)}`,
    state: exactly(wrong.length === 0 && passed > 0 && left === needFixture.length),
  };
}

/** Runs the scenarios that need no fixture against the product itself, at both revisions. */
export async function conformProduct({ next }: Suites, url: string): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const asked of ASKED) verdicts.push(await judge(next, url, asked));
  say('conformance, product');
  return verdicts;
}

/** Negative control: a server that never answers must fail the same scenario. */
export async function controlDeadServer({ next }: Suites): Promise<Verdict> {
  const nothing = await withToken('http://127.0.0.1:9/mcp', 'none');
  const { failing } = await runScenario(next, nothing.url, 'tools-list');
  nothing.close();
  const found = failing.join(', ') || 'nothing failed';
  return { id: 'control', what: 'a dead server fails', found, state: exactly(failing.length > 0) };
}
