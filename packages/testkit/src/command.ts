import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { TESTED_COMMAND } from './surroundings.ts';

const IN_CHECKOUT = fileURLToPath(new URL('../../host/bin/twicewise.mjs', import.meta.url));

/** The `twicewise` command as users run it: that of the checkout, or a built one that the test runner names. */
export const COMMAND = process.env[TESTED_COMMAND] || IN_CHECKOUT;

/** Starts the command. */
export function startCommand(args: string[], options: SpawnOptions = {}): ChildProcess {
  return spawn(process.execPath, [COMMAND, ...args], { stdio: ['pipe', 'pipe', 'pipe'], ...options });
}

/** How a command ended. */
export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the command to its end. */
export function runCommand(args: string[], options: SpawnOptions & { input?: string } = {}): Promise<CommandResult> {
  const { input, ...spawning } = options;
  const child = startCommand(args, spawning);
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (part: Buffer) => out.push(part));
  child.stderr?.on('data', (part: Buffer) => err.push(part));
  child.stdin?.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code, stdout: Buffer.concat(out).toString('utf8'), stderr: Buffer.concat(err).toString('utf8') });
    });
  });
}
