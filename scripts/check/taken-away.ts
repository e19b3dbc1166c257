import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError, createClient } from '@twicewise/contract';
import { createCore } from '@twicewise/core';
import { storePaths } from '@twicewise/store';
import { type HostProcess, PERSON, startHost, tempFolder } from '@twicewise/testkit';
import Database from 'better-sqlite3';
import { Ledger, lessonFor } from './ledger.ts';

// Files of a memory are taken away while its host runs and agents store. What was acknowledged before, meanwhile and afterwards
// must be in the memory, or in the backup that the host makes of what it still has open.

/** Maximum time until a host has noticed, in milliseconds: more than two of its ticks (`TICK_MS` in `create-host.ts`). */
const NOTICED_MS = 45_000;
/** Pause between two stores, in milliseconds: agents at work, not a flood. */
const PAUSE_MS = 10;
/** Number of stores before and after. */
const BEFORE = 50;
const AFTER = 20;
/** How long stores go on unaware if the host ends before it looks, in milliseconds. */
const UNNOTICED_MS = 1000;

/** The paths used. */
interface Place {
  data: string;
  /** A folder next to it. */
  aside: string;
}

/** What happens to a memory, and how its host ends. */
export interface Theft {
  what: string;
  take: (place: Place) => void;
  /** The host notices by itself, is stopped normally before it looks, or is killed. */
  host: 'notices' | 'is stopped' | 'is killed';
  /** What a person does before the next start. */
  putBack?: (place: Place) => void;
  /** The control: what is lost here cannot be saved. */
  isHopeless?: boolean;
}

const fileOf = ({ data }: Place, suffix = '') => join(data, `memory.db${suffix}`);

function removeAll(place: Place): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(fileOf(place, suffix), { force: true });
}

function moveDatabase(place: Place): void {
  renameSync(fileOf(place), join(place.aside, 'memory.db'));
}

/** Moves the WAL as well; a host that was started in between has set it aside. */
function moveBack(place: Place): void {
  const { setAside } = storePaths(place.data);
  const [folder] = existsSync(setAside) ? readdirSync(setAside).toSorted().toReversed() : [];
  if (folder !== undefined) renameSync(join(setAside, folder, 'memory.db-wal'), fileOf(place, '-wal'));
  renameSync(join(place.aside, 'memory.db'), fileOf(place));
}

const renamed = ({ data }: Place) => `${data} renamed`;
const renameFolder = (place: Place) => renameSync(place.data, renamed(place));
const renameBack = (place: Place) => renameSync(renamed(place), place.data);
const replace = (place: Place) => renameSync(join(place.aside, 'other/memory.db'), fileOf(place));

/** All cases that are tried. */
export const THEFTS: readonly Theft[] = [
  { what: 'memory.db deleted', take: (place) => rmSync(fileOf(place)), host: 'notices' },
  { what: 'its log deleted', take: (place) => rmSync(fileOf(place, '-wal')), host: 'notices' },
  { what: 'memory.db moved away', take: moveDatabase, host: 'notices' },
  { what: 'another memory in its place', take: replace, host: 'notices' },
  { what: 'all its files deleted', take: removeAll, host: 'notices' },
  { what: 'its folder renamed', take: renameFolder, host: 'notices', putBack: renameBack },
  { what: 'memory.db deleted, host stopped', take: (place) => rmSync(fileOf(place)), host: 'is stopped' },
  { what: 'another memory in its place, host stopped', take: replace, host: 'is stopped' },
  { what: 'its folder renamed, host stopped', take: renameFolder, host: 'is stopped', putBack: renameBack },
  { what: 'memory.db moved away, host killed', take: moveDatabase, host: 'is killed', putBack: moveBack },
  { what: 'its folder renamed, host killed', take: renameFolder, host: 'is killed', putBack: renameBack },
  { what: 'all its files deleted, host killed', take: removeAll, host: 'is killed', isHopeless: true },
];

/** The result of one case. */
export interface TakenAway {
  theft: Theft;
  acknowledged: number;
  /** Number of acknowledged stores that are neither in the memory nor in a backup. */
  lost: number;
  broken: string[];
  /** Number of stores and searches that were refused with one of our errors. */
  refused: number;
  /** Refusals that do not help: they do not say what to do, contain a path or a stack trace, or are internal errors. */
  unclear: string[];
  /** True if an empty memory was created silently. */
  madeNew: boolean;
  /** What the next host could not do; null if there is nothing. */
  trouble: string | null;
}

/** A small memory that somebody copies over the one in use. */
async function makeOther(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const facts = { pid: process.pid, epoch: 'check', startedAt: '', dataFolder: folder, connections: [] };
  const core = createCore({ paths: storePaths(folder), hostFacts: () => facts });
  const client = createClient((name, input) => core.dispatch({ name, input, caller: PERSON }));
  await client.call('reflection.store', { taskDescription: 'Of another memory', outcome: 'success', projectId: 'p' });
  await core.close();
}

/** Stores and searches, and counts the results. */
class Agents {
  readonly ledger = new Ledger();
  readonly unclear: string[] = [];
  refused = 0;
  #isAtWork = true;

  /** Stores once; false if it was refused or nobody answered. */
  async store({ client }: HostProcess): Promise<boolean> {
    const ticket = this.ledger.issue();
    const lesson = { ...lessonFor(ticket.token), projectId: 'check' } as never;
    return this.#answered(client.call('reflection.store', lesson), () => this.ledger.acknowledge(ticket));
  }

