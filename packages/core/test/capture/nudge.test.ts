import { mended, TranscriptBuilder } from '@twicewise/ingest/transcript-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, type TestCore } from '../harness.ts';
import { Captures, hookOf } from './hooked.ts';

const SESSION = 'session-1';

let captures: Captures;
let test: TestCore;
beforeEach(() => {
  captures = new Captures();
  test = captures.test;
});
afterEach(() => test.remove());

const turnEnds = (caller = hookOf(SESSION), dryRun = false) =>
  test.call('memory.remind', { occasion: 'turn_end', dryRun }, caller);

/** The answer at the end of a turn with this transcript, which the hook has passed on. */
async function askedAfter(builder: TranscriptBuilder) {
  captures.write(SESSION, builder);
  await captures.ask(SESSION);
  return turnEnds();
}

describe('an agent whose turn ends', () => {
  it('is asked once to store what it learned, where a command failed, something was changed, and it passed', async () => {
    const first = await askedAfter(mended());
    expect(first).toMatchObject({ silence: null, lessons: [], logged: true });
    expect(first.text).toContain('reflection_store');
    expect(first.text).toMatch(/^<twicewise-memory>\n[\s\S]*<\/twicewise-memory>$/);
    expect(await turnEnds()).toMatchObject({ text: null, silence: 'known_already' });
    const { items } = await test.call('exposure.recent', {});
    expect(items).toMatchObject([{ trigger: 'turn_end', sessionRef: SESSION, lessons: [] }]);
    expect(items[0]?.tokens).toBeGreaterThan(10);
  });

  it('is asked once by two hooks at the same time', async () => {
    captures.write(SESSION, mended());
    await captures.ask(SESSION);
    const both = await Promise.all([turnEnds(), turnEnds()]);
    expect(both.map(({ silence }) => silence).sort()).toEqual(['known_already', null]);
  });

  it('is not asked where nothing was mended', async () => {
    const fails = ['npm test', 'Exit code 1\nexpected 1, got 2', true] as const;
    const never = new TranscriptBuilder().prompt('Test it').run('c1', ...fails);
    expect(await askedAfter(never)).toMatchObject({ text: null, silence: 'nothing_relevant' });
    expect(await askedAfter(never.run('c2', 'npm test', 'ok'))).toMatchObject({ text: null });
    const passes = new TranscriptBuilder().prompt('Test it').run('c1', 'npm test', 'ok').edit('e1', '/a.js', 'x', 'y');
    expect(await askedAfter(passes.run('c2', 'npm test', 'ok'))).toMatchObject({ text: null });
  });

  it('is not asked when it stored something already', async () => {
    const agent = agentIn('/work/shop', { session: SESSION, author: { kind: 'agent', name: 'claude-code' } });
    await test.call('reflection.store', { taskDescription: 'Prices', outcome: 'success' }, agent);
    expect(await askedAfter(mended())).toMatchObject({ text: null, silence: 'known_already' });
  });

  it('is asked although its drafts were written down by themselves', async () => {
    captures.write(SESSION, mended());
    await captures.capture(SESSION);
    expect((await test.call('reflection.list', {})).items).toHaveLength(1);
    expect((await turnEnds()).silence).toBeNull();
  });

  it('is asked for what an earlier turn mended, of which only its draft is still near', async () => {
    const builder = mended();
    captures.write(SESSION, builder);
    await captures.capture(SESSION);
    for (let n = 0; n < 20; n++) builder.run(`r${n}`, `cat page-${n}`, 'x'.repeat(100_000));
    expect((await askedAfter(builder)).silence).toBeNull();
  });

  it('is not asked where a person switched it off, or reminders, or that sessions are written down', async () => {
    captures.write(SESSION, mended());
    await captures.ask(SESSION);
    for (const key of ['remind.toStore', 'remind.enabled', 'capture.enabled'] as const) {
      await test.call('settings.set', { changes: { [key]: false } });
      expect([key, (await turnEnds()).silence]).toEqual([key, 'switched_off']);
      await test.call('settings.set', { changes: { [key]: true } });
    }
    await test.call('settings.set', { changes: { 'capture.offSessions': [SESSION] } });
    expect((await turnEnds()).silence).toBe('switched_off');
  });

  it('is not asked where a person cancelled the job of its session, or took back what it wrote', async () => {
    captures.write(SESSION, mended());
    const { job } = await captures.ask(SESSION);
    await test.call('job.cancel', { id: job?.id ?? '' });
    expect((await turnEnds()).silence).toBe('nothing_relevant');
    const other = 'session-2';
    captures.write(other, mended(new TranscriptBuilder({ sessionId: other })));
    const { id: jobId } = await captures.capture(other);
    expect((await turnEnds(hookOf(other), true)).silence).toBeNull();
    await test.call('operation.undo', { jobId });
    expect((await turnEnds(hookOf(other))).silence).toBe('nothing_relevant');
  });

  it('is not asked as a subagent, without a session, or of a program whose transcript nobody handed over', async () => {
    captures.write(SESSION, mended());
    await captures.ask(SESSION);
    for (const caller of [
      hookOf(SESSION, { subagent: 'a1' }),
      hookOf(SESSION, { session: null }),
      hookOf('another'),
      hookOf(SESSION, { author: { kind: 'agent', name: 'copilot' } }),
    ]) {
      expect(await turnEnds(caller)).toMatchObject({ text: null, silence: 'nothing_relevant' });
    }
    expect((await turnEnds()).silence).toBeNull();
  });

  it('is asked for what stands at the end of a huge transcript', async () => {
    const builder = new TranscriptBuilder().prompt('Read all of it');
    const page = 'x'.repeat(100_000);
    for (let n = 0; n < 80; n++) builder.run(`r${n}`, `cat page-${n}`, page);
    expect((await askedAfter(builder)).silence).toBe('nothing_relevant');
    expect((await askedAfter(mended(builder))).silence).toBeNull();
  });

  it('is asked for its answer again where nobody reads along, which would be lost else', async () => {
    captures.write(SESSION, mended());
    await captures.ask(SESSION);
    const again = /give your last answer again/;
    expect((await turnEnds(hookOf(SESSION), true)).text).not.toMatch(again);
    const alone = { occasion: 'turn_end', attended: false } as const;
    expect((await test.call('memory.remind', alone, hookOf(SESSION))).text).toMatch(again);
  });

  it('is told by a preview, which counts nothing', async () => {
    captures.write(SESSION, mended());
    await captures.ask(SESSION);
    expect(await turnEnds(hookOf(SESSION), true)).toMatchObject({ silence: null, logged: false });
    expect((await test.call('exposure.recent', {})).items).toEqual([]);
  });
});

