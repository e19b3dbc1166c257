import { describe, expect, it } from 'vitest';
import { asksNothing } from '../../src/retrieval/index.ts';

describe('a prompt', () => {
  it.each([
    'yes',
    'Yes, please.',
    'ok go on',
    'continue',
    'try again',
    'commit this',
    'undo that',
    'now run the tests again',
    'looks good, push it',
    'what does this function do?',
    'Thanks!',
    'keep going with the next step',
    'No. Revert the last change please',
    'option 2',
    'ja, mach weiter',
    'はい',
    '👍',
    '',
  ])('%j asks nothing', (text) => {
    expect(asksNothing(text)).toBe(true);
  });

  it.each([
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
    expect(asksNothing(text)).toBe(false);
  });
});
