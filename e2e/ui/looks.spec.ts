import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { startAgent } from '@twicewise/testkit';
import { ended } from '../ended-job.ts';
import { expect, inspector, open, rows, store, test } from '../fixtures.ts';
import { waiting } from './parts.ts';
import { CHECKOUT, record, sessionRows, tab, tell } from './session-parts.ts';

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not drawn.');
  return box;
};

/** How elements of text are drawn. */
const styleOf = (locator: Locator, name: string) =>
  locator.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

/** Whether beginning and end of a name are within its place, and not cut off. */
const areEndsSeen = (locator: Locator) =>
  locator.evaluate((element) => {
    const place = element.getBoundingClientRect();
    const last = element.lastElementChild;
    if (!last) return false;
    const first = document.createRange();
    first.selectNodeContents(element);
    const { left } = first.getBoundingClientRect();
    return (
      left >= place.left - 1 &&
      last.scrollWidth <= last.clientWidth &&
      place.right + 1 >= last.getBoundingClientRect().right
    );
  });

async function visibleTabs(page: Page): Promise<Locator[]> {
  const all = [...(await record(page).getByRole('tab').all()), record(page).getByRole('button', { name: /^More$/ })];
  const shown: Locator[] = [];
  for (const one of all) if (await one.isVisible()) shown.push(one);
  return shown;
}

test('the parts of a session are never printed over each other, however narrow its pane is', async ({ page, host }) => {
  const { id } = await tell(host, CHECKOUT);
  for (const width of [1280, 1100, 900]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, host, `sessions?episode=${id}&tab=decisions`);
    await expect(tab(page, 'Decisions')).toBeVisible();
    if (width === 1280) {
      await page.keyboard.press('f');
      await expect(page.getByRole('complementary', { name: 'Filters' })).toBeVisible();
    }
    // Parts that have no room go into the menu once the pane was measured.
    await expect(async () => {
      const boxes = await Promise.all((await visibleTabs(page)).map(boxOf));
      const pane = await boxOf(record(page));
      expect(boxes.length).toBeGreaterThan(2);
      for (const [index, box] of boxes.entries()) {
        const { x: next } = boxes[index + 1] ?? { x: pane.x + pane.width };
        expect(box.x + box.width, `part ${index} at ${width}`).toBeLessThanOrEqual(next + 0.5);
      }
    }).toPass();
  }
});

