import type { Episode, InputOf } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, TestCore } from '../../harness.ts';

// One test per field: it fails if only this field is lost, swapped between items, or replaced by its default.

const agent = agentIn('/work/shop');

/** All values are different, and none is the default of its field. */
const given = {
  sessionId: '2026-01-01-session-126',
  task: 'Implement MemoryRouter module',
  outcome: 'partial',
  occurredAt: '2026-01-01T17:00:00Z',
  decisions: [
    {
      type: 'design',
      context: 'Choosing routing strategy',
      options: ['Forgetful-first', 'Serena-first', 'Parallel'],
      chosen: 'Serena-first',
      rationale: 'Lower latency, no network dependency',
      outcome: 'success',
      at: '2026-01-01T17:05:00Z',
      effects: ['e001'],
    },
    {
      id: 'd-cache',
      type: 'recovery',
      context: 'Answers arrive late',
      options: ['Cache the answers', 'Ask twice'],
      chosen: 'Cache the answers',
      rationale: 'The same question comes often',
      outcome: 'failure',
      at: '2026-01-01T17:20:00Z',
      effects: ['e003', 'e004'],
    },
  ],
  events: [
    { type: 'tool_call', content: 'Created MemoryRouter.psm1', at: '2026-01-01T17:10:00Z' },
    { type: 'error', content: 'Timeout after 30 s', at: '2026-01-01T17:15:00Z', causedBy: ['d001'] },
    { type: 'milestone', content: 'Routing answers', at: '2026-01-01T17:30:00Z', leadsTo: ['e004'] },
    { type: 'handoff', content: 'The tests are for the next one', causedBy: ['e002'] },
  ],
  metrics: { duration_minutes: 45, tool_calls: 87, errors: 0, recoveries: null },
  lessons: ['Pre-commit hooks check all markdown, not just staged files', 'Measure before caching'],
  memoryRefs: [
    { system: 'serena', name: 'routing-decisions' },
    { system: 'forgetful', name: 'latency' },
  ],
} satisfies InputOf<'episode.store'>;

let test: TestCore;
let read: Episode;
beforeEach(async () => {
  test = new TestCore();
  const { episode } = await test.call('episode.store', given, agent);
  // Restarts, so that the values are read from the file and not from memory.
  await test.restart();
  read = (await test.call('episode.get', { id: episode.id })).episode;
});
afterEach(() => test.remove());

const causes = (pairs: readonly (readonly [from: string, to: string])[]) =>
  pairs.map(([from, to]) => expect.objectContaining({ from, to, relation: 'causes' }));

