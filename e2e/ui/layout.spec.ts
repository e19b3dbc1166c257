import { addressOf, expect, inspector, open, rows, statusLine, store, test } from '../fixtures.ts';
import { card, waiting } from './parts.ts';
import { CHECKOUT, record, tab, tell } from './session-parts.ts';

test.use({ viewport: { width: 1024, height: 700 } });

test('the page is as high as the window, whatever is open in it', async ({ page, host }) => {
  await store(host, { text: 'Long.\n'.repeat(60), relatedEntityIds: ['a.ts', 'b.ts'] });
  await open(page, host);
  await page.keyboard.press('j');
  await expect(inspector(page).getByRole('heading', { level: 2 })).toBeVisible();
  await expect(inspector(page).getByRole('listitem').first()).toBeAttached();
  const heights = await page.evaluate(() => [document.documentElement.scrollHeight, window.innerHeight]);
  expect(heights[0]).toBe(heights[1]);
});

test('a sheet that is cut off fades at its foot, and ends without a fade over its words', async ({ page, host }) => {
  await store(host);
  await open(page, host);
  await page.keyboard.press('?');
  const fade = page.getByRole('dialog').locator('[data-more]');
  const last = page.getByRole('checkbox');
  await expect(last).not.toBeInViewport();
  await expect(fade).toBeInViewport();
  await page.keyboard.press('End');
  await expect(last).toBeInViewport();
  // The last is in view before the scrolling ends.
  await expect(async () => {
    const top = (await fade.boundingBox())?.y ?? 0;
    const hint = await page.getByText('Switch off if you speak').boundingBox();
    expect(top).toBeGreaterThanOrEqual((hint?.y ?? 0) + (hint?.height ?? 0));
  }).toPass({ timeout: 10_000 });
});

test('a long name of a project leaves the author to be read', { tag: '@browser' }, async ({ page, host }) => {
  await page.setViewportSize({ width: 1600, height: 1000 });
  await store(host, { projectId: 'a-project-with-a-very-long-name-'.repeat(4), agent: 'claude-code' });
  await open(page, host);
  const author = rows(page).first().getByText('claude-code', { exact: true }).locator('..');
  await expect(author).toBeVisible();
  const cutOff = await author.evaluate((name) => name.scrollWidth - name.clientWidth);
  expect(cutOff).toBeLessThanOrEqual(1);
});

test('lessons to merge into are told apart: whole tasks, and what they say', async ({ page, host }) => {
  const same = 'Get the end-to-end tests of the checkout green in the pipeline that runs every night on';
  await store(host, { taskDescription: `${same} Linux`, whatDidNotWork: ['A longer timeout'], projectId: 'shop' });
  await store(host, { taskDescription: `${same} Windows`, whatDidNotWork: ['A second try'], projectId: 'shop' });
  await store(host, { taskDescription: `${same} macOS`, state: 'draft', projectId: 'shop' });
  await open(page, host, 'today');
  await waiting(page, '1 draft to review');
  await page.keyboard.press('m');
  const candidates = card(page).getByRole('option');
  await expect(candidates).toHaveCount(2);
  await expect(candidates.filter({ hasText: 'A second try' })).toHaveCount(1);
  for (const name of ['Linux', 'Windows']) {
    const task = candidates.getByText(`${same} ${name}`, { exact: true });
    expect(await task.evaluate((text) => text.scrollHeight - text.clientHeight)).toBeLessThanOrEqual(1);
    expect(await task.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
  }
});

test('when nothing was found the foot teaches no keys that lead to hits', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await store(host);
  await open(page, host);
  await page.keyboard.press('/');
  await page.keyboard.type('login');
  await expect(statusLine(page)).toContainText('open the first');
  await expect(statusLine(page)).toContainText('↓to the list');
  await page.getByRole('searchbox').fill('xyzzyx');
  await expect(page.getByText('Nothing relevant to “xyzzyx”').first()).toBeVisible();
  await expect(statusLine(page)).not.toContainText('open the first');
  await expect(statusLine(page)).not.toContainText('↓to the list');
  await expect(statusLine(page)).toContainText('clear');
  // The keys still move on, to what can be done about it.
  await expect(statusLine(page)).toContainText('↓to the buttons');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('searchbox')).not.toBeFocused();
});

test('a memory emptied by an undo says so, not that filters hide what is there', async ({ page, host }) => {
  await open(page, host);
  await page.getByRole('button', { name: 'Load the sample' }).click();
  await expect(statusLine(page)).toContainText(/Loaded the sample: \d+ lessons/);
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('j');
  await expect(inspector(page).getByRole('heading', { level: 2 })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('There are no lessons.')).toBeVisible();
  await expect(page.getByText('No lesson matches')).toBeHidden();
  await page.keyboard.press('Control+Shift+z');
  await expect(rows(page).first()).toBeVisible();
});

