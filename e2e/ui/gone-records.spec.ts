import { ended } from '../ended-job.ts';
import { expect, inspector, open, statusLine, store, test } from '../fixtures.ts';
import { record, tell } from './session-parts.ts';

const REMOVED = 'The sample was removed, and this was part of it. Undo brings all of it back.';

// What is said of an open lesson or session that is gone.

test('of what the sample brought: that it was removed, and Undo brings it back', async ({ page, host }) => {
  const { job } = await host.client.call('import.sample', {});
  await ended(host, job.id);
  const [lesson] = (await host.client.call('reflection.list', { limit: 1 })).items;
  const [episode] = (await host.client.call('episode.list', { limit: 1 })).items;
  await open(page, host, `lessons?lesson=${lesson?.id}`);
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText(lesson?.taskDescription ?? '');
  // The second time it is the second removal that is undone.
  for (let time = 0; time < 2; time++) {
    await page.getByRole('button', { name: 'Remove the sample' }).click();
    await expect(page.getByText(REMOVED)).toBeVisible();
    await page.getByText(REMOVED).locator('..').getByRole('button', { name: 'Undo' }).click();
    await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText(lesson?.taskDescription ?? '');
    await expect(statusLine(page)).toContainText('Undone: removed the sample');
  }

  await open(page, host, `sessions?episode=${episode?.id}`);
  await expect(record(page).getByRole('heading', { level: 2 })).toBeVisible();
  await page.getByRole('button', { name: 'Remove the sample' }).click();
  await expect(page.getByText(REMOVED)).toBeVisible();
});

test('of what was undone, purged, or never here: that', async ({ page, host }) => {
  const undone = await store(host, { taskDescription: 'Undone', projectId: 'shop' });
  const { items } = await host.client.call('operation.list', { entityId: undone.id });
  await host.client.call('operation.undo', { operationId: items[0]?.id ?? '' });
  const purged = await store(host, { taskDescription: 'Purged', projectId: 'shop' });
  await host.client.call('reflection.delete', { id: purged.id });
  const which = { ids: [purged.id] };
  const { digest } = await host.client.call('reflection.previewPurge', { which });
  await host.client.call('reflection.purge', { which, digest });
  await store(host, { taskDescription: 'Stays', projectId: 'shop' });
  await open(page, host, `lessons?lesson=${undone.id}`);
  await expect(page.getByText('It was undone; redo brings it back.')).toBeVisible();
  await open(page, host, `lessons?lesson=${purged.id}`);
  await expect(page.getByText('It was purged: nothing brings it back.')).toBeVisible();
  await open(page, host, 'lessons?lesson=refl_01ARZ3NDEKTSV4RRFFQ69G5FAV');
  await expect(page.getByText('Nothing in this memory ever had this address.')).toBeVisible();
  await tell(host);
  await open(page, host, 'sessions?episode=epis_01ARZ3NDEKTSV4RRFFQ69G5FAV');
  await expect(page.getByText('Nothing in this memory ever had this address.')).toBeVisible();
});
