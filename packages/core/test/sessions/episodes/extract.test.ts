import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resultOf } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, dump, TestCore } from '../../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const agent = agentIn('/work/shop');

/** A log as an agent writes it. */
const LOG = {
  session: { number: 12, date: '2026-01-02', objective: 'Make the importer resumable' },
  decisions: [
    {
      decision: 'Keep the position with the job',
      rationale: 'A killed import goes on where it was',
      alternatives: ['Start again', 'Keep a file of positions'],
      risks: ['A position of another file'],
    },
  ],
  learnings: ['A position is durable only with what it stands for'],
  workLog: [
    { action: 'Wrote the position in the transaction of the chunk', result: 'done' },
    { action: 'Ran the tests', result: '2 failed, 40 passed' },
  ],
};

function write(name: string, log: unknown): string {
  mkdirSync(join(test.folder, 'logs'), { recursive: true });
  const path = join(test.folder, 'logs', name);
  writeFileSync(path, typeof log === 'string' ? log : JSON.stringify(log));
  return path;
}

async function extracted(path: string) {
  const { job } = await test.call('episode.extract', { path, projectId: 'demo' });
  return resultOf('episodes', await test.ended(job.id));
}

const episodeOf = async (sessionId: string) =>
  (await test.call('episode.get', { sessionId, projectId: 'demo' })).episode;

