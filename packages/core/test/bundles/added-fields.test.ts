import { BUNDLE_KINDS, type BundleKind, blankLesson, bundleRecords } from '@twicewise/contract';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { FIELDS, toLine } from '../../src/bundles/record-lines.ts';

/** Fields that came after the first version of the format: where they are null, a line leaves them out. */
function addedTo(kind: BundleKind): string[] {
  const record = Object.fromEntries(FIELDS[kind].map((field) => [field, null]));
  const line = JSON.parse(toLine({ kind, id: 'x', record, ancestors: [], unknown: [] }));
  return FIELDS[kind].filter((field) => !Object.hasOwn(line, field));
}

it.each(BUNDLE_KINDS)('what lines of kind %s leave out may be absent in a bundle, and nothing else may', (kind) => {
  const mayBeAbsent = Object.entries(bundleRecords[kind].shape).filter(
    ([field, schema]) => z.object({ [field]: schema }).safeParse({}).success,
  );
  expect(mayBeAbsent.map(([field]) => field)).toEqual(addedTo(kind));
});

it('a field that lessons got later is null where nothing was said, for only null is left out', () => {
  // A `text` is '' there: lines and hashes of all lessons from before would change, and each would look edited.
  const blank: Record<string, unknown> = { ...blankLesson() };
  const kept = addedTo('reflection').filter((field) => Object.hasOwn(blank, field) && blank[field] !== null);
  expect(kept).toEqual([]);
});
