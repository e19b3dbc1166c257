import { homedir, userInfo } from 'node:os';
import { installClaudeCode } from '@twicewise/testkit';
import { expect, test } from '../fixtures.ts';

// The environment of a test belongs to it alone; packages/host/test/surroundings.test.ts tests the rest of this.

test('each test has a home of its own, and its host or app sees what is installed there and nothing else', async ({
  host,
  home,
}) => {
  expect(homedir()).not.toBe(userInfo().homedir);
  const installed = async () =>
    (await host.client.call('client.list', {})).items.filter(({ state }) => state !== 'absent').map(({ id }) => id);
  expect(await installed()).toEqual([]);
  installClaudeCode(home);
  expect(await installed()).toEqual(['claude-code']);
});