describe('a session log', () => {
  it('becomes an episode: decisions with options, reasons and risks, lessons, counted events', async () => {
    expect(await extracted(write('2026-01-02-session-12.json', LOG))).toMatchObject({ made: 1, bad: 0 });
    const episode = await episodeOf('2026-01-02-session-12');
    expect(episode).toMatchObject({
      task: 'Make the importer resumable',
      outcome: 'unknown',
      outcomeSource: 'defaulted',
      occurredAt: '2026-01-02T00:00:00.000Z',
      timeQuality: 'day',
      lessons: ['A position is durable only with what it stands for'],
    });
    expect(episode.decisions).toHaveLength(1);
    expect(episode.decisions[0]).toMatchObject({
      chosen: 'Keep the position with the job',
      rationale: 'A killed import goes on where it was',
      options: ['Start again', 'Keep a file of positions'],
      risks: ['A position of another file'],
      outcome: 'unknown',
    });
    expect(episode.events.some(({ type, content }) => type !== 'milestone' && content.includes('2 failed'))).toBe(true);
    expect(episode.decisions[0]?.origin?.pointer).toBe('/decisions/0');
  });

  it('has no secret, home folder or address of its writer in its episode', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const learnings = [`The token ${secret} is in /home/walter/work, ask walter@example.org`];
    const result = await extracted(write('s.json', { ...LOG, learnings }));
    expect(result.redacted).toBeGreaterThanOrEqual(3);
    const text = JSON.stringify(await episodeOf('s'));
    for (const private_ of [secret, '/home/walter', 'walter@example.org']) expect(text).not.toContain(private_);
  });

  it('read again after it grew adds what is new and keeps what a person corrected and took out (R11)', async () => {
    verifies('R11');
    const path = write('s.json', LOG);
    await extracted(path);
    const { id, decisions, events } = await episodeOf('s');
    const [first] = decisions;
    if (!first) throw new Error('no decision');
    const { origin: _origin, ...fields } = first;
    const corrected = { ...fields, outcome: 'success' as const, rationale: 'Because a person says so' };
    const changes = { decisions: [corrected], events: [], task: 'Make it resumable' };
    await test.call('episode.update', { id, changes });
    write('s.json', {
      ...LOG,
      learnings: [...LOG.learnings, 'Ask before a schema changes'],
      decisions: [...LOG.decisions, 'Log each chunk'],
    });
    expect(await extracted(path)).toMatchObject({ made: 0, changed: 1 });
    const now = await episodeOf('s');
    expect(now.task).toBe('Make it resumable');
    expect(now.decisions.map(({ chosen, outcome }) => [chosen, outcome])).toEqual([
      ['Keep the position with the job', 'success'],
      ['Log each chunk', 'unknown'],
    ]);
    expect(now.lessons).toEqual(['A position is durable only with what it stands for', 'Ask before a schema changes']);
    expect(events.length).toBeGreaterThan(0);
    expect(now.events).toEqual([]);
  });

  it('with more than an episode has room for is there, and what was left out is named', async () => {
    const decisions = Array.from({ length: 2003 }, (_, n) => ({ decision: `Keep the part number ${n} as it is` }));
    const result = await extracted(write('s.json', { ...LOG, decisions }));
    expect(result).toMatchObject({ made: 1, noted: 1, notedFiles: [{ file: 's.json' }] });
    expect(result.notedFiles[0]?.reason).toBe('left out for want of room: at least 3 decisions');
    expect((await episodeOf('s')).decisions).toHaveLength(2000);
  });

  it('of which most is the same keeps its decision, and each thing once', async () => {
    const note = 'The queue was full and the writer waited for a turn. '.repeat(12);
    const workLog = Array.from({ length: 1900 }, (_, n) => ({ action: `${note}Try ${n}` }));
    const result = await extracted(write('s.json', { ...LOG, workLog: [...workLog, { action: 'Sorted the rows' }] }));
    expect(result.notedFiles[0]?.reason).toBe('left out for want of room: at least 1899 events');
    const { decisions, events } = await episodeOf('s');
    expect(decisions).toHaveLength(1);
    expect(events.map(({ content }) => content)).toEqual([`${note}Try 0`, 'Sorted the rows']);
  });

  it('behind comments is JSON all the same', async () => {
    const text = `// Written by the session logger\n/* of today */\n${JSON.stringify(LOG)}`;
    expect(await extracted(write('2026-01-02-session-12.json', text))).toMatchObject({ made: 1 });
    expect((await episodeOf('2026-01-02-session-12')).decisions[0]?.rationale).toBe(
      'A killed import goes on where it was',
    );
  });

  it.each(['null', 'true', '42', '"session"'])('that is nothing but %s is no session', async (text) => {
    const result = await extracted(write('2026-01-02-session-12.json', text));
    expect(result).toMatchObject({ made: 0, bad: 1 });
    expect(result.badFiles[0]?.reason).toContain('nothing of a session log');
  });

  it('that is a link in a folder is named; asked for by itself it is read', async () => {
    const path = write('s.json', LOG);
    const elsewhere = join(test.folder, 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(path, join(elsewhere, 'linked.json'));
    const result = await extracted(elsewhere);
    expect(result).toMatchObject({ made: 0, bad: 1, badFiles: [{ file: 'linked.json' }] });
    expect(result.badFiles[0]?.reason).toContain('a link');
    expect(await extracted(join(elsewhere, 'linked.json'))).toMatchObject({ made: 1, bad: 0 });
  });

  it('of no use is named with the reason, and leaves nothing', async () => {
    await test.call('project.list', {});
    const before = dump(test);
    const result = await extracted(write('s.json', '{"session": '));
    expect(result).toMatchObject({ files: 1, made: 0, bad: 1, badFiles: [{ file: 's.json' }] });
    expect(result.badFiles[0]?.reason).toMatch(/\w/);
    expect(dump(test)).toBe(before);
  });
});

