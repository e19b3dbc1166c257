import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkDatabase, closeStore, openReader } from '@twicewise/store';
import { expect } from 'vitest';
import { dump, type TestCore } from '../harness.ts';

/** Folder for files that a test imports, which are not files of the memory. */
export const GIVEN = 'given';

/** Helpers for the memory of the current test. */
export function memoryOf(current: () => TestCore) {
  /** Files of the memory that contain a text. */
  function filesWith(text: string): string[] {
    const { folder } = current();
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = files.map(({ parentPath, name }) => join(parentPath, name));
    const holding = paths.filter((path) => readFileSync(path).includes(text));
    return holding.map((path) => path.slice(folder.length + 1)).filter((path) => !path.startsWith(GIVEN));
  }
  const besidesBackups = (text: string) => filesWith(text).filter((path) => !path.startsWith('backups'));

  function expectSound(): void {
    const reader = openReader(current().paths.database);
    expect(checkDatabase(reader, () => 0).problems).toEqual([]);
    closeStore(reader);
  }

  /** Checks that none of these operations can be undone any more, and that trying changes nothing. */
  async function expectNoUndo(operationIds: readonly string[]): Promise<void> {
    const before = dump(current());
    for (const operationId of operationIds) {
      const failure = await current().fail('operation.undo', { operationId });
      expect(failure).toMatchObject({ code: 'conflict', reason: 'purged' });
    }
    expect(dump(current())).toBe(before);
  }

  /** Checks that a purge with an unclear selection, or with records of another kind, is refused. */
  async function expectUnclearRefused(
    kind: 'reflection' | 'episode' | 'attempt' | 'turn',
    digest: string,
    ids: string[],
  ): Promise<void> {
    for (const which of [{}, { ids: [] }, { bin: false }, { bin: true, ids }, { ids: ['x'] }]) {
      expect(await current().fail(`${kind}.previewPurge`, { which })).toMatchObject({ code: 'invalid_input' });
      expect(await current().fail(`${kind}.purge`, { which, digest })).toMatchObject({ code: 'invalid_input' });
    }
  }
  return { filesWith, besidesBackups, expectSound, expectNoUndo, expectUnclearRefused };
}
