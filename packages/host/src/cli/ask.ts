import { createInterface } from 'node:readline/promises';
import { UsageError } from './usage.ts';

/** Asks the person at the terminal for consent. Without a terminal it prints which option to use instead; exit code 2. */
export async function agrees(question: string, instead: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError(`Nobody can be asked here: ${instead}`);
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await asking.question(`${question} [y/N] `)).trim());
  } finally {
    asking.close();
  }
}
