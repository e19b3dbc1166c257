import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A fresh folder; `remove` deletes it with everything in it. */
export function tempFolder(label = 'test'): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), `tw-${label}-`));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}
