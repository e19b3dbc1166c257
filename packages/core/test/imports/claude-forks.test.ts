import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTranscript, TRANSCRIPT_READERS, type Transcript } from '@twicewise/ingest';
import { mended, PLAIN, TranscriptBuilder } from '@twicewise/ingest/transcript-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Captures } from '../capture/hooked.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tw-forks-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Line = Record<string, unknown>;

/** The session of a transcript, and when it began. */
interface Session {
  id: string;
  at: string;
}
const FORK: Session = { id: 'session-2', at: '2026-02-01T12:00:00.000Z' };
const SECOND_FORK: Session = { id: 'session-3', at: '2026-02-01T14:00:00.000Z' };

/** How a version of the program, or a way to fork, marks what it copies. */
interface Way {
  name: string;
  /** Lines before the copies. */
  head(fork: Session): Line[];
  copied(line: Line, fork: Session): Line;
}

const noted = ({ id, at }: Session): Line[] =>
  ['enqueue', 'dequeue'].map((operation) => ({ type: 'queue-operation', operation, timestamp: at, sessionId: id }));
const into = (line: Line, { id }: Session): Line => ({ ...line, sessionId: id });
const withOrigin = (line: Line): Line =>
  line.type === 'assistant' ? { requestSessionId: line.sessionId, ...line } : line;

/** As found in forks that the programs made. */
const WAYS: Way[] = [
  { name: '--fork-session of 2.1.330 with -p', head: noted, copied: (line, fork) => into(withOrigin(line), fork) },
  {
    name: '--fork-session of 2.1.330 without a note of its prompt',
    head: ({ id }) => [{ type: 'mode', mode: 'normal', sessionId: id }],
    copied: (line, fork) => into(withOrigin(line), fork),
  },
  {
    name: '/branch',
    head: () => [],
    copied: (line, fork) => ({
      ...into(withOrigin(line), fork),
      forkedFrom: { sessionId: line.sessionId, messageUuid: line.uuid },
    }),
  },
  { name: '--fork-session of 2.1.138 with -p', head: noted, copied: into },
  {
    name: '--fork-session of 2.0.54 with -p, whose first copy keeps its id',
    head: noted,
    copied: (line, fork) => (line.uuid === 'session-1-1' ? line : into(line, fork)),
  },
];

/** The earlier session: a mended test, an error that stays, and a commit. */
function parent(): TranscriptBuilder {
  return mended()
    .run('p1', 'make deploy', 'Exit code 2\nerror: the server said no', true)
    .run('p2', 'git commit -am old', '[main 0000aaa] old');
}

/** The transcript of a fork; `own` adds what follows the copies. */
function forkOf(before: TranscriptBuilder, way: Way, own?: (fork: TranscriptBuilder) => void, session = FORK) {
  const fork = new TranscriptBuilder({ sessionId: session.id }, session.at);
  for (const line of way.head(session)) fork.raw(line);
  for (const line of before.lines.map((text) => JSON.parse(text) as Line)) {
    if (line.uuid !== undefined) fork.raw(way.copied(line, session));
  }
  own?.(fork);
  return fork;
}

const worksOn = (fork: TranscriptBuilder) =>
  fork
    .prompt('The taxes')
    .run('f1', 'git commit -am new', '[main 1111bbb] new')
    .run('f2', 'make taxes', 'Exit code 2\nerror: no such rate', true);

const read = (builder: TranscriptBuilder): Promise<Transcript> =>
  readTranscript(builder.write(folder), 'claude-code', PLAIN);

