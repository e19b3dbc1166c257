import type { HostProcess } from '@twicewise/testkit';
import { expect, open, test } from '../fixtures.ts';
import { find, nodes, panel } from './causes-page.ts';

// What is counted as a cause or an effect, and how strong a chain is, is the same wherever it is shown.

const error = (text: string) => ({ kind: 'error', text });

/** Says, as a person, that one error has to do with another. */
const say = (host: HostProcess, from: string, to: string, relation: 'causes' | 'prevents' = 'causes') =>
  host.client.call('causal.assert', {
    ...{ projectId: 'shop', from: error(from), to: error(to) },
    ...{ relation, note: 'The log shows it' },
  });

test('what is prevented has a part of its own, and is no effect in the list either', async ({ page, host }) => {
  await say(host, 'Disk is full', 'Logs are lost');
  await say(host, 'Disk is full', 'Backups are made', 'prevents');
  await open(page, host, 'causes?map=true');
  await expect(nodes(page).filter({ hasText: 'Disk is full' })).toContainText('1 effect');
  await find(page, 'Disk is full');
  await expect(panel(page, 'Node').getByRole('region', { name: 'Effects: 1' })).toContainText('Logs are lost');
  const prevented = panel(page, 'Node').getByRole('region', { name: 'Prevents, or is prevented by: 1' });
  await expect(prevented).toContainText('Backups are made');
});

test('a chain has the same strength where it is suggested and where it is opened', async ({ page, host }) => {
  await say(host, 'Disk is full', 'Logs are lost');
  await say(host, 'Logs are lost', 'Nobody knows why');
  await open(page, host, 'causes');
  const chain = page.getByRole('button', { name: /Disk is full leads to/ });
  await expect(chain).toContainText(/2 steps, the weakest 0\.\d\d, together 0\.\d\d/);
  const strength = (await chain.textContent())?.match(/together (0\.\d\d)/)?.[1];
  await chain.click();
  await expect(page.getByText(`Chain 1 · strength ${strength}`)).toBeVisible();
});