  async search({ client }: HostProcess): Promise<boolean> {
    const question = { taskDescription: 'the failing test before the fix', projectId: 'check', limit: 3 };
    return this.#answered(client.call('reflection.search', question), () => {});
  }

  /** Continues until it is told to stop. */
  async work(host: HostProcess): Promise<void> {
    for (let round = 0; this.#isAtWork; round++) {
      await this.store(host);
      if (round % 10 === 0) await this.search(host);
      await wait(PAUSE_MS);
    }
  }

  stop(): void {
    this.#isAtWork = false;
  }

  async #answered(asked: Promise<unknown>, good: () => void): Promise<boolean> {
    try {
      await asked;
      good();
      return true;
    } catch (error) {
      // A host that ended does not answer; the caller then tries the next one.
      if (error instanceof AppError) this.#judge(error);
      return false;
    }
  }

  #judge({ code, message, hint }: AppError): void {
    this.refused++;
    const isUseless = code === 'internal' || hint === '' || /\n\s+at |\/tmp\//.test(`${message} ${hint}`);
    if (isUseless) this.unclear.push(`${code}: ${message} ${hint}`);
  }
}

const hasEnded = ({ child }: HostProcess) => child.exitCode !== null || child.signalCode !== null;

/** True once the host has saved its data, has reported a problem, or has ended. */
async function hasNoticed(host: HostProcess): Promise<boolean> {
  if (hasEnded(host)) return true;
  try {
    const { items } = await host.client.call('backup.list', {});
    return items.some(({ cause }) => cause === 'rescue');
  } catch {
    return hasEnded(host);
  }
}

async function untilNoticed(host: HostProcess): Promise<void> {
  const until = Date.now() + NOTICED_MS;
  while (!(await hasNoticed(host))) {
    if (Date.now() > until) throw new Error('the host has not noticed');
    await wait(200);
  }
}

async function end(host: HostProcess, how: Theft['host']): Promise<void> {
  if (how === 'notices') await untilNoticed(host);
  else await wait(UNNOTICED_MS);
  if (how === 'is killed') await host.kill();
}

/** Tokens of the lessons in a memory or backup; none if the file does not exist. */
function tokensIn(path: string): Set<string> {
  if (!existsSync(path)) return new Set();
  const db = new Database(path, { readonly: true, fileMustExist: true });
  try {
    return new Set(db.prepare('SELECT task FROM reflection').pluck().all() as string[]);
  } finally {
    db.close();
  }
}

/** Number of acknowledged stores that are in none of these files. */
function missingIn(paths: readonly string[], { tickets }: Ledger): number {
  const found = paths.map(tokensIn);
  return tickets.filter(({ acknowledged, token }) => acknowledged && !found.some((tokens) => tokens.has(token))).length;
}

function backupsIn(data: string): string[] {
  const { backups } = storePaths(data);
  if (!existsSync(backups)) return [];
  return readdirSync(backups).flatMap((name) => (name.endsWith('.db') ? [join(backups, name)] : []));
}

/** Restores what the previous host saved, as a person does who misses it. */
async function restoreRescued({ client }: HostProcess): Promise<void> {
  const { items } = await client.call('backup.list', {});
  const saved = items.find(({ cause }) => cause === 'rescue');
  if (saved) await client.call('backup.restore', { name: saved.name });
}

/** Starts a host in the place of the memory. Restores what was saved if anything is missing, then stores and searches. */
async function goOn(data: string, agents: Agents): Promise<string | null> {
  const isMissing = missingIn([join(data, 'memory.db')], agents.ledger) > 0;
  const host = await startHost({ data });
  try {
    if (isMissing) await restoreRescued(host);
    const { store } = await host.client.call('host.status', {});
    if (store.state !== 'ready') return `the memory is ${store.state}`;
    for (let n = 0; n < AFTER; n++) if (!(await agents.store(host))) return 'a store was refused';
    return (await agents.search(host)) ? null : 'a search was refused';
  } finally {
    await host.stop();
  }
}

/** True if a host that starts there silently creates an empty memory: a person would then go on with that one. */
async function isEmptied(data: string): Promise<boolean> {
  // A missing folder does not count: it may be that of a new user.
  if (!existsSync(data)) return false;
  const host = await startHost({ data });
  try {
    const { store, counts } = await host.client.call('host.status', {});
    return store.state === 'ready' && counts.reflections === 0;
  } finally {
    await host.stop();
  }
}

/** Takes files of a memory away while agents store, and counts what is left of the acknowledged stores. */
export async function takeAway(theft: Theft): Promise<TakenAway> {
  const folder = tempFolder('taken away');
  const place = { data: join(folder.path, 'data'), aside: join(folder.path, 'aside') };
  const agents = new Agents();
  try {
    await makeOther(join(place.aside, 'other'));
    const host = await startHost({ data: place.data });
    for (let n = 0; n < BEFORE; n++) await agents.store(host);
    const working = agents.work(host);
    await wait(5 * PAUSE_MS);
    theft.take(place);
    await end(host, theft.host);
    agents.stop();
    await working;
    await host.stop();
    const madeNew = !theft.isHopeless && (await isEmptied(place.data));
    theft.putBack?.(place);
    const trouble = await goOn(place.data, agents);
    const { acknowledged, broken } = agents.ledger.audit(fileOf(place));
    const lost = missingIn([fileOf(place), ...backupsIn(place.data)], agents.ledger);
    const { refused, unclear } = agents;
    return { theft, acknowledged, lost, broken, refused, unclear, madeNew, trouble };
  } finally {
    agents.stop();
    folder.remove();
  }
}
