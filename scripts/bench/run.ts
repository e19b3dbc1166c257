import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@twicewise/testkit';
import { FACTS, judgeAll } from './aims.ts';
import { byMeaning } from './by-meaning.ts';
import { duringImport } from './during-import.ts';
import { importInProcess, inProcess } from './in-process.ts';
import { writeLessons } from './lessons.ts';
import { overMcp, type Servers, twentyAtOnce } from './over-mcp.ts';
import { reading, warmUp } from './reading.ts';
import type { Fact, Results } from './results.ts';
import type { Pace } from './rounds.ts';
import { databaseBytes, residentBytes, type Side, type SideName } from './sides.ts';
import { secondStarts, startsAlone, startsBesideHost } from './starts.ts';
import { median } from './statistics.ts';
import { tokensPerQuestion } from './tokens.ts';

/** What to measure. */
export interface Plan {
  sizes: readonly number[];
  clients: readonly number[];
  pace: Pace;
  /** Size of the import that runs while other clients are measured, in lessons. */
  importSize: number;
  /** Repetitions of measurements that have no rounds: starts, and imports of 1,000 lessons. */
  repeats: number;
  sides: readonly Side[];
  say: (message: string) => void;
}

type Numbers = Partial<Record<SideName, number[]>>;
type FolderOf = (side: SideName) => string;

const ROOT = join(import.meta.dirname, '..', '..');
const SMALL_IMPORT = 1000;
const MEGABYTE = 1_048_576;

/** Turns repeated numbers into a fact: median and range. */
export function factOf(name: string, unit: string, numbers: Numbers): Fact {
  const entries = Object.entries(numbers) as [SideName, number[]][];
  return {
    name,
    unit,
    sides: Object.fromEntries(entries.map(([side, values]) => [side, median(values)])),
    spread: Object.fromEntries(entries.map(([side, values]) => [side, [Math.min(...values), Math.max(...values)]])),
  };
}

function label(size: number): string {
  return size.toLocaleString('en');
}

/** Runs work with a folder per side, and removes the folders in any case. */
async function withFolders<T>(sides: readonly Side[], work: (folderOf: FolderOf, shared: string) => Promise<T>) {
  const root = tempFolder('bench');
  try {
    for (const { name } of sides) mkdirSync(join(root.path, name), { mode: 0o700 });
    return await work((side) => join(root.path, side), root.path);
  } finally {
    root.remove();
  }
}