describe('an episode read from the file has', () => {
  it('an id that no other one has', async () => {
    verifies('S1-10');
    const { episode: other } = await test.call('episode.store', { ...given, sessionId: 'other' }, agent);
    expect(read.id).toMatch(/^epis_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(other.id).not.toBe(read.id);
    expect((await test.call('episode.get', { id: other.id })).episode.sessionNativeId).toBe('other');
  });

  it('the session it was recorded for', async () => {
    verifies('S1-11');
    expect(read.sessionNativeId).toBe(given.sessionId);
    const { items } = await test.call('session.list', {});
    expect(items.map(({ id, nativeId }) => [id, nativeId])).toEqual([[read.sessionId, given.sessionId]]);
  });

  it('the time of the session', () => {
    verifies('S1-12');
    expect([read.occurredAt, read.timeQuality]).toEqual(['2026-01-01T17:00:00.000Z', 'exact']);
  });

  it.each(['success', 'partial', 'failure', 'unknown'] as const)('its outcome, such as %s', async (outcome) => {
    verifies('S1-13');
    const { episode } = await test.call('episode.store', { ...given, sessionId: outcome, outcome }, agent);
    await test.restart();
    expect((await test.call('episode.get', { id: episode.id })).episode.outcome).toBe(outcome);
  });

  it('its task', () => {
    verifies('S1-14');
    expect(read.task).toBe('Implement MemoryRouter module');
  });

  it('what was measured, where 0 and not measured are not the same', () => {
    verifies('S1-31');
    expect(read.metrics).toEqual({ duration_minutes: 45, tool_calls: 87, errors: 0, recoveries: null });
  });

  it('its lessons, in order', () => {
    verifies('S1-32');
    expect(read.lessons).toEqual([
      'Pre-commit hooks check all markdown, not just staged files',
      'Measure before caching',
    ]);
  });

  it('the memories of other systems that belong to it, by name', () => {
    verifies('S1-59');
    expect(read.memoryRefs).toEqual([
      { system: 'serena', name: 'routing-decisions' },
      { system: 'forgetful', name: 'latency' },
    ]);
  });

  it('beside it the lessons of its session, and one search for both', async () => {
    verifies('S1-08', 'S1-61');
    const lesson = await test.store({ sessionId: given.sessionId, nextStrategy: 'Lower the latency first' }, agent);
    expect((await test.call('episode.get', { id: read.id })).episode).toEqual(read);
    expect((await test.call('reflection.get', { id: lesson.id })).reflection).toEqual(lesson);
    const { hits } = await test.call('memory.search', { text: 'lower latency', everywhere: true });
    const found = hits.map((hit) => (hit.kind === 'session' ? hit.session.id : hit.kind));
    expect(found.sort()).toEqual(['reflection', read.sessionId].sort());
  });
});

describe('each decision of an episode read from the file has', () => {
  it('its id, given or counted', () => {
    verifies('S1-16');
    expect(read.decisions.map(({ id }) => id)).toEqual(['d001', 'd-cache']);
  });

  it('its time', () => {
    verifies('S1-17');
    expect(read.decisions.map(({ at, timeQuality }) => [at, timeQuality])).toEqual([
      ['2026-01-01T17:05:00.000Z', 'exact'],
      ['2026-01-01T17:20:00.000Z', 'exact'],
    ]);
  });

  it.each(['design', 'implementation', 'test', 'recovery'])('its type, such as %s', async (type) => {
    verifies('S1-18');
    const decisions = [{ type, chosen: 'a' }];
    const { episode } = await test.call('episode.store', { ...given, sessionId: type, decisions, events: [] }, agent);
    await test.restart();
    const again = (await test.call('episode.get', { id: episode.id })).episode;
    expect(again.decisions.map((decision) => decision.type)).toEqual([type]);
    expect(read.decisions.map((decision) => decision.type)).toEqual(['design', 'recovery']);
  });

  it('its context', () => {
    verifies('S1-19');
    expect(read.decisions.map(({ context }) => context)).toEqual(['Choosing routing strategy', 'Answers arrive late']);
  });

  it('the options there were, in order', () => {
    verifies('S1-20');
    expect(read.decisions.map(({ options }) => options)).toEqual([
      ['Forgetful-first', 'Serena-first', 'Parallel'],
      ['Cache the answers', 'Ask twice'],
    ]);
  });

  it('what was chosen', () => {
    verifies('S1-21');
    expect(read.decisions.map(({ chosen }) => chosen)).toEqual(['Serena-first', 'Cache the answers']);
  });

  it('its rationale', () => {
    verifies('S1-22');
    expect(read.decisions.map(({ rationale }) => rationale)).toEqual([
      'Lower latency, no network dependency',
      'The same question comes often',
    ]);
  });

  it('its outcome', () => {
    verifies('S1-23');
    expect(read.decisions.map(({ outcome }) => outcome)).toEqual(['success', 'failure']);
  });

  it('its effects, as links', () => {
    verifies('S1-24');
    const effects = causes([
      ['d001', 'e001'],
      ['d-cache', 'e003'],
      ['d-cache', 'e004'],
    ]);
    expect(read.links).toEqual(expect.arrayContaining(effects));
  });
});

describe('each event of an episode read from the file has', () => {
  it('its id, counted', () => {
    verifies('S1-25');
    expect(read.events.map(({ id }) => id)).toEqual(['e001', 'e002', 'e003', 'e004']);
  });

  it('its time, if there is one', () => {
    verifies('S1-26');
    expect(read.events.map(({ at, timeQuality }) => [at, timeQuality])).toEqual([
      ['2026-01-01T17:10:00.000Z', 'exact'],
      ['2026-01-01T17:15:00.000Z', 'exact'],
      ['2026-01-01T17:30:00.000Z', 'exact'],
      [null, 'unknown'],
    ]);
  });

  it('its type', () => {
    verifies('S1-27');
    expect(read.events.map(({ type }) => type)).toEqual(['tool_call', 'error', 'milestone', 'handoff']);
  });

  it('its content', () => {
    verifies('S1-28');
    expect(read.events.map(({ content }) => content)).toEqual([
      'Created MemoryRouter.psm1',
      'Timeout after 30 s',
      'Routing answers',
      'The tests are for the next one',
    ]);
  });

  it('what caused it, a decision or an event, as links', () => {
    verifies('S1-29');
    const causedBy = causes([
      ['d001', 'e002'],
      ['e002', 'e004'],
    ]);
    expect(read.links).toEqual(expect.arrayContaining(causedBy));
  });

  it('what it led to, as links', () => {
    verifies('S1-30');
    expect(read.links).toEqual(expect.arrayContaining(causes([['e003', 'e004']])));
    expect(read.links).toHaveLength(6);
  });
});
