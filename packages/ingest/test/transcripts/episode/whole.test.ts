import { MAX_EPISODE_BYTES, textBytes } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { plans } from '../dialogues.ts';
import { mended, TranscriptBuilder } from '../transcript.ts';
import { episodeFrom, readIn } from './reading.ts';

const begun = () => new TranscriptBuilder().prompt('Make the price test pass');
const PASSES = '3 passed in 0.3s';
const FAILS = '1 failed, 2 passed in 0.3s';
const COMMITTED = '[main 1a2b3c4] fix: two decimals';

const edited = (builder: TranscriptBuilder, id: string) => builder.edit(id, '/work/shop/a.py', 'x', 'y');
const endingOf = async (builder: TranscriptBuilder) => {
  const { outcome, outcomeSource } = await episodeFrom(builder);
  return `${outcome}, ${outcomeSource}`;
};

describe('how a session ended (R2)', () => {
  verifies('R2');
  it('is success when the last run passed and what it tested is committed', async () => {
    const builder = edited(begun(), 'e1').run('t1', 'pytest', FAILS, true);
    edited(builder, 'e2').run('t2', 'pytest', PASSES).run('c1', 'git add a.py && git commit -m fix', COMMITTED);
    expect(await endingOf(builder.run('p1', 'git push', 'ok'))).toBe('success, measured');
  });

  it('is success also when the commit came before the run that proves it', async () => {
    const builder = edited(begun(), 'e1').run('c1', 'git commit -am fix', COMMITTED).run('t1', 'pytest', PASSES);
    expect(await endingOf(builder)).toBe('success, measured');
  });

  it('is success when the last check passed, committed or not', async () => {
    expect(await endingOf(edited(begun(), 'e1').run('t1', 'pytest', PASSES))).toBe('success, measured');
    const linted = edited(begun().run('l1', 'npm run lint', 'a.py:1:1: error', true), 'e1');
    expect(await endingOf(linted.run('l2', 'npm run lint', ''))).toBe('success, measured');
    expect(await endingOf(linted.run('t1', 'pytest', FAILS, true))).toBe('failure, measured');
  });

  it('is partial when what fails was committed', async () => {
    const failing = edited(begun(), 'e1').run('t1', 'pytest', FAILS, true);
    expect(await endingOf(failing.run('c1', 'git commit -am wip', COMMITTED))).toBe('partial, measured');
  });

  it('is failure when the last run failed, and the change before it is not committed', async () => {
    expect(await endingOf(edited(begun(), 'e1').run('t1', 'pytest', FAILS, true))).toBe('failure, measured');
  });

  it.each<[string, (builder: TranscriptBuilder) => TranscriptBuilder]>([
    ['the agent says that all is well', (b) => edited(b, 'e1').say('All tests pass. The task is a complete success!')],
    ['the person says so', (b) => edited(b, 'e1').prompt('Perfect, it works')],
    ['what passed was not touched', (b) => b.run('t1', 'pytest', PASSES)],
    ['a check was only looked at', (b) => edited(b, 'e1').run('l1', 'npm run lint | tail -3', 'ok')],
    ['what is committed was not tested', (b) => edited(b, 'e1').run('c1', 'git commit -am fix', COMMITTED)],
    [
      'something was changed after the run',
      (b) => edited(edited(b, 'e1').run('t1', 'pytest', PASSES), 'e2').run('c1', 'git commit -am fix', COMMITTED),
    ],
    [
      'a command changed something after the run',
      (b) => b.run('t1', 'pytest', PASSES).run('f1', 'black --fix .', 'ok').run('c1', 'git commit -am fix', COMMITTED),
    ],
    [
      'a file was written after the run',
      (b) => b.run('t1', 'pytest', PASSES).run('f1', 'echo x > a.py', '').run('c1', 'git commit -am fix', COMMITTED),
    ],
    [
      'a helper did something after the run',
      (b) =>
        b
          .run('t1', 'pytest', PASSES)
          .call('h1', 'Task', { prompt: 'Tidy up' })
          .result('h1', 'done')
          .run('c1', 'git commit -am fix', COMMITTED),
    ],
    [
      'the last run counted nothing',
      (b) =>
        edited(b, 'e1')
          .run('t1', 'pytest', FAILS, true)
          .run('t2', 'pytest | grep -c x', '0')
          .run('c1', 'git status', ''),
    ],
    ['tests failed that nobody had touched', (b) => b.run('t1', 'pytest', FAILS, true)],
    [
      'the run counted no failure and yet failed',
      (b) =>
        edited(b, 'e1').run('t1', 'pytest', `Exit code 1\n${PASSES}`, true).run('c1', 'git commit -am f', COMMITTED),
    ],
  ])('is unknown when %s', async (_name, add) => {
    expect(await endingOf(add(begun()))).toBe('unknown, defaulted');
  });

  it('is not moved by a check that changes nothing', async () => {
    const builder = edited(begun(), 'e1').run('t1', 'pytest', PASSES).run('f1', 'black --check .', 'ok');
    expect(await endingOf(builder.run('c1', 'git commit -am fix 2>&1', COMMITTED))).toBe('success, measured');
  });

  it('is not moved by a tracker of issues, whose words sound like changes', async () => {
    const builder = edited(begun(), 'e1').run('t1', 'pytest', PASSES).run('b1', 'bd close shop-7 && git status', 'ok');
    builder.run('c1', 'git commit -am fix', COMMITTED).run('b2', 'bd sync 2>&1 && git push 2>&1', 'ok');
    expect(await endingOf(builder.run('b3', 'gh issue close 7', 'ok'))).toBe('success, measured');
  });
});

