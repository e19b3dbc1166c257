import { type SpawnOptions, spawn } from 'node:child_process';

/** How a program ended, and its output if that was kept. */
export interface Ended {
  code: number;
  output: string;
}

/** Runs a program to its end. Its output is shown, or kept if `quiet` is set. Does not reject if the program fails. */
export function run(command: string, args: string[], options: SpawnOptions & { quiet?: boolean } = {}): Promise<Ended> {
  const { quiet = false, ...spawning } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 2, 2], ...spawning });
    const parts: Buffer[] = [];
    child.stdout?.on('data', (part: Buffer) => parts.push(part));
    child.stderr?.on('data', (part: Buffer) => parts.push(part));
    child.on('error', reject);
    child.on('exit', (code) => resolve({ code: code ?? 1, output: Buffer.concat(parts).toString('utf8') }));
  });
}
