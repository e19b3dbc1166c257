import { describe, expect, it } from 'vitest';
import { asksNothing, namesNothing } from '../src/small-talk.ts';

describe('a prompt', () => {
  it.each([
    'yes',
    'Yes, please.',
    'ok go on',
    'continue',
    'try again',
    'undo that',
    'Thanks!',
    'keep going with the next step',
    'option 2',
    'ja, mach weiter',
    'はい',
    '👍',
    '',
  ])('%j asks nothing', (text) => {
    expect([namesNothing(text), asksNothing(text)]).toEqual([true, true]);
  });

  it.each([
    'commit this',
    'now run the tests again',
    'looks good, push it',
    'what does this function do?',
    'No. Revert the last change please',
  ])('%j speaks of the work at hand, which an agent that asks may mean', (text) => {
    expect([namesNothing(text), asksNothing(text)]).toEqual([true, false]);
  });

  it.each([
    'deploy the release',
    'fix the build',
    'rebase onto main',
    'rollback',
    'fix the login timeout',
    'commit the migration of the users table',
    'why does webpack fail?',
    'PR 4443',
    'session 3044',
    'ECONNREFUSED',
    'run scripts/db-up.sh',
    'yes, but use Redis instead',
    'undo the rate limiter',
    'npm test hangs',
    '注文の合計が間違っている',
    'mach den Build schneller',
    `${'go on '.repeat(20)}`,
  ])('%j asks something', (text) => {
    expect([namesNothing(text), asksNothing(text)]).toEqual([false, false]);
  });
});
