import type { Page } from '@playwright/test';
import type { HostProcess } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import type { ScreenId } from '@twicewise/ui/shell';
import { addressOf, expect, fill, open, test } from '../fixtures.ts';
import { violations } from './axe.ts';

/** For every screen a link, and how to see that its contents are loaded. */
const SCREENS: Record<ScreenId, { link: string; ready: (page: Page) => Promise<unknown> }> = {
  today: { link: 'today', ready: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
  lessons: {
    link: 'lessons',
    ready: (page) =>
      page
        .getByRole('option')
        .or(page.getByRole('heading', { name: 'No lessons yet' }))
        .first()
        .waitFor(),
  },
  sessions: {
    link: 'sessions',
    ready: (page) =>
      page
        .getByRole('option')
        .or(page.getByRole('heading', { name: 'No sessions yet' }))
        .first()
        .waitFor(),
  },
  causes: {
    link: 'causes',
    ready: (page) =>
      page
        .getByText('Nothing is known yet')
        .or(page.getByText(/^(Strongest chains known|Connect two things)$/))
        .first()
        .waitFor(),
  },
  brief: { link: 'brief?task=Keep+the+build+green', ready: (page) => page.getByText(/of 800 tokens/).waitFor() },
  insights: {
    link: 'insights',
    ready: (page) => page.getByText(/^Counted at /).waitFor({ timeout: 30_000 }),
  },
  activity: { link: 'activity', ready: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
  settings: {
    link: 'settings',
    ready: (page) => page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor(),
  },
  data: { link: 'data', ready: (page) => page.getByRole('heading', { name: 'Data', exact: true }).waitFor() },
};

async function lookAtAll(page: Page, host: HostProcess): Promise<void> {
  await open(page, host);
  for (const [id, { link, ready }] of Object.entries(SCREENS)) {
    await page.goto(addressOf(host, link));
    await ready(page);
    await expect(page.locator(`nav a[href*="#/${id}"]`)).toHaveAttribute('data-status', 'active');
    expect(await violations(page), id).toEqual([]);
  }
}

test.describe('every screen in both themes', { tag: '@browser' }, () => {
  test('is accessible in an empty memory', ({ page, host }) => {
    verifies('T46', 'P18');
    return lookAtAll(page, host);
  });

  test('is accessible with ten lessons', async ({ page, host }) => {
    verifies('T46', 'P18');
    await fill(host, 10);
    await lookAtAll(page, host);
  });

  test('is accessible with 10,000 lessons', ({ page, largeHost }) => {
    verifies('T46', 'P18');
    return lookAtAll(page, largeHost);
  });
});
