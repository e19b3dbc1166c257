import { readFileSync, writeFileSync } from 'node:fs';

/** Reads what was kept in a file; null if there is nothing valid in it. */
export function readKept(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** Keeps a value in a file. A disk that cannot be written must not delay quitting. */
export function keep(path: string, value: unknown): void {
  try {
    writeFileSync(path, JSON.stringify(value), { mode: 0o600 });
  } catch {
    // The next start then uses what is usual.
  }
}
