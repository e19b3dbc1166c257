import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { findHost, type HostInfo } from '@twicewise/client/data-folder';
import { askHost, soundOut } from '@twicewise/client/host-side';
import { AppError, type Caller, type Client, createClient, type Dispatch } from '@twicewise/contract';
import { resolveFolder } from '@twicewise/memory/host-side';
import type { MemoryNeeds, OpenMemory } from '@twicewise/memory/open-memory';
import { storePaths } from '@twicewise/store';
import type { Named } from '../callers.ts';
import { embeddingKey } from '../embedding-key.ts';

/** Calls operations for a command: through the running host, or directly on the memory while holding the lock. */
export interface Access {
  call: Dispatch;
  /** True when no host runs and this process has the memory open. */
  own: boolean;
  close(): Promise<void>;
}

/** The caller of a command. Its lessons go to the project of the working folder. */
export async function commandCaller(asker: Named): Promise<Caller> {
  return { door: 'cli', ...asker, session: null, project: { folder: await resolveFolder(process.cwd()) } };
}

/** A typed client for the operations, on behalf of the command's caller. */
export function clientOf(access: Access, asker: Named): Client {
  const caller = commandCaller(asker);
  return createClient(async (name, input) => access.call({ name, input, caller: await caller }));
}

const wordsOf = (error: unknown) => (error instanceof AppError ? error.message : String(error));

/** Opens the memory in this process, under the lock; null when another process holds the lock. */
async function ownAccess(data: string): Promise<Access | null> {
  // Loaded here alone: most commands ask a host, and need neither the store nor the core.
  const { openCore, openMemory } = await import('@twicewise/memory/open-memory');
  const { surroundings } = await import('../surroundings.ts');
  const needs: MemoryNeeds = {
    embeddingKey: embeddingKey(process.env),
    surroundings: surroundings(data, process.env),
    log: (message, error) => process.stderr.write(`${message}${error === undefined ? '' : `: ${wordsOf(error)}`}\n`),
  };
  try {
    const memory = await openMemory(data, needs);
    return memory && accessTo(memory);
  } catch (error) {
    const { standInFor } = await import('../read-only-copy.ts');
    const standIn = await standInFor({ data, kind: 'command' }, error);
    if (!standIn) return null;
    try {
      return accessTo(openCore(data, standIn.database, needs, standIn.lock.release));
    } catch (failure) {
      standIn.lock.release();
      throw failure;
    }
  }
}

function accessTo({ dispatch, close }: OpenMemory): Access {
  return { call: dispatch, own: true, close };
}

/** The error for a suspended host: it holds the folder, and waiting for it would never end. */
function stopped(data: string, { pid, startedAt }: HostInfo): AppError {
  return new AppError({
    code: 'unavailable',
    reason: 'locked',
    message: `The host of ${data} (pid ${pid}, since ${startedAt}) takes connections but answers nothing: it is stopped or hangs. The memory was not looked at.`,
    hint: `Let it go on (kill -CONT ${pid}), or end it (kill -KILL ${pid}): what it has acknowledged is kept. Then try again.`,
  });
}

/** Access through the running host; null when there is none. Throws `unavailable` for a host that does not answer. */
async function hostAccess(data: string): Promise<Access | null> {
  const host = findHost(data);
  if (!host) return null;
  const found = await soundOut(host);
  if (found === 'gone') return null;
  if (found === 'silent') throw stopped(data, host);
  const call: Dispatch = (request) => askHost(host, { command: 'call', ...request });
  return { call, own: false, close: async () => {} };
}

/** Refuses a data folder without a memory, so that a mistyped path does not create one. Throws `not_found`. */
export function requireMemory(data: string): void {
  // A database that was set aside leaves other files behind.
  const traces = Object.values(storePaths(data));
  if (traces.some((path) => existsSync(path)) || findHost(data)) return;
  throw new AppError({
    code: 'not_found',
    message: `There is no memory in ${data}.`,
    hint: 'Check --data; a memory is made there by the first lesson that is stored, or by serve.',
  });
}

/** Opens access to the memory. Retries for a moment while a host is starting or closing. */
export async function openAccess(data: string): Promise<Access> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const access = (await hostAccess(data)) ?? (await ownAccess(data));
    if (access) return access;
    await wait(100);
  }
  throw new AppError({
    code: 'busy',
    reason: 'locked',
    message: `Another process holds ${data} but does not answer.`,
    hint: 'Wait a moment and try again. If it goes on, end that process: host.log in the run folder names it.',
  });
}
