import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  type CallOptions,
  createClient,
  type MemoryClient,
  type ProgramOptions,
  AppError as ToldError,
} from '@twicewise/client';
import { findHost, folderNamed } from '@twicewise/client/data-folder';
import {
  callerOfCall,
  checkedProject,
  closed,
  invalidOption,
  programCaller,
  writeMessage,
} from '@twicewise/client/library';
import { AppError, type Caller, type Envelope, type Failure, PRODUCT, toFailure } from '@twicewise/contract';
import type { Surroundings } from '@twicewise/core';
import { explainSqliteError } from '@twicewise/store';
import { type OpenMemory, openMemory } from './open-memory.ts';
import { resolveFolderSoon } from './project-folder.ts';

/** Choices of {@link createMemory}. Who asks is `agent` unless it has a name. */
export interface CreateOptions extends Partial<ProgramOptions> {
  /** Gets what goes wrong beside a call, such as a backup that cannot be written; default: nobody does. */
  log?: (message: string, error?: unknown) => void;
}

/** Names a memory in a private folder that is removed with it. */
const TEMPORARY = ':memory:';

/** A folder for the memory, and what is to be done with it once that is closed. */
interface Place {
  folder: string;
  leave: () => void;
}

function temporary(): Place {
  const folder = mkdtempSync(join(tmpdir(), `${PRODUCT.command}-memory-`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // For a program that ends without closing.
  process.once('exit', remove);
  const leave = () => {
    process.off('exit', remove);
    remove();
  };
  return { folder, leave };
}

function placeOf(place: string): Place {
  if (typeof place !== 'string' || place === '') throw invalidOption(`place: must be a folder, or ${TEMPORARY}`);
  if (place === TEMPORARY) return temporary();
  try {
    return { folder: resolve(folderNamed(place)), leave: () => {} };
  } catch (error) {
    throw invalidOption(`place: ${error instanceof Error ? error.message : 'names no folder'}`);
  }
}

/** No programs of agents are connected to a memory that one process has for itself, and none have transcripts for it. */
const SURROUNDINGS: Surroundings = {
  resolveFolder: resolveFolderSoon,
  worktreeNames: async () => [],
  transcriptFolder: () => null,
  clients: null,
};

async function callerOf({ name = 'agent', ...rest }: CreateOptions): Promise<Caller> {
  const project = checkedProject(rest);
  return {
    ...programCaller({ name, ...rest }, `@twicewise/memory ${PRODUCT.version}`),
    project:
      project === undefined || 'reference' in project
        ? (project ?? null)
        : { folder: await resolveFolderSoon(resolve(project.folder)) },
  };
}

function taken(folder: string): Failure {
  const holder = findHost(folder);
  return {
    code: 'unavailable',
    reason: 'locked',
    message: `Another process has the memory in ${folder} open${holder === null ? '' : ` (pid ${holder.pid})`}.`,
    hint: 'Close it there, choose another folder, or share that memory: connect to its host with @twicewise/client.',
  };
}

/** Opens the memory at a place; what was made for it is removed when that fails. */
async function openAt({ folder, leave }: Place, log: CreateOptions['log']): Promise<OpenMemory> {
  try {
    const memory = await openMemory(folder, { surroundings: SURROUNDINGS, log: log ?? (() => {}) });
    if (memory !== null) return memory;
    throw new AppError(taken(folder));
  } catch (error) {
    leave();
    throw explainSqliteError(error);
  }
}

/**
 * Opens a memory in this process: in a folder, which no host and no other process may have open meanwhile, or with `:memory:` in
 * one of its own that goes away when it is closed. What is called goes through JSON, as it does to a host, so that a program
 * behaves with this as with `connect`. Throws `AppError`: `invalid_input` for wrong options, `unavailable` (`locked`) where
 * another process has the folder, `refused` for one that holds other files.
 */
export async function createMemory(place: string, options: CreateOptions = {}): Promise<MemoryClient> {
  try {
    return await clientOf(place, options);
  } catch (error) {
    // What is thrown is of the class of the other library, so that a program that uses both knows one. As published, the
    // contract's own is another, because each library brings a contract.
    throw new ToldError(toFailure(error), { cause: error });
  }
}

async function clientOf(place: string, options: CreateOptions): Promise<MemoryClient> {
  const caller = await callerOf(options);
  const at = placeOf(place);
  const memory = await openAt(at, options.log);
  const underWay = new Set<Promise<Envelope>>();
  let closing: Promise<void> | null = null;
  const send = async (name: string, input: unknown, { key, forAgent }: CallOptions = {}): Promise<Envelope> => {
    try {
      const message = JSON.parse(writeMessage({ name, key, input: input ?? {} }));
      const asked = { ...message, caller: callerOfCall(caller, forAgent) };
      return JSON.parse(JSON.stringify(await memory.dispatch(asked)));
    } catch (error) {
      return { ok: false, error: toFailure(error) };
    }
  };
  const client = createClient((name, input, options) => {
    if (closing !== null) return Promise.resolve({ ok: false, error: closed() });
    const answer = send(name, input, options);
    underWay.add(answer);
    return answer.finally(() => underWay.delete(answer));
  });
  const close = async () => {
    await Promise.allSettled(underWay);
    await memory.close();
    at.leave();
  };
  return {
    ...client,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
