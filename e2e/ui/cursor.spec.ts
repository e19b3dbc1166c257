import { expect, fill, inspector, open, rows, statusLine, store, test } from '../fixtures.ts';

test('a lesson that is not among the rows leaves none marked, and keys act on it alone', async ({ page, host }) => {
  await fill(host, 130);
  const { items } = await host.client.call('reflection.list', { limit: 200 });
  const [first, oldest] = [items[0], items.at(-1)];
  await open(page, host, `lessons?lesson=${oldest?.id}`);
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText(oldest?.taskDescription ?? '');
  await expect(rows(page).first()).toContainText(first?.taskDescription ?? '');
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0);
  await page.keyboard.press('p');
  await expect(statusLine(page)).toContainText('Pinned');
  const { reflection } = await host.client.call('reflection.get', { id: oldest?.id ?? '' });
  expect(reflection.pinned).toBe(true);

  await page.keyboard.press('j');
  await expect(page.getByRole('option', { selected: true })).toContainText(first?.taskDescription ?? '');
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText(first?.taskDescription ?? '');
});

test('from a lesson that left the list, the keys go on at its place', async ({ page, host }) => {
  for (const taskDescription of ['Four', 'Three', 'Two', 'One']) await store(host, { taskDescription });
  await open(page, host, 'lessons?outcome=failure');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(inspector(page).getByRole('heading', { name: 'Two' })).toBeVisible();
  const [, two] = (await host.client.call('reflection.list', {})).items;
  await host.client.call('reflection.update', { id: two?.id ?? '', changes: { outcome: 'success' } });
  await expect(rows(page)).toHaveCount(3);
  await expect(inspector(page).getByRole('heading', { name: 'Two' })).toBeVisible();
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(page.getByRole('option', { selected: true })).toContainText('Three');
});
