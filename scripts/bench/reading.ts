import { setTimeout as wait } from 'node:timers/promises';
import type { RpcClient } from './json-rpc.ts';
import { questionOf } from './lessons.ts';
import type { Servers } from './over-mcp.ts';
import type { Row } from './results.ts';
import { alternate, type Client, type Pace } from './rounds.ts';
import { cpuMilliseconds, type SideName } from './sides.ts';

// Search, brief and summary over MCP, with one client and both sides warmed up. Our side also records what it shows (one exposure
// per lesson, written in batches at most 25 ms later); the plain side writes nothing.

/**
 * Parts of the memory that are searched: the one project that holds half of it, one of the nine small projects, and everything.
 */
const SHARES = [
  ['half', 'bench-0'],
  ['1 in 18', 'bench-1'],
  ['all', null],
] as const;

/** Number of different questions, asked in rotation: a cache of answers would have to hold them all. */
const QUESTIONS = 997;

type Call = (client: RpcClient, turn: number, side: SideName) => Promise<unknown>;

function searchIn(project: string | null): Call {
  return (client, turn, side) => {
    const everywhere = project === null && side !== 'plain' ? { everywhere: true } : {};
    const place = project === null ? everywhere : { projectId: project };
    return client.call('reflection_search', { taskDescription: questionOf(turn), limit: 5, ...place });
  };
}

function calls(): [operation: string, call: Call][] {
  return [
    ...SHARES.map(([share, project]): [string, Call] => [`search (${share})`, searchIn(project)]),
    [
      'brief (half)',
      (client, turn) => client.call('memory_brief', { task: questionOf(turn), projectId: 'bench-0', budget: 800 }),
    ],
    ['summary (half)', (client) => client.call('reflection_summary', { projectId: 'bench-0' })],
  ];
}

/**
 * Waits until both sides answer without delay, because ours builds its index after a start. Returns how long ours took, in
 * seconds.
 */
export async function warmUp(servers: Servers): Promise<number> {
  let seconds = 0;
  for (const [name, server] of Object.entries(servers)) {
    const client = await server.connect();
    const started = performance.now();
    await searchIn('bench-0')(client, 1, name as SideName);
    if (name === 'ours') seconds = (performance.now() - started) / 1000;
    client.close();
  }
  await wait(100);
  return seconds;
}

/** Measures search, brief and summary. */
export async function reading(size: number, servers: Servers, pace: Pace): Promise<Row[]> {
  const rows: Row[] = [];
  let turn = 0;
  for (const [operation, call] of calls()) {
    const open = await Promise.all(
      Object.entries(servers).map(async ([name, server]) => [name as SideName, await server.connect()] as const),
    );
    const runners = open.map(([name, client]) => {
      const ask: Client = () => call(client, turn++ % QUESTIONS, name);
      return [name, { clients: [ask], cpu: () => cpuMilliseconds(servers[name]?.pid ?? 0) }];
    });
    rows.push({ size, door: 'MCP', operation, clients: 1, sides: await alternate(Object.fromEntries(runners), pace) });
    for (const [, client] of open) client.close();
  }
  return rows;
}