describe('a subagent', () => {
  const subagent = (id: string) => hookOf(SESSION, { subagent: id });
  const fails = (caller = hookOf(SESSION)) =>
    test.call(
      'memory.remind',
      { occasion: 'tool_failure', text: 'make queue\nError: connect ECONNREFUSED 127.0.0.1:5672' },
      caller,
    );
  beforeEach(async () => {
    await test.call(
      'reflection.store',
      {
        taskDescription: 'make queue fails: connect ECONNREFUSED 127.0.0.1:5672',
        outcome: 'success',
        whatWorked: ['Start the broker first'],
      },
      agentIn('/work/shop', { session: 'before' }),
    );
  });

  it('has an account of its own: what one was told another still hears, each once', async () => {
    for (const caller of [subagent('a1'), subagent('a2'), hookOf(SESSION)]) {
      expect((await fails(caller)).lessons).toHaveLength(1);
      expect(await fails(caller)).toMatchObject({ lessons: [], silence: 'known_already' });
    }
    expect((await test.call('exposure.recent', {})).items).toHaveLength(3);
  });

  it('hears what its main agent stored, which it cannot know', async () => {
    await test.call(
      'reflection.store',
      { taskDescription: 'make rabbit fails: EACCES rabbit.sock', outcome: 'success', whatWorked: ['chmod it'] },
      agentIn('/work/shop', { session: SESSION }),
    );
    const text = 'make rabbit\nError: EACCES rabbit.sock';
    const ask = (caller = hookOf(SESSION)) => test.call('memory.remind', { occasion: 'tool_failure', text }, caller);
    expect((await ask()).lessons).toEqual([]);
    expect((await ask(subagent('a1'))).lessons).toHaveLength(1);
  });

  it('was told things that the next lesson of its session is tied to', async () => {
    await fails(subagent('a1'));
    const agent = agentIn('/work/shop', { session: SESSION });
    const stored = await test.call('reflection.store', { taskDescription: 'The queue', outcome: 'success' }, agent);
    const { items } = await test.call('exposure.recent', { sessionId: SESSION });
    expect(items).toMatchObject([{ attempt: { id: stored.reflection.id } }]);
  });
});
