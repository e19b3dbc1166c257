import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, importLines, open, rows, store, test } from '../fixtures.ts';

const figure = (page: Page, name: string) => page.getByRole('figure', { name, exact: true });
const chart = (page: Page, name: string) => figure(page, name).getByRole('slider');

/** Opens the screen and waits until everything is counted: this starts a thread, which takes time on a busy machine. */
async function openCounted(page: Page, host: Parameters<typeof open>[1], view = 'insights'): Promise<void> {
  await open(page, host, view);
  await expect(page.getByText(/^Counted at /)).toBeVisible({ timeout: 30_000 });
}

test('numbers come by themselves as soon as there is something to count', async ({ page, host }) => {
  await openCounted(page, host);
  await expect(page.getByText('Nothing to count yet')).toBeVisible();
  const counted = page.getByText('Counts lessons and attempts').filter({ hasText: 'sessions without either' });
  await page.setViewportSize({ width: 1024, height: 768 });
  const lines = (part: Element) =>
    part.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(part).lineHeight);
  expect(Math.round(await counted.evaluate(lines))).toBeLessThanOrEqual(2);
  await host.client.call('import.sample', {});
  await chart(page, 'Success rate over time').waitFor({ timeout: 30_000 });
});

async function saved(page: Page, name: string, button: string): Promise<string> {
  const waiting = page.waitForEvent('download');
  await figure(page, name).getByRole('button', { name: button }).click();
  return readFileSync(await (await waiting).path(), 'utf8');
}

test('a point of the chart is reached by keys, says its numbers, and leads to exactly its lessons', async ({
  page,
  host,
}) => {
  for (let index = 0; index < 7; index++)
    await store(host, { taskDescription: `Attempt ${index}`, outcome: index < 5 ? 'success' : 'failure' });
  await store(host, { taskDescription: 'Nobody knows', outcome: 'unknown' });
  await open(page, host);
  await page.keyboard.press('6');
  const success = chart(page, 'Success rate over time');
  await expect(success).toHaveAttribute(
    'aria-valuetext',
    /: 71 % \(95 % interval 36–92 %\) of 7 known outcomes; 8 lessons$/,
  );
  await success.focus();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(8);
  await expect(page.getByRole('button', { name: /^Remove filter From / })).toBeVisible();
  await page.goBack();
  await figure(page, 'By agent').or(figure(page, 'By project')).first().waitFor();
});

test('a link to it asks for the figures first, and once', { tag: '@browser' }, async ({ page, host }) => {
  await store(host);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(...(/\/api\/([\w.]+)$/.exec(request.url())?.slice(1) ?? [])));
  await openCounted(page, host, 'insights?days=30');
  expect(
    asked.find((name) => name !== 'events'),
    'before the frame asks what waits, on the same thread',
  ).toBe('memory.insights');
  expect(asked.filter((name) => name === 'memory.insights')).toHaveLength(1);
});

test('too little is said and not drawn, and the table has what there is', async ({ page, host }) => {
  for (let index = 0; index < 4; index++) await store(host, { taskDescription: `Attempt ${index}`, tags: ['auth'] });
  await openCounted(page, host);
  const success = figure(page, 'Success rate over time');
  await expect(success).toContainText('Too few to draw');
  await expect(success.getByRole('slider')).toBeHidden();
  await expect(success.getByRole('table')).toContainText('0 %');
  await expect(figure(page, 'By tag')).toContainText('n = 4');
  await expect(figure(page, 'Lessons shown to agents')).toContainText('No agent asked');
  // No share without the number that it is a share of.
  await expect(
    page.getByText(/^of \d+ lessons? that agents stored then; none was stored otherwise yet$/),
  ).toBeVisible();
});

