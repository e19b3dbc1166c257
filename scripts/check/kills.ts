import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { KEY_META } from '@twicewise/mcp';
import { tempFolder } from '@twicewise/testkit';
import type { RpcClient } from '../bench/json-rpc.ts';
import type { CheckHost, Launch } from './hosts.ts';
import { Ledger, lessonFor, type Ticket } from './ledger.ts';
import { say } from './verdicts.ts';

/** What killing a host again and again found. */
export interface KillCount {
  kills: number;
  acknowledged: number;
  lost: number;
  doubled: number;
  /** Requests without an answer that were sent again with their key. */
  retried: number;
  broken: string[];
}

/** How hard to try. */
export interface KillPlan {
  kills: number;
  /** Goes on beyond `kills` until so many stores were acknowledged. */
  acknowledged: number;
  /** Data folders at the same time. */
  lanes: number;
  launch: Launch;
  /** Stop at this time, in milliseconds since 1970, even if the plan is not fulfilled. */
  until: number;
  /** Send what was not answered again, with its key, as the bridge does. */
  retry: boolean;
}

const CLIENTS = 4;
const IN_FLIGHT = 6;
/** A folder is left after so many kills, so that its checks stay quick. */
const KILLS_PER_FOLDER = 50;
/** A life ends at a random one of so many acknowledgements: by the clock, a loaded machine would kill idle hosts. */
const MOST_PER_LIFE = 240;
const LONGEST_LIFE_MS = 10_000;

/** Sends a ticket and notes the answer. Resolves to false when the connection is gone. */
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

/** One life of a host: what the life before left open is sent again, then load, then the kill. */
async function oneLife(host: CheckHost, ledger: Ledger, retry: boolean): Promise<number> {
  const clients = await Promise.all(Array.from({ length: CLIENTS }, (_, n) => host.connect(`check-${n}`)));
  const open = retry ? ledger.unanswered : [];
  const [first] = clients;
  // Killed at a random moment of the retries, too: they must not be doubled either.
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

/** One folder: lives and deaths, each followed by an audit of everything that was ever acknowledged in it. */
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
