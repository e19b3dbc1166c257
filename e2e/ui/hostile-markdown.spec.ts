import type { Reflection } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import MarkdownIt from 'markdown-it';
import { addressOf, expect, inspector, open, rows, store, test } from '../fixtures.ts';
import { asMarkup, NOTHING, watch } from './hostile-page.ts';
import { DEEP, MARKDOWN_PAYLOADS, slowTexts } from './markdown-payloads.ts';
import { card } from './parts.ts';
import { record, tell } from './session-parts.ts';

/** Number of payloads in one lesson. */
const PER_LESSON = 48;
const packs = Array.from({ length: Math.ceil(MARKDOWN_PAYLOADS.length / PER_LESSON) }, (_, index) =>
  MARKDOWN_PAYLOADS.slice(index * PER_LESSON, (index + 1) * PER_LESSON),
);
/** The longest text of one entry of a lesson. */
const LONGEST = 4_000;

/** Elements that could ask for something or lead away, in what is shown of a text. */
const POWERFUL =
  '[data-markdown] :is(a, img, iframe, object, embed, video, audio, source, link, form, input, [style], [src])';

test('hostile Markdown, formatted, is still text: nothing runs, is asked for, opens or leads away (T43)', {
  tag: '@browser',
}, async ({ page, host, context }) => {
  verifies('T43', 'P10');
  test.setTimeout(120_000);
  const lessons: Reflection[] = [];
  for (const [index, pack] of packs.entries()) {
    const text = pack.join('\n\n');
    const fields = { whatWorked: [...pack], whatDidNotWork: [...pack], nextStrategy: pack[0] ?? '', text };
    lessons.push(await store(host, { taskDescription: `Pack ${index}`, ...fields, state: 'draft' }));
  }
  const decisions = MARKDOWN_PAYLOADS.slice(0, 100).map((text) => ({ chosen: text, rationale: text, options: [text] }));
  const session = await tell(host, { task: 'Hostile', decisions, lessons: [...MARKDOWN_PAYLOADS.slice(0, 100)] });
  const deeds = await watch(page, context, new URL(host.ready.url).origin);

  await test.step('lessons', async () => {
    await open(page, host);
    for (const { id, taskDescription } of lessons) {
      await page.goto(addressOf(host, `lessons?lesson=${id}`));
      await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText(taskDescription);
      await expect(inspector(page).locator('[data-markdown]').nth(PER_LESSON)).toBeAttached();
      expect(await page.locator(POWERFUL).count()).toBe(0);
      // What reads like an address can be asked about; each says its address, and only that.
      for (const title of await inspector(page)
        .locator('[data-markdown] [aria-haspopup="dialog"]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? '')))
        expect(title).toMatch(/^https?:\/\/\S/);
    }
  });
  await test.step('asking about a link, and declining', async () => {
    const links = inspector(page).locator('[data-markdown] [aria-haspopup="dialog"]');
    for (let at = 0; at < Math.min(20, await links.count()); at++) {
      await links.nth(at).press('Enter');
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
    }
  });
  await test.step('drafts, and a session', async () => {
    await open(page, host, 'today');
    await expect(card(page).locator('[data-markdown]').first()).toBeAttached();
    for (const tab of ['', '&tab=decisions', '&tab=lessons']) {
      await page.goto(addressOf(host, `sessions?episode=${session.id}${tab}`));
      await expect(record(page).locator('[data-markdown]').nth(20)).toBeAttached();
      expect(await page.locator(POWERFUL).count()).toBe(0);
    }
  });
  expect(deeds).toEqual(NOTHING);
  expect(page.frames()).toHaveLength(1);
});

test('texts that are nested a thousand deep or made to be slow are shown, and what follows, too (T43)', {
  tag: '@browser',
}, async ({ page, host }) => {
  verifies('T43');
  const whatWorked = [...DEEP, ...slowTexts(LONGEST)].map((text) => text.slice(0, LONGEST));
  const [slow] = slowTexts(20_000);
  const lesson = await store(host, { taskDescription: 'Slow', whatWorked, text: slow ?? '', rootCause: '**end**' });
  await open(page, host, `lessons?lesson=${lesson.id}`);
  await expect(inspector(page).locator('strong').filter({ hasText: /^end$/ }).last()).toBeVisible();
  await page.keyboard.press('e');
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(1);
  // As deep as the reader goes, and not a thousand.
  const depth = await page.evaluate(() => {
    const deepest = (element: Element): number => 1 + Math.max(0, ...[...element.children].map(deepest));
    return Math.max(...[...document.querySelectorAll('[data-markdown]')].map(deepest));
  });
  expect(depth).toBeLessThan(200);
});

test('should Markdown ever be rendered as HTML, the policy of the page still lets nothing happen (T43)', {
  tag: '@browser',
}, async ({ browser, host }) => {
  verifies('T43', 'P10');
  test.setTimeout(120_000);
  const reckless = new MarkdownIt({ html: true, linkify: true });
  reckless.validateLink = () => true;
  const context = await browser.newContext();
  const page = await context.newPage();
  const deeds = await watch(page, context, new URL(host.ready.url).origin);
  await page.goto(host.ready.url);
  await expect(page.getByText('Live', { exact: true })).toBeAttached();
  const markup = MARKDOWN_PAYLOADS.map((text) => reckless.render(text));
  expect(markup.filter((html) => /<img|<a href="javascript|<script/i.test(html)).length).toBeGreaterThan(100);
  expect(await asMarkup(page, markup)).toBe(MARKDOWN_PAYLOADS.length);
  expect(deeds).toEqual(NOTHING);
  await context.close();
});
