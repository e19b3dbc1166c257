import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { type Episode, resultOf } from '@twicewise/contract';
import { TRANSCRIPT_RULES } from '@twicewise/ingest';
import { asks, mended, plans, TranscriptBuilder } from '@twicewise/ingest/transcript-samples';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, dump, TestCore } from '../harness.ts';

let test: TestCore;
let folder: string;
beforeEach(() => {
  test = new TestCore();
  folder = join(test.folder, 'projects');
  mkdirSync(join(folder, 'shop/subagents'), { recursive: true });
});
afterEach(() => test.remove());

async function importing(more: { projectId?: string; agent?: 'codex' } = {}) {
  const { job } = await test.call('import.history', { path: folder, ...more });
  return { id: job.id, ...resultOf('history', await test.ended(job.id)) };
}

const episodeOf = async (sessionId: string): Promise<Episode> =>
  (await test.call('episode.get', { sessionId })).episode;
const howMany = async () => (await test.call('episode.list', {})).total;

const QUESTION = { question: 'Where should it go?', options: ['A table', 'A file'] };
const MADE = '[main 1a2b3c4] fix: two decimals';

/** A session with a decision, an error, a test run and a commit. */
function worked(builder = new TranscriptBuilder()): TranscriptBuilder {
  asks(mended(builder), 'q1', [QUESTION], { [QUESTION.question]: 'A file' });
  return builder.run('t1', 'pytest', '3 passed in 0.3s').run('g1', 'git commit -am fix', MADE);
}

