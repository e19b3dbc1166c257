import { describe, expect, it } from 'vitest';
import { extractLog } from '../../src/session-logs/index.ts';
import { takenApart } from '../../src/session-logs/sentence.ts';

describe('a decision in one sentence', () => {
  it.each([
    [
      'Chose SQLite because it needs no server; alternatives: Postgres, a file',
      'SQLite',
      'it needs no server',
      ['Postgres', 'a file'],
    ],
    ['Chose SQLite over Postgres because it needs no server.', 'SQLite', 'it needs no server', ['Postgres']],
    [
      'We decided to use UTC rather than local time because logs cross zones',
      'use UTC',
      'logs cross zones',
      ['local time'],
    ],
    ['Went with a queue instead of threads, timers or polling', 'a queue', null, ['threads', 'timers', 'polling']],
    ['Decided on weekly releases because reviews take days', 'weekly releases', 'reviews take days', []],
    ['Selected Vitest; alternatives considered: Jest and Mocha', 'Vitest', null, ['Jest', 'Mocha']],
  ])('is taken apart: %s', (sentence, chosen, rationale, options) => {
    expect(takenApart(sentence)).toEqual({ chosen, rationale, options });
  });

  it.each([
    ['says no reason and no alternative', 'Chose SQLite'],
    ['does not begin with a choice', 'SQLite was slow because it was chosen over Postgres'],
    ['is about what is worked over', 'Decided to iterate over rows because the table is large'],
    ['is about time', 'Chose the cache over time because it was cold'],
    ['counts', 'Chose batches over 100 rows because the log is small'],
    ['tells how it is done', 'Chose reuse instead of copying because it drifts'],
    ['has two reasons', 'Chose SQLite because it is small because of the phone'],
    ['has two comparisons', 'Chose A over B over C because of speed'],
    ['names alternatives twice', 'Chose A over B because of speed; alternatives: C, D'],
    ['goes on', 'Chose SQLite over Postgres. It was slow because of the disk'],
    ['has a list that is prose', `Chose A; alternatives: ${'many words '.repeat(20)}`],
    ['says since, which may be of time', 'Chose SQLite since March'],
  ])('stays as it is when it %s', (_name, sentence) => {
    expect(takenApart(sentence)).toBeNull();
  });

  it('is in its parts in the episode of its log, with the sentence kept; fields of the log win', () => {
    const sentence = 'Chose SQLite over Postgres because it needs no server';
    const text = `# Session 3\n\n## Decisions\n\n- ${sentence}\n- Chose Zod over Joi because of types\n  - Rationale: It infers\n`;
    const answer = extractLog({ name: '2026-01-02-session-3.md', text });
    if (!('content' in answer)) throw new Error(answer.problem);
    expect(answer.content.decisions).toMatchObject([
      { chosen: 'SQLite', rationale: 'it needs no server', options: ['Postgres'], extra: { sentence } },
      { chosen: 'Chose Zod over Joi because of types', rationale: 'It infers', options: [], extra: {} },
    ]);
  });
});