describe('a file that is no session log', () => {
  const RECORD = { loop_id: 'l', iteration_number: 1, self_reflection: { next_strategy: 'Ask first' } };
  const STATE = { loopId: 'l', task: 'Make it work', status: 'running', currentIteration: 2, outcome: 'unknown' };
  const LESSON = { taskDescription: 'Rotate the keys', outcome: 'failure', nextStrategy: 'Ask first' };
  it.each([
    ['a lesson', LESSON, /as lessons/],
    ['a list of lessons', [LESSON, { ...LESSON, taskDescription: 'Another' }], /as lessons/],
    ['lessons in other spelling', [{ task_description: 'x', what_worked: ['y'], outcome: 'success' }], /as lessons/],
    ['lessons of texts', [{ id: '1', text: 'a lesson', outcome: 'success' }], /as lessons/],
    ['the record of a loop', RECORD, /as a loop/],
    ['the state of a loop', STATE, /as a loop/],
    ['a list of states', [STATE, { ...STATE, loopId: 'm' }], /as a loop/],
  ])('is refused with how to import it: %s', async (_, file, reason) => {
    const before = dump(test);
    const result = await extracted(write('file.json', file));
    expect(result).toMatchObject({ made: 0, bad: 1 });
    expect(result.badFiles[0]?.reason).toMatch(reason);
    expect(dump(test)).toBe(before);
  });
});

describe('a session log with a key of another kind of file', () => {
  const KEYS = {
    taskDescription: 'Mend the importer',
    whatWorked: ['A position with the job'],
    nextStrategy: 'Look at the queue',
    selfReflection: 'It went well',
    currentIteration: 2,
    id: '12',
  };
  it.each(Object.entries(KEYS))('is read as a log: %s', async (key, value) => {
    const log = write(`with-${key}.json`, { ...LOG, outcome: 'success', [key]: value });
    expect(await extracted(log)).toMatchObject({ made: 1, bad: 0 });
    expect((await episodeOf(`with-${key}`)).decisions).toHaveLength(1);
  });

  it('is read as a log where it has the keys of an episode file, but no ids', async () => {
    const session = '2026-01-01-session-12';
    const log = write('12.json', { id: '12', session, decisions: ['Use a queue'], events: ['Ran the tests'] });
    expect(await extracted(log)).toMatchObject({ made: 1, bad: 0 });
  });
});

describe('two files of one name', () => {
  const MARKDOWN = `# Session 12: Make the importer resumable

**Date**: 2026-01-02

## Decisions

- Keep the position with the job
- Log each chunk

## Lessons Learned

- A position is durable only with what it stands for
`;
  const EMPTY = { session: { number: 12, date: '2026-01-02', objective: 'Make the importer resumable' }, workLog: [] };
  const folders = () => ['old', 'new'].map((name) => join(test.folder, 'logs', name));

  it.each([
    ['session-12.json', 'session-12.md'],
    ['session-12.md', 'session-12.json'],
  ])('in two formats are one session, and the better of them wins: %s is read first', async (...names) => {
    const paths = names.map((name) => write(name, name.endsWith('.md') ? MARKDOWN : EMPTY));
    for (const path of paths) await extracted(path);
    expect((await episodeOf('session-12')).decisions).toHaveLength(2);
    expect((await test.call('session.list', {})).items).toHaveLength(1);
    const before = dump(test);
    for (const path of paths) expect(await extracted(path)).toMatchObject({ made: 0, changed: 0, unchanged: 1 });
    const weaker = await extracted(paths[names.indexOf('session-12.json')] ?? '');
    expect(weaker.notedFiles[0]?.reason).toBe('left out: another file of its session says as much or more');
    expect(dump(test)).toBe(before);
  });

  it('that wins later keeps what a person corrected (R11)', async () => {
    verifies('R11');
    await extracted(write('session-12.json', { ...EMPTY, decisions: ['Keep the position with the job'] }));
    const { id } = await episodeOf('session-12');
    await test.call('episode.update', { id, changes: { task: 'Resume' } });
    expect(await extracted(write('session-12.md', MARKDOWN))).toMatchObject({ changed: 1 });
    expect(await episodeOf('session-12')).toMatchObject({ task: 'Resume', lessons: [expect.any(String)] });
  });

  it('in two folders are two sessions, which are known again', async () => {
    for (const [at, folder] of folders().entries()) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'session-12.md'), MARKDOWN.replace('Log each chunk', `Log chunk ${at}`));
    }
    expect(await extracted(join(test.folder, 'logs'))).toMatchObject({ made: 2, noted: 0 });
    const both = [await episodeOf('session-12'), await episodeOf('old/session-12')];
    expect(both.map(({ nativeId }) => nativeId)).toEqual(['episode-session-12', 'episode-old/session-12']);
    expect(both.map(({ decisions }) => decisions[1]?.chosen)).toEqual(['Log chunk 1', 'Log chunk 0']);
    expect(await extracted(join(test.folder, 'logs'))).toMatchObject({ made: 0, changed: 0, unchanged: 2, noted: 0 });
  });
});

