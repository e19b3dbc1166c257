import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Job, TranscriptsResult } from '@twicewise/contract';
import { readTranscript } from '@twicewise/ingest';
import { mended, TranscriptBuilder } from '@twicewise/ingest/transcript-samples';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, TestCore } from '../harness.ts';

/** Reads without pauses and redacts nothing. */
const PLAIN = { pause: async () => {}, clean: (text: string) => text };

let test: TestCore;
let folder: string;
beforeEach(() => {
  test = new TestCore();
  folder = join(test.folder, 'projects');
  mkdirSync(join(folder, 'shop/subagents'), { recursive: true });
});
afterEach(() => test.remove());

async function importAll(more: { since?: string; projectId?: string } = {}): Promise<Job> {
  const { job } = await test.call('import.history', { path: folder, ...more });
  return test.ended(job.id);
}

/** All bytes of the closed memory file. */
async function stored(): Promise<string> {
  await test.core.close();
  const files = ['', '-wal'].map((end) => test.paths.database + end).filter(existsSync);
  return files.map((path) => readFileSync(path, 'latin1')).join('');
}

describe('an import of past sessions', () => {
  it('makes drafts with their evidence, and sessions with when, where and what about', async () => {
    mended().write(folder, 'shop/session-1.jsonl');
    const job = await importAll();
    expect(job).toMatchObject({ state: 'done', result: { files: 1, sessions: 1, drafts: 1, unknown: {} } });
    const { items } = await test.call('reflection.list', {});
    expect(items).toMatchObject([
      {
        state: 'draft',
        nativeId: 'claude-code:c3',
        agent: 'claude-code',
        author: { kind: 'importer', name: 'claude-code' },
        outcomeSource: 'measured',
        projectName: 'shop',
        sessionNativeId: 'session-1',
        sourcePointer: 'lines 3, 8',
        extra: { rule: 'fail_then_pass', lines: [3, 8] },
      },
    ]);
    const { items: sources } = await test.call('source.list', {});
    expect(sources).toMatchObject([{ system: 'claude-code', importer: 'history', reflections: 1, drafts: 1 }]);
    expect((await test.call('source.get', { id: sources[0]?.id ?? '' })).source).toEqual(sources[0]);
    const { session } = await test.call('session.get', { id: 'session-1' });
    expect(session).toMatchObject({
      branch: 'main',
      goal: 'Make the price test pass',
      startedAt: '2026-02-01T10:00:01.000Z',
    });
  });

  it('adds only what is new, also from a fork that repeats another, and leaves a rejected draft rejected', async () => {
    mended().write(folder, 'shop/session-1.jsonl');
    await importAll();
    const [draft] = (await test.call('reflection.list', {})).items;
    await test.call('reflection.setState', { id: draft?.id ?? '', state: 'rejected' });
    const fork = mended(new TranscriptBuilder({ sessionId: 'session-2' }));
    fork
      .run('d1', 'npm run lint', 'Exit code 1\nsrc/a.js:1: error unused', true)
      .edit('d2', 'a', 'b', 'c')
      .run('d3', 'npm run lint', 'ok');
    fork.write(folder, 'shop/session-2.jsonl');
    expect((await importAll()).result).toMatchObject({
      agent: 'claude-code',
      files: 2,
      sessions: 1,
      drafts: 1,
      alreadyThere: 2,
    });
    const { items } = await test.call('reflection.list', { state: ['draft', 'rejected'] });
    expect(items.map(({ state }) => state).sort()).toEqual(['draft', 'rejected']);
  });

  it('makes drafts that fit a reminder: the same failure is answered with them', async () => {
    mended().write(folder, 'shop/session-1.jsonl');
    await importAll();
    const [draft] = (await test.call('reflection.list', {})).items;
    const agent = agentIn(null, { session: 'next', project: { reference: draft?.projectId ?? '' } });
    const text = 'npm test -- price\nprice.test.js:12: expected 10.00, got 10';
    const told = await test.call('memory.remind', { occasion: 'tool_failure', text }, agent);
    expect(told.lessons.map(({ id }) => id)).toEqual([draft?.id]);
  });

  it('takes secrets out before it cuts: half of one is not kept either', async () => {
    const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const padding = (length: number) => 'word '.repeat(60).slice(0, length);
    const builder = new TranscriptBuilder().prompt(`${padding(180)}${key} in a title`);
    builder
      .run('c1', `deploy --name ${padding(50)}${key} --all`, `Exit code 1\n${padding(140)}error ${key}`, true)
      .edit('e1', '/work/shop/a.js', 'x', 'y')
      .run('c2', `deploy --name ${padding(50)}${key} --all`, 'ok')
      .write(folder, 'shop/session-1.jsonl');
    await importAll();
    expect((await stored()).includes(key.slice(0, 12))).toBe(false);
  });

  it('keeps no line of a private key, however long the output that shows it', async () => {
    const pem = generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString();
    // With colour codes, in full, and with only its beginning because a long output was cut.
    const coloured = pem.replaceAll(/^(.+)$/gm, '\u001b[31m$1\u001b[0m');
    const outputs = [pem, coloured, `${'start '.repeat(20_000)}\n${pem}${'e\n'.repeat(16_000)}`];
    const builder = new TranscriptBuilder().prompt('Deploy please');
    outputs.forEach((output, n) => {
      builder
        .run(`a${n}`, `./deploy-${n}.sh`, `Exit code 1\nusing deploy key\n${output}`, true)
        .edit(`b${n}`, `/work/shop/deploy-${n}.sh`, 'x', 'y')
        .run(`c${n}`, `./deploy-${n}.sh`, 'ok');
    });
    builder.write(folder, 'shop/session-1.jsonl');
    expect((await importAll()).result).toMatchObject({ drafts: outputs.length });
    const bytes = await stored();
    for (const line of pem.split('\n').slice(1, -2)) expect(bytes.includes(line), line).toBe(false);
  });

  it('names unknown records in short, without their secrets', async () => {
    const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const builder = mended().raw({ type: `x ${key} ${'z'.repeat(200_000)}` });
    for (let n = 0; n < 2000; n++) builder.raw({ type: `kind-${n}` });
    builder.write(folder, 'shop/session-1.jsonl');
    const { result } = await importAll();
    const names = Object.keys((result as TranscriptsResult).unknown);
    expect(names.length).toBe(20);
    expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(100);
    expect((await stored()).includes(key)).toBe(false);
  });

  it('ends a session where its transcripts end, the latest of them, and opens it again when it goes on', async () => {
    const old = (path: string, at: string) => utimesSync(path, new Date(at), new Date(at));
    const helper = mended(new TranscriptBuilder({ isSidechain: true, agentId: 'a1' }));
    old(helper.write(folder, 'shop/subagents/agent-a1.jsonl'), '2026-02-01T11:00:00Z');
    const builder = mended().record('user', { timestamp: '2026-02-01T18:00:00.000Z', message: { content: 'thanks' } });
    old(builder.write(folder, 'shop/session-1.jsonl'), '2026-02-01T18:00:00Z');
    const ended = async () => (await test.call('session.list', {})).items[0]?.endedAt;
    await importAll();
    expect(await ended()).toBe('2026-02-01T18:00:00.000Z');
    builder.record('user', { timestamp: '2026-02-09T18:00:00.000Z', message: { content: 'go on' } });
    const path = builder.write(folder, 'shop/session-1.jsonl');
    old(path, new Date(test.now).toISOString());
    await importAll();
    expect(await ended()).toBeNull();
    old(path, '2026-02-09T18:00:00Z');
    await importAll();
    expect(await ended()).toBe('2026-02-09T18:00:00.000Z');
  });

  it('names a transcript of which nothing can be read, as one in UTF-16', async () => {
    mended().write(folder, 'shop/session-1.jsonl');
    const text = `${mended().lines.join('\n')}\n`;
    writeFileSync(join(folder, 'shop/session-2.jsonl'), Buffer.from(`\uFEFF${text}`, 'utf16le'));
    const { result } = await importAll();
    expect(result).toMatchObject({ files: 2, drafts: 1, noted: 1, notedFiles: [{ file: 'shop/session-2.jsonl' }] });
    expect((result as TranscriptsResult).notedFiles?.[0]?.reason).toMatch(
      /^\d+ of its lines are no JSON in UTF-8, and no other names its session$/,
    );
  });

  it('does not say of a file that none of it can be read, where some of it can', async () => {
    writeFileSync(join(folder, 'session-3.jsonl'), '{"type":"summary","summary":"Rows"}\n{"type":"user","mess\n');
    expect((await importAll()).result).toMatchObject({
      notedFiles: [{ reason: '1 of its lines is no JSON in UTF-8, and no other names its session' }],
    });
  });

  it('reads on past a folder that it cannot read, and says so', async () => {
    mended().write(folder, 'shop/session-1.jsonl');
    // Deeper than any path may be, so that even root cannot read it; made by joining two halves that are allowed.
    const half = `deep/${`${'d'.repeat(200)}/`.repeat(12)}`;
    mkdirSync(join(folder, half), { recursive: true });
    mkdirSync(join(test.folder, half), { recursive: true });
    renameSync(join(test.folder, 'deep'), join(folder, half, 'deeper'));
    expect(await importAll()).toMatchObject({ state: 'done', result: { files: 1, drafts: 1, unreadable: 1 } });
    renameSync(join(folder, half, 'deeper'), join(test.folder, 'deep'));
  });

  it('goes on past what is odd: times that are none, huge names, a file that goes away', async () => {
    const odd = (n: number, fields: Record<string, unknown>) =>
      mended(new TranscriptBuilder({ sessionId: `odd-${n}`, ...fields })).write(folder, `shop/odd-${n}.jsonl`);
    odd(1, { timestamp: 'yesterday', gitBranch: 'b'.repeat(1_000_000) });
    odd(2, { sessionId: `x${'y'.repeat(5000)}` });
    const path = `/work/${'p'.repeat(300_000)}`;
    new TranscriptBuilder({ sessionId: 'odd-3' })
      .run('d1', 'make', 'Exit code 1\na.js:1: error: x is not used', true)
      .edit('d2', path, 'a', 'b')
      .run('d3', 'make', 'ok')
      .run(`long-${'i'.repeat(600)}`, 'make all', 'Exit code 1\nb.js:1: error: y is not used', true)
      .write(folder, 'shop/odd-3.jsonl');
    mkdirSync(join(folder, 'shop/not-a-file.jsonl'));
    mended(new TranscriptBuilder({ sessionId: 'good' })).write(folder, 'shop/good.jsonl');
    const job = await importAll();
    expect(job).toMatchObject({ state: 'done', result: { files: 4, drafts: 2 } });
    const sessions = (await test.call('session.list', {})).items;
    expect(sessions.map(({ nativeId }) => nativeId).sort()).toEqual(['good', 'odd-1', 'odd-3']);
    expect(sessions.every(({ branch }) => (branch ?? '').length < 600)).toBe(true);
  });

  it('keeps a session in its project when its folder is gone, and open while it is written to', async () => {
    mended(new TranscriptBuilder({ cwd: '/work/tree' })).write(folder, 'shop/session-1.jsonl');
    await importAll();
    const [first] = (await test.call('session.list', {})).items;
    expect(first?.endedAt).toBeNull();
    mended(new TranscriptBuilder({ cwd: '/work/elsewhere' })).write(folder, 'shop/session-1.jsonl');
    const path = join(folder, 'shop/session-1.jsonl');
    utimesSync(path, new Date('2020-01-01'), new Date('2020-01-01'));
    expect((await importAll()).result).toMatchObject({ sessions: 0, drafts: 0, alreadyThere: 1 });
    const [then] = (await test.call('session.list', {})).items;
    expect(then).toMatchObject({ projectId: first?.projectId, endedAt: '2026-02-01T10:00:09.000Z' });
  });

  it('is undone as one', async () => {
    mended().write(folder, 'shop/session-1.jsonl');
    const job = await importAll();
    await test.call('operation.undo', { jobId: job.id });
    expect((await test.call('reflection.list', {})).items).toEqual([]);
    expect((await test.call('session.list', {})).items).toEqual([]);
  });

  it('stores nothing of a transcript but drafts, attempts and facts, without its secrets', async () => {
    verifies('E-12');
    const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    mended()
      .prompt('A private remark about nothing')
      .say('A private answer')
      .prompt('Deploy the shop')
      .run('s1', 'npm run deploy', `Exit code 1\ndeploy.js:1: error: token ${key} is invalid`, true)
      .edit('s2', '/work/shop/deploy.js', 'x', 'y')
      .run('s3', 'npm run deploy', 'ok')
      .write(folder, 'shop/session-1.jsonl');
    expect((await importAll()).result).toMatchObject({
      drafts: 2,
      redacted: expect.toSatisfy((count: number) => count > 0),
    });
    const bytes = await stored();
    for (const gone of [key, 'private remark', 'private answer']) expect(bytes.includes(gone), gone).toBe(false);
  });

  it('reads helpers’ transcripts, but not those that only compact', async () => {
    const helper = { isSidechain: true, agentId: 'a1' };
    mended(new TranscriptBuilder(helper)).write(folder, 'shop/subagents/agent-a1.jsonl');
    mended(new TranscriptBuilder({ ...helper, sessionId: 'other' })).write(
      folder,
      'shop/subagents/agent-acompact-1.jsonl',
    );
    expect((await importAll()).result).toMatchObject({ files: 1, drafts: 1 });
  });

  it('refuses a place without transcripts', async () => {
    const refused = { ok: false, error: { code: 'invalid_input', reason: 'bad_file' } };
    expect(await test.envelope('import.history', { path: join(folder, 'nowhere') })).toMatchObject(refused);
    writeFileSync(join(folder, 'shop/notes.md'), 'No transcript');
    const answer = await test.envelope('import.history', { path: folder });
    expect(answer).toMatchObject({ ...refused, error: { message: `There are no transcripts at ${folder}.` } });
  });
});

