import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isRunning } from '@twicewise/contract';
import { startHost, tempFolder } from '@twicewise/testkit';
import type { Plan } from '../../../packages/ui/src/graph/layout.ts';
import { tieNeighbours } from '../causes/questions.ts';
import { readEverything } from '../causes/reading.ts';

/** A graph to arrange. */
export interface Graph {
  name: string;
  plan: Plan;
}

/** Numbers from 0 to 1, the same each time (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Edges that most often lead from a node to one that follows soon, one in twenty back: chains of causes with some in common. */
function chained(size: number): Plan {
  const random = randomOf(size);
  const at = (index: number) => `n${Math.max(0, Math.min(size - 1, index))}`;
  const edges = Array.from({ length: Math.round(size * 1.3) }, () => {
    const from = Math.floor(random() * (size - 1));
    const to = from + 1 + Math.floor(random() ** 3 * 12);
    return random() < 0.05 ? { from: at(to), to: at(from) } : { from: at(from), to: at(to) };
  });
  return { nodes: Array.from({ length: size }, (_, index) => at(index)), edges };
}

/** Some decisions with many effects each, a few of which are effects of two: what the most connected nodes look like. */
function starred(size: number): Plan {
  const random = randomOf(size + 1);
  const hubs = Math.max(2, Math.round(size / 25));
  const nodes = Array.from({ length: size }, (_, index) => `n${index}`);
  const hub = () => `n${Math.floor(random() * hubs)}`;
  const edges = nodes
    .slice(hubs)
    .flatMap((to) => [{ from: hub(), to }, ...(random() < 0.2 ? [{ from: hub(), to }] : [])]);
  return { nodes, edges };
}

/** The graph without edges from a node to itself, and without the second of two equal ones: both are drawn as one line. */
function plain({ nodes, edges }: Plan): Plan {
  const known = new Map(edges.filter(({ from, to }) => from !== to).map((edge) => [`${edge.from} ${edge.to}`, edge]));
  const tied = new Set([...known.values()].flatMap(({ from, to }) => [from, to]));
  return { nodes: nodes.filter((id) => tied.has(id)), edges: [...known.values()] };
}

/** Made-up graphs of three sizes and two shapes. */
export function madeUp(): Graph[] {
  return [50, 300, 1000].flatMap((size) => [
    { name: `chains ${size}`, plan: plain(chained(size)) },
    { name: `stars ${size}`, plan: plain(starred(size)) },
  ]);
}

async function graphOf(fill: (host: Awaited<ReturnType<typeof startHost>>) => Promise<unknown>): Promise<Plan> {
  const folder = tempFolder();
  const host = await startHost({ data: folder.path });
  try {
    await fill(host);
    const { nodes, edges } = await host.client.call('causal.graph', { limit: 300 });
    return plain({ nodes: nodes.map(({ id }) => id), edges: edges.map(({ from, to }) => ({ from, to })) });
  } finally {
    await host.stop();
    folder.remove();
  }
}

/** What the screen draws of the sample, and of real sessions whose neighbours in time are tied (where they are there). */
export async function real(data: string): Promise<Graph[]> {
  const sample = await graphOf(async (host) => {
    const { job } = await host.client.call('import.sample', {});
    while (isRunning((await host.client.call('job.get', { id: job.id })).job)) await wait(50);
  });
  if (!existsSync(join(data, 'episodes'))) return [{ name: 'sample', plan: sample }];
  const sessions = await graphOf(async (host) => {
    await readEverything(host, data);
    await tieNeighbours(host);
  });
  return [
    { name: 'sample', plan: sample },
    { name: 'sessions', plan: sessions },
  ];
}
