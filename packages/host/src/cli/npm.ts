import { type StdioOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { AppError, PRODUCT } from '@twicewise/contract';
import { shellLine } from '../connect/shell-line.ts';
import { soundOut } from '../control-socket.ts';
import { findHost, runPaths } from '../data-folder.js';
import { lockOrTakeOver } from '../take-over.ts';

/** Runs npm where the person sees what it says; answers its exit code. */
export function runNpm(args: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const { platform } = process;
    const stdio: StdioOptions = ['inherit', 2, 2];
    // npm is a script for a shell on Windows, where words would be put together as they are. What it prints is no answer of ours.
    const child =
      platform === 'win32'
        ? spawn(shellLine(['npm', ...args], platform), { stdio, shell: true })
        : spawn('npm', [...args], { stdio });
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

/**
 * Runs something while no host has the folder: the one in the background has finished what runs and gone, and the next one, which
 * connected agents start at once, waits. Throws `unavailable` for one that does not end.
 */
export async function withoutHost<T>(data: string, run: () => T | Promise<T>): Promise<T> {
  // Without a folder there is nobody to wait for, and nothing to hold.
  if (!existsSync(runPaths(data).run)) return run();
  const lock = await lockOrTakeOver(data, 'nobody', 'background');
  if (!lock) {
    throw new AppError({
      code: 'unavailable',
      reason: 'locked',
      message: `Another process holds ${data} and does not let go; nothing was changed.`,
      hint: 'Wait a moment and try again. If it goes on, end that process: host.log in the run folder names it.',
    });
  }
  try {
    return await run();
  } finally {
    lock.release();
  }
}
