import type { SideName } from './sides.ts';
import { distribution, median } from './statistics.ts';

/** A client: makes one call and resolves when it is answered. */
export type Client = () => Promise<unknown>;

/** The results of several rounds of one measurement on one side; every number is the median of the rounds. */
export interface Measured {
  rounds: number;
  calls: number;
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  /**
   * Processor time of the server per call, in milliseconds. Of all numbers, other programs on the machine affect this one least.
   */
  cpu: number;
  /** Values of the lowest and the highest round. */
  spread: { perSecond: [number, number]; p50: [number, number] };
}

interface Sample {
  latencies: number[];
  seconds: number;
  cpu: number;
}

/** One side of a measurement: its clients, and a function for the processor time of its server so far, in milliseconds. */
export interface Runner {
  clients: readonly Client[];
  cpu: () => number;
}

/** Lets each client make call after call for some time. A client has only one open call at a time. */
export async function closedLoop({ clients, cpu }: Runner, milliseconds: number): Promise<Sample> {
  const latencies: number[] = [];
  const used = cpu();
  const started = performance.now();
  const deadline = started + milliseconds;
  const run = async (client: Client) => {
    for (let at = performance.now(); at < deadline; ) {
      await client();
      const now = performance.now();
      latencies.push(now - at);
      at = now;
    }
  };
  await Promise.all(clients.map(run));
  return { latencies, seconds: (performance.now() - started) / 1000, cpu: cpu() - used };
}

function range(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

/** The medians of the samples of one side. */
export function summarise(samples: readonly Sample[]): Measured {
  const spreads = samples.map(({ latencies }) => distribution(latencies));
  const rates = samples.map(({ latencies, seconds }) => latencies.length / seconds);
  return {
    rounds: samples.length,
    calls: spreads.reduce((sum, { count }) => sum + count, 0),
    perSecond: median(rates),
    p50: median(spreads.map(({ p50 }) => p50)),
    p95: median(spreads.map(({ p95 }) => p95)),
    p99: median(spreads.map(({ p99 }) => p99)),
    cpu: median(samples.map(({ cpu, latencies }) => cpu / latencies.length)),
    spread: { perSecond: range(rates), p50: range(spreads.map(({ p50 }) => p50)) },
  };
}

/** How long and how often to measure. */
export interface Pace {
  rounds: number;
  milliseconds: number;
}

/**
 * Measures all sides alternately in short rounds and reverses their order each time, so that another busy program or a slow disk
 * affects all of them. The first round only warms up.
 */
export async function alternate(
  sides: Partial<Record<SideName, Runner>>,
  pace: Pace,
): Promise<Partial<Record<SideName, Measured>>> {
  const names = Object.keys(sides) as SideName[];
  const samples = new Map<SideName, Sample[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= pace.rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const runner = sides[name];
      if (!runner) continue;
      const sample = await closedLoop(runner, round === 0 ? pace.milliseconds / 2 : pace.milliseconds);
      if (round > 0) samples.get(name)?.push(sample);
    }
  }
  return Object.fromEntries(names.map((name) => [name, summarise(samples.get(name) ?? [])]));
}
