import { expect, inspector, open, rows, store, test } from '../fixtures.ts';

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

test('hostile text is shown as text: no script, no request, no navigation', async ({ page, host, context }) => {
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
    await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText(text);
    await expect(inspector(page).getByText(text, { exact: true }).nth(4)).toBeAttached();
    await page.keyboard.press('e');
    await expect(page.getByRole('textbox', { name: 'Next strategy' })).toHaveValue(text);
    await page.getByRole('textbox', { name: 'Next strategy' }).fill(`${text} changed`);
    await page.keyboard.press('Control+Enter');
    await expect(inspector(page).getByRole('listitem').filter({ hasText: 'Edited' })).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: 'All projects' }).click();
  await expect(page.getByRole('menuitemcheckbox')).toHaveCount(HOSTILE.length + 1);
  expect({ dialogs, windows, elsewhere }).toEqual({ dialogs: 0, windows: 0, elsewhere: [] });
});
