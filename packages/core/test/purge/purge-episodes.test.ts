import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, dump, person, TestCore } from '../harness.ts';
import { GIVEN, memoryOf } from './purging.ts';

let test: TestCore;
const { filesWith, besidesBackups, expectSound, expectNoUndo, expectUnclearRefused } = memoryOf(() => test);
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const agent = agentIn('/work/shop');

async function purge(which: { ids: string[] } | { bin: true }) {
  const { digest } = await test.call('episode.previewPurge', { which });
  return test.call('episode.purge', { which, digest });
}

/**
 * Stores an episode with a unique word in every text, then changes, undoes and redoes it, so that there are copies everywhere.
 */
let requests = 0;
async function wellUsed(word: string, sessionId = `session ${requests}`) {
  const key = `${requests++}`;
  const fields = {
    task: `task ${word}`,
    decisions: [
      {
        id: 'd1',
        chosen: `chosen ${word}`,
        context: word,
        options: [word],
        rationale: `why ${word} ${'x'.repeat(6000)}`,
        effects: ['e1'],
      },
    ],
    events: [{ id: 'e1', type: 'error', content: `failed ${word}`, extra: { kept: word } }],
    lessons: [`lesson ${word}`],
    memoryRefs: [{ system: 'serena', name: word }],
    metrics: { [`count ${word}`]: 1 },
    extra: { kept: word },
    nativeId: `native ${word}`,
  };
  const { episode, operationId } = await test.call('episode.store', { sessionId, ...fields }, agent, `store ${key}`);
  const { id } = episode;
  const edited = await test.call('episode.update', { id, changes: { task: `edited ${word}` } }, person, `edit ${key}`);
  await test.call('operation.undo', { operationId: edited.operationId ?? '' }, person, `undo ${key}`);
  await test.call('operation.redo', { operationId: edited.operationId ?? '' });
  return { id, stored: operationId, key, input: { sessionId, ...fields } };
}

const FILE = (n: number, task: string) => ({
  id: `episode-s${n}`,
  session: `s${n}`,
  timestamp: '2026-01-01T17:00:00Z',
  outcome: 'success',
  task,
  decisions: [],
  events: [
    { id: 'e001', timestamp: '2026-01-01', type: 'test', content: `3 passed, ${task}`, caused_by: [], leads_to: [] },
  ],
  metrics: {},
  lessons: [],
});

async function imported(count: number, task: (n: number) => string): Promise<string[]> {
  mkdirSync(join(test.folder, GIVEN), { recursive: true });
  for (let n = 0; n < count; n++) {
    writeFileSync(join(test.folder, GIVEN, `e${n}.json`), JSON.stringify(FILE(n, task(n))));
  }
  const { job } = await test.call('import.episodes', { path: join(test.folder, GIVEN), projectId: 'demo' });
  expect(await test.ended(job.id)).toMatchObject({ state: 'done', result: { made: count } });
  const found: string[] = [];
  for (let n = 0; n < count; n++) {
    found.push((await test.call('episode.get', { sessionId: `s${n}`, projectId: 'demo' })).episode.id);
  }
  return found;
}

