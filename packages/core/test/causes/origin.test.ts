import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CausalEdge } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, person, TestCore } from '../harness.ts';
import { CHARGED, cached, STALE } from './cached-answers.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const agent = agentIn('/work/shop');

const write = (name: string, value: unknown) => {
  mkdirSync(join(test.folder, 'files'), { recursive: true });
  const path = join(test.folder, 'files', name);
  writeFileSync(path, JSON.stringify(value));
  return path;
};

const read = async (name: 'import.episodes' | 'episode.extract', path: string) => {
  const { job } = await test.call(name, { path, projectId: 'shop' });
  expect(await test.ended(job.id)).toMatchObject({ state: 'done', result: { made: 1 } });
};

/** Stores edges of every origin: an agent's episode, a person's, an ADR-038 file, a log, and claims of both. */
async function fill(): Promise<void> {
  await test.call('episode.store', cached, agent);
  await test.call('episode.store', { ...cached, sessionId: 'mine', projectId: 'shop' }, person);
  const item = (id: string, content: string, caused_by: string[]) => ({ id, type: 'error', content, caused_by });
  await read(
    'import.episodes',
    write('episode-f.json', {
      id: 'episode-f',
      session: 'f',
      timestamp: '2026-01-01T17:00:00Z',
      outcome: 'failure',
      task: 'Refunds',
      decisions: [{ id: 'd001', chosen: 'Refund by hand', effects: ['e001'] }],
      events: [item('e001', CHARGED, []), item('e002', 'Refunds were late', ['e001'])],
    }),
  );
  const step = (time: string, action: string) => ({ time: `2026-01-02T${time}:00Z`, action, result: 'done' });
  const workLog = [step('09:00', 'Wrote the importer'), step('10:00', 'Ran the importer on all files')];
  await read('episode.extract', write('log.json', { session: { number: 1, objective: 'Import' }, workLog }));
  const claim = { from: { kind: 'error', text: STALE }, to: { kind: 'error', text: 'Support was swamped' } };
  await test.call('causal.assert', { ...claim, relation: 'causes', note: 'Tickets name it' }, agent);
  const doubt = { ...claim, relation: 'causes', stance: 'disputes', note: 'It was before', projectId: 'shop' } as const;
  await test.call('causal.assert', doubt, person);
}

const RELATIONS = ['causes', 'enables', 'prevents', 'correlates', 'precedes'] as const;
const edges = async () =>
  (await test.call('causal.graph', { relations: [...RELATIONS], everywhere: true, limit: 500 })).edges;

/** For each voice of an edge, the record that it comes from: its words, its author and its file. */
async function originsOf({ id }: CausalEdge): Promise<string[]> {
  const { edge, from, to, evidence } = await test.call('causal.edge', { id, everywhere: true });
  expect(evidence.length).toBe(edge.supports + edge.disputes);
  const origins: string[] = [];
  for (const { basis, claimId, author, note, at, episodeId, sessionId, fromItem, toItem } of evidence) {
    expect(at).not.toBeNull();
    if (claimId !== null) {
      expect([episodeId, fromItem, toItem]).toEqual([null, null, null]);
      const [row] = test.rows('SELECT * FROM claim WHERE id = ?', [claimId]);
      expect(row).toMatchObject({ author_kind: author?.kind, author_name: author?.name, note, basis });
      origins.push(`claim of ${author?.kind}`);
      continue;
    }
    const { episode } = await test.call('episode.get', { id: episodeId ?? '' });
    expect(episode.sessionId).toBe(sessionId);
    const said = episode.links.filter((link) => link.from === fromItem && link.to === toItem && link.basis === basis);
    expect(said, 'the link stands in the episode that is named').toHaveLength(1);
    const texts = new Map([
      ...episode.decisions.map(({ id: item, chosen }) => [item, chosen] as const),
      ...episode.events.map(({ id: item, content }) => [item, content] as const),
    ]);
    const spoken = (item: string | null) => texts.get(item ?? '')?.replace(/\s+/g, ' ');
    expect([spoken(fromItem), spoken(toItem)]).toEqual([from.label, to.label]);
    const [source] = test.rows<{ system: string; path: string; sha256: string }>('SELECT * FROM source WHERE id = ?', [
      episode.sourceId ?? '',
    ]);
    if (source) expect(source.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(episode.ruleVersion === null, 'what a rule linked names the rule').toBe(source === undefined);
    origins.push(source ? `${source.system} ${basis}` : `episode of ${episode.author.kind} ${basis}`);
  }
  return origins;
}

describe('every edge', () => {
  it('knows where it comes from: the episode and its items, or the claim, with author, way of knowing and file (B1-03)', async () => {
    verifies('B1-03');
    await fill();
    const all = await edges();
    const origins = new Set<string>();
    for (const edge of all) {
      const found = await originsOf(edge);
      expect(found.length, 'an edge nobody speaks of').toBeGreaterThan(0);
      for (const origin of found) origins.add(origin);
    }
    expect([...origins].sort()).toEqual([
      'adr-038 asserted_by_agent',
      'adr-038 temporal',
      'claim of agent',
      'claim of person',
      'episode of agent asserted_by_agent',
      'episode of person asserted_by_human',
      'session-log temporal',
    ]);
    // The same after a restart: everything comes from the records.
    await test.restart();
    expect(await edges()).toEqual(all);
  });

  it('is gone with the last of its origins, and never before (B1-03)', async () => {
    verifies('B1-03');
    await fill();
    const stale = (await edges()).find(({ supports }) => supports === 2);
    expect(stale).toBeDefined();
    const { evidence } = await test.call('causal.edge', { id: stale?.id ?? '', everywhere: true });
    const [first, second] = evidence.map(({ episodeId }) => episodeId ?? '');
    await test.call('episode.delete', { id: first ?? '' });
    expect((await test.call('causal.edge', { id: stale?.id ?? '', everywhere: true })).evidence).toMatchObject([
      { episodeId: second },
    ]);
    await test.call('episode.delete', { id: second ?? '' });
    expect(await test.fail('causal.edge', { id: stale?.id ?? '', everywhere: true })).toMatchObject({
      code: 'not_found',
    });
  });
});
