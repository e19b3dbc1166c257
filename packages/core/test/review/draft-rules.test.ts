import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { mended } from '@twicewise/ingest/transcript-samples';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(async () => {
  test = new TestCore();
  const folder = join(test.folder, 'projects');
  mkdirSync(join(folder, 'shop'), { recursive: true });
  mended().write(folder, 'shop/session-1.jsonl');
  await test.ended((await test.call('import.history', { path: folder })).job.id);
  await test.store({ taskDescription: 'By hand', state: 'draft', extra: { rule: 'fail_then_pass' } });
});
afterEach(() => test.remove());

it('drafts are counted and listed by the rule that found them, and changed as one', async () => {
  verifies('C-01');
  const drafts = { state: 'draft' as const };
  const { facets } = await test.call('reflection.facets', drafts);
  expect(facets.rule.values).toEqual([{ value: 'fail_then_pass', count: 1 }]);
  const byRule = { ...drafts, rule: 'fail_then_pass' };
  // By both ways of listing: the newest first are read from the file, the surest first from the index.
  for (const sort of ['newest', 'confidence'] as const) {
    const { items } = await test.call('reflection.list', { ...byRule, sort });
    expect(items.map(({ nativeId }) => nativeId)).toEqual(['claude-code:c3']);
  }
  const asked = { selection: { filters: byRule }, change: { kind: 'state' as const, state: 'accepted' as const } };
  const { changes, digest } = await test.call('reflection.previewMany', asked);
  expect(changes).toBe(1);
  await test.call('reflection.changeMany', { ...asked, digest });
  const left = await test.call('reflection.list', drafts);
  expect(left.items.map(({ taskDescription }) => taskDescription)).toEqual(['By hand']);
});
