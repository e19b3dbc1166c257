import { plainText } from '@twicewise/contract';
import { expect, inspector, open, rows, store, test } from '../fixtures.ts';
import { toTab } from './parts.ts';

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror="alert(2)">',
  '<svg onload=alert(3)><a xlink:href="javascript:alert(4)">x</a></svg>',
  '[click](javascript:alert(5)) ![i](http://evil.example/pixel.png)',
  '<iframe src="http://evil.example/"></iframe>',
  '"><style>*{background:url(http://evil.example/x)}</style>',
  '{{constructor.constructor("alert(6)")()}} #{alert(7)} <%= alert(8) %>',
  '</title></textarea><form action=http://evil.example><button>x</button></form>',
];

test('hostile text is shown as text: no script, no request, no navigation', { tag: '@browser' }, async ({
  page,
  host,
  context,
}) => {
  let dialogs = 0;
  let windows = 0;
  const elsewhere: string[] = [];
  const home = new URL(host.ready.url).origin;
  page.on('dialog', (dialog) => {
    dialogs++;
    void dialog.dismiss();
  });
  context.on('page', () => windows++);
  context.on('request', (request) => {
    if (!request.url().startsWith(home)) elsewhere.push(request.url());
  });

  for (const text of HOSTILE) {
    await store(host, {
      taskDescription: text,
      whatWorked: [text],
      whatDidNotWork: [text],
      nextStrategy: text,
      text,
      rootCause: text,
      causalReasoning: text,
      tags: [text.slice(0, 100)],
      relatedEntityIds: [text],
      agent: text,
      sessionId: text,
      projectId: text,
      nativeId: text,
      extra: { note: text },
    });
  }
  await open(page, host);
  await expect(rows(page)).toHaveCount(HOSTILE.length);
  for (const text of HOSTILE.toReversed()) {
    await page.keyboard.press('j');
    await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText(plainText(text));
    await page.keyboard.press('v');
    await expect(inspector(page).getByText(text, { exact: true }).nth(4)).toBeAttached();
    await page.keyboard.press('v');
    await page.keyboard.press('e');
    await expect(page.getByRole('textbox', { name: 'Next time' })).toHaveValue(text);
    await page.getByRole('textbox', { name: 'Next time' }).fill(`${text} changed`);
    await page.keyboard.press('Control+Enter');
    await expect(inspector(page).getByRole('listitem').filter({ hasText: 'Edited' })).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: 'All projects' }).click();
  await expect(page.getByRole('menuitemcheckbox')).toHaveCount(HOSTILE.length + 1);
  expect({ dialogs, windows, elsewhere }).toEqual({ dialogs: 0, windows: 0, elsewhere: [] });
});

test('one long word bursts nothing sideways', { tag: '@browser' }, async ({ page, host }) => {
  const word = 'x'.repeat(400);
  const all = { taskDescription: word, whatWorked: [word], whatDidNotWork: [word], nextStrategy: word, text: word };
  const more = { rootCause: word, agent: 'a'.repeat(200), sessionId: 's'.repeat(200), projectId: 'p'.repeat(200) };
  for (const state of ['draft', 'draft', 'accepted'] as const) await store(host, { ...all, ...more, state });
  const [newest] = (await host.client.call('reflection.list', {})).items;
  await host.client.call('reflection.update', { id: newest?.id ?? '', changes: { text: `${word} ${word}` } });
  /**
   * Elements that extend beyond their place by more than a small margin, except for those that are cut off but can still be read.
   */
  const bursting = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter((element) => element.scrollWidth > element.clientWidth + 8 && element.clientWidth > 0)
        .filter((element) => !['hidden', 'clip'].includes(getComputedStyle(element).overflowX))
        .filter((element) => getComputedStyle(element).display !== 'inline')
        .map((element) => `${element.tagName} ${element.className}: ${element.scrollWidth} in ${element.clientWidth}`),
    );
  const atAllWidths = async (what: string) => {
    for (const width of [400, 700, 1024, 1600]) {
      await page.setViewportSize({ width, height: 700 });
      // The layout for a narrow window is drawn with the next frame.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))));
      expect(await bursting(), `${what} at ${width}`).toEqual([]);
    }
  };
  await page.setViewportSize({ width: 1600, height: 700 });
  await open(page, host, `lessons?lesson=${newest?.id}`);
  await expect(inspector(page).getByRole('heading', { name: 'History' })).toBeVisible();
  await inspector(page).getByRole('heading', { name: 'Similar' }).scrollIntoViewIfNeeded();
  await expect(
    inspector(page)
      .getByRole('button', { name: new RegExp(word) })
      .first(),
  ).toBeVisible();
  await atAllWidths('lesson');
  await open(page, host, 'today');
  await toTab(page, 'Shown to agents');
  await expect(page.getByRole('list', { name: 'Repeated failures' })).toBeVisible();
  await atAllWidths('shown');
  await toTab(page, 'Drafts');
  await expect(page.getByRole('article', { name: 'Draft', exact: true })).toBeVisible();
  await atAllWidths('today');
  await page.getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByRole('region', { name: 'The lesson that stays' })).toBeVisible();
  await atAllWidths('merge');
});

test('a long title takes two lines among the similar ones, and is whole on hover', async ({ page, host }) => {
  const long = 'Keep the token of the login flow fresh while the clock of the host is wrong '.repeat(12).trim();
  await store(host, { taskDescription: `${long}, again`, projectId: 'shop' });
  const { id } = await store(host, { taskDescription: long, projectId: 'shop' });
  await open(page, host, `lessons?lesson=${id}`);
  await inspector(page).getByRole('heading', { name: 'Similar' }).scrollIntoViewIfNeeded();
  const title = inspector(page).getByTitle(`${long}, again`);
  await expect(title).toBeVisible();
  expect((await title.boundingBox())?.height).toBeLessThan(48);
});

test('text from right to left is read from right to left', async ({ page, host }) => {
  const text = 'تصحيح انتهاء صلاحية الرمز (v2.1) في صفحة الدخول';
  const draft = { taskDescription: text, whatDidNotWork: [text], nextStrategy: text, state: 'draft' as const };
  const { id } = await store(host, draft);
  await store(host, draft);
  /** Our own texts with left-to-right layout. */
  const wrong = () =>
    page.evaluate(
      (sought) =>
        [...document.querySelectorAll('main *')]
          .filter((element) => element.children.length === 0 && element.textContent?.includes(sought))
          .filter((element) => getComputedStyle(element).direction !== 'rtl')
          .map((element) => element.outerHTML.slice(0, 160)),
      text,
    );
  await open(page, host, `lessons?lesson=${id}`);
  await inspector(page).getByRole('heading', { name: 'Similar' }).scrollIntoViewIfNeeded();
  await expect(inspector(page).getByTitle(text).first()).toBeVisible();
  expect(await wrong()).toEqual([]);
  await page.keyboard.press('e');
  await expect(page.getByRole('textbox', { name: 'Task' })).toHaveCSS('direction', 'rtl');
  await page.keyboard.press('Escape');
  await page.keyboard.press('1');
  await toTab(page, 'Shown to agents');
  await expect(page.getByRole('list', { name: 'Repeated failures' })).toContainText(text);
  expect(await wrong()).toEqual([]);
  await toTab(page, 'Drafts');
  await expect(page.getByRole('article', { name: 'Draft', exact: true })).toBeVisible();
  expect(await wrong()).toEqual([]);
  await page.keyboard.press('m');
  await expect(page.getByRole('region', { name: 'The lesson that stays' })).toBeVisible();
  expect(await wrong()).toEqual([]);
});
