import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

/** How a program ended, with everything that it printed to both streams, without colours. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
}

/** Runs a program under this Node to its end. After `limitMs` it is killed, and its code is null. */
export function run(arguments_: readonly string[], limitMs = 60_000): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, arguments_, { stdio: ['ignore', 'pipe', 'pipe'], timeout: limitMs });
    let out = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        out += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out: stripVTControlCharacters(out) }));
  });
}
