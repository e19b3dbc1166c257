import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startHost, tempFolder } from '@twicewise/testkit';
import { Budgets } from './causes/budgets.ts';
import { askEverything, assertDecisions, tieNeighbours } from './causes/questions.ts';
import { readEverything } from './causes/reading.ts';
import { against, conclude, exactly, say } from './verdicts.ts';

// `npm run check:causes`: the answers about causes for the sessions of a real project. It reads all of them through a real host,
// counts the tokens of every answer for agents with the tokenizer itself, and times the answers as a client sees them.

const HELP = `Usage: npm run check:causes -- [--data FOLDER]

  --data   folder with episodes and sessions-json (default ../shared/data/ai-agents)
`;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: join(import.meta.dirname, '../../../shared/data/ai-agents') },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
if (!existsSync(join(values.data, 'episodes'))) {
  process.stdout.write(`No episodes in ${values.data}: skipped.\n`);
  process.exit(0);
}

/** Limit for an answer, in milliseconds at the 95th percentile. */
const AIM = 50;

const folder = tempFolder();
const host = await startHost({ data: folder.path });
try {
  const episodes = await readEverything(host, values.data);
  say(`${episodes.length} episodes`);
  const budgets = new Budgets();
  const before = await host.client.call('causal.graph', { relations: ['precedes'], limit: 0 });
  const stated = await host.client.call('causal.graph', { limit: 0 });
  say(`${before.total.nodes} nodes, ${before.total.edges} in order of time, ${stated.total.edges} causes`);
  const { chains, claims } = await tieNeighbours(host);
  say(`${claims} claims between neighbours in time`);
  const mined = await host.client.call('pattern.list', { limit: 0 });
  const patterns = await assertDecisions(host, episodes);
  say(`${mined.total} patterns counted, ${patterns.length} asserted from what was decided`);
  const asked = await askEverything(host, episodes, chains, patterns, budgets);
  process.exitCode = conclude([
    {
      id: 'X12',
      what: 'order in time taken for a cause',
      found: `${chains.takenForCauses} of ${chains.looked} pairs of neighbours in time`,
      state: exactly(chains.takenForCauses === 0 && chains.looked > 0),
    },
    ...budgets.verdicts(),
    ...asked.map(({ name, p95, p50, n }) => ({
      id: 'speed',
      what: `${name} (aim p95 ${AIM} ms)`,
      found: `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} ms of ${n}`,
      state: against(p95, AIM),
    })),
  ]);
} finally {
  await host.stop();
  folder.remove();
}
