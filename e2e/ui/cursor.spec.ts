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
  // Nor does the key that selects take another one for it.
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected')).toHaveCount(0);
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText(oldest?.taskDescription ?? '');

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

for (const [kind, region, slow, quick] of [
  ['lessons', 'Lessons', 'reflection.list', null],
  ['sessions', 'Sessions', 'session.unrecorded', 'episode.list'],
] as const) {
  test(`until the bin is read, nothing of before is told as its own: ${kind}`, { tag: '@browser' }, async ({
    page,
    host,
  }) => {
    for (const name of ['One', 'Two', 'Three']) {
      const { id } = await store(host, { taskDescription: name });
      const { episode } = await host.client.call('episode.store', { sessionId: name, projectId: 'shop', task: name });
      if (name !== 'Three') continue;
      await host.client.call('reflection.delete', { id });
      await host.client.call('episode.delete', { id: episode.id });
    }
    await open(page, host, kind);
    const status = page.getByRole('region', { name: region, exact: true }).getByRole('status');
    await expect(status).toHaveText(`2 ${kind}`);
    let answer = () => {};
    const wanted = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const isOfBin = (data: string | null) => data?.includes('"deleted":"only"') ?? false;
    await page.route(`**/api/${slow}`, async (route) => {
      if (isOfBin(route.request().postData())) await wanted;
      await route.continue();
    });
    const half = page.waitForResponse(
      (response) => response.url().endsWith(`/api/${quick}`) && isOfBin(response.request().postData()),
    );
    await page.keyboard.press('x');
    await expect(page.getByText('1 selected')).toBeVisible();
    await page.keyboard.press('b');
    await expect(page.getByRole('button', { name: 'Bin', exact: true })).toHaveAttribute('aria-pressed', 'true');
    if (quick) await half;
    else half.catch(() => {});
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await expect(status).toHaveText(`2 ${kind}`);
    await expect(rows(page)).toHaveCount(2);
    // Nothing is offered that would be done with what was selected before.
    await expect(page.getByText('1 selected')).toBeHidden();
    answer();
    await expect(status).toHaveText(`1 ${kind.slice(0, -1)} in the bin`);
    await page.keyboard.press('j');
    await expect(page.getByRole('option', { selected: true })).toContainText('Three');
  });
}

test('the line of keys says what a key that does and undoes would do now, and names the way out of the bin', async ({
  page,
  host,
}) => {
  await store(host, { taskDescription: 'Only one' });
  await open(page, host);
  await page.keyboard.press('j');
  const line = page.getByRole('contentinfo');
  await expect(line).toContainText('ppin');
  await expect(line).not.toContainText('restore');
  await page.keyboard.press('p');
  await expect(line).toContainText('punpin');
  await page.keyboard.press('#');
  await expect(rows(page)).toHaveCount(0);
  await page.keyboard.press('b');
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('j');
  await expect(line).toContainText('urestore');
  await expect(line).not.toContainText('pin');
});