describe.each(WAYS)('a fork of a session of Claude Code: $name', (way) => {
  it('has what happened in it, not what it repeats', async () => {
    const { facts, findings, prompts, episode } = await read(forkOf(parent(), way, worksOn));
    expect(facts).toMatchObject({ nativeId: FORK.id, title: 'The taxes', cwd: '/work/shop', branch: 'main' });
    expect(Date.parse(facts.startedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(FORK.at));
    expect([findings, prompts]).toEqual([[], 1]);
    expect(episode?.content).toMatchObject({ task: 'The taxes', metrics: { tool_calls: 2, errors: 1 } });
    expect(episode?.content.events.map(({ type, content }) => [type, content])).toEqual([
      ['commit', 'new'],
      ['error', '`make taxes` failed\nerror: no such rate'],
    ]);
  });

  it('has its draft when something was mended in it, with the lines of that', async () => {
    const { findings } = await read(
      forkOf(parent(), way, (fork) =>
        fork
          .prompt('The taxes')
          .run('f1', 'npm test -- tax', 'Exit code 1\ntax.test.js:3: expected 7, got 19', true)
          .edit('f2', '/work/shop/src/tax.js', 'return 19', 'return 7')
          .run('f3', 'npm test -- tax', 'ok'),
      ),
    );
    const start = way.head(FORK).length + parent().lines.length;
    expect(findings).toMatchObject([{ key: 'f3', lines: [start + 3, start + 7] }]);
  });

  it('is nothing as long as nothing happened in it', async () => {
    expect(await read(forkOf(parent(), way))).toMatchObject({ prompts: 0, findings: [], episode: null });
    // The model did not answer its last call any more.
    const cut = mended().run('p1', 'make deploy', 'Exit code 2\nerror: the server said no', true);
    expect(await read(forkOf(cut, way))).toMatchObject({ prompts: 0, findings: [], episode: null });
  });

  it('has the prompt to which there is no answer yet', async () => {
    const { episode, prompts } = await read(forkOf(parent(), way, (fork) => fork.prompt('The taxes')));
    expect([prompts, episode?.content.task, episode?.content.events]).toEqual([1, 'The taxes', []]);
  });

  it('that is forked again has what happened in the last one', async () => {
    const again = forkOf(
      forkOf(parent(), way, worksOn),
      way,
      (fork) => fork.prompt('A third thing').run('g1', 'make', 'done'),
      SECOND_FORK,
    );
    const { prompts, episode } = await read(again);
    expect([prompts, episode?.content.task, episode?.content.metrics.tool_calls]).toEqual([1, 'A third thing', 1]);
  });
});

describe('a fork of a session of Claude Code', () => {
  const [printed, interactive] = WAYS as [Way, Way];

  it('has no prompt that was left unanswered before it, nor what the program answers in its place', async () => {
    const left = parent().prompt('The old task, again');
    // As the program writes it when it forks: after the earlier session, before it records the new prompt.
    const instead = { type: 'assistant', uuid: 'instead', timestamp: '2026-02-01T11:59:59.990Z', sessionId: FORK.id };
    const fork = forkOf(left, printed, (one) => {
      const content = [{ type: 'text', text: 'No response requested.' }];
      worksOn(one.raw({ ...instead, isApiErrorMessage: true, message: { content } }));
    });
    const { prompts, episode } = await read(fork);
    expect([prompts, episode?.content.task]).toEqual([1, 'The taxes']);
  });

  it('is told from a session whose clock was put back', async () => {
    const [first = {}, second = {}] = noted({ id: 'session-1', at: '2026-02-01T10:00:00.500Z' });
    const session = new TranscriptBuilder().raw(first).raw(second);
    mended(session);
    session.run('p2', 'git commit -am late', '[main 0000aaa] late', false, { timestamp: '2026-02-01T09:00:00.000Z' });
    const { findings, prompts, episode } = await read(session);
    expect([findings.length, prompts, episode?.content.events.at(-1)?.content]).toEqual([1, 1, 'late']);
  });

  it('keeps no more back than it can: a session that is none has all of its prompts', async () => {
    const session = new TranscriptBuilder();
    for (let n = 0; n < 500; n++) session.prompt(`Prompt ${n}`);
    const { prompts, facts } = await read(session.say('Yes?'));
    expect([prompts, facts.title, facts.startedAt]).toEqual([500, 'Prompt 0', '2026-02-01T10:00:01.000Z']);
    const reader = TRANSCRIPT_READERS['claude-code']();
    const early = session.lines.slice(0, 500).flatMap((line) => reader.read(JSON.parse(line), 1).steps);
    expect(early.length).toBeGreaterThan(200);
    const long = parent().prompt('Look at this');
    for (let n = 0; n < 500; n++) long.result(`r${n}`, 'error: it failed', true);
    const { episode } = await read(forkOf(long, interactive, worksOn));
    expect(episode?.content).toMatchObject({ task: 'The taxes', metrics: { errors: 1 } });
  });

  it.each(['session-1 first', 'session-2 first'])('is written down beside the session before, %s', async (order) => {
    const captures = new Captures();
    try {
      const { test } = captures;
      captures.write('session-1', parent());
      captures.write(FORK.id, forkOf(parent(), printed));
      await captures.capture(FORK.id);
      expect((await test.call('session.list', {})).items).toEqual([]);
      captures.write(FORK.id, forkOf(parent(), printed, worksOn));
      const ids = ['session-1', FORK.id];
      for (const id of order.startsWith('session-1') ? ids : ids.toReversed()) await captures.capture(id);
      const { items } = await test.call('reflection.list', {});
      const source = await test.call('source.get', { id: items[0]?.sourceId ?? '' });
      expect([items.length, source.source.path]).toEqual([1, captures.path('session-1')]);
      const told = async (sessionId: string) => {
        const { task, events } = (await test.call('episode.get', { sessionId })).episode;
        return [task, events.map(({ type }) => type)];
      };
      expect(await told('session-1')).toEqual(['Make the price test pass', ['error', 'error', 'commit']]);
      expect(await told(FORK.id)).toEqual(['The taxes', ['commit', 'error']]);
    } finally {
      captures.test.remove();
    }
  });
});