describe('the episode of a transcript', () => {
  it('is the same each time it is read, with nothing of the day in it (R7)', async () => {
    verifies('R7');
    const [first, again] = [await readIn(mended()), await readIn(mended())];
    expect(again.episode).toEqual(first.episode);
    expect(JSON.stringify(first.episode)).not.toContain(new Date().toISOString().slice(0, 10));
    expect(first.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('has ids without gaps, in the order of the transcript, and no links (R8)', async () => {
    verifies('R8');
    const builder = plans(mended(), 'p1', 'Keep it').run('g1', 'git commit -m fix', COMMITTED);
    const { decisions, events, links } = await episodeFrom(builder.run('t1', 'pytest', PASSES));
    expect(decisions.map(({ id }) => id)).toEqual(['d001']);
    expect(events.map(({ id, type }) => `${id} ${type}`)).toEqual(['e001 error', 'e002 commit', 'e003 test']);
    expect(links).toEqual([]);
  });

  it('has what was measured, and null for what was not (R1)', async () => {
    verifies('R1');
    const { metrics, occurredAt, timeQuality } = await episodeFrom(mended());
    expect(metrics).toEqual({ tool_calls: 3, errors: 1, duration_minutes: 0.13 });
    expect([occurredAt, timeQuality]).toEqual(['2026-02-01T10:00:01.000Z', 'exact']);
    const untimed = mended(new TranscriptBuilder({ timestamp: 'yesterday' })).run('t1', 'pytest', PASSES);
    const episode = await episodeFrom(untimed);
    expect(episode).toMatchObject({ occurredAt: null, timeQuality: 'unknown', metrics: { duration_minutes: null } });
    expect(episode.metrics).toMatchObject({ tests_passed: 3, tests_failed: 0 });
    expect(episode.events.every(({ at, timeQuality: quality }) => at === null && quality === 'unknown')).toBe(true);
  });

  it('has the first real request as its task', async () => {
    const builder = new TranscriptBuilder()
      .prompt('<command-name>/clear</command-name>')
      .prompt('Operation stopped by hook: another session is active')
      .prompt('Round the prices')
      .prompt('And the taxes');
    expect((await episodeFrom(builder)).task).toBe('Round the prices');
  });

  it('is of the conversation with the person: helpers in it add nothing, and a helper alone has none', async () => {
    const helper = { isSidechain: true, agentId: 'a1' };
    const builder = begun().run('h1', 'git commit -m fix', COMMITTED, false, helper);
    expect(await episodeFrom(builder)).toMatchObject({ events: [], metrics: { tool_calls: 0 } });
    expect((await readIn(mended(new TranscriptBuilder(helper)))).episode).toBeNull();
  });

  it('is not made of a fixture of tests (R16)', async () => {
    verifies('R16');
    expect((await readIn(new TranscriptBuilder().prompt('Test fixture for the importer'))).episode).toBeNull();
  });

  it('keeps within the limits of an episode and says what it left out', async () => {
    const builder = begun();
    for (let n = 0; n < 30; n++) plans(builder, `p${n}`, `Plan ${n}\n${`step ${n} `.repeat(5000)}`);
    const { episode } = await readIn(builder);
    expect(textBytes(episode?.content)).toBeLessThanOrEqual(MAX_EPISODE_BYTES);
    expect(episode?.notes).toEqual(['its longest texts are cut for want of room']);
    for (let n = 0; n < 2005; n++) builder.run(`t${n}`, 'pytest', PASSES);
    expect((await readIn(builder)).episode?.notes[0]).toBe('left out for want of room: at least 5 events');
  });

  it('holds no control characters, whatever a transcript has', async () => {
    const sign = String.fromCharCode(27);
    const builder = new TranscriptBuilder().prompt(`Fix ${sign}[31mthis${sign}[0m\u0000 please`);
    plans(builder, 'p1', `A${String.fromCharCode(7)} plan`).run(
      'c1',
      'make',
      `Exit code 1\nerror: ${sign}]8;;x is unknown`,
      true,
    );
    expect(JSON.stringify((await episodeFrom(builder)) ?? null)).not.toMatch(/\\u00[01][0-9a-f]/);
    expect((await episodeFrom(builder)).task).toBe('Fix this please');
  });
});
