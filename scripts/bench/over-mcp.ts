import { nextLesson } from './in-process.ts';
import type { RpcAnswer, RpcClient } from './json-rpc.ts';
import { projectOf } from './lessons.ts';
import type { Row } from './results.ts';
import { alternate, type Client, type Pace } from './rounds.ts';
import { cpuMilliseconds, type Server, type SideName } from './sides.ts';

// Measures over MCP. Each side runs in a process of its own and reads JSON-RPC lines from a Unix socket, with one connection per
// client. The client is our own, as small as possible, and the same for all sides. Lists are measured in-process only, because
// agents have none.

/** The servers under test. */
export type Servers = Partial<Record<SideName, Server>>;

function each<T>(servers: Servers, make: (server: Server, name: SideName) => Promise<T>) {
  return Promise.all(
    Object.entries(servers).map(async ([name, server]) => [name, await make(server, name as SideName)] as const),
  ).then((entries) => Object.fromEntries(entries) as Partial<Record<SideName, T>>);
}

async function connections(server: Server, count: number): Promise<RpcClient[]> {
  return Promise.all(Array.from({ length: count }, () => server.connect()));
}

async function measure(
  servers: Servers,
  count: number,
  call: (client: RpcClient, name: SideName) => Client,
  pace: Pace,
): Promise<Row['sides']> {
  const open = await each(servers, (server) => connections(server, count));
  const runners = Object.entries(open).map(([name, list]) => {
    const { pid = 0 } = servers[name as SideName] ?? {};
    const clients = list.map((one) => call(one, name as SideName));
    return [name, { clients, cpu: () => cpuMilliseconds(pid) }] as const;
  });
  const sides = await alternate(Object.fromEntries(runners), pace);
  for (const client of Object.values(open).flat()) client.close();
  return sides;
}

/** The id of the lesson that was just stored, from the answer of any side. */
export function storedId(answer: RpcAnswer): string {
  const value = answer.result?.structuredContent as { id?: string } | undefined;
  return value?.id ?? /\brefl_\w+/.exec(answer.result?.content?.[0]?.text ?? '')?.[0] ?? '';
}

/** Measures store, recent and get over MCP. */
export async function overMcp(size: number, servers: Servers, counts: readonly number[], pace: Pace): Promise<Row[]> {
  const rows: Row[] = [];
  const ids: Partial<Record<SideName, string[]>> = {};
  for (const clients of counts) {
    const call = (client: RpcClient, name: SideName) => async () => {
      const id = storedId(await client.call('reflection_store', nextLesson()));
      ids[name] = [...(ids[name] ?? []).slice(-199), id];
    };
    rows.push({ size, door: 'MCP', operation: 'store', clients, sides: await measure(servers, clients, call, pace) });
  }
  let turn = 0;
  const recent = (client: RpcClient) => () => client.call('reflection_get', { projectId: projectOf(turn++), limit: 5 });
  rows.push({ size, door: 'MCP', operation: 'recent', clients: 1, sides: await measure(servers, 1, recent, pace) });
  const get = (client: RpcClient, name: SideName) => () => {
    const known = ids[name] ?? [];
    return client.call('reflection_get', { id: known[turn++ % known.length] ?? '' });
  };
  rows.push({ size, door: 'MCP', operation: 'get', clients: 1, sides: await measure(servers, 1, get, pace) });
  return rows;
}

/** Two clients send 20 stores each, all at once. Counts how many were acknowledged and how many exist afterwards. */
export async function twentyAtOnce(server: Server): Promise<{ acknowledged: number; stored: number | null }> {
  const tag = `burst-${Date.now()}`;
  const clients = await connections(server, 2);
  const calls = clients.flatMap((client) =>
    Array.from({ length: 20 }, () => client.call('reflection_store', { ...nextLesson(), tags: [tag] })),
  );
  const settled = await Promise.allSettled(calls);
  for (const client of clients) client.close();
  return {
    acknowledged: settled.filter(({ status }) => status === 'fulfilled').length,
    stored: await server.countTagged(tag),
  };
}
