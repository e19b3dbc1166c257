import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@twicewise/contract';
import { httpSend, tempFolder } from '@twicewise/testkit';
import type { RpcClient } from '../bench/json-rpc.ts';
import { storedId } from '../bench/over-mcp.ts';
import { type Distribution, distribution } from '../bench/statistics.ts';
import { startBridge } from './bridges.ts';
import { servingHost } from './hosts.ts';
import { lessonFor } from './ledger.ts';

/** The result of many agents at once. */
export interface AgentCount {
  agents: number;
  calls: number;
  errors: string[];
  /** Number of stores that were acknowledged, and of lessons that exist afterwards. */
  acknowledged: number;
  stored: number;
  latency: Distribution;
  /** Number of answers that the polling page got, and their latencies. */
  polls: number;
  poll: Distribution;
  seconds: number;
}

const POLL_MS = 250;

interface Tally {
  errors: string[];
  latencies: number[];
  acknowledged: number;
}

/**
 * One agent that never pauses. Half of its calls are stores, a quarter ask for recent lessons, a quarter for one lesson by id.
 */
async function work(client: RpcClient, agent: number, calls: number, tally: Tally): Promise<void> {
  let id = '';
  for (let n = 0; n < calls; n++) {
    const at = performance.now();
    try {
      if (n % 2 === 0) {
        id = storedId(await client.call('reflection_store', lessonFor(`agent ${agent} call ${n}`)));
        tally.acknowledged++;
      } else await client.call('reflection_get', n % 4 === 1 ? { limit: 5 } : { id });
    } catch (error) {
      tally.errors.push(String(error));
    }
    tally.latencies.push(performance.now() - at);
  }
}

/** An open page: it repeatedly asks for the newest lessons and for the state of the host. */
async function poll(api: string, token: string, stop: AbortSignal, errors: string[]): Promise<number[]> {
  const client = createClient(httpSend(api, token));
  const latencies: number[] = [];
  while (!stop.aborted) {
    const at = performance.now();
    try {
      await client.call('reflection.list', { limit: 50 });
      await client.call('host.status', {});
    } catch (error) {
      errors.push(`poll: ${String(error)}`);
    }
    latencies.push((performance.now() - at) / 2);
    await wait(POLL_MS);
  }
  return latencies;
}

/** Runs many agents over real bridges, and a polling page. */
export async function manyAgents(agents: number, calls: number): Promise<AgentCount> {
  const folder = tempFolder('agents');
  const host = await servingHost(folder.path);
  const { api, token } = host.ready;
  const tally: Tally = { errors: [], latencies: [], acknowledged: 0 };
  const bridges = await Promise.all(Array.from({ length: agents }, () => startBridge(folder.path, 'load')));
  const ended = new AbortController();
  const polling = poll(api, token, ended.signal, tally.errors);
  const started = performance.now();
  await Promise.all(bridges.map(({ client }, agent) => work(client, agent, calls, tally)));
  const seconds = (performance.now() - started) / 1000;
  ended.abort();
  const polled = await polling;
  const { total } = await createClient(httpSend(api, token)).call('reflection.list', { limit: 0, withTotal: true });
  for (const bridge of bridges) await bridge.close();
  await host.stop();
  folder.remove();
  return {
    agents,
    calls: tally.latencies.length,
    errors: tally.errors,
    acknowledged: tally.acknowledged,
    stored: total ?? 0,
    latency: distribution(tally.latencies),
    polls: polled.length,
    poll: distribution(polled),
    seconds,
  };
}
