import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { episodeFile } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { expect, test } from 'vitest';
import { EPISODE_SCHEMA, REFERENCE_FOLDER, referencePages } from '../generate-reference.ts';

interface Schema {
  title: string;
  required: string[];
  properties: Record<string, { anyOf?: { items?: { required: string[]; additionalProperties: unknown } }[] }>;
}

test('says what the reader takes, and is the one that is shipped (S1-67)', () => {
  verifies('S1-67');
  const shipped = readFileSync(join(import.meta.dirname, '../..', REFERENCE_FOLDER, EPISODE_SCHEMA), 'utf8');
  expect(referencePages().get(EPISODE_SCHEMA)).toBe(shipped);
  const schema = JSON.parse(shipped) as Schema;
  expect(schema.required).toEqual(['id', 'session']);
  const items = (field: string) => schema.properties[field]?.anyOf?.find((one) => one.items)?.items;
  expect(items('events')?.required).toEqual(['id', 'type']);
  expect(items('decisions')?.required).toEqual(['id']);
  // The reader refuses an event exactly if a field that the schema requires is missing; unknown fields are kept.
  const event = { id: 'e001', type: 'test' };
  const good = { id: 'episode-x', session: 'x', events: [{ ...event, more: 1 }], decisions: null, more: [1] };
  expect(episodeFile.parse(good)).toEqual(good);
  for (const bad of [
    { id: 'x' },
    { session: 'x' },
    { ...good, events: [{ id: 'e001' }] },
    { ...good, decisions: [{}] },
  ]) {
    expect(episodeFile.safeParse(bad).success).toBe(false);
  }
});
