import { type StdioOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findHost, runPaths } from '@twicewise/client/data-folder';
import { soundOut } from '@twicewise/client/host-side';
import { AppError, PRODUCT } from '@twicewise/contract';
import { shellLine } from '../connect/shell-line.ts';
import { lockOrTakeOver } from '../take-over.ts';

/** Runs npm with its output shown to the person; resolves with its exit code. */
export function runNpm(args: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const { platform } = process;
    const stdio: StdioOptions = ['inherit', 2, 2];
    // On Windows npm is a script that needs a shell, and a shell joins arguments unquoted. npm's output goes to standard error,
    // because it is not part of our answer.
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

/** Refuses while a person has a host open: it would continue with files that no longer exist. Throws `refused`. */
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
 * Runs a function while no host holds the folder. Asks a host in the background to finish and close first; connected agents may
 * start a new one at once, which waits. Throws `unavailable` if the host does not close.
 */
export async function withoutHost<T>(data: string, run: () => T | Promise<T>): Promise<T> {
  // Without a folder there is no host to wait for and no lock to hold.
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
