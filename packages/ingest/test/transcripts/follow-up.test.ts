import { describe, expect, it } from 'vitest';
import { isFollowUp } from '../../src/transcripts/attempts/follow-up.ts';

describe('a request that only goes on with the task before', () => {
  it.each([
    'yes',
    'Yes, please!',
    'ok do it',
    'continue',
    'continue, network should be better now',
    'go ahead and commit',
    'Great, go on',
    'perfect',
    'No, revert that',
    'commit and push',
    'LGTM',
    'now try again',
    'run the tests',
    'Run lint again please',
  ])('%s', (text) => expect(isFollowUp(text)).toBe(true));

  it.each([
    '',
    'fix the login',
    'Add a test for this',
    'run the tests of the cart in a browser of its own',
    'continue with the migration of the store to version 12',
    'no, the header must stay where it was before',
    'good catch, the header is wrong',
    'next, add the login page',
    'Please fix my unit test issue in the cart',
    'yesterday broke the build',
    'done.ts throws on an empty list',
    'ログインを直して',
  ])('is none: %s', (text) => expect(isFollowUp(text)).toBe(false));
});
