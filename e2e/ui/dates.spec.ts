import { expect, open, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { CHECKOUT, sessionRows, tell } from './session-parts.ts';

test('a day is typed in words, moved by arrow keys, and what is no day changes nothing', async ({ page, host }) => {
  await tell(host, CHECKOUT);
  await tell(host, { task: 'Long ago', occurredAt: '2026-01-01T00:00:00Z' });
  await open(page, host, 'sessions');
  const since = page.getByRole('textbox', { name: 'From this day (UTC) on' });
  await since.fill('1 Feb 2026');
  await expect(sessionRows(page)).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(sessionRows(page)).toHaveText([/Make the checkout/]);
  await expect(page).toHaveURL(/since=2026-02-01/);
  await expect(since).toHaveValue('2026-02-01');
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/since=2026-01-31/);
  await since.fill('31.2.2026');
  await page.keyboard.press('Enter');
  await expect(since).toHaveAttribute('aria-invalid', 'true');
  await expect(since).toHaveValue('31.2.2026');
  await expect(page).toHaveURL(/since=2026-01-31/);
  await since.fill('');
  await expect(sessionRows(page)).toHaveCount(2);
  await expect(page).not.toHaveURL(/since=/);
});

test('a calendar is used by keys alone, in both themes', async ({ page, host }) => {
  await tell(host, CHECKOUT);
  await open(page, host, 'sessions?since=2026-05-20');
  const since = page.getByRole('textbox', { name: 'From this day (UTC) on' });
  await since.focus();
  await page.keyboard.press('Alt+ArrowDown');
  const calendar = page.getByRole('dialog', { name: 'From this day (UTC) on' });
  const day = (name: string) => calendar.getByRole('button', { name });
  await expect(day('Wednesday, 20 May 2026')).toBeFocused();
  await expect(day('Wednesday, 20 May 2026')).toHaveAttribute('aria-pressed', 'true');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('PageDown');
  await expect(day('Sunday, 21 June 2026')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(calendar).toBeHidden();
  await expect(since).toBeFocused();
  await expect(since).toHaveValue('2026-06-21');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(day('Sunday, 21 June 2026')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(since).toBeFocused();
  await expect(page).toHaveURL(/since=2026-06-21/);
});

test('the log of writes is of days, each with its heading, and is narrowed to a time of a day', async ({
  page,
  host,
}) => {
  await store(host, { taskDescription: 'One' });
  await open(page, host, 'activity');
  await expect(page.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible();
  const since = page.getByRole('textbox', { name: 'Since' });
  await since.fill('23:59');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/since=/);
  await expect(since).toHaveValue(/^\d{4}-\d{2}-\d{2} 23:59$/);
});

test('chips of filters show days, minutes only within one, and never seconds; their tooltips are exact', async ({
  page,
  host,
}) => {
  await store(host, {});
  const since = new Date(2020, 2, 4).toISOString();
  const until = new Date(2099, 2, 6, 7, 8, 9).toISOString();
  const link = `since=${encodeURIComponent(since)}&until=${encodeURIComponent(until)}`;
  await open(page, host, `lessons?${link}`);
  const chip = (name: RegExp) => page.getByRole('button', { name });
  await expect(chip(/^Remove filter From/)).toHaveText('From 4 Mar 2020');
  await expect(chip(/^Remove filter From/)).toHaveAttribute('title', /^From 4 Mar 2020, 00:00:00 \S+$/);
  await expect(chip(/^Remove filter Before/)).toHaveText('Before 6 Mar 2099, 07:08');
  await expect(chip(/^Remove filter Before/)).toHaveAttribute('title', /^Before 6 Mar 2099, 07:08:09 \S+$/);
  // No write is listed, because the heading of those of today is what the home screen is told by.
  await open(page, host, `activity?since=${encodeURIComponent(until)}`);
  await expect(chip(/^Remove filter Since/)).toHaveText('Since 6 Mar 2099, 07:08');
  await expect(chip(/^Remove filter Since/)).toHaveAttribute('title', /^Since 6 Mar 2099, 07:08:09 \S+$/);
});
