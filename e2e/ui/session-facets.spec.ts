import type { Page } from '@playwright/test';
import { verifies } from '@twicewise/testkit/verifies';
import { expect, open, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { sessionRows, tell } from './session-parts.ts';

const panel = (page: Page) => page.getByRole('complementary', { name: 'Filters' });
const value = (page: Page, name: string) => panel(page).getByRole('checkbox', { name, exact: true });
const facet = (page: Page, name: string) =>
  panel(page)
    .getByRole('group')
    .filter({ has: page.getByText(name, { exact: true }) });

const error = { type: 'error', content: 'It broke' };

test('each count is what choosing it lists; choices are in the link, as chips, and taken away one by one', async ({
  page,
  host,
}) => {
  verifies('C-11');
  await tell(host, { task: 'One', projectId: 'alpha', outcome: 'failure', events: [error] });
  await tell(host, { task: 'Two', projectId: 'alpha', outcome: 'success', decisions: [{ chosen: 'Wait' }] });
  await tell(host, { task: 'Three', projectId: 'beta', occurredAt: '2026-03-04T10:00:00Z', events: [error] });
  await open(page, host, 'sessions');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await expect(value(page, 'alpha 2')).toBeVisible();
  await value(page, 'Errors 2').check();
  await expect(sessionRows(page)).toHaveCount(2);
  // If all chosen values must hold, counts refer to what is left; otherwise each facet is counted without its own filter.
  await expect(facet(page, 'Has').getByRole('checkbox')).toHaveCount(1);
  await value(page, 'Failure 1').check();
  await expect(sessionRows(page)).toContainText(['One']);
  await expect(value(page, 'Unknown 1')).toBeVisible();
  await expect(page).toHaveURL(/has=errors&outcome=failure$/);
  await value(page, 'Failure 1').uncheck();
  await value(page, 'March 2026 1').check();
  await expect(sessionRows(page)).toContainText(['Three']);
  await page.reload();
  await expect(sessionRows(page)).toContainText(['Three']);
  await expect(value(page, 'Errors 1')).toBeChecked();
  await page.getByRole('button', { name: 'Remove filter March 2026' }).click();
  await page.getByRole('button', { name: 'Remove filter Has: errors' }).click();
  await expect(sessionRows(page)).toHaveCount(3);
  // The words are a filter here, so they also change the counts.
  await page.getByRole('searchbox', { name: 'Words in tasks' }).fill('Two');
  await expect(value(page, 'alpha 1')).toBeVisible();
  await expect(value(page, 'Errors 2')).toBeHidden();
});

test('sessions with attempts are counted and chosen; what is recorded meanwhile counts at once', async ({
  page,
  host,
}) => {
  verifies('C-11');
  const { sessionId, projectId } = await tell(host, { task: 'One' });
  const other = await tell(host, { task: 'Two' });
  const record = (session: string) =>
    host.client.call('attempt.record', { projectId, sessionId: session, task: 'Try', outcome: 'failure' });
  const { attempt } = await record(sessionId);
  await record(sessionId);
  await open(page, host, 'sessions');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await value(page, 'Attempts 1').check();
  await expect(sessionRows(page)).toContainText(['One']);
  await expect(page).toHaveURL(/has=attempts/);
  await record(other.sessionId);
  await expect(value(page, 'Attempts 2')).toBeChecked();
  await expect(sessionRows(page)).toHaveCount(2);
  await host.client.call('attempt.delete', { id: attempt.id });
  await expect(sessionRows(page)).toHaveCount(2);
  await tell(host, { task: 'Three' });
  await page.reload();
  await expect(sessionRows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove filter Has: attempts' }).click();
  await expect(sessionRows(page)).toHaveCount(3);
});

test('by keys alone: open, choose, and back to the list', async ({ page, host }) => {
  await tell(host, { task: 'One', outcome: 'failure' });
  await tell(host, { task: 'Two', outcome: 'success' });
  await open(page, host, 'sessions');
  await expect(sessionRows(page)).toHaveCount(2);
  await page.keyboard.press('f');
  const failure = value(page, 'Failure 1');
  await expect(failure).toBeVisible();
  for (let step = 0; step < 12 && !(await failure.evaluate((box) => box === document.activeElement)); step++)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await expect(sessionRows(page)).toContainText(['One']);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(page.getByRole('listbox', { name: 'Sessions' })).toBeFocused();
});

test('the counts are accessible in both themes, in a narrow window too', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await tell(host, { task: 'One', outcome: 'failure', events: [error] });
  await open(page, host, 'sessions?has=errors');
  await page.keyboard.press('f');
  await expect(value(page, 'Errors 1')).toBeVisible();
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1024, height: 700 },
  ]) {
    await page.setViewportSize(viewport);
    expect(await violations(page)).toEqual([]);
  }
});
