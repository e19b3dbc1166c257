import { expect, inspector, open, store, test } from '../fixtures.ts';
import { record, tab } from './session-parts.ts';

test('a part whose script is loaded when it is asked for is shown as soon as the script is there', async ({
  page,
  host,
}) => {
  // React draws what comes after a fallback of Suspense by a timer of up to 300 ms: with this one it would never come.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    const isHeldBack = (ms: number) => ms >= 50 && ms <= 300;
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => setTimeout(run, isHeldBack(ms) ? 3_600_000 : ms),
    });
  });
  const place = { projectId: 'shop', sessionId: 'one' };
  const { episode } = await host.client.call('episode.store', { ...place, task: 'Add up', outcome: 'success' });
  await host.client.call('attempt.record', { ...place, task: 'Add up the cart', outcome: 'failure' });
  await open(page, host, `sessions?episode=${episode.id}`);
  // At rest, when it has loaded the other screens ahead: anything else that is drawn would draw the part as well.
  const isLoaded = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('SettingsScreen'));
  await page.waitForFunction(isLoaded);
  await tab(page, 'Attempts').click();
  await expect(record(page).getByText('Add up the cart').first()).toBeVisible();
});

test('a part whose script cannot be loaded says so in its place, and loads it once that is possible', async ({
  page,
  host,
}) => {
  const { id } = await store(host, { taskDescription: 'Mend the pool' });
  await host.client.call('reflection.delete', { id });
  const scripts = '**/Purging*.js';
  await page.route(scripts, (route) => route.abort());
  await open(page, host, `lessons?bin=true&lesson=${id}`);
  await inspector(page).getByRole('button', { name: 'Purge…' }).click();
  const missing = page.getByRole('alert').filter({ hasText: 'This part could not be loaded.' });
  await expect(missing).toBeVisible();
  await expect(inspector(page).getByRole('heading', { name: 'Mend the pool' })).toBeVisible();
  await page.unroute(scripts);
  await missing.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Purge 1 lesson' })).toBeVisible();
  await expect(missing).toHaveCount(0);
});
