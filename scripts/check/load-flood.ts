import { setTimeout as wait } from 'node:timers/promises';
import { tempFolder } from '@twicewise/testkit';
import { residentBytes } from '../bench/sides.ts';
import { type Distribution, distribution } from '../bench/statistics.ts';
import { realHost } from './hosts.ts';
import { lessonFor } from './ledger.ts';

/** What one client noticed while another flooded the host. */
export interface FloodCount {
  flood: number;
  answered: number;
  errors: number;
  other: Distribution;
  /** Peak growth of the host's resident memory, in bytes. */
  grown: number;
  seconds: number;
}

const EVERY_MS = 20;
/** Number of calls that warm up the host, so that its own code does not count as growth. */
const WARM_UP = 500;

/** One client sends everything at once without waiting; another stores and reads every 20 ms. */
export async function flood(count: number): Promise<FloodCount> {
  const folder = tempFolder('flood');
  const host = await realHost(folder.path);
  const [flooder, other] = await Promise.all([host.connect('flooder'), host.connect('other')]);
  try {
    for (let n = 0; n < WARM_UP; n++) await other.call('reflection_store', lessonFor(`warm ${n}`));
    const before = residentBytes(host.ready.pid);
    const [latencies, open]: [number[], Promise<void>[]] = [[], []];
    let [answered, errors, highest, done] = [0, 0, before, false];
    const started = performance.now();
    const calls = Array.from({ length: count }, (_, n) =>
      flooder.call('reflection_store', lessonFor(`flood ${n}`)).then(
        () => answered++,
        () => errors++,
      ),
    );
    const flooded = Promise.all(calls).then(() => {
      done = true;
    });
    for (let due = started, n = 0; !done; due += EVERY_MS, n++) {
      const at = performance.now();
      const call =
        n % 2 === 0 ? other.call('reflection_store', lessonFor(`other ${n}`)) : other.call('reflection_get', {});
      open.push(call.then(() => void latencies.push(performance.now() - at)));
      highest = Math.max(highest, residentBytes(host.ready.pid));
      await wait(Math.max(0, due + EVERY_MS - performance.now()));
    }
    await Promise.all([flooded, ...open]);
    const seconds = (performance.now() - started) / 1000;
    return { flood: count, answered, errors, other: distribution(latencies), grown: highest - before, seconds };
  } finally {
    await host.stop();
    folder.remove();
  }
}
