import type { InputOf } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, TestCore } from '../harness.ts';
import { cached } from './cached-answers.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const agent = agentIn('/work/shop');
const store = (fields: Partial<InputOf<'episode.store'>> = {}) =>
  test.call('episode.store', { ...cached, ...fields }, agent);

describe('a reason of a decision', () => {
  it('is not told for a task that it says nothing of, and at most twice for a session', async () => {
    const rationale = (what: string) => `The ${what} failed on large files, so we used the other one instead.`;
    const fonts = Array.from({ length: 8 }, (_, n) => ({ chosen: `Font ${n}`, rationale: rationale('font loader') }));
    const uploads = Array.from({ length: 4 }, (_, n) => ({
      chosen: `Way ${n}`,
      rationale: rationale('report upload'),
    }));
    const decisions = [...fonts, ...uploads];
    await store({ task: 'Upload the sales reports', outcome: 'success', decisions, events: [], links: [] });
    const { items } = await test.call('causal.deadEnds', { task: 'upload sales reports', limit: 20 }, agent);
    expect(items.map(({ instead }) => instead)).toEqual(['Way 0', 'Way 1']);
  });

  it.each([
    ['The REST endpoint returned 401 for scoped tokens. Fell back to the command line.', 1],
    ['Parsing with a regex failed on nested quotes, so we used the parser instead.', 1],
    ['It returned all rows instead of a page.', 0],
    ['Batching gave 450 rows per second instead of 90.', 0],
    ['It answered in 420 ms instead of 3 s.', 0],
    ['The proxy answered with a 502, so we took the socket.', 1],
    ['The upload got 413 for large files instead of a job id.', 1],
    ['The team asked for it.', 0],
    ['A timeout of 30 s is what the error budget allows.', 0],
  ])('gives as its reason what went wrong before: %s', async (rationale, count) => {
    const decisions = [{ id: 'd1', chosen: 'Upload through the command line', rationale }];
    const { episode } = await store({ task: 'Upload reports', outcome: 'success', decisions, events: [], links: [] });
    const { items } = await test.call('causal.deadEnds', { task: 'upload reports' }, agent);
    expect(items).toHaveLength(count);
    if (count === 0) return;
    const found = { episodeId: episode.id, itemId: 'd1', instead: 'Upload through the command line' };
    const { node } = await test.call('causal.node', { id: items[0]?.nodeId ?? '' }, agent);
    expect(node).toMatchObject({ kind: 'decision', label: found.instead });
    expect(items[0]).toMatchObject({ ...found, tried: rationale.split(/(?<=[.]) /)[0] });
  });

  it.each([
    'It gave clearer errors instead of silent ones.',
    'Callers got better errors instead of silent failures.',
    'The importer raised more specific exceptions, so callers can use them instead of texts.',
    'Threw a typed exception instead of returning null.',
    'Now returned 404 instead of an empty page.',
    'We raised an error early, so nobody reads a half written file instead.',
    'I refused unknown fields with an error and took the strict parser instead.',
    'The handler returned 404 instead of 500 for an unknown name.',
    'The job failed loudly instead of swallowing what went wrong.',
    'If the request failed, the cache is the fallback.',
    'It would have failed on a slow disk, so we used a stream instead.',
    'The worker no longer crashed on bad input, and switched to the next file.',
    'It gave no timeouts instead of two a day.',
  ])('gives as its reason what was done about errors, which is no dead end: %s', async (rationale) => {
    const decisions = [{ id: 'd1', chosen: 'Upload through the command line', rationale }];
    await store({ task: 'Upload reports', outcome: 'success', decisions, events: [], links: [] });
    expect((await test.call('causal.deadEnds', { task: 'upload reports' }, agent)).items).toEqual([]);
  });

  it.each([
    'gh timed out twice. Switched to plain HTTP.',
    'Got 403 from the registry, so we used the mirror.',
    'We hit a timeout on the runner and worked around it with a retry.',
    'Used curl instead of gh, which failed with a certificate error.',
    'The mock raised an error on the second call; took a real server instead.',
    'The first try crashed with an exception, the second reads lines instead of the whole file.',
    'The server gave a parser error on every call and we fell back to polling.',
    'Access was denied by the proxy, so I took the socket.',
    'It failed even if nothing else ran, so we used one thread instead.',
    'The proxy answered, after a while, with a 502, so we took the socket.',
  ])('gives as its reason what went wrong, in other words: %s', async (rationale) => {
    const decisions = [{ id: 'd1', chosen: 'Upload through the command line', rationale }];
    await store({ task: 'Upload reports', outcome: 'success', decisions, events: [], links: [] });
    expect((await test.call('causal.deadEnds', { task: 'upload reports' }, agent)).items).toHaveLength(1);
  });
});
