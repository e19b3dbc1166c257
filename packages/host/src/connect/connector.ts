import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { runPaths } from '@twicewise/client/data-folder';
import { AppError, type ClientChanges, type ClientProgram } from '@twicewise/contract';
import type { ClientConnector } from '@twicewise/core';
import { ownDataFolder, ownFolder } from '@twicewise/memory/host-side';
import { applyChanges, type Change, describeChange, planInsert, planRemove, remarksOn } from './change.ts';
import { type AgentClient, CLIENTS, findClient, instructionsOf, type Machine } from './clients.ts';
import { hookAnswers, serverAnswers } from './handshake.ts';
import { foundBy } from './installed.ts';
import { findOurCommand, lackOfNode, type OurCommand } from './our-command.ts';

/** The folder that holds copies of changed files. */
export function copiesOf(data: string): string {
  return join(data, 'config-backups');
}

function stateOf(client: AgentClient, where: Machine, ourCommand: OurCommand): ClientProgram['state'] {
  try {
    if (planInsert(client.files(where, 'user'), ourCommand).length === 0) return 'connected';
  } catch (error) {
    // The file cannot be parsed. Its program is still installed, and connecting will report what is wrong.
    if (!(error instanceof AppError)) throw error;
  }
  return foundBy(client, where) === null ? 'absent' : 'found';
}

function requireClient(id: string): AgentClient {
  const client = findClient(id);
  if (client) return client;
  throw new AppError({
    code: 'invalid_input',
    message: `There is no program ${JSON.stringify(id)}.`,
    hint: `Use one of ${CLIENTS.map((one) => one.id).join(', ')}.`,
  });
}

function describe(changes: readonly Change[]): ClientChanges {
  const described = changes.map((change) => ({
    path: change.path,
    holds: change.holds,
    diff: describeChange(change),
  }));
  return { changes: described, digest: createHash('sha256').update(JSON.stringify(changes)).digest('hex') };
}

/**
 * Claims the data folder as ours, so that copies can be stored in it, and applies the changes. Returns the paths of the copies.
 */
export function applyHere(changes: readonly Change[], data: string, now: number): string[] {
  ownDataFolder(data);
  ownFolder(runPaths(data).run);
  return applyChanges(changes, copiesOf(data), now);
}

/** Tests what was entered: the server's handshake, and a hook's request to the host and its answer. */
export async function testEntries(client: AgentClient, changes: readonly Change[], ourCommand: OurCommand) {
  const hasHooks = changes.some(({ holds }) => holds !== 'server');
  return {
    serverAnswers: await serverAnswers(ourCommand),
    hooksAnswer: hasHooks ? await hookAnswers(ourCommand, client.id) : null,
  };
}

/** Connects the programs of this machine, for the person who owns it. */
export function clientConnector(data: string, where: Machine, entry?: string): ClientConnector {
  const ourCommand = findOurCommand(data, null, entry);
  const plan = (id: string, remove: boolean) => {
    const client = requireClient(id);
    const section = remove ? instructionsOf(client, where, 'user') : null;
    const files = [...client.files(where, 'user'), ...(section ? [section] : [])];
    return remove ? planRemove(files, ourCommand, copiesOf(data)) : planInsert(files, ourCommand);
  };
  return {
    list: () =>
      CLIENTS.map((client) => {
        const files = client.files(where, 'user');
        const { id, name, instructions } = client;
        const hasHooks = files.some(({ holds }) => holds !== 'server');
        const state = stateOf(client, where, ourCommand);
        const paths = files.map(({ path }) => path);
        return { id, name, instructions, state, foundBy: foundBy(client, where), files: paths, hasHooks };
      }),
    preview: (id, remove) => describe(plan(id, remove)),
    async apply(id, remove, digest) {
      const changes = plan(id, remove);
      if (describe(changes).digest !== digest) {
        throw new AppError({
          code: 'conflict',
          reason: 'changed_since',
          message: 'A file was changed since you saw the preview; nothing was changed.',
          hint: 'Look at the change again.',
        });
      }
      const copies = applyHere(changes, data, Date.now());
      if (remove) return { copies, notes: [], serverAnswers: null, hooksAnswer: null };
      const client = requireClient(id);
      const { obstacles, notes } = remarksOn(client.files(where, 'user'));
      return {
        copies,
        notes: [...lackOfNode(ourCommand), ...obstacles, ...notes],
        ...(await testEntries(client, changes, ourCommand)),
      };
    },
  };
}
