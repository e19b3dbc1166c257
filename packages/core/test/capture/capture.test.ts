import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { resultOf } from '@twicewise/contract';
import { mended, TranscriptBuilder } from '@twicewise/ingest/transcript-samples';
import { closeStore, connection, openStore } from '@twicewise/store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, dump, person, TestCore } from '../harness.ts';
import { Captures, hookOf } from './hooked.ts';

let captures: Captures;
let test: TestCore;
beforeEach(() => {
  captures = new Captures();
  test = captures.test;
});
afterEach(() => test.remove());

const FORMAT = 'session-1';
const sessions = async () => (await test.call('session.list', {})).items;
const lessons = async () => (await test.call('reflection.list', {})).items;
const episode = async () => (await test.call('episode.get', { sessionId: FORMAT })).episode;
/** The contents of the memory, except for jobs and times. */
const ofSession = async () => ({
  sessions: (await sessions()).map(({ nativeId, agent, goal, branch, startedAt }) => ({
    nativeId,
    agent,
    goal,
    branch,
    startedAt,
  })),
  lessons: (await lessons()).map(({ nativeId, state, whatWorked, sourcePointer, author, extra }) => ({
    nativeId,
    state,
    whatWorked,
    sourcePointer,
    author,
    extra,
  })),
  episode: await episode().then(({ projectName, task, events, decisions, outcome, metrics, nativeId, author }) => ({
    projectName,
    task,
    events,
    decisions,
    outcome,
    metrics,
    nativeId,
    author,
  })),
});

