import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { plainText } from '@twicewise/contract';
import { type HostProcess, startAgent } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { addressOf, expect, importLines, inspector, open, rows, store, test } from '../fixtures.ts';
import { asMarkup, NOTHING, watch } from './hostile-page.ts';
import { card, chooseProject } from './parts.ts';
import { FOR_POLICY, PAYLOADS } from './payloads.ts';
import { record, type Told, tell } from './session-parts.ts';

/** Number of payloads in one lesson, as entries of a list. */
const PER_LESSON = 100;
const packs = Array.from({ length: Math.ceil(PAYLOADS.length / PER_LESSON) }, (_, index) =>
  PAYLOADS.slice(index * PER_LESSON, (index + 1) * PER_LESSON),
);

/** Stores one lesson per payload, which is the text of every field, and drafts with a hundred payloads each. */
async function fillWith(host: HostProcess): Promise<void> {
  const single = PAYLOADS.map((text, index) => ({
    id: text,
    taskDescription: text,
    outcome: 'failure',
    whatWorked: [text],
    whatDidNotWork: [text],
    nextStrategy: text,
    text,
    rootCause: text,
    causalReasoning: text,
    tags: [text.slice(0, 60)],
    relatedEntityIds: [text],
    agent: text.slice(0, 60),
    sessionId: text,
    projectId: PAYLOADS[index % 20],
  }));
  const packed = packs.map((whatWorked, index) => ({
    id: `pack ${index}`,
    taskDescription: `Pack ${index}`,
    outcome: 'success',
    whatWorked,
    nextStrategy: 'N',
    projectId: 'packs',
    state: 'draft',
  }));
  // Statements that occur twice are shown by Insights.
  const again = PAYLOADS.slice(0, 20).map((text, index) => ({
    id: `again ${index}`,
    taskDescription: `Again ${index}`,
    outcome: 'failure',
    whatDidNotWork: [text],
  }));
  await importLines(host, [...again, ...single, ...packed]);
  const { items } = await host.client.call('reflection.list', { state: 'draft', limit: 100 });
  for (const { id, whatWorked } of items) {
    await host.client.call('reflection.update', { id, changes: { whatDidNotWork: whatWorked.toReversed() } });
  }
}

/** A session in which every text is a payload. */
const hostileSession = (pack: readonly string[]): Told => ({
  task: pack[0] ?? '',
  sessionId: pack[1] ?? '',
  decisions: pack.slice(0, 20).map((text) => ({
    type: text.slice(0, 60),
    context: text,
    options: [text],
    chosen: text,
    rationale: text,
    risks: [text],
  })),
  events: pack.map((text) => ({ type: text.slice(0, 60), content: text, causedBy: ['d001'] })),
  lessons: [...pack],
  metrics: Object.fromEntries(pack.slice(0, 20).map((text) => [text.slice(0, 60), null])),
  memoryRefs: pack.slice(0, 20).map((text) => ({ system: text.slice(0, 60), name: text })),
});

/** Number of payloads in texts that were read. */
function standing(texts: Iterable<string>): number {
  const seen = new Set(texts);
  // Titles are read without marks of Markdown.
  return PAYLOADS.filter((text) => [text, text.trim(), plainText(text)].some((one) => seen.has(one))).length;
}

/** True if some text contains one of them, or its beginning. */
function hasSome(shown: readonly string[]): boolean {
  const all = shown.join('\n');
  return PAYLOADS.some((text) => all.includes(text.slice(0, 40)));
}

/** The texts of the parts of some elements. */
const texts = (of: Locator) =>
  of.evaluateAll((all) =>
    all.flatMap((one) => [one, ...one.querySelectorAll('*')].map((part) => part.textContent ?? '')),
  );

/** Waits until a view shows one of the payloads as plain text. */
async function showsSome(view: Locator): Promise<void> {
  await expect.poll(async () => hasSome(await texts(view)), { timeout: 30_000 }).toBe(true);
}

