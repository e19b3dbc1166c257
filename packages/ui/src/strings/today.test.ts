import { occasion, type TranscriptsResult } from '@twicewise/contract';
import { describe, expect, test } from 'vitest';
import { agentAnswers } from './agent-answers.ts';
import { agents } from './agents.ts';
import { pastSessions } from './past-sessions.ts';
import { exposures } from './retrieval.ts';
import { settings } from './settings.ts';
import { review } from './today.ts';

test('every occasion on which an agent is told something has words of its own', () => {
  const words = occasion.options.map((name) => agentAnswers.occasion(name, 'memory.remind'));
  expect(words).toEqual([
    'At the start of a session',
    'After its context was cut',
    'With a prompt',
    'After a failed command',
    'At the end of a turn',
    'When it was stuck',
  ]);
  expect(agentAnswers.occasion('some_hook', 'memory.remind')).toBe('some_hook');
  for (const name of occasion.options) expect(exposures.way(name, 'memory.remind')).not.toContain('_');
});

test('every answer to an agent has words of its own, where it is listed and at the lesson', () => {
  for (const name of ['memory.brief', 'reflection.summary', 'reflection.format', 'pattern.match', 'causal.deadEnds']) {
    expect(agentAnswers.occasion('tool', name)).toMatch(/^Asked .+/);
    expect(exposures.way('tool', name)).toMatch(/^(?:in an?|shown as a) /);
  }
  expect(agentAnswers.occasion('tool', 'some.operation')).toBe('Asked');
  expect(exposures.way('tool', 'some.operation')).toBe('in an answer');
  expect(exposures.way('named', null)).toBe('named it without being shown');
});

test('an answer without a lesson is not called empty where it is made of something else', () => {
  expect(agentAnswers.noLesson('memory.brief', 'tool')).toBe('nothing clearly relevant');
  expect(agentAnswers.noLesson('pattern.match', 'tool')).toBe('no lesson in the answer');
  expect(agentAnswers.noLesson('attempt.context', 'tool')).toBe('no lesson in the answer');
  expect(agentAnswers.noLesson('memory.remind', 'turn_end')).toBe('was asked to store what it fixed');
  expect(agentAnswers.noLesson('memory.remind', 'stuck')).toBe('was shown what it had tried');
  expect(agentAnswers.noLesson('memory.remind', 'context_cut')).toBe('was shown where the work stood');
});

test('what a reading of past sessions came to', () => {
  const none = {
    files: 0,
    sessions: 0,
    drafts: 0,
    alreadyThere: 0,
    redacted: 0,
    badLines: 0,
    unreadable: 0,
    unknown: {},
  };
  const result = (counts: Partial<TranscriptsResult>) => pastSessions.result({ ...none, ...counts });
  expect(result({ files: 12, drafts: 7, alreadyThere: 0, badLines: 0 })).toBe('12 transcripts read: 7 new drafts.');
  expect(result({ files: 1, drafts: 0, alreadyThere: 1200, badLines: 1 })).toBe(
    '1 transcript read: no new draft, 1,200 already here, 1 unreadable line left out.',
  );
  expect(result({ files: 3, episodes: 2 })).toBe('3 transcripts read: 2 new sessions, no new draft.');
  expect(result({})).toBe('0 transcripts read: no new draft.');
});

describe('what the test of an entry says', () => {
  const said = (serverAnswers: boolean | null, hooksAnswer: boolean | null) =>
    agents.answers({ copies: [], notes: [], serverAnswers, hooksAnswer });

  test('only what was tested is said', () => {
    expect(said(null, null)).toBe('');
    expect(said(true, null)).toBe('Tested: its tools answer.');
    expect(said(true, true)).toBe('Tested: its tools answer. Its hooks answer.');
    expect(said(true, false)).toBe('Tested: its tools answer. Its hooks did not answer the test.');
    expect(said(false, true)).toContain('did not answer');
  });
});

test('what is said of drafts follows the setting', () => {
  expect(review.text(true)).toContain('see drafts last');
  expect(review.text(false)).toContain('see no drafts');
  expect(settings.review.shownText(true)).toContain('marked as not reviewed');
  expect(settings.review.shownText(false)).toContain('do not see a draft');
});