describe('a session that is handed over', () => {
  it('is written down as an import of its transcript does it', async () => {
    captures.write(FORMAT, mended());
    const job = await captures.capture(FORMAT);
    expect([job.state, resultOf('capture', job)]).toMatchObject(['done', { sessions: 1, drafts: 1, episodes: 1 }]);
    const captured = await ofSession();
    const other = new TestCore();
    try {
      const { job: asked } = await other.call('import.history', { path: captures.folder });
      await other.ended(asked.id);
      const mine = test;
      test = other;
      expect(await ofSession()).toEqual(captured);
      test = mine;
    } finally {
      other.remove();
    }
  });

  it('is read once when it is handed over at every turn, and not before it is quiet', async () => {
    captures.write(FORMAT, mended());
    const first = await captures.ask(FORMAT);
    const again = await captures.ask(FORMAT, { moment: 'compaction' });
    expect(again.job?.id).toBe(first.job?.id);
    test.now += 1000;
    await test.core.maintain();
    expect(await sessions()).toEqual([]);
    expect((await captures.read(again)).state).toBe('done');
    const before = dump(test);
    expect((await captures.capture(FORMAT)).id).toBe(first.job?.id);
    expect(dump(test)).toBe(before);
    expect((await test.call('job.list', {})).items).toHaveLength(1);
  });

  it('is one entry of the history however often it grew, from one source, and one undo takes it back for good', async () => {
    const builder = mended();
    captures.write(FORMAT, builder);
    await captures.capture(FORMAT);
    for (const n of [1, 2, 3]) {
      builder.edit(`e${n}`, '/work/shop/b.py', 'x', 'y');
      captures.write(FORMAT, builder);
      await captures.capture(FORMAT);
    }
    expect((await episode()).metrics).toMatchObject({ tool_calls: 6 });
    const { items } = await test.call('operation.list', { limit: 50 });
    expect(new Set(items.map(({ jobId }) => jobId)).size).toBe(1);
    expect((await test.call('source.list', {})).items).toHaveLength(1);
    const [{ jobId = null } = {}] = items;
    await test.call('operation.undo', { jobId: jobId ?? '' });
    expect([await lessons(), await sessions()]).toEqual([[], []]);
    captures.write(FORMAT, builder.edit('e9', '/work/shop/b.py', 'x', 'y'));
    expect(await captures.ask(FORMAT)).toEqual({ job: null, left: 'taken_back' });
    await test.call('operation.redo', { jobId: jobId ?? '' });
    expect((await captures.capture(FORMAT)).state).toBe('done');
    expect((await episode()).metrics).toMatchObject({ tool_calls: 7 });
  });

  it.each(['reflection', 'episode'] as const)('is left alone from when a %s of it was purged', async (kind) => {
    captures.write(FORMAT, mended());
    await captures.capture(FORMAT);
    const { id = '' } = kind === 'episode' ? await episode() : ((await lessons())[0] ?? {});
    await test.call(`${kind}.delete`, { id });
    const which = { ids: [id] };
    const { digest } = await test.call(`${kind}.previewPurge`, { which });
    await test.call(`${kind}.purge`, { which, digest });
    captures.write(FORMAT, mended().say('More.'));
    expect(await captures.ask(FORMAT)).toEqual({ job: null, left: 'taken_back' });
    await test.restart();
    await test.core.maintain();
    expect((await test.call('job.list', {})).items).toMatchObject([{ state: 'done' }]);
  });

  it('is left alone from when a person cancelled its job', async () => {
    captures.write(FORMAT, mended());
    const { job } = await captures.ask(FORMAT);
    await test.call('job.cancel', { id: job?.id ?? '' });
    expect(await captures.ask(FORMAT)).toEqual({ job: null, left: 'taken_back' });
  });

  it('goes on after the program was killed and starts again', async () => {
    captures.write(FORMAT, mended());
    const asked = await captures.ask(FORMAT);
    await test.restart();
    expect((await captures.read(asked)).state).toBe('done');
    expect(await lessons()).toHaveLength(1);
  });

  it('is the session in which its agent stored lessons, whatever name it gave itself', async () => {
    const agent = agentIn('/work/shop', { session: FORMAT, author: { kind: 'agent', name: 'claude' } });
    await test.call('reflection.store', { taskDescription: 'Round prices', outcome: 'success' }, agent);
    captures.write(FORMAT, mended());
    await captures.capture(FORMAT);
    expect(await sessions()).toMatchObject([{ nativeId: FORMAT, reflections: 2 }]);
  });

  it('is not told its own drafts, also when its context was cut; others are', async () => {
    captures.write(FORMAT, mended());
    await captures.capture(FORMAT);
    const asked = { occasion: 'tool_failure', text: 'npm test -- price\nexpected 10.00, got 10' } as const;
    for (const occasion of ['session_start', 'context_cut'] as const) {
      expect((await test.call('memory.remind', { occasion }, hookOf(FORMAT))).lessons).toEqual([]);
    }
    expect((await test.call('memory.remind', asked, hookOf(FORMAT))).lessons).toEqual([]);
    expect((await test.call('memory.remind', asked, hookOf('another'))).lessons).toHaveLength(1);
  });

  it('ends when its program says so, and is open again when it goes on', async () => {
    const builder = mended();
    captures.write(FORMAT, builder);
    test.now = Date.now();
    await captures.capture(FORMAT, { moment: 'turn' });
    expect(await sessions()).toMatchObject([{ endedAt: null }]);
    await captures.capture(FORMAT, { moment: 'end' });
    expect((await sessions())[0]?.endedAt).toBe('2026-02-01T10:00:09.000Z');
    for (let n = 0; n < 90; n++) builder.say('Still there.');
    captures.write(FORMAT, builder);
    await captures.capture(FORMAT, { moment: 'turn' });
    expect(await sessions()).toMatchObject([{ endedAt: null }]);
  });

  it('has a draft once it is known what the agent says of it', async () => {
    const builder = mended();
    const last = builder.lines.pop() ?? '';
    test.now = Date.now();
    captures.write(FORMAT, builder);
    await captures.capture(FORMAT);
    expect(await lessons()).toEqual([]);
    captures.write(FORMAT, builder.raw(last));
    await captures.capture(FORMAT);
    expect(JSON.stringify(await lessons())).toContain('toFixed gives');
  });

  it('has the drafts of its helpers, too', async () => {
    captures.write(FORMAT, new TranscriptBuilder().prompt('Ask a helper'));
    mkdirSync(join(captures.folder, FORMAT, 'subagents'), { recursive: true });
    mended(new TranscriptBuilder({ isSidechain: true, agentId: 'a1' })).write(
      join(captures.folder, FORMAT, 'subagents'),
      'agent-a1.jsonl',
    );
    await captures.capture(FORMAT, { moment: 'end' });
    expect(await lessons()).toHaveLength(1);
    expect(await sessions()).toHaveLength(1);
    const { items } = await test.call('operation.list', { limit: 50 });
    const named = items.filter(({ jobId }) => jobId !== null).map(({ summary }) => summary);
    expect(new Set(named)).toEqual(new Set(['Wrote down: Ask a helper']));
  });
});

