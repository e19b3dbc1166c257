import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { tempFolder } from '@twicewise/testkit';
import { type Distribution, distribution } from '../bench/statistics.ts';
import { type BridgeClient, startBridge } from './bridges.ts';
import { type CheckHost, takeOver } from './hosts.ts';
import { type Audit, Ledger, lessonFor } from './ledger.ts';
import { say } from './verdicts.ts';

/** What agents noticed while their host was killed or replaced. */
export interface RestartCount extends Audit {
  events: number;
  kills: number;
  handovers: number;
  /** Number of new hosts that asked for the folder and did not get it. */
  refused: number;
  requests: number;
  /** Errors that were answered to requests. */
  failed: string[];
  /** Number of clients with a request that was never answered. */
  hung: number;
  /** Longest time that any request waited around each event, in milliseconds. */
  killWaits: Distribution;
  handoverWaits: Distribution;
}

const CLIENTS = 2;
const IN_FLIGHT = 3;
const HUNG_MS = 15_000;

interface Load {
  stop(): Promise<number>;
  /** Longest time that a request waited since the last call of this function; an open request counts with its age so far. */
  longestWait(): number;
  answered(): number;
}

function startLoad(bridges: readonly BridgeClient[], ledger: Ledger, failed: string[]): Load {
  const open = new Map<object, number>();
  let [longest, answered, stopped] = [0, 0, false];
  const loop = async ({ client }: BridgeClient) => {
    while (!stopped) {
      const ticket = ledger.issue();
      const at = performance.now();
      open.set(ticket, at);
      try {
        // We send no key: the bridge adds one to each tool call.
        await client.call('reflection_store', lessonFor(ticket.token));
        ledger.acknowledge(ticket);
      } catch (error) {
        failed.push(String(error));
      }
      open.delete(ticket);
      answered++;
      longest = Math.max(longest, performance.now() - at);
      await wait(5);
    }
  };
  const loops = bridges.map((bridge) => Promise.all(Array.from({ length: IN_FLIGHT }, () => loop(bridge))));
  return {
    longestWait() {
      const ages = [...open.values()].map((at) => performance.now() - at);
      const result = Math.max(longest, ...ages);
      longest = 0;
      return result;
    },
    answered: () => answered,
    async stop() {
      stopped = true;
      const late = wait(HUNG_MS).then(() => 'hung' as const);
      const ends = await Promise.all(loops.map((ended) => Promise.race([ended, late])));
      return ends.filter((end) => end === 'hung').length;
    },
  };
}

function currentPid(data: string): number | null {
  try {
    return (JSON.parse(readFileSync(join(data, 'run', 'host.json'), 'utf8')) as { pid: number }).pid;
  } catch {
    return null;
  }
}

/** Kills the host that has the folder, whoever started it; the bridges start the next one. */
async function killCurrent(data: string): Promise<boolean> {
  const pid = currentPid(data);
  if (pid === null) return false;
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}

/** Waits until every client has been answered again, that is, until enough answers have come. */
async function untilServed(load: Load, before: number): Promise<void> {
  const deadline = Date.now() + HUNG_MS;
  while (load.answered() < before + 2 * CLIENTS * IN_FLIGHT && Date.now() < deadline) await wait(10);
}

/** Alternately kills and replaces the host of two working bridges. */
export async function restartUnderLoad(events: number): Promise<RestartCount> {
  const folder = tempFolder('restarts');
  const [ledger, failed]: [Ledger, string[]] = [new Ledger(), []];
  const waits: { handover: number[]; kill: number[] } = { handover: [], kill: [] };
  const bridges = await Promise.all(Array.from({ length: CLIENTS }, () => startBridge(folder.path)));
  const load = startLoad(bridges, ledger, failed);
  const hosts: CheckHost[] = [];
  let [kills, refused] = [0, 0];
  for (let event = 0; event < events; event++) {
    await wait(50 + Math.random() * 150);
    load.longestWait();
    const before = load.answered();
    if (event % 2 === 0) {
      const host = await takeOver(folder.path);
      if (host) hosts.push(host);
      else refused++;
    } else if (await killCurrent(folder.path)) kills++;
    await untilServed(load, before);
    waits[event % 2 === 0 ? 'handover' : 'kill'].push(load.longestWait());
    if ((event + 1) % 20 === 0)
      say(`${event + 1} restarts, longest wait ${Math.round(Math.max(...waits.kill, ...waits.handover))} ms`);
  }
  const hung = await load.stop();
  for (const bridge of bridges) await bridge.close();
  for (const host of hosts) await host.kill();
  const audit = ledger.audit(join(folder.path, 'memory.db'));
  const pid = currentPid(folder.path);
  if (pid !== null) await killCurrent(folder.path);
  folder.remove();
  const counts = { events, kills, handovers: hosts.length, refused, requests: ledger.tickets.length };
  const [killWaits, handoverWaits] = [distribution(waits.kill), distribution(waits.handover)];
  return { ...audit, ...counts, failed, hung, killWaits, handoverWaits };
}