/** Reads the texts of all rows while scrolling through the list. */
async function textsAlong(page: Page): Promise<Set<string>> {
  const seen = new Set<string>();
  await page.getByRole('listbox').focus();
  await page.keyboard.press('Home');
  for (let before = -1; ; ) {
    for (const title of await texts(rows(page))) seen.add(title);
    const now = await page.getByRole('listbox').evaluate((list) => {
      list.scrollBy(0, list.clientHeight - 80);
      return list.scrollTop;
    });
    if (now === before) return seen;
    before = now;
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
}

test('two thousand hostile texts wherever lessons are read or edited are text: nothing runs, is asked for, opens or leads away (T43)', {
  tag: '@browser',
}, async ({ page, host, context }) => {
  verifies('T43', 'P10');
  test.setTimeout(180_000);
  await fillWith(host);
  const deeds = await watch(page, context, new URL(host.ready.url).origin);
  const agent = await startAgent({ data: host.ready.data, project: 'packs' });
  for (const task of PAYLOADS.slice(0, 40)) await agent.tool('memory_brief', { task });
  await agent.close();
  const [name = '', words = ''] = FOR_POLICY;
  await host.client.call('view.save', { name, screen: 'lessons', query: `q=${encodeURIComponent(words)}` });
  await page.setViewportSize({ width: 1600, height: 1000 });

  await test.step('the list, and its facets', async () => {
    await open(page, host);
    expect(standing(await textsAlong(page))).toBe(PAYLOADS.length);
    await page.keyboard.press('f');
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
    const panel = page.getByRole('complementary', { name: 'Filters' });
    for (const facet of await panel.locator('summary').all()) await facet.click();
    await showsSome(panel);
  });
  await test.step('a lesson, its history, its form', async () => {
    const { items } = await host.client.call('reflection.list', { state: 'draft', limit: 100 });
    const read: string[] = [];
    const staged: string[] = [];
    // Formatted first, then as written, which shows each exactly.
    for (const { id } of items) {
      await page.goto(addressOf(host, `lessons?lesson=${id}`));
      await expect(inspector(page).locator('[data-markdown]').first()).toBeAttached();
      await showsSome(inspector(page));
    }
    await page.keyboard.press('v');
    for (const { id } of items) {
      await page.goto(addressOf(host, `lessons?lesson=${id}`));
      const edited = inspector(page).getByRole('listitem').filter({ hasText: 'Edited' });
      await expect(edited).toContainText(packs[0]?.[0]?.slice(0, 1) ?? '');
      read.push(...(await texts(inspector(page).getByRole('listitem'))));
      await page.keyboard.press('e');
      await expect(page.getByRole('textbox', { name: 'Task' })).toBeFocused();
      staged.push(
        ...(await page.getByRole('textbox').evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value))),
      );
      await page.keyboard.press('Escape');
    }
    expect(standing(read)).toBe(PAYLOADS.length);
    expect(standing(staged)).toBe(PAYLOADS.length);
  });
  await test.step('what waits on Today', async () => {
    await open(page, host, 'today');
    const read: string[] = [];
    for (let draft = 0; draft < packs.length; draft++) {
      await expect(card(page)).toContainText(`${draft + 1} of ${packs.length}`);
      read.push(...(await texts(card(page).getByRole('listitem'))));
      await page.keyboard.press('j');
    }
    expect(standing(read)).toBe(PAYLOADS.length);
    await page.keyboard.press('v');
  });
  await test.step('activity: writes, what they changed, answers', async () => {
    await open(page, host, 'activity');
    const changes = page.getByRole('button', { name: /^1 (lesson|setting|project)/ });
    // The edits, and the saved view.
    await expect(changes).toHaveCount(packs.length + 1);
    while ((await changes.count()) > 0) await changes.first().click();
    await showsSome(page.getByRole('main'));
    await page.getByRole('radio', { name: 'Answers' }).check();
    await showsSome(page.getByRole('main'));
  });
  await test.step('sessions: the list, every part of one', async () => {
    for (const pack of [PAYLOADS.slice(0, 60), FOR_POLICY.slice(60, 120)]) await tell(host, hostileSession(pack));
    const { items: told } = await host.client.call('episode.list', {});
    for (const { id } of told) {
      for (const tab of ['', '&tab=decisions', '&tab=lessons', '&tab=record']) {
        await page.goto(addressOf(host, `sessions?episode=${id}${tab}`));
        await expect(record(page).getByRole('heading', { level: 2 })).toBeVisible();
        await showsSome(page.getByRole('tabpanel'));
      }
    }
    await showsSome(page.getByRole('listbox'));
  });
  await test.step('brief, insights, palette, projects', async () => {
    for (const task of PAYLOADS.slice(0, 5)) {
      await page.goto(addressOf(host, `brief?task=${encodeURIComponent(task)}`));
      await showsSome(page.getByRole('main'));
    }
    await open(page, host, 'insights');
    await showsSome(page.getByRole('figure', { name: 'What fails most often' }));
    await page.keyboard.press('Control+k');
    await page.keyboard.type('onerror');
    await showsSome(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Project/ })
      .click();
    await showsSome(page.getByRole('menu'));
  });
  expect(deeds).toEqual(NOTHING);
  expect(page.frames()).toHaveLength(1);
});

