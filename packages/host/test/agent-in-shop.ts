import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startAgent, startHost, tempFolder } from '@twicewise/testkit';

/** A host with a memory of its own, and an agent that works in the folder `shop`. */
export async function agentInShop(name: string, options: Omit<Parameters<typeof startAgent>[0], 'data' | 'cwd'> = {}) {
  const folder = tempFolder(name);
  const shop = join(folder.path, 'shop');
  mkdirSync(shop);
  const host = await startHost();
  const agent = await startAgent({ data: host.ready.data, cwd: shop, ...options });
  const end = async () => {
    await agent.close();
    await host.stop();
    folder.remove();
  };
  return { shop, host, agent, end };
}

/** See {@link agentInShop}. */
export type AgentInShop = Awaited<ReturnType<typeof agentInShop>>;