const SHARED = join(import.meta.dirname, '../../../../../shared/data/transcripts');

describe.skipIf(!existsSync(SHARED))('genuine transcripts (skipped where ../shared is absent)', () => {
  it('give at least 95 % of the passes and 90 % of the worded rejections, one draft per pass', async () => {
    const labels = readFileSync(join(SHARED, 'labels.tsv'), 'utf8')
      .split('\n')
      .slice(1)
      .map((row) => row.split('\t'));
    const files = readdirSync(SHARED, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.jsonl'));
    const found = new Map<string, { rule: string; lines: readonly number[] }[]>();
    for (const file of files) {
      const agent = /codex|rollout/i.test(file) ? 'codex' : 'claude-code';
      found.set(file, (await readTranscript(join(SHARED, file), agent, PLAIN)).findings);
    }
    const hits = (
      kind: string,
      isHit: (row: string[], finding: { rule: string; lines: readonly number[] }) => boolean,
    ) => {
      const rows = labels.filter(([label]) => label === kind);
      return rows.filter((row) => found.get(row[1] ?? '')?.some((finding) => isHit(row, finding))).length / rows.length;
    };
    const passes = hits(
      'fail_pass_exact',
      ([, , failed, passed], { rule, lines }) =>
        rule === 'fail_then_pass' && lines.includes(Number(failed) + 1) && lines.at(-1) === Number(passed) + 1,
    );
    const rejections = hits(
      'user_reject_reason',
      ([, , at], { rule, lines }) => rule === 'rejection' && lines.includes(Number(at) + 1),
    );
    expect(passes).toBeGreaterThanOrEqual(0.95);
    expect(rejections).toBeGreaterThanOrEqual(0.9);
    for (const findings of found.values()) {
      const ends = findings.filter(({ rule }) => rule === 'fail_then_pass').map(({ lines }) => lines.at(-1));
      expect(new Set(ends).size).toBe(ends.length);
    }
  });
});