test('four figures stand above the rest, and a list shows five rows until more are asked for', async ({
  page,
  host,
}) => {
  const tagsOf = (index: number) => [0, 1, 2, 3, 4].map((part) => `tag ${index * 5 + part}`);
  for (let index = 0; index < 7; index++)
    await store(host, { taskDescription: `Attempt ${index}`, tags: tagsOf(index), outcome: 'success' });
  await openCounted(page, host);
  const figures = page.getByLabel('In short').getByRole('definition');
  await expect(figures).toHaveText([/^7$/, /7 by people/, /^100 %$/, /of 7 known outcomes/, /./, /./, /./, /./]);
  // Both at once: what is counted later moves them.
  const ends = () =>
    page.evaluate(() => {
      const [figures, success] = [document.querySelector('[aria-label="In short"]'), document.querySelector('figure')];
      if (!figures || !success) return Number.POSITIVE_INFINITY;
      return figures.getBoundingClientRect().bottom - success.getBoundingClientRect().top;
    });
  await expect(figure(page, 'Success rate over time')).toBeVisible();
  await expect.poll(ends).toBeLessThanOrEqual(0);
  const tags = figure(page, 'By tag');
  await expect(tags.getByRole('listitem')).toHaveCount(5);
  await expect(tags).toContainText('The 30 with the most lessons, of 35.');
  await tags.getByRole('button', { name: 'Show 25 more' }).click();
  await expect(tags.getByRole('listitem')).toHaveCount(30);
  await expect(tags.getByRole('button', { name: 'Show five' })).toBeFocused();
});

for (const theme of ['light', 'dark'] as const) {
  test(`an unknown outcome has one sign in bars, legend and rows, in ${theme}`, async ({ page, host }) => {
    await page.emulateMedia({ colorScheme: theme });
    for (const outcome of ['unknown', 'success'] as const) await store(host, { outcome, tags: ['net'] });
    await openCounted(page, host);
    const line = (of: Locator) => of.evaluate((shape) => getComputedStyle(shape).stroke);
    const inLegend = figure(page, 'Lessons by outcome').getByRole('listitem').filter({ hasText: 'Unknown 1' });
    const sign = await line(inLegend.locator('circle'));
    expect(sign).toMatch(/^rgb/);
    for (const name of ['Lessons by outcome', 'By tag']) {
      const bar = figure(page, name).locator('[data-outcome="unknown"]');
      // Hollow, as the circle of the legend is, and as large as its share.
      await expect(bar, name).toHaveCSS('fill', 'none');
      expect(await line(bar), name).toBe(sign);
      const size = (outcome: string) =>
        figure(page, name)
          .locator(`[data-outcome="${outcome}"]`)
          .evaluate((part: SVGRectElement) => [part.width, part.height].map((side) => Math.round(side.animVal.value)));
      expect(await size('unknown'), name).toEqual(await size('success'));
    }
    await page.keyboard.press('2');
    expect(await line(rows(page).locator('circle[fill="none"]').first())).toBe(sign);
  });
}