test('so they are in sheets, previews and pairs (T43)', { tag: '@browser' }, async ({ page, host, context }) => {
  verifies('T43', 'P10');
  test.setTimeout(120_000);
  const [text = '', other = ''] = FOR_POLICY;
  const projectId = text;
  const rest = { whatDidNotWork: [text], nextStrategy: text, projectId };
  const one = await store(host, { taskDescription: text, tags: ['a'], ...rest });
  const pair = { taskDescription: `Keep the login test stable ${text}`, projectId };
  const tried = { ...pair, whatDidNotWork: ['Raising the timeout'], nextStrategy: `Wait for the page ${text}` };
  await store(host, { ...tried, tags: ['a'] });
  await store(host, { ...tried, tags: ['b'] });
  await store(host, { ...pair, outcome: 'success', whatWorked: ['Raise the timeout'] });
  await store(host, { taskDescription: 'Elsewhere', projectId: other });
  const path = join(host.ready.data, 'hostile.twicewise');
  const selection = { everything: true } as const;
  const { digest } = await host.client.call('bundle.previewExport', { selection });
  await host.client.call('bundle.export', { selection, path, digest });
  await host.client.call('reflection.update', { id: one.id, changes: { nextStrategy: other, outcome: 'success' } });
  const deeds = await watch(page, context, new URL(host.ready.url).origin);

  await test.step('going back to a version', async () => {
    await open(page, host, `lessons?lesson=${one.id}`);
    await inspector(page).getByRole('button', { name: 'Restore this version' }).first().click();
    await showsSome(inspector(page).getByRole('region', { name: 'Restoring an earlier version' }));
  });
  await test.step('many at once, and a purge', async () => {
    await open(page, host);
    for (const key of ['j', 'x', 'J', 'J']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Delete…', exact: true }).click();
    await showsSome(page.getByRole('main'));
    await page.keyboard.press('Escape');
    await host.client.call('reflection.delete', { id: one.id });
    await page.goto(addressOf(host, `lessons?bin=1&lesson=${one.id}`));
    await inspector(page).getByRole('button', { name: 'Purge…' }).click();
    await showsSome(inspector(page));
    await host.client.call('reflection.restore', { id: one.id });
  });
  await test.step('pairs', async () => {
    await open(page, host, 'today');
    await page.getByRole('radio', { name: /^Duplicates 1$/ }).check();
    await showsSome(page.getByRole('article', { name: 'Possible duplicate' }));
  });
  await test.step('a project', async () => {
    await open(page, host);
    await chooseProject(page, text.replace(/[.*+?^$()[\]{}|\\]/g, '\\$&'));
    for (const what of ['Rename…', 'Merge into…']) {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^Project/ })
        .click();
      await page.getByRole('menuitem', { name: what }).click();
      await showsSome(page.getByRole('dialog'));
      await page.keyboard.press('Escape');
    }
  });
  await test.step('a bundle: what differs, where projects go', async () => {
    await open(page, host, 'data');
    await page.getByRole('button', { name: 'Import…' }).click();
    await page.getByRole('textbox', { name: 'File', exact: true }).fill(path);
    await page.keyboard.press('Enter');
    await showsSome(page.getByRole('dialog'));
  });
  expect(deeds).toEqual(NOTHING);
  expect(page.frames()).toHaveLength(1);
});

test('should the text of a lesson ever become markup, the policy of the page still lets nothing happen (T43)', {
  tag: '@browser',
}, async ({ browser, host }) => {
  verifies('T43', 'P10');
  test.setTimeout(120_000);
  const context = await browser.newContext();
  const page = await context.newPage();
  const deeds = await watch(page, context, new URL(host.ready.url).origin);
  await page.goto(host.ready.url);
  await expect(page.getByText('Live', { exact: true })).toBeAttached();
  expect(await asMarkup(page, FOR_POLICY)).toBe(FOR_POLICY.length);
  expect(deeds).toEqual(NOTHING);
  await context.close();
});

test('negative control: without that policy hundreds of them run and ask', { tag: '@browser' }, async ({ browser }) => {
  verifies('T43', 'P10');
  test.setTimeout(120_000);
  const context = await browser.newContext();
  const page = await context.newPage();
  await context.route('http://open.example/', (route) => route.fulfill({ contentType: 'text/html', body: '<body>' }));
  const deeds = await watch(page, context, 'http://open.example/');
  await page.goto('http://open.example/');
  await asMarkup(page, FOR_POLICY);
  expect(new Set(deeds.ran).size).toBeGreaterThan(200);
  expect(deeds.asked.length).toBeGreaterThan(200);
  await context.close();
});