describe('what is not written down', () => {
  it('is what a person switched off: everywhere, of a project, of a session', async () => {
    captures.write(FORMAT, mended());
    await test.call('reflection.store', { taskDescription: 'x', outcome: 'success' }, agentIn('/work/shop'));
    const [{ projectId = '' } = {}] = await lessons();
    for (const changes of [
      { 'capture.enabled': false },
      { 'capture.offProjects': [projectId] },
      { 'capture.offSessions': [FORMAT] },
    ]) {
      const { settings: before } = await test.call('settings.get', {});
      await test.call('settings.set', { changes });
      expect(await captures.ask(FORMAT)).toEqual({ job: null, left: 'switched_off' });
      const [key] = Object.keys(changes) as (keyof typeof before)[];
      await test.call('settings.set', { changes: { [key as string]: before[key as keyof typeof before] } });
    }
    expect((await captures.ask(FORMAT)).left).toBeNull();
  });

  it('is of a program whose transcripts are not known', async () => {
    captures.write(FORMAT, mended());
    expect(await captures.ask(FORMAT, { agent: 'copilot' })).toEqual({ job: null, left: 'unknown_format' });
  });

  it('is no plain file of this person', async () => {
    const real = captures.write('real', mended());
    const at = (name: string) => join(captures.folder, name);
    symlinkSync(real, at('link.jsonl'));
    mkdirSync(at('folder.jsonl'));
    execFileSync('mkfifo', [at('pipe.jsonl')]);
    writeFileSync(at('secrets.txt'), 'x');
    const paths = ['link.jsonl', 'folder.jsonl', 'pipe.jsonl', 'secrets.txt', 'gone.jsonl'].map(at);
    for (const transcript of [...paths, '/dev/null', 'real.jsonl', '../real.jsonl']) {
      expect([transcript, await captures.ask(FORMAT, { transcript })]).toEqual([
        transcript,
        { job: null, left: 'unfit_file' },
      ]);
    }
    expect((await test.call('job.list', {})).items).toEqual([]);
  });

  it('is asked for by an agent or a program', async () => {
    captures.write(FORMAT, mended());
    const input = { agent: 'claude-code', sessionId: FORMAT, transcript: captures.path(FORMAT) };
    for (const door of ['mcp', 'http', 'cli'] as const) {
      expect(await test.fail('session.capture', input, hookOf(FORMAT, { door }))).toMatchObject({ code: 'refused' });
    }
    expect((await test.call('session.capture', input, person)).left).toBeNull();
  });

  it('is the transcript of another session, which the result names', async () => {
    captures.write(FORMAT, mended(new TranscriptBuilder({ sessionId: 'somebody-else' })));
    const job = await captures.capture(FORMAT);
    expect(resultOf('capture', job)).toMatchObject({
      sessions: 0,
      notedFiles: [{ file: 'session-1.jsonl', reason: 'is of another session' }],
    });
    expect(await sessions()).toEqual([]);
  });
});