test('a statement counts its lessons and shows them; a tag leads to its own', async ({ page, host }) => {
  for (const text of ['Raising the timeout', 'raising the timeouts', 'Something else'])
    await store(host, { taskDescription: `Tried: ${text}`, whatDidNotWork: [text], tags: ['net'] });
  await store(host, { taskDescription: 'Untagged', outcome: 'success' });
  await openCounted(page, host);
  const fails = figure(page, 'What fails most often');
  await expect(fails.getByRole('list').getByRole('listitem')).toHaveCount(1);
  await expect(fails).toContainText('2×');
  await fails.getByRole('button', { name: 'Show the 2 lessons' }).click();
  await expect(fails.getByRole('button', { name: 'Tried: Raising the timeout', exact: true })).toBeVisible();
  // Its numbers stand in the list already; those of the tags, which are drawn, have a table.
  await expect(fails.getByRole('button', { name: 'Table', exact: true })).toHaveCount(0);
  await figure(page, 'By tag').getByRole('button', { name: 'Table', exact: true }).click();
  await figure(page, 'By tag').getByRole('table').getByRole('button', { name: 'net' }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.goBack();
  await figure(page, 'By tag').getByRole('button', { name: 'net' }).click();
  await expect(rows(page)).toHaveCount(3);
});

test('the line of a rate stops where too few outcomes are known, and goes on behind that', async ({ page, host }) => {
  const days = [6, 6, 1, 6, 0, 6, 6, 6];
  const now = new Date();
  /** A time at noon, so many days before today. */
  const noon = (before: number, minute: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - before, 12, minute).toISOString();
  const lines = days.flatMap((lessons, day) =>
    Array.from({ length: lessons }, (_, index) => ({
      id: `day-${day}-${index}`,
      taskDescription: `Task ${index} of day ${day}`,
      outcome: index < 4 ? 'success' : 'failure',
      createdAt: noon(days.length - day, index),
    })),
  );
  await importLines(host, lines);
  await openCounted(page, host);
  await chart(page, 'Success rate over time').waitFor();
  const corners = (paths: Locator) =>
    paths.evaluateAll((all) => all.map((path) => path.getAttribute('d')?.split('L').length));
  const drawn = figure(page, 'Success rate over time').locator('svg');
  expect(await corners(drawn.locator('path[fill="none"]'))).toEqual([2, 1, 3]);
  // Its interval goes there along the upper ends, and back along the lower ones.
  expect(await corners(drawn.locator('path[d$="Z"]'))).toEqual([4, 2, 6]);
});

// The app asks where to save, with a dialog of the system.
test('a chart is saved as a drawing of its own and as CSV in which no text is a formula', {
  tag: '@browser',
}, async ({ page, host }) => {
  for (let index = 0; index < 6; index++)
    await store(host, { taskDescription: `Attempt ${index}`, tags: ['=HYPERLINK("x")'], outcome: 'success' });
  await openCounted(page, host);
  await chart(page, 'Success rate over time').waitFor();
  const svg = await saved(page, 'Success rate over time', 'Save SVG');
  expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(svg).toMatch(/<circle [^>]*fill="rgb/);
  expect(await saved(page, 'Lessons by outcome', 'Save CSV')).toMatch(
    /^From,Lessons,Success,Partial,Failure,Unknown\r\n\d{4}-\d\d-\d\d,6,6,0,0,0\r\n$/,
  );
  expect(await saved(page, 'By tag', 'Save CSV')).toContain(`"'=HYPERLINK(""x"")",6,`);
});

test('time and project are part of the link, and no store makes the figures jump', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await store(host, { projectId: 'shop' });
  await store(host, { projectId: 'site', outcome: 'success' });
  await openCounted(page, host, 'insights?days=30');
  await expect(page.getByRole('radio', { name: '30 days' })).toBeChecked();
  await figure(page, 'By project').getByRole('button', { name: 'shop' }).waitFor();
  let counted = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/memory.insights')) counted++;
  });
  await store(host, { projectId: 'shop', taskDescription: 'Another' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(figure(page, 'Lessons by outcome')).toContainText('3 lessons');
  expect(counted).toBe(1);
  await page.getByRole('radio', { name: 'All', exact: true }).check();
  await expect(page).toHaveURL(/#\/insights$/);
});

test('what attempts came to is counted, and each number leads to its attempts and their session', async ({
  page,
  host,
}) => {
  const { job } = await host.client.call('import.sample', {});
  await expect.poll(async () => (await host.client.call('job.get', { id: job.id })).job.state).toBe('done');
  await openCounted(page, host);
  const overTime = figure(page, 'Attempts by outcome');
  await expect(overTime).toContainText(
    /\d+ attempts, success in \d+ % \(95 % interval \d+–\d+ %\) of \d+ known outcomes\./,
  );
  await overTime.getByRole('button', { name: 'Table', exact: true }).click();
  await expect(overTime.getByRole('columnheader', { name: 'Mean reward' })).toBeVisible();

  const toSuccess = figure(page, 'Attempts to success');
  // Nothing was ever shown to an agent, so nothing is known of after it.
  await expect(toSuccess.getByRole('listitem').first()).toContainText(
    /Before: [\d.]+ \(95 % interval .*\) of \d+ tasks/,
  );
  await expect(toSuccess.getByRole('listitem').first()).toContainText(
    /After: [\d.]+ \(95 % interval .*\) of \d+ tasks/,
  );
  await expect(figure(page, 'Confidence, and whether the next attempt was better').getByRole('listitem')).toHaveCount(
    3,
  );
  const failed = figure(page, 'Why attempts failed');
  await expect(failed.getByRole('listitem')).toHaveCount(5);
  await failed.getByRole('button', { name: /more$/ }).click();
  const assumed = failed.getByRole('listitem').filter({ hasText: 'Incorrect assumption' });
  await assumed.getByRole('button', { name: /^Show \d+ attempts?$/ }).click();
  await assumed.getByRole('button', { name: 'Disabling the button in React' }).click();
  await expect(page).toHaveURL(/#\/sessions\?.*tab=attempts/);
  await expect(page.getByText('Stop customers from being charged twice').first()).toBeVisible();
});

test('a memory without attempts has no figures about them', async ({ page, host }) => {
  await store(host, { outcome: 'success' });
  await openCounted(page, host);
  await expect(figure(page, 'Lessons by outcome')).toBeVisible();
  await expect(figure(page, 'Attempts by outcome')).toBeHidden();
});
