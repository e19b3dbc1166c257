import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InputOf } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, TestCore } from '../../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const agent = agentIn('/work/shop');
const COUNT = 60;
/** The size of an episode according to ADR-038. */
const FIVE_KB = 5 * 1024;

const words = (n: number, bytes: number) => `part ${n} `.repeat(Math.ceil(bytes / 8)).slice(0, bytes);

/** An episode of about five kilobytes as JSON. */
const episode = (n: number): InputOf<'episode.store'> => ({
  sessionId: `session ${n}`,
  task: words(n, 120),
  decisions: Array.from({ length: 5 }, (_, at) => ({ chosen: words(n + at, 160), rationale: words(at, 200) })),
  events: Array.from({ length: 12 }, (_, at) => ({ type: 'milestone', content: words(n * at, 130) })),
  lessons: [words(n, 300), words(n + 1, 300)],
});

/** Bytes of the memory's tables, including indexes. */
const stored = () => test.rows<{ n: number }>('SELECT SUM(pgsize) AS n FROM dbstat')[0]?.n ?? 0;

describe('an episode of five kilobytes (S1-65)', () => {
  it('takes little more than its size twice, once as it is and once in the log of operations', async () => {
    verifies('S1-65');
    const size = Buffer.byteLength(JSON.stringify(episode(7)));
    expect(size).toBeGreaterThan(0.8 * FIVE_KB);
    expect(size).toBeLessThan(1.2 * FIVE_KB);
    await test.call('episode.store', episode(1000), agent);
    const before = stored();
    for (let n = 0; n < COUNT; n++) await test.call('episode.store', episode(n), agent);
    const each = (stored() - before) / COUNT;
    // Items have empty fields, and a page has some space that nothing fits into.
    expect(each).toBeGreaterThan(2 * size);
    expect(each).toBeLessThan(4 * size);
  });

  it('that was imported is kept with its file, so that it can be written again: six times its size at most', async () => {
    verifies('S1-65');
    const folder = join(test.folder, 'files');
    mkdirSync(folder);
    const event = (n: number) => ({
      id: `e${n}`,
      timestamp: '2026-01-01T00:00:00Z',
      type: 'milestone',
      content: words(n, 220),
    });
    const file = (n: number) => ({
      id: `episode-${n}`,
      session: `s${n}`,
      timestamp: '2026-01-01T17:00:00Z',
      outcome: 'success',
      task: words(n, 120),
      decisions: [],
      events: Array.from({ length: 15 }, (_, at) => ({ ...event(at), caused_by: [], leads_to: [] })),
      metrics: { errors: 1 },
      lessons: [words(n, 300)],
    });
    const texts = Array.from({ length: COUNT }, (_, n) => JSON.stringify(file(n)));
    for (const [n, text] of texts.entries()) writeFileSync(join(folder, `episode-${n}.json`), text);
    const before = stored();
    const { job } = await test.call('import.episodes', { path: folder, projectId: 'demo' });
    expect(await test.ended(job.id)).toMatchObject({ result: { made: COUNT } });
    const size = texts.join('').length / COUNT;
    expect(size).toBeGreaterThan(0.8 * FIVE_KB);
    expect((stored() - before) / COUNT).toBeLessThan(6 * size);
  });

  it('is told in 500 tokens, and listed without its items', async () => {
    verifies('S1-65');
    await test.call('episode.store', episode(1), agent);
    const { text, tokens } = await test.call('episode.digest', { sessionId: 'session 1' }, agent);
    expect(tokens).toBeLessThan(500);
    expect(Buffer.byteLength(text)).toBeLessThan(FIVE_KB / 2);
    const [listed] = (await test.call('episode.list', {})).items;
    expect(Buffer.byteLength(JSON.stringify({ ...listed, lessons: [] }))).toBeLessThan(FIVE_KB / 4);
    const told = JSON.stringify(await test.call('memory.search', { text: 'part 1', kinds: ['session'] }, agent));
    expect(Buffer.byteLength(told)).toBeLessThan(2048);
  });
});