async function withServers<T>(sides: readonly Side[], folderOf: FolderOf, work: (servers: Servers) => Promise<T>) {
  const servers: Servers = {};
  try {
    for (const side of sides) servers[side.name] = await side.start(folderOf(side.name));
    return await work(servers);
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
}

async function perServer(servers: Servers, measure: (server: Servers['ours'] & object) => number | Promise<number>) {
  const numbers: Numbers = {};
  for (const [name, server] of Object.entries(servers)) numbers[name as SideName] = [await measure(server)];
  return numbers;
}

/** Fills every side with its own import. Reports how long that took and how large the database became. */
async function fill(plan: Plan, size: number, folderOf: FolderOf, file: string): Promise<Fact[]> {
  const facts = await withServers(plan.sides, folderOf, async (servers) => {
    const seconds = await perServer(servers, async (server) => {
      const started = performance.now();
      await server.import(file);
      return (performance.now() - started) / 1000;
    });
    const memory = await perServer(servers, ({ pid }) => residentBytes(pid) / MEGABYTE);
    return [
      factOf(`import of ${label(size)} into an empty memory, nobody else there`, 's', seconds),
      factOf(`resident memory after importing ${label(size)}`, 'MB', memory),
    ];
  });
  // The WAL was merged into the database when it was closed.
  const bytes = plan.sides.map(({ name, database }) => [name, [databaseBytes(join(folderOf(name), database)) / size]]);
  return [...facts, factOf(`bytes per lesson on disk, ${label(size)}`, 'B', Object.fromEntries(bytes))];
}

async function throughServers(plan: Plan, size: number, folderOf: FolderOf): Promise<Pick<Results, 'rows' | 'facts'>> {
  return withServers(plan.sides, folderOf, async (servers) => {
    const firstSearch = { ours: [await warmUp(servers)] };
    const found = await reading(size, servers, plan.pace);
    const rows = [...found, ...(await overMcp(size, servers, plan.clients, plan.pace))];
    const memory = await perServer(servers, ({ pid }) => residentBytes(pid) / MEGABYTE);
    const facts = [
      factOf(`first search right after a start, ${label(size)}`, 's', firstSearch),
      factOf(`resident memory after the calls, ${label(size)}`, 'MB', memory),
    ];
    if (servers.ours) {
      const { acknowledged, stored } = await twentyAtOnce(servers.ours);
      facts.push(
        factOf(`20 stores at once from each of 2 clients: acknowledged, ${label(size)}`, 'of 40', {
          ours: [acknowledged],
        }),
        factOf(`${FACTS.burst}, ${label(size)}`, 'of 40', { ours: [stored ?? 0] }),
      );
    }
    return { rows, facts };
  });
}

async function atSize(plan: Plan, size: number): Promise<Pick<Results, 'rows' | 'facts'>> {
  return withFolders(plan.sides, async (folderOf, shared) => {
    const file = join(shared, 'lessons.jsonl');
    await writeLessons(file, size);
    plan.say(`${label(size)} lessons: filling`);
    const facts = await fill(plan, size, folderOf, file);
    plan.say(`${label(size)} lessons: over MCP`);
    const through = await throughServers(plan, size, folderOf);
    plan.say(`${label(size)} lessons: in-process`);
    const folders = { ours: folderOf('ours'), plain: folderOf('plain') };
    const rows = await inProcess(size, folders, plan.clients, plan.pace);
    const last = size === Math.max(...plan.sizes);
    return {
      rows: [...through.rows, ...rows],
      facts: [...facts, ...through.facts, ...(last ? await starts(plan, folders.ours, size) : [])],
    };
  });
}

async function starts(plan: Plan, filled: string, size: number): Promise<Fact[]> {
  plan.say('starts');
  const cold = await startsAlone(plan.sides, plan.repeats);
  const warm = await startsBesideHost(plan.sides, plan.repeats);
  const seconds = (await secondStarts(filled, plan.repeats)).map((milliseconds) => milliseconds / 1000);
  return [
    factOf('bridge to tools/list, no host running', 'ms', cold),
    factOf('bridge to tools/list, host running', 'ms', warm),
    factOf(`${FACTS.secondStart} (scripts/start.ts, ${label(size)} lessons)`, 's', { ours: seconds }),
  ];
}

async function smallImports(plan: Plan): Promise<Fact> {
  plan.say('imports in-process');
  const seconds: Record<'ours' | 'plain', number[]> = { ours: [], plain: [] };
  for (let round = 0; round < plan.repeats; round++) {
    for (const side of ['ours', 'plain'] as const) {
      await withFolders(plan.sides, async (folderOf, shared) => {
        const file = join(shared, 'lessons.jsonl');
        await writeLessons(file, SMALL_IMPORT);
        seconds[side].push(await importInProcess(folderOf(side), file, side));
      });
    }
  }
  return factOf(`import of ${label(SMALL_IMPORT)} into an empty memory, in-process`, 's', seconds);
}

/** Runs one large import per side while two other clients store and read. */
async function watchedImport(plan: Plan): Promise<Fact[]> {
  plan.say(`import of ${label(plan.importSize)} with other clients there`);
  const numbers = new Map<string, { unit: string; sides: Numbers }>();
  const note = (side: SideName, name: string, unit: string, value: number) => {
    const fact = numbers.get(name) ?? { unit, sides: {} };
    fact.sides[side] = [value];
    numbers.set(name, fact);
  };
  for (const side of plan.sides) {
    await withFolders([side], async (folderOf, shared) => {
      const file = join(shared, 'lessons.jsonl');
      await writeLessons(file, plan.importSize);
      await withServers([side], folderOf, async ({ [side.name]: server }) => {
        if (!server) return;
        const { seconds, store, read } = await duringImport(server, file);
        note(side.name, `${FACTS.importTime} (${label(plan.importSize)} lessons, two other clients)`, 's', seconds);
        for (const share of ['p50', 'p95', 'p99', 'max'] as const)
          note(side.name, `store during import, ${share}`, 'ms', store[share]);
        for (const share of ['p50', 'p95', 'p99', 'max'] as const)
          note(side.name, `read during import, ${share}`, 'ms', read[share]);
      });
    });
  }
  return [...numbers].map(([name, { unit, sides }]) => factOf(name, unit, sides));
}

/** Runs the plan. */
export async function runPlan(plan: Plan): Promise<Pick<Results, 'rows' | 'facts' | 'aims'>> {
  const rows: Results['rows'] = [];
  const facts: Fact[] = [];
  for (const size of plan.sizes) {
    const found = await atSize(plan, size);
    rows.push(...found.rows);
    facts.push(...found.facts);
  }
  plan.say('questions for the built-in model');
  facts.push(...(await byMeaning(ROOT)));
  plan.say('tokens per question');
  facts.push(...(await withFolders([], (_folderOf, shared) => tokensPerQuestion(shared))));
  facts.push(await smallImports(plan), ...(await watchedImport(plan)));
  return { rows, facts, aims: judgeAll({ rows, facts }, plan.importSize) };
}
