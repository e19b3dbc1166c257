import type { InputOf } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayAsked } from '../../../src/sessions/episodes/day-asked.ts';
import { agentIn, person, TestCore } from '../../harness.ts';

describe('a day in a question', () => {
  it.each([
    ['what did we do on 2026-01-05', '2026-01-05', true],
    ['2026-01-05', '2026-01-05', true],
    ['Which sessions were there on January 5, 2026?', '2026-01-05', true],
    ['show me the sessions of Jan 5th 2026', '2026-01-05', true],
    ['what happened on the 5th of January 2026', '2026-01-05', true],
    ['What was done on 5 Sept. 2026?', '2026-09-05', true],
    ['Was haben wir am 5. März 2026 gemacht?', '2026-03-05', true],
    ['sessions of 05.01.2026', '2026-01-05', true],
    ['why did the parser fail on 2026-01-05', '2026-01-05', false],
    ['support protocol version 2025-06-18', '2025-06-18', false],
  ])('%s', (question, date, isAll) => {
    expect(dayAsked(question)).toMatchObject({ date, isAll });
  });

  it.each([
    'what did we do',
    'what did we do on 2026-02-30',
    'what did we do on 2026-13-01',
    'what did we do between 2026-01-05 and 2026-01-07',
    'session 2026-01-05-session-12',
    'what did we do on 01/05/2026',
    'version 12.1.2026.4',
    'marching 5 2026',
  ])('is none in: %s', (question) => {
    expect(dayAsked(question)).toBe(null);
  });
});

describe('sessions of a day', () => {
  const agent = agentIn('/work/shop');
  let test: TestCore;
  beforeEach(async () => {
    test = new TestCore();
    await on('2026-01-04T23:59:59.999Z', 'Tidy the cellar');
    await on('2026-01-05T00:00:00.000Z', 'Mend the parser of invoices');
    await on('2026-01-05T12:30:00.000Z', 'Paint the shop window', [{ chosen: 'Blue, because it was asked for' }]);
    await on('2026-01-06T00:00:00.000Z', 'Mend the parser of orders');
  });
  afterEach(() => test.remove());

  const on = (occurredAt: string, task: string, decisions: InputOf<'episode.store'>['decisions'] = []) => {
    const episode = { sessionId: task, task, outcome: 'success' as const, occurredAt, decisions };
    return test.call('episode.store', episode, agent);
  };
  const asked = async (about: string) => (await test.call('episode.digest', { about }, agent)).text;
  const briefed = async (task: string) => {
    const { sessions, text } = await test.call('memory.brief', { task }, agent);
    return { count: sessions.length, text };
  };
  const searched = async (taskDescription: string) => {
    const { sessions = [] } = await test.call('reflection.search', { taskDescription, sessions: 3 }, agent);
    return sessions.map(({ line }) => /"task":"([^"]*)"/.exec(line)?.[1]);
  };

  it('are told exactly, those first of which something is known, in brief, search and ask', async () => {
    verifies('S1-04');
    const ofDay = ['Paint the shop window', 'Mend the parser of invoices'];
    for (const question of ['what did we do on 2026-01-05?', 'What was done on January 5, 2026?']) {
      expect(await searched(question)).toEqual(ofDay);
      const { count, text } = await briefed(question);
      expect([count, ofDay.every((task) => text.includes(task))]).toEqual([2, true]);
      expect(text).toContain('Of 2 of 2026-01-05; memory_ask with kind episode, about 2026-01-05, lists them.');
      const answer = await asked(question);
      expect(answer).toContain('2 sessions of 2026-01-05');
      expect(ofDay.every((task) => answer.includes(task))).toBe(true);
      expect(answer).not.toMatch(/cellar|orders/);
    }
  });

  it('of which there is one is told in full, and of none it is said so', async () => {
    expect(await asked('2026-01-06')).toMatch(/Session Mend the parser of orders: .*\nNo more is recorded of it\./);
    const none = { code: 'not_found', message: 'No session of 2026-01-07 is on record.' };
    expect(await test.fail('episode.digest', { about: 'what did we do on 2026-01-07' }, agent)).toMatchObject(none);
    expect(await briefed('what did we do on 2026-01-07')).toEqual({ count: 0, text: none.message });
    expect(await searched('what did we do on 2026-01-07')).toEqual([]);
  });

  it('come first where the question is about more than the day, and hide no other', async () => {
    expect(await searched('how did we mend the parser on 2026-01-06')).toEqual([
      'Mend the parser of orders',
      'Mend the parser of invoices',
    ]);
    expect((await searched('how did we mend the parser on 2026-01-05'))[0]).toBe('Mend the parser of invoices');
    expect(await searched('mend the parser for protocol 2025-06-18')).toHaveLength(2);
  });

  it('are those of the own project, without the session that asks and without those in the bin', async () => {
    const other = agentIn('/work/other');
    expect(await test.fail('episode.digest', { about: '2026-01-05' }, other)).toMatchObject({ code: 'not_found' });
    const asking = { ...agent, session: 'Paint the shop window' };
    expect((await test.call('memory.brief', { task: 'what did we do on 2026-01-05' }, asking)).sessions).toHaveLength(
      1,
    );
    const { items } = await test.call('episode.list', {}, person);
    const painted = items.find(({ task }) => task === 'Paint the shop window');
    await test.call('episode.delete', { id: String(painted?.id) });
    expect((await briefed('what did we do on 2026-01-05')).count).toBe(1);
  });

  it('of very many stay within the budget and say how many there were', async () => {
    for (let n = 0; n < 60; n++) await on('2026-02-01T08:00:00.000Z', `Lay brick number ${n} of the garden wall`);
    const { text, tokens, omitted } = await test.call('episode.digest', { about: 'sessions of 2026-02-01' }, agent);
    expect(tokens).toBeLessThanOrEqual(499);
    expect([text.includes('60 sessions of 2026-02-01'), omitted > 0]).toEqual([true, true]);
  });
});
