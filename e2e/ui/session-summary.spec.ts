import { startAgent } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { expect, open, test } from '../fixtures.ts';
import { record, tab, tell } from './session-parts.ts';

const SUMMARY = 'Summary';

test('a session shows its goal, how far it came, what is known and what is next, and every version of that (S4-32)', async ({
  page,
  host,
}) => {
  verifies('S4-32');
  const { id, sessionId } = await tell(host, { task: 'Make the cart add up' });
  const note = (parts: object) => host.client.call('session.note', { sessionId, ...parts });
  await note({ goal: 'Make the cart add up', progress: 'Rows are parsed', next: 'Sum the rows' });
  await note({ known: 'Rows are texts', next: 'Round the tax' });
  await open(page, host, `sessions?episode=${id}`);
  await tab(page, SUMMARY).click();
  await expect(page).toHaveURL(/tab=summary/);
  await expect(record(page).getByRole('heading', { level: 3 })).toHaveText(['Goal', 'Progress', 'Known', 'Next']);
  const part = (name: string) =>
    record(page)
      .locator('section')
      .filter({ has: page.getByRole('heading', { name }) });
  await expect(part('Progress')).toContainText('Rows are parsed');
  await expect(part('Next')).toContainText('Round the tax');
  await expect(record(page).getByText(/written by/)).toHaveText(/^As of .*, written by \S.* \(\w+\)$/);
  const versions = record(page).getByRole('list', { name: 'Versions' }).locator('> li');
  await expect(versions).toHaveCount(0);
  await record(page).getByRole('button', { name: 'Versions' }).click();
  await expect(versions).toHaveCount(2);
  await expect(versions.first().locator('time')).toHaveCount(1);
  await expect(versions.first()).toContainText('Rows are texts');
  await expect(versions.first()).not.toContainText('Rows are parsed');
  await expect(versions.first().locator('ins')).not.toHaveCount(0);
  await expect(versions.last()).toContainText('Rows are parsed');
  // What is noted meanwhile is shown at once.
  await note({ next: 'Ship it' });
  await expect(part('Next')).toContainText('Ship it');
  await expect(versions).toHaveCount(3);
  // Of two who noted something, nobody knows who wrote what.
  const agent = await startAgent({ data: host.ready.data, project: 'shop', args: ['--profile', 'full'] });
  await agent.tool('session_note', { sessionId, approach: 'Round each row' });
  await agent.close();
  await expect(part('Approach')).toContainText('Round each row');
  await expect(record(page).getByText(/^As of/)).toBeVisible();
  await expect(record(page).getByText(/written by/)).toHaveCount(0);
});

test('of a session of which nothing is known, that is said', async ({ page, host }) => {
  const { id } = await tell(host, {});
  await open(page, host, `sessions?episode=${id}&tab=summary`);
  await expect(record(page)).toContainText('Nothing is known of where this session stands.');
  await expect(record(page).getByRole('button', { name: 'Versions' })).toBeHidden();
});