describe('an import of past sessions, their episodes', () => {
  it('makes one of each session, with where each item stands, beside the drafts', async () => {
    const path = worked().write(folder, 'shop/session-1.jsonl');
    expect(await importing()).toMatchObject({ sessions: 1, drafts: 1, episodes: 1, episodesChanged: 0, noted: 0 });
    const episode = await episodeOf('session-1');
    expect(episode).toMatchObject({
      nativeId: 'episode-session-1',
      task: 'Make the price test pass',
      outcome: 'success',
      outcomeSource: 'measured',
      author: { kind: 'importer', name: 'claude-code' },
      ruleVersion: TRANSCRIPT_RULES,
      projectName: 'shop',
      decisions: [{ chosen: 'A file', origin: { pointer: 'line 11' } }],
      events: [{ type: 'error' }, { type: 'test' }, { type: 'commit', commitSha: '1a2b3c4' }],
    });
    const { source } = await test.call('source.get', { id: episode.sourceId ?? '' });
    const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
    expect(source).toMatchObject({ system: 'claude-code', path, importer: 'history' });
    expect(test.rows('SELECT sha256 FROM source')).toEqual([{ sha256 }]);
    // The drafts from the transcript have the same source.
    expect((await test.call('reflection.list', {})).items.map(({ sourceId }) => sourceId)).toEqual([source.id]);
  });

  it('is found by what it says', async () => {
    worked().write(folder, 'shop/session-1.jsonl');
    await importing();
    const { hits } = await test.call('memory.search', { text: 'two decimals', kinds: ['session'] });
    expect(hits).toHaveLength(1);
    expect(JSON.stringify(hits[0])).toContain('session-1');
  });

  it('read again changes nothing, not even after a restart (R15)', async () => {
    verifies('R15');
    worked().write(folder, 'shop/session-1.jsonl');
    await importing();
    const before = dump(test);
    expect(await importing()).toMatchObject({ episodes: 0, episodesChanged: 0, noted: 0 });
    await test.restart();
    expect(await importing()).toMatchObject({ episodes: 0, episodesChanged: 0 });
    expect(dump(test)).toBe(before);
  });

  it('brings it up to date with a transcript that grew, and keeps what a person made of it (R11)', async () => {
    verifies('R11');
    const builder = worked();
    builder.write(folder, 'shop/session-1.jsonl');
    await importing();
    const { id, decisions, events } = await episodeOf('session-1');
    const [decision] = decisions.map(({ origin: _origin, ...rest }) => ({
      ...rest,
      rationale: 'A file can be mailed',
    }));
    if (!decision) throw new Error('no decision');
    const kept = events.filter(({ type }) => type !== 'test').map(({ origin: _origin, ...rest }) => rest);
    await test.call('episode.update', {
      id,
      changes: { task: 'Round prices', outcome: 'partial', decisions: [decision], events: kept },
    });
    plans(builder.edit('e9', '/work/shop/b.py', 'x', 'y'), 'p1', 'Test the taxes as well').write(
      folder,
      'shop/session-1.jsonl',
    );
    expect(await importing()).toMatchObject({ episodes: 0, episodesChanged: 1, noted: 0 });
    const now = await episodeOf('session-1');
    expect(now).toMatchObject({ id, task: 'Round prices', outcome: 'partial', metrics: { tool_calls: 8 } });
    expect(now.decisions.map(({ id: item, chosen, rationale }) => [item, chosen, rationale])).toEqual([
      ['d001', 'A file', 'A file can be mailed'],
      ['d002', 'Test the taxes as well', null],
    ]);
    expect(now.events.map(({ type }) => type)).toEqual(['error', 'commit']);
    const again = dump(test);
    expect(await importing()).toMatchObject({ episodesChanged: 0 });
    expect(dump(test)).toBe(again);
  });

  it('follows an error that came again: one event, counted up', async () => {
    const fails = ['npm run lint', 'Exit code 1\nsrc/a.js:1:1: error x is not used', true] as const;
    const builder = new TranscriptBuilder().prompt('Tidy up').run('c1', ...fails);
    builder.write(folder, 'shop/session-1.jsonl');
    await importing();
    builder.run('c2', ...fails).write(folder, 'shop/session-1.jsonl');
    expect(await importing()).toMatchObject({ episodesChanged: 1 });
    expect((await episodeOf('session-1')).events).toMatchObject([{ id: 'e001', extra: { count: 2, lines: [3, 5] } }]);
  });

  it('is of the main conversation: transcripts of helpers add no episode and change none', async () => {
    worked().write(folder, 'shop/session-1.jsonl');
    const helper = { isSidechain: true, agentId: 'a1' };
    worked(new TranscriptBuilder(helper)).write(folder, 'shop/subagents/agent-a1.jsonl');
    worked(new TranscriptBuilder({ ...helper, sessionId: 'lost' })).write(folder, 'shop/subagents/agent-a2.jsonl');
    expect(await importing()).toMatchObject({ files: 3, episodes: 1, episodesChanged: 0, noted: 0 });
    expect((await episodeOf('session-1')).events).toHaveLength(3);
    expect(await howMany()).toBe(1);
  });

  it('leaves an episode alone that was recorded otherwise, or is in the bin, and names the first', async () => {
    const agent = agentIn('/work/shop', { project: { folder: { key: null, root: '/work/shop', name: 'shop' } } });
    worked().write(folder, 'shop/session-1.jsonl');
    worked(new TranscriptBuilder({ sessionId: 'session-2' })).write(folder, 'shop/session-2.jsonl');
    await test.call('episode.store', { sessionId: 'session-1', projectId: 'shop', task: 'Mine' }, agent);
    expect(await importing({ projectId: 'shop' })).toMatchObject({
      episodes: 1,
      noted: 1,
      notedFiles: [
        { file: 'shop/session-1.jsonl', reason: expect.stringMatching(/has an episode already, from test agent$/) },
      ],
    });
    expect(await episodeOf('session-1')).toMatchObject({ task: 'Mine', events: [] });
    await test.call('episode.delete', { id: (await episodeOf('session-2')).id });
    expect(await importing({ projectId: 'shop' })).toMatchObject({ episodes: 0, episodesChanged: 0 });
    expect(await howMany()).toBe(1);
  });

  it.each(['a-half', 'z-half'])(
    'is of the whole one where a copy of its first half was kept, whichever is read first: %s',
    async (half) => {
      mended(new TranscriptBuilder()).write(folder, `shop/${half}.jsonl`);
      worked().write(folder, 'shop/session-1.jsonl');
      // Files of one time are read by their names.
      for (const name of [half, 'session-1']) utimesSync(join(folder, `shop/${name}.jsonl`), 1, 1);
      expect(await importing()).toMatchObject({ episodes: 1, noted: half === 'a-half' ? 0 : 1 });
      const { decisions, events, sourceId } = await episodeOf('session-1');
      expect([decisions.length, events.length]).toEqual([1, 3]);
      const { source } = await test.call('source.get', { id: sourceId ?? '' });
      expect(source.path).toMatch(/session-1\.jsonl$/);
      const before = dump(test);
      const reason = 'left out: another file of its session says as much or more';
      expect(await importing()).toMatchObject({
        episodes: 0,
        episodesChanged: 0,
        notedFiles: [{ file: `shop/${half}.jsonl`, reason }],
      });
      expect(dump(test)).toBe(before);
    },
  );

  it('is of the first of two branches of a session, and of two transcripts without times', async () => {
    const branch = () => new TranscriptBuilder().prompt('Make the price test pass');
    asks(branch(), 'q1', [QUESTION], { [QUESTION.question]: 'A file' }).write(folder, 'shop/a.jsonl');
    const other = branch().run('t1', 'pytest', '3 passed in 0.3s').run('g1', 'git commit -am fix', MADE);
    other.run('g2', 'git commit -am more', '[main 9f8e7d6] more').write(folder, 'shop/b.jsonl');
    expect(await importing()).toMatchObject({
      episodes: 1,
      notedFiles: [{ file: 'shop/b.jsonl', reason: expect.stringContaining('has an episode already') }],
    });
    expect(await episodeOf('session-1')).toMatchObject({ decisions: [{ chosen: 'A file' }], events: [] });
  });

  it('goes back to its own file, which went on after a copy of it was read', async () => {
    const builder = worked();
    const live = builder.write(folder, 'shop/session-1.jsonl');
    await importing();
    mkdirSync(join(folder, 'copy'));
    copyFileSync(live, join(folder, 'copy/session-1.jsonl'));
    builder.prompt('Thanks').write(folder, 'shop/session-1.jsonl');
    expect(await importing()).toMatchObject({ episodes: 0, episodesChanged: 1, noted: 1 });
    const { sourceId } = await episodeOf('session-1');
    expect((await test.call('source.get', { id: sourceId ?? '' })).source.path).toBe(live);
    const before = dump(test);
    expect(await importing()).toMatchObject({ episodesChanged: 0 });
    expect(dump(test)).toBe(before);
  });

  it('takes the first of two transcripts of one session, and follows it where it is moved to', async () => {
    const first = worked().write(folder, 'shop/session-1.jsonl');
    new TranscriptBuilder().prompt('A part of it').write(folder, 'shop/z-copy.jsonl');
    expect(await importing()).toMatchObject({ episodes: 1, noted: 1 });
    mkdirSync(join(folder, 'moved'));
    renameSync(first, join(folder, 'moved/session-1.jsonl'));
    const before = dump(test);
    expect(await importing()).toMatchObject({ episodes: 0, episodesChanged: 0, noted: 1 });
    expect(dump(test)).toBe(before);
  });

  it('is taken back with the import, and brought back', async () => {
    const builder = worked();
    builder.write(folder, 'shop/session-1.jsonl');
    const first = await importing();
    const before = dump(test);
    builder.run('g2', 'git commit -am more', '[main 9f8e7d6] more').write(folder, 'shop/session-1.jsonl');
    const second = await importing();
    expect((await episodeOf('session-1')).events).toHaveLength(4);
    await test.call('operation.undo', { jobId: second.id });
    expect((await episodeOf('session-1')).events).toHaveLength(3);
    expect(JSON.parse(dump(test)).find(([name]: [string]) => name === 'source')).toEqual(
      JSON.parse(before).find(([name]: [string]) => name === 'source'),
    );
    await test.call('operation.undo', { jobId: first.id });
    expect(await howMany()).toBe(0);
    expect((await test.call('session.list', {})).items).toEqual([]);
    expect(await importing()).toMatchObject({ episodes: 1, sessions: 1 });
  });

  it('has no secret, home folder or address, also where a text is cut', async () => {
    verifies('E-12');
    const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const near = (max: number) => `${'word '.repeat(max).slice(0, max - 10)}${key}`;
    const builder = new TranscriptBuilder({ gitBranch: `fix/${key}` }).prompt(
      `${near(4000)} /home/walter/shop walter@example.org`,
    );
    asks(builder, 'q1', [{ question: `Use ${key}?`, options: [key, near(500)] }], { [`Use ${key}?`]: near(8000) });
    plans(builder, 'p1', `Plan with ${key}\n${near(32_768)}`)
      .run('g1', `git commit -m "${key}"`, `[main 1a2b3c4] ${near(500)}`)
      .run('t1', `TOKEN=${key} pytest`, `E error ${near(500)}\n1 failed in 0.3s`)
      .run('c1', `deploy ${near(120)}`, `Exit code 1\nerror: ${near(500)}`, true)
      .write(folder, 'shop/session-1.jsonl');
    const result = await importing();
    expect(result.episodes).toBe(1);
    expect(result.redacted).toBeGreaterThanOrEqual(4);
    const episode = await episodeOf('session-1');
    expect([episode.decisions.length, episode.events.length]).toEqual([2, 3]);
    const stored = dump(test);
    for (const gone of [key.slice(0, 12), '/home/walter', 'walter@example.org']) expect(stored).not.toContain(gone);
  });

  it('is made of rollouts of Codex by the same rules', async () => {
    const line = (type: string, payload: object) => ({ timestamp: '2026-02-01T10:00:00.000Z', type, payload });
    const call = (id: string, command: string) =>
      line('response_item', {
        type: 'function_call',
        name: 'shell',
        call_id: id,
        arguments: JSON.stringify({ command }),
      });
    const output = (id: string, text: string) =>
      line('response_item', { type: 'function_call_output', call_id: id, output: `Exit code: 0\nOutput:\n${text}` });
    new TranscriptBuilder()
      .raw(line('session_meta', { id: 'codex-1', cwd: '/work/shop', cli_version: '0.169.0' }))
      .raw(line('event_msg', { type: 'user_message', message: 'Make it pass' }))
      .raw(call('c1', 'pytest'))
      .raw(output('c1', '3 passed in 0.3s'))
      .raw(call('c2', 'git commit -am fix'))
      .raw(output('c2', MADE))
      .write(folder, 'shop/rollout-1.jsonl');
    expect(await importing({ agent: 'codex' })).toMatchObject({ episodes: 1 });
    expect(await episodeOf('codex-1')).toMatchObject({
      task: 'Make it pass',
      events: [{ type: 'test' }, { type: 'commit', commitSha: '1a2b3c4' }],
      metrics: { tool_calls: 2, errors: 0 },
    });
  });
});

const SHARED = join(import.meta.dirname, '../../../../../shared/data/transcripts');

describe.skipIf(!existsSync(SHARED))('genuine transcripts (skipped where ../shared is absent)', () => {
  it('become an episode for each session; read again, nothing changes', async () => {
    folder = SHARED;
    const first = await importing();
    expect(first.episodes).toBeGreaterThan(40);
    const total = await howMany();
    expect(total).toBe(first.episodes);
    const before = dump(test);
    expect(await importing()).toMatchObject({ episodes: 0, episodesChanged: 0, drafts: 0, noted: first.noted });
    expect(dump(test)).toBe(before);
  }, 60_000);
});