test('the history tells when a lesson was deleted in words', async ({ page, host }) => {
  const { id } = await store(host, { taskDescription: 'One' });
  await host.client.call('reflection.delete', { id });
  await open(page, host, `lessons?bin=1&lesson=${id}`);
  const entry = inspector(page).getByRole('listitem').filter({ hasText: 'In the bin' }).first();
  await expect(entry).toContainText(/\d{1,2} \w{3} \d{4}/);
  await expect(entry).not.toContainText(/\d{4}-\d{2}-\d{2}T/);
});

test('who tried is written out beside a short project, where there is room', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await page.setViewportSize({ width: 1600, height: 1000 });
  await store(host, { projectId: '2', agent: 'claude-code' });
  await open(page, host);
  const author = rows(page).first().getByText('claude-code', { exact: true }).locator('..');
  await expect(author).toBeVisible();
  expect(await author.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
});

test('the preview of a decision names lessons of like tasks by what they say', async ({ page, host }) => {
  const taskDescription = 'Get the end-to-end tests of the checkout green in the nightly pipeline';
  for (const failed of ['A longer timeout', 'A second try']) {
    await store(host, { taskDescription, whatDidNotWork: [failed], state: 'draft', projectId: 'shop' });
  }
  await store(host, { taskDescription: 'Rename the queue', state: 'draft', projectId: 'shop' });
  await open(page, host, 'today');
  await waiting(page, '3 drafts to review');
  await page.keyboard.press('Shift+A');
  const examples = page.getByRole('list', { name: 'Such as' }).getByRole('listitem');
  await expect(examples).toHaveText(['Rename the queue', 'A second try', 'A longer timeout']);
});

test('the filters of drafts cover no decision', async ({ page, host }) => {
  for (const one of ['One', 'Two']) await store(host, { taskDescription: one, state: 'draft' });
  await open(page, host, 'today');
  await waiting(page, '2 drafts to review');
  await page.keyboard.press('f');
  await expect(page.getByRole('complementary', { name: 'Filters' })).toBeVisible();
  await page.getByRole('button', { name: /^Reject all 2/ }).click({ timeout: 5000 });
  await expect(page.getByRole('region', { name: 'Decide several drafts' })).toContainText('Reject. Changes 2 lessons');
});

test('rows of duplicates show where they differ, at the end of a long task', async ({ page, host }) => {
  const same = 'Get the tests of the checkout green on';
  for (const name of ['Linux', 'Windows']) {
    const failed = [`A longer timeout on ${name} did not help`, 'A second try', 'Another browser'];
    await store(host, { taskDescription: `${same} ${name}`, whatDidNotWork: failed, projectId: 'shop' });
  }
  await open(page, host, 'today?waiting=suspects');
  const row = page.getByRole('option').first();
  await expect(row.getByText(same)).toHaveCount(2);
  for (const text of await row.getByText(same).all()) {
    expect(await text.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(1);
    expect(await text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  }
});

test('the parts of a session are one line; those without room there are in a menu, and reached by arrow keys', async ({
  page,
  host,
}) => {
  const { id } = await tell(host, CHECKOUT);
  await open(page, host, `sessions?episode=${id}`);
  await expect(tab(page, 'Timeline')).toBeVisible();
  await expect(tab(page, 'Details')).toBeHidden();
  await record(page).getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  await expect(tab(page, 'Details')).toHaveAttribute('aria-selected', 'true');
  const tops = await record(page)
    .getByRole('tab')
    .evaluateAll((all) =>
      all
        .map((one) => one.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .map(({ top }) => top),
    );
  expect(new Set(tops).size).toBe(1);
  await tab(page, 'Details').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(tab(page, 'Shown')).toBeFocused();
});

test('the foot is never an empty bar: where it has nothing to say it names the keys that find and list all', async ({
  page,
  host,
}) => {
  await store(host);
  await open(page, host, 'insights');
  await expect(statusLine(page)).toContainText('all shortcuts');
  await page.goto(addressOf(host, 'brief'));
  await page.getByRole('textbox', { name: 'Task' }).focus();
  await expect(statusLine(page)).toContainText('find');
});

test('beside a long message the foot still names the key that lists all', async ({ page, host }) => {
  const { id } = await store(host, { taskDescription: `Rename the queue ${'of all the services '.repeat(5)}` });
  await open(page, host, `lessons?lesson=${id}`);
  await page.keyboard.press('p');
  await expect(statusLine(page)).toContainText(/Pinned.*Undo/);
  const hint = statusLine(page).getByText('all shortcuts');
  const [box, line] = [await hint.boundingBox(), await statusLine(page).boundingBox()];
  if (!box || !line) throw new Error('It is not drawn.');
  expect(box.y).toBeGreaterThanOrEqual(line.y);
  expect(box.y + box.height).toBeLessThanOrEqual(line.y + line.height);
  expect(box.x + box.width).toBeLessThanOrEqual(line.x + line.width);
});
