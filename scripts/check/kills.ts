import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { KEY_META } from '@twicewise/mcp';
import { tempFolder } from '@twicewise/testkit';
import type { RpcClient } from '../bench/json-rpc.ts';
import type { CheckHost, Launch } from './hosts.ts';
import { Ledger, lessonFor, type Ticket } from './ledger.ts';
import { say } from './verdicts.ts';

/** The result of killing hosts repeatedly. */
export interface KillCount {
  kills: number;
  acknowledged: number;
  lost: number;
  doubled: number;
  /** Number of unanswered requests that were sent again with their key. */
  retried: number;
  broken: string[];
}

/** How much to try. */
export interface KillPlan {
  kills: number;
  /** Goes on after `kills` until this many stores were acknowledged. */
  acknowledged: number;
  /** Number of data folders used at the same time. */
  lanes: number;
  launch: Launch;
  /** Stops at this time, in milliseconds since 1970, even if the plan is not fulfilled. */
  until: number;
  /** True to send unanswered requests again with their key, as the bridge does. */
  retry: boolean;
}

const CLIENTS = 4;
const IN_FLIGHT = 6;
/** Number of kills after which a folder is replaced, so that its checks stay quick. */
const KILLS_PER_FOLDER = 50;
/**
 * A host is killed after a random number of acknowledgements, up to this one. With a timer, hosts on a busy machine would be
 * killed while idle.
 */
const MOST_PER_LIFE = 240;
const LONGEST_LIFE_MS = 10_000;

/** Sends a ticket and records the answer. Resolves to false if the connection is gone. */
export async function send(client: RpcClient, ledger: Ledger, ticket: Ticket): Promise<boolean> {
  try {
    await client.call('reflection_store', lessonFor(ticket.token), { [KEY_META]: ticket.key });
    ledger.acknowledge(ticket);
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('reflection_store')) throw error;
    return false;
  }
}

async function storeUntilGone(client: RpcClient, ledger: Ledger): Promise<void> {
  const loop = async () => {
    while (await send(client, ledger, ledger.issue()));
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, loop));
}

/** One life of a host: requests that the previous one left open are sent again, then comes load, then the kill. */
async function oneLife(host: CheckHost, ledger: Ledger, retry: boolean): Promise<number> {
  const clients = await Promise.all(Array.from({ length: CLIENTS }, (_, n) => host.connect(`check-${n}`)));
  const open = retry ? ledger.unanswered : [];
  const [first] = clients;
  // The kill may also come during the retries: they must not be stored twice either.
  const work = [
    ...open.map((ticket) => (first ? send(first, ledger, ticket) : undefined)),
    ...clients.map((client) => storeUntilGone(client, ledger)),
  ];
  const end = ledger.acknowledged + Math.floor(Math.random() * MOST_PER_LIFE);
  const deadline = Date.now() + LONGEST_LIFE_MS;
  while (ledger.acknowledged < end && Date.now() < deadline) await wait(1);
  await wait(Math.random() * 5);
  await host.kill();
  await Promise.all(work);
  return open.length;
}

async function settleRest(host: CheckHost, ledger: Ledger): Promise<void> {
  const client = await host.connect();
  await Promise.all(ledger.unanswered.map((ticket) => send(client, ledger, ticket)));
  client.close();
}

/**
 * One folder: hosts are started and killed. After each kill the file is examined; at the end everything ever acknowledged in the
 * folder is audited.
 */
async function oneFolder(plan: KillPlan, total: KillCount, wanted: () => boolean): Promise<void> {
  const folder = tempFolder('kills');
  const ledger = new Ledger();
  const database = join(folder.path, 'memory.db');
  try {
    for (let life = 0; life < KILLS_PER_FOLDER && wanted(); life++) {
      const before = ledger.acknowledged;
      const host = await plan.launch(folder.path);
      if (life > 0) total.broken.push(...ledger.audit(database).broken);
      total.retried += await oneLife(host, ledger, plan.retry);
      total.kills++;
      total.acknowledged += ledger.acknowledged - before;
      if (total.kills % 50 === 0)
        say(`${total.kills} kills, ${total.acknowledged} acknowledged, lost ${total.lost}, doubled ${total.doubled}`);
    }
    const host = await plan.launch(folder.path);
    if (plan.retry) await settleRest(host, ledger);
    const { lost, doubled, broken } = ledger.audit(database);
    total.lost += lost;
    total.doubled += doubled;
    total.broken.push(...broken);
    await host.stop();
  } finally {
    folder.remove();
  }
}

/** Kills hosts under load until the plan is fulfilled. */
export async function killHosts(plan: KillPlan): Promise<KillCount> {
  const total: KillCount = { kills: 0, acknowledged: 0, lost: 0, doubled: 0, retried: 0, broken: [] };
  const unfulfilled = () => total.kills < plan.kills || total.acknowledged < plan.acknowledged;
  const wanted = () => unfulfilled() && Date.now() < plan.until;
  const lane = async () => {
    while (wanted()) await oneFolder(plan, total, wanted);
  };
  await Promise.all(Array.from({ length: plan.lanes }, lane));
  return total;
}