describe('a transcript that is not as it should be', () => {
  it('is read as far as it is whole, and the rest when it is there', async () => {
    const builder = mended();
    const all = `${builder.lines.join('\n')}\n`;
    writeFileSync(captures.path(FORMAT), all.slice(0, all.length - 60));
    await captures.capture(FORMAT);
    expect(await sessions()).toHaveLength(1);
    appendFileSync(captures.path(FORMAT), all.slice(all.length - 60));
    expect(resultOf('capture', await captures.capture(FORMAT))).toMatchObject({ badLines: 0, drafts: 1 });
  });

  it('that vanished, or was cut, takes nothing back', async () => {
    captures.write(FORMAT, mended());
    await captures.capture(FORMAT);
    const asked = await captures.ask(FORMAT);
    const kept = await ofSession();
    renameSync(captures.path(FORMAT), `${captures.path(FORMAT)}.1`);
    expect(await captures.read(asked)).toMatchObject({ state: 'done', error: null });
    expect(await ofSession()).toEqual(kept);
    renameSync(`${captures.path(FORMAT)}.1`, captures.path(FORMAT));
    truncateSync(captures.path(FORMAT), 0);
    expect(await captures.capture(FORMAT)).toMatchObject({ state: 'done', error: null });
    expect((await lessons()).length).toBe(1);
    expect(await sessions()).toHaveLength(1);
  });

  it('that grows while it is read is read again when it is handed over again', async () => {
    const builder = new TranscriptBuilder().prompt('Make it pass');
    for (let n = 0; n < 3000; n++) builder.say('Looking at it.');
    captures.write(FORMAT, builder);
    const asked = await captures.ask(FORMAT);
    test.now += 3000;
    await test.core.maintain();
    // The job has started: what is written now is not read, or only in part.
    captures.write(FORMAT, mended(builder));
    const later = await captures.ask(FORMAT);
    expect(later.job?.id).toBe(asked.job?.id);
    for (let n = 0; n < 3; n++) await captures.read(later);
    expect(await lessons()).toHaveLength(1);
  });
});

describe('what was left of a session', () => {
  it('is taken up: it grew and nobody said so, or nothing came for an hour', async () => {
    const builder = mended();
    const last = builder.lines.splice(-1);
    captures.write(FORMAT, builder);
    test.now = Date.now();
    const { id } = await captures.capture(FORMAT);
    expect(await lessons()).toEqual([]);
    captures.write(FORMAT, builder.raw(last[0]));
    await test.restart();
    await test.core.maintain();
    await test.ended(id);
    expect(await lessons()).toHaveLength(1);
    expect(await sessions()).toMatchObject([{ endedAt: null }]);
    const twoHoursAgo = new Date(test.now - 7_200_000);
    utimesSync(captures.path(FORMAT), twoHoursAgo, twoHoursAgo);
    for (let n = 0; n < 2; n++) {
      await test.restart();
      await test.core.maintain();
      await test.ended(id);
    }
    expect((await sessions())[0]?.endedAt).not.toBeNull();
    const before = dump(test);
    const jobs = await test.call('job.list', {});
    await test.restart();
    await test.core.maintain();
    expect([dump(test), await test.call('job.list', {})]).toEqual([before, jobs]);
  });

  it('is where what it was asked for before cannot be read: it is asked for anew, and others are looked at', async () => {
    captures.write(FORMAT, mended());
    const { id } = await captures.capture(FORMAT);
    captures.write('session-2', mended().say('More.'));
    await captures.capture('session-2');
    captures.write('session-2', mended().say('More.').say('And more.'));
    await test.core.close();
    const opened = openStore(test.paths, test.now);
    if (opened.state !== 'ready') throw new Error(opened.state);
    connection(opened.db).prepare(`UPDATE job SET input = json_remove(input, '$.dueAt') WHERE id = ?`).run(id);
    closeStore(opened.db);
    await test.restart();
    const before = (await test.call('job.list', {})).items.find((job) => job.id !== id)?.updatedAt;
    test.now += 3_600_000;
    await test.core.maintain();
    const others = (await test.call('job.list', {})).items.filter((job) => job.id !== id);
    expect(others.map(({ updatedAt }) => updatedAt > String(before))).toEqual([true]);
    expect((await captures.ask(FORMAT)).job?.id).toBe(id);
  });

  it('is not where it is switched off, or its transcript is gone', async () => {
    captures.write(FORMAT, mended());
    const { updatedAt } = await captures.capture(FORMAT);
    captures.write(FORMAT, mended().say('More.'));
    await test.call('settings.set', { changes: { 'capture.enabled': false } });
    await test.restart();
    await test.core.maintain();
    expect((await test.call('job.list', {})).items).toMatchObject([{ updatedAt, state: 'done' }]);
    await test.call('settings.set', { changes: { 'capture.enabled': true } });
    rmSync(captures.path(FORMAT));
    await test.restart();
    await test.core.maintain();
    expect((await test.call('job.list', {})).items).toMatchObject([{ updatedAt, state: 'done' }]);
  });
});