describe('a purge of an episode (T36)', () => {
  it('leaves no byte of the text in any file but backups, nor in search and causes, and says which backups hold it', async () => {
    verifies('T36');
    const word = 'zyxgoneforever';
    const { id } = await wellUsed(word, 'monday');
    const kept = await wellUsed('stillhere');
    const asked = async () => {
      const hits = (await test.call('memory.search', { text: word, everywhere: true })).hits.length;
      const nodes = (await test.call('causal.nodes', { text: `failed ${word}`, everywhere: true })).items;
      const similar = await test.call('causal.similarDecisions', { context: word, everywhere: true });
      return { hits, nodes: nodes.filter(({ label }) => label.includes(word)).length, similar: similar.items.length };
    };
    expect(await asked()).toEqual({ hits: 1, nodes: 2, similar: 1 });
    const { backup } = await test.call('backup.create', {});
    await test.call('episode.delete', { id }, person, 'delete');
    // Deleting does not erase: the same search still finds it.
    expect(besidesBackups(word).length).toBeGreaterThan(0);
    const preview = await test.call('episode.previewPurge', { which: { ids: [id] } });
    expect(preview).toMatchObject({ episodes: 1, refused: 0, rows: { episode: 1, session: 0, request_key: 4 } });
    expect(preview).toMatchObject({ examples: [{ id, task: `edited ${word}` }], backups: [backup.name] });
    const answer = await purge({ ids: [id] });
    expect(answer).toMatchObject({ purged: 1, rows: preview.rows, isErased: true, backups: [backup.name] });
    expect(besidesBackups(word)).toEqual([]);
    expect(filesWith(word)).toHaveLength(1);
    expect(await asked()).toEqual({ hits: 0, nodes: 0, similar: 0 });
    await test.restart();
    expect(await asked()).toEqual({ hits: 0, nodes: 0, similar: 0 });
    expect(await test.fail('episode.get', { id })).toMatchObject({ code: 'not_found' });
    expect((await test.call('episode.get', { id: kept.id })).episode.task).toContain('stillhere');
    // The session stays, and may get another episode.
    await test.call('episode.store', { sessionId: 'monday', task: 'anew' }, agent);
    expectSound();
  });

  it('takes the goal of a session that only repeats its task, not one that somebody stated', async () => {
    verifies('T36');
    const word = 'goalgoneforever';
    const [id = '', other = ''] = await imported(2, (n) => `Route ${word}${n} over two hops`);
    await test.call('session.start', { sessionId: 'own', goal: 'Reach the harbour', projectId: 'demo' });
    const { episode } = await test.call('episode.store', {
      sessionId: 'own',
      task: 'Something else',
      projectId: 'demo',
    });
    const longer = { sessionId: 'longer', projectId: 'demo' };
    await test.call('session.start', { ...longer, goal: 'Something else, and the harbour' });
    const { episode: shorter } = await test.call('episode.store', { ...longer, task: 'Something else' });
    // Its task before a person corrected it is also one of its texts.
    await test.call('episode.update', { id, changes: { task: 'Corrected' } });
    for (const one of [id, episode.id, shorter.id]) await test.call('episode.delete', { id: one });
    expect((await test.call('session.get', { id: 's0' })).session.goal).toContain(word);
    expect(await purge({ bin: true })).toMatchObject({ purged: 3, rows: { episode: 3, session: 1 } });
    expect(besidesBackups(`${word}0`)).toEqual([]);
    expect(besidesBackups(`${word}1`).length).toBeGreaterThan(0);
    expect((await test.call('session.get', { id: 's0' })).session.goal).toBeNull();
    expect((await test.call('session.get', { id: 's1' })).session.goal).toContain(word);
    expect((await test.call('session.get', { id: 'own' })).session.goal).toBe('Reach the harbour');
    expect((await test.call('session.get', { id: 'longer' })).session.goal).toBe('Something else, and the harbour');
    const { hits } = await test.call('memory.search', { text: `${word}0`, everywhere: true });
    expect(JSON.stringify(hits)).not.toContain('"s0"');
    expect((await test.call('host.check', {})).problems).toEqual([]);
    expect((await test.call('episode.get', { id: other })).episode.task).toContain(word);
  });

  it('of many among many leaves none of them in the file', async () => {
    const ids = await imported(240, (n) => `secretword${n}end`);
    for (const [n, id] of ids.entries()) if (n % 2 === 0) await test.call('episode.delete', { id });
    expect((await purge({ bin: true })).purged).toBe(120);
    const left = ids.map((_id, n) => n).filter((n) => besidesBackups(`secretword${n}end`).length > 0);
    expect(left).toEqual(ids.map((_id, n) => n).filter((n) => n % 2 === 1));
    expect((await test.call('host.check', {})).problems).toEqual([]);
  }, 60_000);

  it('keeps an entry without text, refuses to undo what made it, and lets all else be undone', async () => {
    const { id, stored, key, input } = await wellUsed('word');
    const other = await wellUsed('other');
    await test.call('episode.delete', { id });
    const { operationId } = await purge({ ids: [id] });
    const { items } = await test.call('operation.list', { entityId: id });
    expect(items[0]).toMatchObject({ id: operationId, name: 'episode.purge', summary: 'Purged 1 session log' });
    expect(items.length).toBeGreaterThan(4);
    expect(JSON.stringify(items)).not.toContain('word');
    await expectNoUndo([stored, operationId ?? '']);
    await test.call('episode.delete', { id: other.id });
    await test.call('episode.restore', { id: other.id });
    expect(await test.envelope('episode.store', input, agent, `store ${key}`)).toMatchObject({
      ok: false,
      error: { code: 'conflict', reason: 'purged' },
    });
  });

  it('takes only what is in the bin, and only what the preview showed', async () => {
    const [one, two] = [await wellUsed('one'), await wellUsed('two')];
    await test.call('episode.delete', { id: one.id });
    const which = { ids: [one.id, two.id] };
    expect(await test.call('episode.previewPurge', { which })).toMatchObject({ episodes: 1, refused: 1 });
    const { digest } = await test.call('episode.previewPurge', { which: { bin: true } });
    await test.call('episode.delete', { id: two.id });
    const lesson = (await test.store()).id;
    const before = dump(test);
    const failure = await test.fail('episode.purge', { which: { bin: true }, digest });
    expect(failure).toMatchObject({
      code: 'conflict',
      reason: 'changed_since',
      hint: expect.stringContaining('episode.previewPurge'),
    });
    await expectUnclearRefused('episode', digest, [one.id]);
    expect(await test.fail('episode.previewPurge', { which: { ids: [lesson] } })).toMatchObject({
      code: 'invalid_input',
    });
    expect(await test.fail('episode.purge', { which: { ids: [lesson] }, digest })).toMatchObject({
      code: 'invalid_input',
    });
    expect(dump(test)).toBe(before);
  });
});
