import { spawn } from 'node:child_process';
import { AppError, PRODUCT } from '@twicewise/contract';
import { askHost, soundOut } from '../control-socket.ts';
import { findHost } from '../data-folder.js';

/** Runs npm where the person sees what it says; answers its exit code. */
export function runNpm(args: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    // npm is a script for a shell on Windows; what it prints is no answer of ours.
    const child = spawn('npm', [...args], { stdio: ['inherit', 2, 2], shell: process.platform === 'win32' });
    child.on('error', (error) => {
      process.stderr.write(`npm could not be started: ${error.message}\n`);
      resolve(1);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Refuses while a person has a host open: it would go on with files that are no longer there. Throws `refused`. */
export async function refuseOpenHost(data: string): Promise<void> {
  const host = findHost(data);
  if (!host || host.kind === 'background' || (await soundOut(host)) !== 'answers') return;
  const what = host.kind === 'desktop' ? 'The desktop app is open' : 'A host runs at a terminal';
  throw new AppError({
    code: 'refused',
    reason: 'in_use',
    message: `${what} (pid ${host.pid}); nothing was changed.`,
    hint: `Close it, then run this again. Agents start ${PRODUCT.name} again when they need it.`,
  });
}

/** Longest time for a host to finish what runs, in milliseconds. */
const ENDING_MS = 15_000;

/** Ends the host in the background, once it has finished what runs; nothing where none runs. Throws `unavailable`. */
export async function endBackgroundHost(data: string): Promise<void> {
  const host = findHost(data);
  if (host?.kind !== 'background') return;
  const deadline = Date.now() + ENDING_MS;
  while ((await soundOut(host)) !== 'gone') {
    if (Date.now() > deadline) {
      throw new AppError({
        code: 'unavailable',
        reason: 'locked',
        message: `The host in the background (pid ${host.pid}) does not end.`,
        hint: `End it (kill -KILL ${host.pid}): what it has acknowledged is kept. Then run this again.`,
      });
    }
    // It may go before its answer has come.
    await askHost(host, { command: 'handover', to: 'nobody' }).catch(() => {});
  }
}
