import { createHash } from 'node:crypto';
import { FEWEST_OUTCOMES } from '@twicewise/contract';
import { importedLesson } from '@twicewise/ingest';
import { createRedactor } from '@twicewise/redaction';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadTokenCounter } from '../../src/agent-text/tokens.ts';
import {
  SAMPLE_CLAIMS,
  SAMPLE_EPISODES,
  SAMPLE_TURNS,
  SAMPLE_VERDICTS,
  sampleAnswers,
  sampleAttempts,
  sampleLessons,
  sampleProjectOf,
} from '../../src/imports/sample/index.ts';
import { dump, TestCore } from '../harness.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const lessons = sampleLessons(NOW);
const count = <T>(values: Iterable<T>) => new Set(values).size;

describe('the sample', () => {
  it('has 88 lessons of 4 projects, 20 sessions and 3 agents, each with its own id', () => {
    expect(lessons).toHaveLength(88);
    expect(count(lessons.map((lesson) => lesson.nativeId))).toBe(88);
    expect(lessons[0]?.nativeId).toBe('sample-001');
    expect(count(lessons.map((lesson) => lesson.projectId))).toBe(4);
    expect(count(lessons.map((lesson) => lesson.sessionId))).toBe(20);
    expect(count(lessons.map((lesson) => lesson.agent))).toBe(3);
  });

  it('passes the contract, every lesson of it', () => {
    for (const { state, ...lesson } of lessons) {
      expect(importedLesson.parse(lesson)).toEqual(lesson);
      expect(['accepted', 'draft']).toContain(state);
    }
  });

  it('shows all outcomes, drafts, two pins, categories and confidences', () => {
    expect(new Set(lessons.map((lesson) => lesson.outcome))).toEqual(
      new Set(['success', 'partial', 'failure', 'unknown']),
    );
    expect(lessons.filter((lesson) => lesson.pinned)).toHaveLength(2);
    expect(lessons.filter((lesson) => lesson.state === 'draft')).toHaveLength(10);
    expect(new Set(lessons.map(({ extra }) => extra.rule))).toEqual(
      new Set([undefined, 'fail_then_pass', 'rejection']),
    );
    expect(count(lessons.map((lesson) => lesson.failureCategory))).toBeGreaterThanOrEqual(7);
    expect(lessons.filter((lesson) => lesson.confidence !== null).length).toBeGreaterThan(20);
  });

  it('has ladders from failure over partial to success, in one session and in order of time', () => {
    const ladders = Map.groupBy(lessons, (lesson) => `${lesson.sessionId} ${lesson.taskDescription}`);
    const complete = [...ladders.values()].filter(
      (rungs) => rungs.map((rung) => rung.outcome).join() === 'failure,partial,success',
    );
    expect(complete.length).toBeGreaterThanOrEqual(5);
    for (const rungs of ladders.values()) {
      expect(rungs.map((rung) => rung.attemptNumber)).toEqual(rungs.map((_, index) => index + 1));
      const times = rungs.map((rung) => rung.createdAt ?? '');
      expect(times).toEqual([...times].sort());
    }
  });

  it('has one very long text and one that is not Latin', () => {
    expect(lessons.filter((lesson) => lesson.text.length > 5000)).toHaveLength(1);
    expect(lessons.filter((lesson) => /\p{Script=Han}/u.test(lesson.text))).toHaveLength(1);
  });

  it('is dated back from the moment of loading and never into the future', () => {
    for (const lesson of lessons) {
      const age = NOW - Date.parse(lesson.createdAt ?? '');
      expect(age).toBeGreaterThan(0);
      expect(age).toBeLessThan(70 * 24 * 3_600_000);
    }
  });

  it('is the same each time, but for its dates', () => {
    const digest = (now: number) => {
      const undated = sampleLessons(now).map((lesson) => ({ ...lesson, createdAt: '' }));
      return createHash('sha256').update(JSON.stringify(undated)).digest('hex');
    };
    expect(digest(40 * 24 * 3_600_000)).toBe(digest(NOW));
  });

  it('holds nothing that redaction would change', () => {
    const written = [lessons, sampleAttempts(NOW), SAMPLE_EPISODES, SAMPLE_TURNS];
    const all = [...written, sampleAnswers(NOW), SAMPLE_CLAIMS, SAMPLE_VERDICTS];
    expect(createRedactor({ homePaths: true, emails: true }).redact({ all }).found).toEqual([]);
  });
});