test('names of projects that begin alike are told apart in groups of drafts, in filters and in sessions', async ({
  page,
  host,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  for (const end of ['web', 'api']) {
    const projectId = `sample-inventory-service-of-the-${end}`;
    await tell(host, { task: `Mend the ${end}`, projectId });
    await store(host, { taskDescription: `Draft of ${end}`, state: 'draft', projectId });
  }
  await open(page, host, 'today?group=project');
  await waiting(page, '2 drafts to review');
  const heads = page
    .getByRole('listbox')
    .locator('[aria-hidden]')
    .getByTitle(/^sample-/);
  await expect(heads).toHaveCount(2);
  for (const head of await heads.all()) expect(await areEndsSeen(head)).toBe(true);
  await page.keyboard.press('f');
  const inFilters = page.getByRole('complementary', { name: 'Filters' }).getByTitle(/^sample-/);
  await expect(inFilters).toHaveCount(2);
  for (const name of await inFilters.all()) expect(await areEndsSeen(name)).toBe(true);
  await open(page, host, 'sessions');
  const inSessions = sessionRows(page).getByTitle(/^sample-/);
  await expect(inSessions).toHaveCount(2);
  for (const name of await inSessions.all()) expect(await areEndsSeen(name)).toBe(true);
  // A long word, too, where the list is as narrow as it becomes.
  await store(host, { taskDescription: 'Draft of a word', state: 'draft', projectId: 'sample-infrastructure' });
  await open(page, host, 'today');
  const inDrafts = rows(page).getByTitle('sample-infrastructure');
  await expect(inDrafts).toHaveCount(1);
  expect(await areEndsSeen(inDrafts)).toBe(true);
});

test('the frame of the focus stays within the list of an empty bin', async ({ page, host }) => {
  const lesson = await store(host);
  await host.client.call('reflection.delete', { id: lesson.id });
  await store(host, { taskDescription: 'Stays' });
  await open(page, host, 'lessons?bin=1');
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('j');
  await page.keyboard.press('u');
  await expect(page.getByText('The bin is empty')).toBeVisible();
  const list = page.getByRole('region', { name: 'Lessons', exact: true });
  await page.keyboard.press('Shift');
  await list.focus();
  expect(Number.parseFloat(await styleOf(list, 'outline-offset'))).toBeLessThan(0);
});

test('a word that is searched for leaves no mark behind the end of a cut title', async ({ page, host }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await tell(host, { task: `${'A long title that goes on and on '.repeat(3)}until the zebra` });
  await open(page, host, 'sessions?q=zebra');
  const mark = sessionRows(page).first().locator('mark').first();
  await expect(mark).toHaveText('zebra');
  // The background of an element is drawn behind an ellipsis too; a line through letters only where they are.
  expect(await styleOf(mark, 'background-color')).toBe('rgba(0, 0, 0, 0)');
  expect(await styleOf(mark, 'box-shadow')).toBe('none');
  expect(await styleOf(mark, 'text-decoration-line')).toBe('underline');
});

test('the head of Today keeps its height from tab to tab, and knows no number before it is counted', async ({
  page,
  host,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await host.client.call('import.sample', {});
  let isHeld = true;
  await page.route('**/api/reflection.list', async (route) => {
    while (isHeld) await new Promise((resolve) => setTimeout(resolve, 20));
    await route.continue();
  });
  await open(page, host, 'today');
  const tabs = page.getByRole('group', { name: 'To review' }).getByRole('radio');
  const labels = page.getByRole('group', { name: 'To review' });
  await expect(labels).toContainText(/Contradictions \d/);
  await expect(labels).not.toContainText(/Drafts \d/);
  isHeld = false;
  await expect(labels).toContainText(/Drafts \d/);
  const heights = new Set<number>();
  for (const one of (await tabs.all()).slice(0, 5)) {
    await one.click();
    await expect(one).toBeChecked();
    await page.waitForTimeout(100);
    heights.add((await boxOf(page.getByRole('heading', { level: 1 }).locator('xpath=ancestor::header'))).height);
  }
  expect([...heights]).toHaveLength(1);
});

test('what can be done with a write stands in the same columns in all rows of Activity', async ({ page, host }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await ended(host, (await host.client.call('import.sample', {})).job.id);
  await store(host, { taskDescription: 'One by hand' });
  await open(page, host, 'activity');
  await expect(page.getByRole('button', { name: 'Undo the whole import' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  const rights = (name: RegExp) =>
    page
      .getByRole('button', { name })
      .evaluateAll((all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().right)))]);
  expect(await rights(/^[\d,]+ (?:changes?|records?|lessons?)$/)).toHaveLength(1);
  expect(await rights(/^Undo( the whole import)?$/)).toHaveLength(1);
});

test('where all projects are meant, the rail says so in the place of the switcher, and counts all', async ({
  page,
  host,
}) => {
  const { projectId } = await store(host, { projectId: 'shop' });
  await store(host, { projectId: 'other' });
  const rail = page.getByRole('banner');
  const lessons = rail.getByRole('link', { name: /^Lessons/ });
  await open(page, host, `lessons?project=${projectId}`);
  await expect(lessons).toHaveText('Lessons1');
  const { y } = await boxOf(rail.getByRole('button', { name: /^Project/ }));
  for (const screen of ['data', 'settings']) {
    await open(page, host, screen);
    await expect(rail.getByRole('button', { name: /^Project/ })).toBeHidden();
    const instead = rail.getByTitle(/^This screen is about all projects/);
    await expect(instead).toHaveText('This screen is about all projects.All projects');
    expect((await boxOf(instead)).y).toBe(y);
    await expect(lessons).toHaveText('Lessons2');
  }
});

test('a purge looks the same for lessons and sessions', async ({ page, host }) => {
  const lesson = await store(host);
  const { id } = await tell(host);
  await host.client.call('reflection.delete', { id: lesson.id });
  await host.client.call('episode.delete', { id });
  await open(page, host, 'lessons?bin=1');
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('j');
  const ofLesson = await styleOf(inspector(page).getByRole('button', { name: 'Purge…' }), 'color');
  await open(page, host, 'sessions?bin=1');
  await expect(sessionRows(page)).toHaveCount(1);
  await page.keyboard.press('j');
  expect(await styleOf(record(page).getByRole('button', { name: 'Purge…' }), 'color')).toBe(ofLesson);
});

test('backups say where their files are', async ({ page, host }) => {
  const { backup } = await host.client.call('backup.create', {});
  await open(page, host, 'data');
  await expect(page.getByText(`Their files are in ${dirname(backup.path)}`)).toBeVisible();
  await expect(page.getByTitle(backup.path)).toBeVisible();
});

test('at 1024 px the first run has Connect beside the name of its program', async ({ page, host, home }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  mkdirSync(join(home, '.claude'), { recursive: true });
  await open(page, host, 'today');
  const connect = page.getByRole('button', { name: 'Connect Claude Code' });
  const name = await boxOf(page.getByText('Claude Code', { exact: true }));
  expect((await boxOf(connect)).y).toBeLessThan(name.y + name.height);
});

test('at 1024 px a version to compare has room for its date and what was done', async ({ page, host }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  const { id } = await store(host, { taskDescription: 'Mend the pool', whatWorked: ['Ask for more'] });
  const changes = {
    whatWorked: ['Close each'],
    whatDidNotWork: ['Ask for more'],
    nextStrategy: 'Measure',
    tags: ['pool'],
  };
  await host.client.call('reflection.update', { id, changes });
  await open(page, host, `lessons?lesson=${id}`);
  await expect(inspector(page).getByRole('button', { name: 'Compare…' })).toBeVisible();
  await page.keyboard.press('d');
  const from = page.getByRole('combobox', { name: 'From', exact: true });
  expect((await boxOf(from)).width).toBeGreaterThan(600);
  const icon = await from.evaluate((field) => getComputedStyle(field, '::picker-icon').position);
  expect(icon, 'the arrow lies over a long choice, which cannot push it out').toBe('absolute');
});

test('Pinned and Bin are said in words at any width of the list', async ({ page, host }) => {
  await store(host);
  await tell(host);
  for (const width of [1024, 1280, 1600]) {
    await page.setViewportSize({ width, height: 1000 });
    await open(page, host, 'lessons');
    for (const word of ['Pinned', 'Bin']) {
      const words = page.getByRole('search').getByText(word, { exact: true });
      expect((await boxOf(words)).width, `${word} at ${width}`).toBeGreaterThan(15);
    }
    await open(page, host, 'sessions');
    const bin = page.getByRole('search').getByText('Bin', { exact: true });
    expect((await boxOf(bin)).width, `sessions at ${width}`).toBeGreaterThan(15);
  }
  await open(page, host, 'lessons');
  const choices = ['Success', 'Failure', 'State', 'Pinned', 'Bin'].map((name) =>
    boxOf(page.getByRole('search').getByRole('button', { name })),
  );
  const tops = (await Promise.all(choices)).map(({ y }) => y);
  expect(new Set(tops), 'a wide window has the choices on one line').toEqual(new Set([tops[0]]));
});

test('what can be done with selected lessons stands on one line in a narrow list', async ({ page, host }) => {
  await store(host);
  await page.setViewportSize({ width: 1024, height: 700 });
  await open(page, host, 'lessons');
  await rows(page).first().click();
  await page.keyboard.press('x');
  const bar = page.getByRole('region', { name: 'Selected lessons' });
  const names = ['Tags…', 'State', 'Pin', 'Move', 'Delete…'];
  const boxes = await Promise.all(names.map((name) => boxOf(bar.getByRole('button', { name, exact: true }))));
  expect(new Set(boxes.map(({ y }) => y)).size).toBe(1);
});

test('the legend of answers to agents counts both kinds of bars, and labels stand on the line of their values', async ({
  page,
  host,
}) => {
  await ended(host, (await host.client.call('import.sample', {})).job.id);
  await page.setViewportSize({ width: 1024, height: 700 });
  await open(page, host, 'insights');
  const shown = page.getByRole('figure', { name: 'Lessons shown to agents' });
  await expect(shown.getByRole('listitem')).toHaveText([/^Asked for \d+$/, /^Automatic \d+$/], { timeout: 30_000 });
  const heads = ['Attempts by outcome', 'Progress of attempts'].map((name) => page.getByRole('heading', { name }));
  await page.setViewportSize({ width: 1600, height: 1000 });
  const ends = await Promise.all(heads.map(async (head) => (await boxOf(head)).y * 2 + (await boxOf(head)).height));
  expect(Math.abs((ends[0] ?? 0) - (ends[1] ?? 9)), 'heads of two columns are on one line').toBeLessThan(3);
  await page.setViewportSize({ width: 1024, height: 700 });
  const reasons = page.getByRole('list', { name: 'Why attempts failed' });
  const first = reasons.getByRole('listitem').first();
  const [label, value] = [await boxOf(first.locator('span').first()), await boxOf(first.locator('p').first())];
  expect(Math.abs(label.y + label.height - value.y - value.height)).toBeLessThan(1);
  await first.getByRole('button', { name: /^Show/ }).click();
  const list = first.getByRole('list');
  // The attempts have the whole width of the figure.
  await expect.poll(async () => (await boxOf(list)).x).toBe((await boxOf(first)).x);
  const rates = page.getByText(/^\d+ % \(\d+–\d+\)$/);
  expect(await rates.count()).toBeGreaterThan(3);
  for (const rate of await rates.all()) expect((await boxOf(rate)).height).toBeLessThan(24);
});

test('the line of an answer to an agent stays one line, however long the name of its project', async ({
  page,
  host,
}) => {
  const projectId = 'sample-infrastructure-of-the-warehouse-in-the-north';
  await page.setViewportSize({ width: 1024, height: 700 });
  await store(host, { projectId, taskDescription: 'Renew certificates without a person' });
  const agent = await startAgent({ data: host.ready.data });
  await agent.tool('memory_brief', { projectId, task: 'Renew certificates' });
  await agent.close();
  await open(page, host, 'activity?show=answers');
  const line = page.getByRole('main').getByText(projectId).locator('xpath=ancestor::p');
  await expect(line).toBeVisible();
  expect((await boxOf(line)).height).toBeLessThan(24);
});

test('Details and Compare of an attempt stand side by side, however much is said before them', async ({
  page,
  host,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  const { id, sessionId } = await tell(host, { ...CHECKOUT, projectId: 'shop', sessionId: 'told' });
  const change = { type: 'code_modification', filePath: 'src/cart.ts', additions: 1200, deletions: 300 };
  const content = { actor: { actions: [change] }, cost: { tokens: 900_000, ms: 42_000 } };
  for (const strategy of ['Round each row', 'Round the sum']) {
    const attempt = { task: 'Make the cart add up', outcome: 'failure' as const, sessionId, projectId: 'shop' };
    await host.client.call('attempt.record', { ...attempt, strategy, content });
  }
  for (const width of [1024, 1060, 1100, 1140]) {
    await page.setViewportSize({ width, height: 700 });
    await open(page, host, `sessions?episode=${id}&tab=attempts`);
    const details = await boxOf(page.getByRole('button', { name: 'Details of: Round the sum' }));
    const compare = await boxOf(page.getByRole('button', { name: 'Compare: Round the sum' }));
    expect(compare.y, `at ${width}`).toBe(details.y);
  }
});

test('the day of an event, and a count of thousands of changes, stay on one line', async ({
  page,
  host,
  largeHost,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  const at = '2026-09-25T10:00:00.000Z';
  const { id } = await tell(host, { events: [{ type: 'error', content: 'The cart is empty', at }] });
  await open(page, host, `sessions?episode=${id}`);
  const day = record(page).getByText('25 Sept 2026', { exact: true });
  expect((await boxOf(day)).height).toBeLessThan(20);
  await open(page, largeHost, 'activity');
  const changes = page.getByRole('button', { name: '10,000 lessons' });
  expect((await boxOf(changes)).height).toBeLessThan(28);
});

test('a question about a node has Ask beside it', async ({ page, host }) => {
  await tell(host, CHECKOUT);
  const { items } = await host.client.call('causal.nodes', {});
  await page.setViewportSize({ width: 1600, height: 1000 });
  await open(page, host, `causes?ask=why&from=${items[0]?.id}`);
  const change = page.getByRole('button', { name: 'What happened: Change' });
  await expect(change).toBeVisible();
  const { x, width } = await boxOf(change);
  expect((await boxOf(page.getByRole('button', { name: 'Ask', exact: true }))).x - x - width).toBeLessThan(40);
});

test('a map of some ninety nodes begins readable at 1024 px, and one press shows all of it', async ({ page, host }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  for (let n = 0; n < 30; n++) {
    await tell(host, {
      task: `Mend cart ${n}`,
      decisions: [{ context: 'Where', options: ['a'], chosen: `Keep cart ${n} in Redis`, effects: ['e001'] }],
      events: [
        { type: 'error', content: `Cart ${n} is lost when Redis restarts`, leadsTo: ['e002'] },
        { type: 'milestone', content: `Cart ${n} was kept for a week` },
      ],
    });
  }
  await open(page, host, 'causes?map=true');
  const drawn = page.locator('[data-nodes]');
  await expect(drawn).toHaveAttribute('data-nodes', '90');
  await expect(drawn).toHaveAttribute('data-labelled', '90');
  const rest = page.getByRole('button', { name: /^\d+ more nodes?: fit all$/ });
  // Every sign is in sight without scrolling, and so is most of the map.
  await page.getByRole('button', { name: 'Legend', exact: true }).click();
  const signs = page.getByRole('region', { name: 'Legend' });
  expect(await signs.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(0);
  expect((await boxOf(signs)).height).toBeLessThan(140);
  await page.getByRole('button', { name: 'Legend', exact: true }).click();
  await rest.click();
  await expect(rest).toBeHidden();
});
