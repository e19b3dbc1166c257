import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { tempFolder } from '@twicewise/testkit';
import { realHost } from './hosts.ts';
import { send } from './kills.ts';
import { type Audit, Ledger } from './ledger.ts';

const AT_ONCE = 10;

/**
 * Sends requests and loses their answers by closing the connection. Then each is sent again with the same key, twice at once.
 * Half of the connections are closed before the host can have answered, half afterwards.
 */
export async function retryLostAnswers(count: number): Promise<Audit & { requests: number }> {
  const folder = tempFolder('retries');
  const host = await realHost(folder.path);
  const ledger = new Ledger();
  try {
    for (let done = 0; done < count; done += AT_ONCE) {
      const tickets = Array.from({ length: Math.min(AT_ONCE, count - done) }, () => ledger.issue());
      const cut = await host.connect();
      const lost = tickets.map((ticket) => send(cut, ledger, ticket));
      await wait(done % (2 * AT_ONCE) === 0 ? 0 : 25);
      cut.close();
      await Promise.all(lost);
      const [one, two] = await Promise.all([host.connect('one'), host.connect('two')]);
      await Promise.all(tickets.flatMap((ticket) => [send(one, ledger, ticket), send(two, ledger, ticket)]));
      one.close();
      two.close();
    }
    return { ...ledger.audit(join(folder.path, 'memory.db')), requests: ledger.tickets.length };
  } finally {
    await host.stop();
    folder.remove();
  }
}