describe('the end of a session', () => {
  it('with its log makes its episode, in that session whatever the file is called (S1-62)', async () => {
    verifies('S1-62');
    await test.call('session.start', { sessionId: 'mine', goal: 'Resume' }, agent);
    const log = write('some-other-name.json', LOG);
    const { job, session } = await test.call('session.end', { sessionId: 'mine', outcome: 'success', log }, agent);
    expect(session).toMatchObject({ outcome: 'success', nativeId: 'mine' });
    expect(await test.ended(job?.id ?? '')).toMatchObject({ state: 'done', result: { made: 1 } });
    const { episode } = await test.call('episode.get', { sessionId: 'mine' }, agent);
    expect(episode).toMatchObject({ sessionId: session.id, task: 'Make the importer resumable' });
    expect((await test.call('session.list', {})).items).toHaveLength(1);
    const again = await test.call('session.end', { sessionId: 'mine' }, agent);
    expect(again).toMatchObject({ job: null, operationId: null });
  });

  it('says what is left of its checklist: lessons and the episode, which its log makes (S1-63)', async () => {
    verifies('S1-63');
    await test.call('session.start', { sessionId: 'mine' }, agent);
    const end = async (more: object = {}) =>
      (await test.call('session.end', { sessionId: 'mine', ...more }, agent)).checklist;
    expect(await end()).toEqual([
      { step: 'lessons', state: 'open', next: expect.stringContaining('reflection.store') },
      { step: 'episode', state: 'open', next: expect.stringMatching(/session\.end with log.*episode\.store/) },
    ]);
    await test.call('reflection.store', { taskDescription: 't', outcome: 'failure', sessionId: 'mine' }, agent);
    const { job, checklist } = await test.call(
      'session.end',
      { sessionId: 'mine', log: write('mine.json', LOG) },
      agent,
    );
    expect(checklist).toEqual([
      { step: 'lessons', state: 'done', next: null },
      { step: 'episode', state: 'queued', next: null },
    ]);
    // The job was queued in the transaction that closed the session, so a host that is killed now reads the log after its
    // restart.
    await test.restart();
    expect(await test.ended(job?.id ?? '')).toMatchObject({ state: 'done', result: { made: 1 } });
    expect((await end()).map(({ state }) => state)).toEqual(['done', 'done']);
    const { episode } = await test.call('episode.get', { sessionId: 'mine' }, agent);
    await test.call('episode.delete', { id: episode.id });
    expect((await end()).map(({ state }) => state)).toEqual(['done', 'done']);
    await test.call('session.start', { sessionId: 'own' }, agent);
    await test.call('episode.store', { sessionId: 'own', task: 't' }, agent);
    expect((await test.call('session.end', { sessionId: 'own' }, agent)).checklist).toMatchObject([
      { step: 'lessons', state: 'open' },
      { step: 'episode', state: 'done', next: null },
    ]);
  });

  it('with a log that is not there is refused, and the session goes on', async () => {
    await test.call('session.start', { sessionId: 'mine' }, agent);
    const before = dump(test);
    for (const log of [join(test.folder, 'nothing.json'), 'relative.json']) {
      const failure = await test.fail('session.end', { sessionId: 'mine', log }, agent);
      expect(failure).toMatchObject({ code: 'invalid_input', reason: 'bad_file' });
    }
    expect(dump(test)).toBe(before);
  });
});
