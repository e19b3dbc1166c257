import { describe, expect, it } from 'vitest';
import { asks, plans } from '../dialogues.ts';
import { TranscriptBuilder } from '../transcript.ts';
import { episodeFrom, readIn } from './reading.ts';

const begun = () => new TranscriptBuilder().prompt('Choose how to store times');
const WHERE = { question: 'Where should it go?', options: ['A table', 'A file'] };
const decisionsIn = async (builder: TranscriptBuilder) => (await episodeFrom(builder)).decisions;

describe('a question that a person answered', () => {
  it('is a decision: question, options, choice, place and time; no reason where none was written', async () => {
    const [first, ...others] = await decisionsIn(asks(begun(), 'q1', [WHERE], { [WHERE.question]: 'A table' }));
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      id: 'd001',
      context: 'Where should it go?',
      options: ['A table', 'A file'],
      chosen: 'A table',
      rationale: null,
      outcome: 'unknown',
      outcomeSource: 'defaulted',
      at: '2026-02-01T10:00:03.000Z',
      timeQuality: 'exact',
      origin: { pointer: 'line 3' },
    });
  });

  it('has words of their own as the choice, and a note beside it as the reason', async () => {
    const own = asks(begun(), 'q1', [WHERE], { [WHERE.question]: 'Both, the file first' });
    const noted = asks(own, 'q2', [WHERE], { [WHERE.question]: 'A file' }, { [WHERE.question]: 'It can be mailed' });
    expect((await decisionsIn(noted)).map(({ chosen, rationale }) => [chosen, rationale])).toEqual([
      ['Both, the file first', null],
      ['A file', 'It can be mailed'],
    ]);
  });

  it('makes a decision of each of several that was answered, and of no other', async () => {
    const other = { question: 'Which format?', options: ['ISO', 'Epoch'] };
    const third = { question: 'Which zone?', options: ['UTC', 'Local'] };
    const builder = asks(begun(), 'q1', [WHERE, other, third], { [WHERE.question]: 'A file', 'Which zone?': 'UTC' });
    expect((await decisionsIn(builder)).map(({ context, chosen }) => [context, chosen])).toEqual([
      ['Where should it go?', 'A file'],
      ['Which zone?', 'UTC'],
    ]);
  });

  it('is none when it was left without an answer, or rejected', async () => {
    const left = asks(begun(), 'q1', [WHERE], null);
    const input = { questions: [{ question: WHERE.question, options: [{ label: 'A table' }] }] };
    const rejected = left.call('q2', 'AskUserQuestion', input).reject('q2', 'Ask me later');
    expect(await decisionsIn(rejected)).toEqual([]);
  });

  it('is none when a helper asked', async () => {
    const helper = new TranscriptBuilder({ isSidechain: true, agentId: 'a1' });
    const { episode } = await readIn(asks(helper, 'q1', [WHERE], { [WHERE.question]: 'A table' }));
    expect(episode).toBeNull();
  });
});

describe('a plan that a person approved', () => {
  const PLAN = '# Plan: Keep times in UTC\n\n1. Convert on the way in';

  it('is a decision with the whole plan', async () => {
    expect(await decisionsIn(plans(begun(), 'p1', PLAN))).toMatchObject([
      { chosen: PLAN, context: '', options: [], rationale: null, origin: { pointer: 'line 3' } },
    ]);
  });

  it('is taken as it was approved, which may differ from how it was put', async () => {
    expect(await decisionsIn(plans(begun(), 'p1', PLAN, { plan: `${PLAN}\n2. Test it` }))).toMatchObject([
      { chosen: `${PLAN}\n2. Test it` },
    ]);
  });

  it('is none when it was rejected, has no text, or was for another agent to approve', async () => {
    const rejected = begun().call('p1', 'ExitPlanMode', { plan: PLAN }).reject('p1', 'Use fewer steps please');
    const empty = plans(rejected, 'p2', undefined, { plan: null });
    expect(await decisionsIn(plans(empty, 'p3', PLAN, { isAgent: true }))).toEqual([]);
  });

  it('opens the next session: it is its task and its decision, once', async () => {
    const handed = { planContent: PLAN };
    const builder = new TranscriptBuilder()
      .prompt(`Implement the following plan:\n\n${PLAN}`, handed)
      .prompt('Now the tests');
    const episode = await episodeFrom(plans(builder, 'p1', PLAN));
    expect(episode.task).toBe('Plan: Keep times in UTC');
    expect(episode.decisions).toMatchObject([{ chosen: PLAN, origin: { pointer: 'line 1' } }]);
  });

  it('is not what somebody types after the words that the program uses', async () => {
    const typed = new TranscriptBuilder().prompt(`Implement the following plan:\n\n${PLAN}`).prompt('Go on please');
    const episode = await episodeFrom(typed);
    expect(episode).toMatchObject({ task: 'Go on please', decisions: [] });
  });
});
