import { tempFolder } from '@twicewise/testkit';
import { expect, it } from 'vitest';
import { startHost } from '../src/start-host.js';

it('a Node that is not there is told, and ends nobody', async () => {
  const folder = tempFolder('no-node');
  const program = { node: '/nonexistent/node', flags: [], entry: 'twicewise.mjs' };
  const reason = await new Promise((resolve) => startHost(program, folder.path, [], resolve));
  expect(reason).toContain('ENOENT');
  folder.remove();
});
