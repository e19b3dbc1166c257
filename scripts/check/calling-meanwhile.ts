import { setTimeout as wait } from 'node:timers/promises';
import type { RpcClient } from '../bench/json-rpc.ts';
import { residentBytes } from '../bench/sides.ts';
import type { CheckHost } from './hosts.ts';
import { lessonFor } from './ledger.ts';

const EVERY_MS = 20;

/** What a client noticed while others kept the host busy. */
export interface Meanwhile {
  /** Latencies of the answered calls, in milliseconds. */
  latencies: number[];
  failed: number;
  /** Peak of the host's resident memory above its value before, in bytes. */
  grown: number;
  seconds: number;
}

/** Stores and reads as a client every 20 ms, and watches the host's memory, as long as `goesOn` returns true. */
export async function callMeanwhile(
  host: Pick<CheckHost, 'ready'>,
  client: RpcClient,
  goesOn: () => boolean,
): Promise<Meanwhile> {
  const before = residentBytes(host.ready.pid);
  const [latencies, open]: [number[], Promise<unknown>[]] = [[], []];
  let [highest, failed] = [before, 0];
  const started = performance.now();
  for (let n = 0; goesOn(); n++) {
    const at = performance.now();
    const call =
      n % 2 === 0 ? client.call('reflection_store', lessonFor(`other ${n}`)) : client.call('reflection_get', {});
    open.push(
      call.then(
        () => latencies.push(performance.now() - at),
        () => failed++,
      ),
    );
    highest = Math.max(highest, residentBytes(host.ready.pid));
    await wait(EVERY_MS);
  }
  await Promise.all(open);
  return { latencies, failed, grown: highest - before, seconds: (performance.now() - started) / 1000 };
}