describe('the sample, loaded', () => {
  let test: TestCore;
  beforeEach(() => {
    test = new TestCore();
  });
  afterEach(() => test.remove());
  const load = async () => {
    const { job } = await test.call('import.sample', {});
    await test.ended(job.id);
    return job.id;
  };

  it('has the attempts that its lessons were drawn from, measured where a check is known', async () => {
    await load();
    const { analysis } = await test.call('attempt.analysis', { sessionId: 'sample-session-01' });
    expect(analysis.curve.map(({ outcome }) => outcome)).toEqual(['failure', 'partial', 'success', 'success']);
    expect(analysis.curve.map(({ failed }) => failed)).toEqual([4, 1, 0, null]);
    expect(analysis.breakthroughs).toHaveLength(1);
    const { items } = await test.call('attempt.list', { sessionId: 'sample-session-01', order: 'oldest' });
    const { attempt } = await test.call('attempt.get', { id: items[0]?.id ?? '' });
    const { reflection } = await test.call('reflection.get', { id: attempt.lessonIds[0] ?? '' });
    expect(reflection.nativeId).toBe('sample-001');
    expect(attempt.task).toBe(reflection.taskDescription);
  });

  it('counts the same lines and tests wherever it shows them', async () => {
    for (const { content } of sampleAttempts(NOW)) {
      const { totalChanges = null } = content.actor ?? {};
      const sum = (name: 'additions' | 'deletions') =>
        content.actor?.actions.reduce((total, action) => total + (action[name] ?? 0), 0);
      if (totalChanges === null) continue;
      expect(sum('additions')).toBe(totalChanges.linesAdded);
      expect(sum('deletions')).toBe(totalChanges.linesDeleted);
    }
    await load();
    for (const { sessionId, events } of SAMPLE_EPISODES) {
      const said = events.flatMap(({ content }) => /^(\d+) passed/.exec(content)?.[1] ?? []).map(Number);
      const { items } = await test.call('attempt.list', { sessionId });
      const checked = items.flatMap(({ recentChecks }) => recentChecks.map(({ passed }) => passed));
      for (const passed of said) expect(checked).toContain(passed);
    }
  });

  it('has records of sessions with decisions, errors, causes, and versions of where they stood', async () => {
    await load();
    for (const { sessionId, decisions, summaries } of SAMPLE_EPISODES) {
      const projectId = sampleProjectOf(sessionId);
      const { episode } = await test.call('episode.get', { sessionId, projectId });
      expect(episode.decisions).toHaveLength(decisions.length);
      const { items } = await test.call('session.notes', { id: episode.sessionId });
      expect(items.map(({ summary }) => summary?.progress)).toEqual(
        summaries.map(({ progress }) => progress).toReversed(),
      );
    }
    const { edges } = await test.call('causal.graph', { projectId: 'sample-web-shop' });
    expect(edges.filter(({ relation }) => relation === 'causes').length).toBeGreaterThanOrEqual(3);
  });

  /** What agents of the sample were shown, without what a page of it costs. */
  const account = async () => {
    const { items } = await test.call('exposure.recent', { limit: 100, empty: true });
    return items;
  };

  it('says what agents were shown and what followed, in the order in which it happened', async () => {
    await load();
    const answers = await account();
    expect(answers.length).toBe(sampleAnswers(NOW).length);
    expect(answers.map(({ at }) => at)).toEqual(
      answers
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    for (const { at, attempt, lessons: shown } of answers) {
      expect(Date.parse(at)).toBeLessThan(Date.now());
      if (shown.length > 0) expect(attempt).not.toBeNull();
    }
    expect(answers.flatMap(({ lessons: shown }) => shown.filter(({ actedOn }) => actedOn)).length).toBeGreaterThan(2);
    const { attempts: found } = await attemptsOfReturns();
    expect(found[0]?.exposureIds.length).toBeGreaterThan(0);
    const { metrics } = await test.call('memory.insights', {});
    expect(metrics.successAfterExposure.value).toBeGreaterThan(metrics.successWithoutExposure.value ?? 1);
  });

  it('answers a question with what is about its task', () => {
    const tagsOf = new Map(lessons.map(({ nativeId, tags = [] }) => [nativeId, tags]));
    const asked = sampleAnswers(NOW).filter(({ trigger }) => trigger === 'tool');
    expect(asked.filter(({ operation }) => operation === 'reflection.search').length).toBeGreaterThan(3);
    for (const { before, lessons: shown } of asked) {
      const tags = tagsOf.get(before.lesson) ?? [];
      for (const { lesson } of shown)
        expect(tagsOf.get(lesson)).toEqual(expect.arrayContaining([expect.toBeOneOf(tags)]));
    }
  });

  it('shows a session each lesson once unasked, as reminders do', () => {
    const unasked = sampleAnswers(NOW).filter(({ operation }) => operation === 'memory.remind');
    expect(unasked.length).toBeGreaterThan(5);
    for (const answers of Map.groupBy(unasked, ({ sessionId }) => sessionId).values()) {
      const shown = answers.flatMap((answer) => answer.lessons.map(({ lesson }) => lesson));
      expect(count(shown)).toBe(shown.length);
    }
  });

  it('has the text of each answer, as an agent of this memory would be given it', async () => {
    await load();
    const countTokens = await loadTokenCounter();
    const answers = await account();
    const kinds = new Set(answers.map(({ operation, lessons: shown }) => `${operation} ${shown.length > 0}`));
    expect(kinds).toContain('memory.brief false');
    for (const operation of ['memory.brief', 'memory.remind', 'reflection.search'])
      expect(kinds).toContain(`${operation} true`);
    for (const { seq, tokens, lessons: shown } of answers) {
      const { text, form, length } = await test.call('exposure.text', { seq });
      expect([form, length, tokens]).toEqual(['text', text?.length, countTokens(text ?? '')]);
      for (const { reflectionId } of shown) expect(text).toContain(reflectionId);
      // A lesson is a part of the text.
      const ofLessons = shown.reduce((sum, { tokens: own }) => sum + (own ?? 0), 0);
      expect(ofLessons).toBeLessThanOrEqual(tokens ?? 0);
      if (shown.length > 0) expect(ofLessons).toBeGreaterThan((tokens ?? 0) / 3);
      if (shown.length === 0) expect(text).toMatch(/^(?:Nothing in memory|No lesson) is relevant/);
    }
  });

  async function attemptsOfReturns() {
    const { items } = await test.call('attempt.list', { sessionId: 'sample-session-05', order: 'oldest' });
    const attempts = await Promise.all(items.map(async ({ id }) => (await test.call('attempt.get', { id })).attempt));
    return { attempts };
  }

  it('has enough to draw: most weeks have the outcomes that a rate needs', async () => {
    await load();
    const { step, lessons: weeks, failures, strategies } = await test.call('memory.insights', {});
    expect(step).toBe('week');
    expect(weeks.filter(({ success }) => success.n >= FEWEST_OUTCOMES).length).toBeGreaterThanOrEqual(8);
    expect([failures.rows.length, strategies.rows.length]).toEqual([3, 2]);
  });

  it('has causes with evidence of several sessions, and a dispute', async () => {
    await load();
    const { edges } = await test.call('causal.graph', {});
    expect(edges.filter(({ supports }) => supports >= 2).length).toBeGreaterThan(2);
    expect(edges.filter(({ isDisputed }) => isDisputed).length).toBe(2);
  });

  it('has turns of a session: what its model was given, thought, called and cost, each with a summary', async () => {
    await load();
    const { items } = await test.call('turn.list', { sessionId: 'sample-session-01' });
    expect(items.map(({ number }) => number)).toEqual(SAMPLE_TURNS.map(({ number }) => number));
    for (const { id } of items) {
      const { turn } = await test.call('turn.get', { id });
      expect(turn.summaries).toHaveLength(1);
      expect(turn.content.rounds.length).toBeGreaterThan(0);
      expect(turn.content.cost?.inputTokens).toBeGreaterThan(0);
      const output = turn.content.calls.at(-1)?.part ?? null;
      expect(output).not.toBeNull();
      const { text } = await test.call('turn.text', { id, part: output ?? 0 });
      expect(text).toMatch(/passed|failed/);
      expect(Date.parse(turn.endedAt ?? '')).toBeLessThan(Date.now());
    }
    const place = { projectId: 'sample-web-shop', sessionId: 'sample-session-01' };
    const recalled = await test.call('turn.recall', { ...place, words: ['reload'], limit: 1 });
    expect(recalled.items.map(({ turn }) => turn.number)).toEqual([1]);
  });

  it('leaves something of every kind to review', async () => {
    await load();
    await compared();
    const all = { limit: 0 };
    expect((await test.call('reflection.duplicates', all)).total).toBe(2);
    expect((await test.call('reflection.contradictions', all)).total).toBe(2);
    expect((await test.call('reflection.harmful', all)).total).toBe(2);
    const unused = await test.call('reflection.neglected', all);
    expect(unused.neverShown).toBeGreaterThan(5);
    expect(unused.neverShown).toBeLessThan(30);
  });

  async function compared() {
    for (;;) {
      const { comparing } = await test.call('reflection.contradictions', { limit: 0 });
      if (comparing.isDone) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  it('loaded again adds nothing, and one undo takes it away, with what agents were shown; redo brings back all', async () => {
    const id = await load();
    const before = dump(test);
    const told = await account();
    const text = await test.call('exposure.text', { seq: told[0]?.seq ?? 0 });
    await load();
    expect(dump(test)).toBe(before);
    await test.call('operation.undo', { jobId: id });
    expect(await test.call('attempt.list', {})).toMatchObject({ items: [] });
    expect((await test.call('episode.list', {})).total).toBe(0);
    expect((await test.call('reflection.list', {})).items).toEqual([]);
    expect(await account()).toEqual([]);
    expect(test.rows('SELECT call_seq FROM told_text')).toEqual([]);
    expect((await test.call('turn.list', {})).total).toBe(0);
    await test.call('operation.redo', { jobId: id });
    const [turn] = (await test.call('turn.list', {})).items;
    expect((await test.call('turn.text', { id: turn?.id ?? '', part: 0 })).text).toContain('You work on a web shop');
    expect(await account()).toEqual(told);
    expect(await test.call('exposure.text', { seq: text.seq })).toEqual(text);
  });

  it('is removed as a whole, with what a person decided in it, and comes back so', async () => {
    await load();
    const [draft] = (await test.call('reflection.list', { state: 'draft', limit: 1 })).items;
    if (!draft) throw new Error('no draft');
    await test.call('reflection.setState', { id: draft.id, state: 'accepted' });
    await test.call('memory.feedback', { reflectionId: draft.id, verdict: 'helpful' });
    const told = await account();
    expect((await test.call('host.status', {})).sample).toBe(true);
    const { records, operationId } = await test.call('import.removeSample', {});
    expect(records).toBeGreaterThan(200);
    const { counts, sample } = await test.call('host.status', {});
    expect([sample, counts.reflections, counts.sessions, counts.projects]).toEqual([false, 0, 0, 0]);
    expect(await account()).toEqual([]);
    expect(test.rows('SELECT id FROM feedback')).toEqual([]);
    await test.call('operation.undo', { operationId: operationId ?? '' });
    expect(await account()).toEqual(told);
    expect((await test.call('reflection.get', { id: draft.id })).reflection.state).toBe('accepted');
    expect((await test.call('host.status', {})).sample).toBe(true);
  });

  it('keeps a project of it in which a person wrote, and what an agent was really shown', async () => {
    await load();
    await test.store({ projectId: 'sample-web-shop', taskDescription: 'My own' });
    await test.call('import.removeSample', {});
    const { counts } = await test.call('host.status', {});
    expect([counts.reflections, counts.projects]).toEqual([1, 1]);
    expect(await test.call('import.removeSample', {})).toEqual({ records: 0, operationId: null });
  });

  it('keeps a lesson of it that says what another said, which was merged into it', async () => {
    await load();
    const { id: own } = await test.store({
      projectId: 'sample-web-shop',
      taskDescription: 'My own',
      text: 'Only here',
    });
    const { items } = await test.call('reflection.list', { projectId: 'sample-web-shop', state: 'accepted', limit: 2 });
    const into = items.find(({ id }) => id !== own)?.id ?? '';
    await test.call('reflection.merge', { id: own, into });
    await test.call('import.removeSample', {});
    const left = await test.call('reflection.list', { state: ['accepted', 'superseded'] });
    expect(left.items.map(({ id }) => id).sort()).toEqual([own, into].sort());
    expect((await test.call('reflection.get', { id: into })).reflection.text).toContain('Only here');
  });
});
