import type { CausalEdge, EpisodeSummary } from '@twicewise/contract';
import type { HostProcess } from '@twicewise/testkit';
import type { Budgets } from './budgets.ts';

/** Maximum number of edges that are claimed, and of questions of each kind. */
const MAX_CLAIMS = 400;
const MAX_ASKED = 200;

/** Nodes that are connected now. */
export interface Chains {
  /** Pairs of nodes of which the first leads to the second, over several steps. */
  pairs: [from: string, to: string][];
  /** Number of neighbours in time that were asked about before anything was claimed. */
  looked: number;
  takenForCauses: number;
}

/** The first and the last node of every chain of edges. */
function runsOf(edges: readonly CausalEdge[]): [string, string][] {
  const next = new Map(edges.map(({ from, to }) => [from, to]));
  const starts = edges.map(({ from }) => from).filter((id) => !edges.some(({ to }) => to === id));
  return starts.map((start) => {
    let end = start;
    for (let steps = 0; steps < 6; steps++) end = next.get(end) ?? end;
    return [start, end];
  });
}

/**
 * The sessions state no causes, only order in time. So an agent claims some edges along that order, to have chains of real texts
 * to ask about. Before that, none of these pairs may be answered as a cause.
 */
export async function tieNeighbours(host: HostProcess): Promise<{ chains: Chains; claims: number }> {
  const { edges } = await host.client.call('causal.graph', { relations: ['precedes'], limit: 500 });
  const chosen = edges.slice(0, MAX_CLAIMS);
  let takenForCauses = 0;
  for (const { from, to } of chosen.slice(0, MAX_ASKED)) {
    const { paths } = await host.client.call('causal.path', { from, to });
    if (paths.length > 0) takenForCauses++;
  }
  for (const { from, to } of chosen) {
    const note = 'claimed to have something to ask for';
    await host.client.call('causal.assert', { projectId: 'agents', from, to, relation: 'causes', note });
  }
  const looked = Math.min(chosen.length, MAX_ASKED);
  return { chains: { pairs: runsOf(chosen), looked, takenForCauses }, claims: chosen.length };
}

/**
 * Hardly any decision occurs twice in the sessions. So patterns are asserted from what was decided for which task, to have
 * patterns of real texts to ask about. Returns the tasks.
 */
export async function assertDecisions(host: HostProcess, episodes: readonly EpisodeSummary[]): Promise<string[]> {
  const tasks: string[] = [];
  for (const { id } of episodes.filter(({ decisions }) => decisions > 0)) {
    if (tasks.length >= MAX_ASKED) break;
    const { episode } = await host.client.call('episode.get', { id });
    const [decision] = episode.decisions;
    const pattern = {
      kind: 'task' as const,
      trigger: episode.task.slice(0, 1000),
      action: decision?.chosen.slice(0, 900),
    };
    const answer = await host.send('pattern.assert', { projectId: 'agents', pattern });
    // Some tasks and choices contain too little text for a pattern.
    if (answer.ok) tasks.push(pattern.trigger);
  }
  return tasks;
}

/** Durations of one kind of answer. */
export interface Timing {
  name: string;
  n: number;
  p50: number;
  p95: number;
}

async function timed<T>(name: string, items: readonly T[], ask: (item: T) => Promise<unknown>): Promise<Timing> {
  const took: number[] = [];
  for (const item of items) {
    const started = performance.now();
    await ask(item);
    took.push(performance.now() - started);
  }
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { name, n: took.length, p50: at(0.5), p95: at(0.95) };
}

/** Asks questions of every kind, and for the digest of every episode; counts the tokens of each answer. */
export async function askEverything(
  host: HostProcess,
  episodes: readonly EpisodeSummary[],
  { pairs }: Chains,
  patterns: readonly string[],
  budgets: Budgets,
): Promise<Timing[]> {
  const { client } = host;
  const tasks = episodes.map(({ task }) => task.slice(0, 1000)).filter((task) => task.trim() !== '');
  const some = tasks.slice(0, MAX_ASKED);
  const asked = pairs.slice(0, MAX_ASKED);
  return [
    await timed('episode.digest', episodes, async ({ id }) =>
      budgets.note('episode', await client.call('episode.digest', { id })),
    ),
    await timed('causal.path', asked, async ([from, to]) =>
      budgets.note('path', await client.call('causal.path', { from, to })),
    ),
    await timed('causal.why', asked, async ([, of]) => budgets.note('path', await client.call('causal.why', { of }))),
    await timed('causal.whatIf', some, async (decision) =>
      budgets.note('whatIf', await client.call('causal.whatIf', { decision, alternative: 'Do it by hand' })),
    ),
    await timed('causal.similarDecisions', some, async (context) =>
      budgets.note('list', await client.call('causal.similarDecisions', { context, limit: 20 })),
    ),
    await timed('causal.deadEnds', some, async (task) =>
      budgets.note('list', await client.call('causal.deadEnds', { task })),
    ),
    await timed('pattern.match', patterns, async (text) =>
      budgets.note('pattern', await client.call('pattern.match', { text, limit: 1 })),
    ),
    await timed('pattern.match for any task', some, async (text) =>
      budgets.note('list', await client.call('pattern.match', { text, limit: 10 })),
    ),
    await timed('pattern.list', some.slice(0, 50), () => client.call('pattern.list', {})),
    await timed('causal.nodes', some, (text) => client.call('causal.nodes', { text })),
    await timed('causal.graph around one', asked, ([around]) => client.call('causal.graph', { around, depth: 2 })),
    await timed('causal.graph, order in time too', asked.slice(0, 50), () =>
      client.call('causal.graph', { relations: ['causes', 'precedes'] }),
    ),
  ];
}
