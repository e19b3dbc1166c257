import { type Settings, settings as schema } from '@twicewise/contract';
import { all, type ReadableDb, remember } from '../sql/database.ts';
import { parseCell } from '../sql/json-cell.ts';

/** All settings, with defaults. A stored value that this version cannot read counts as the default. */
export function readSettings(db: ReadableDb): Settings {
  return remember(db, 'settings', () => loadSettings(db));
}

function loadSettings(db: ReadableDb): Settings {
  const stored: Record<string, unknown> = {};
  // The table also holds saved views and dismissed pairs, of which there may be thousands.
  const sql = 'SELECT key, value FROM setting WHERE key IN (SELECT value FROM json_each(?))';
  const known = JSON.stringify(Object.keys(schema.shape));
  for (const row of all<{ key: string; value: string }>(db, sql, [known])) {
    const field = (schema.shape as Record<string, { safeParse(value: unknown): { success: boolean } }>)[row.key];
    const value = parseCell<unknown>(row.value, undefined);
    if (field?.safeParse(value).success) stored[row.key] = value;
  }
  return schema.parse(stored);
}
