import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ended } from '../ended-job.ts';
import { expect, inspector, open, rows, statusLine, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { card } from './parts.ts';
import { record, tell } from './session-parts.ts';

const TEXT = [
  '## What the log says',
  '',
  'The **second** run of `npm test` fails, ~~always~~ since *Friday*:',
  '',
  '1. the port is taken',
  '2. the retry is not',
  '',
  '```ts',
  'await listen(0);',
  '```',
  '',
  '| run | result |',
  '| --- | ---: |',
  '| 1 | fails |',
].join('\n');

test('Markdown in a lesson is formatted; a key shows its source, and the window remembers that', async ({
  page,
  host,
}) => {
  const lesson = await store(host, {
    whatDidNotWork: ['Waiting for `ready` **longer**'],
    nextStrategy: 'Ask for a *free* port',
    text: TEXT,
  });
  await open(page, host, `lessons?lesson=${lesson.id}`);
  const pane = inspector(page);
  await expect(pane.getByRole('heading', { name: 'What the log says', level: 4 })).toBeVisible();
  await expect(pane.locator('strong').filter({ hasText: 'second' })).toBeVisible();
  await expect(pane.locator('code').filter({ hasText: 'npm test' })).toBeVisible();
  await expect(pane.locator('[data-markdown] ol > li')).toHaveText([/the port is taken/, /the retry is not/]);
  await expect(pane.getByRole('table').getByRole('cell')).toHaveText(['1', 'fails']);
  await expect(pane.locator('pre').filter({ hasText: 'await listen(0);' })).toBeVisible();
  await expect(pane.getByText('Waiting for ready longer')).toBeVisible();

  await page.keyboard.press('v');
  await expect(pane.getByText(TEXT, { exact: true })).toBeVisible();
  await expect(pane.getByText('Waiting for `ready` **longer**', { exact: true })).toBeVisible();
  await page.reload();
  await expect(pane.getByText(TEXT, { exact: true })).toBeVisible();
  await pane.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Show formatted text' }).click();
  await expect(pane.getByRole('heading', { name: 'What the log says' })).toBeVisible();
});

test('the key of the source says when no text here would look different', async ({ page, host }) => {
  const plain = await store(host, { taskDescription: 'Plain', nextStrategy: 'Ask for a free port' });
  const marked = await store(host, { taskDescription: 'Marked', nextStrategy: 'Ask for a *free* port' });
  await open(page, host, `lessons?lesson=${plain.id}`);
  await expect(inspector(page)).toContainText('Ask for a free port');
  await page.keyboard.press('v');
  await expect(statusLine(page)).toContainText('none here has Markdown');
  await page.keyboard.press('v');
  await expect(statusLine(page)).toContainText('Texts are shown formatted');
  await open(page, host, `lessons?lesson=${marked.id}`);
  await expect(inspector(page).locator('em')).toHaveText('free');
  await page.keyboard.press('v');
  await expect(statusLine(page)).toContainText('Texts are shown as written');
  await expect(statusLine(page)).not.toContainText('none here');
});

test('what is searched for is marked in formatted text, too', async ({ page, host }) => {
  const lesson = await store(host, { text: 'The **socket** stays open: `socket.close()` is missing' });
  await open(page, host, `lessons?q=socket&lesson=${lesson.id}`);
  await expect(inspector(page).locator('[data-markdown] mark')).toHaveText(['socket', 'socket']);
});

test('a text without Markdown loads nothing to read it with', { tag: '@browser' }, async ({ page, host }) => {
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  const plain = await store(host, { text: 'Plain words.\nAnd more of them.' });
  const marked = await store(host, { text: 'Some `code`' });
  await open(page, host, `lessons?lesson=${plain.id}`);
  await expect(inspector(page).getByText('Plain words.\nAnd more of them.', { exact: true })).toBeVisible();
  expect(asked.filter((url) => url.includes('markdown-tree'))).toEqual([]);
  await open(page, host, `lessons?lesson=${marked.id}`);
  await expect(inspector(page).locator('code')).toHaveText('code');
  expect(asked.filter((url) => url.includes('markdown-tree'))).toHaveLength(1);
});

test('a link says where it leads and asks; the page stays', { tag: '@browser' }, async ({ page, host, context }) => {
  await context.route(/b\.example/, (route) => route.fulfill({ contentType: 'text/html', body: 'there' }));
  const lesson = await store(host, { text: 'See [the manual](https://b.example/a?c=d "By its author") first' });
  await open(page, host, `lessons?lesson=${lesson.id}`);
  await inspector(page).getByRole('button', { name: 'the manual' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('https://b.example/a?c=d');
  await expect(dialog).toContainText('By its author');
  expect(context.pages()).toHaveLength(1);
  await page.keyboard.press('Escape');
  await expect(inspector(page).getByRole('button', { name: 'the manual' })).toBeFocused();
  await page.keyboard.press('Enter');
  const opened = context.waitForEvent('page');
  await dialog.getByRole('button', { name: 'Open b.example' }).click();
  const other = await opened;
  await other.waitForLoadState();
  expect(other.url()).toBe('https://b.example/a?c=d');
  expect(await other.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
  expect(page.url()).toContain(lesson.id);
});

test('code is copied as it is', { tag: '@browser' }, async ({ page, host, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const lesson = await store(host, { text: '```sh\nnpm test -- --only ui\n  echo "<b>"\n```' });
  await open(page, host, `lessons?lesson=${lesson.id}`);
  await inspector(page).getByRole('button', { name: 'Copy code' }).click();
  await expect(inspector(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm test -- --only ui\n  echo "<b>"');
});

test('decisions of a session are formatted; a long one is collapsed, without links that could not be seen', async ({
  page,
  host,
}) => {
  const long = `Use **WAL** mode.\n\n${'More of the same. '.repeat(60)}\n\n[Manual](https://b.example)`;
  const { id } = await tell(host, {
    task: 'Choose a journal',
    decisions: [{ chosen: 'Use `WAL`', rationale: long, options: ['Use `WAL`', '`DELETE`'] }],
  });
  await open(page, host, `sessions?episode=${id}&tab=decisions`);
  const pane = record(page);
  await expect(pane.locator('code').filter({ hasText: 'WAL' }).first()).toBeVisible();
  await expect(pane.locator('strong')).toHaveText('WAL');
  await expect(pane.getByRole('button', { name: 'Manual' })).toHaveCount(0);
  await pane.getByRole('button', { name: /Show all/ }).click();
  await expect(pane.getByRole('button', { name: 'Manual' })).toBeVisible();
});

test('a lesson says what to do next time, then why, then what happened; plumbing is behind a button', async ({
  page,
  host,
}) => {
  const lesson = await store(host, {
    whatDidNotWork: ['It failed'],
    nextStrategy: 'Do this',
    rootCause: 'That was why',
    text: 'At length',
  });
  await open(page, host, `lessons?lesson=${lesson.id}`);
  const pane = inspector(page);
  await expect(pane).toContainText(/Do this.*That was why.*It failed.*At length/);
  await expect(pane.getByText(lesson.id)).toBeHidden();
  await pane.getByText('Details', { exact: true }).click();
  await expect(pane.getByText(lesson.id)).toBeVisible();
});

test('where a lesson comes from stays in view beside a long one', async ({ page, host }) => {
  await page.setViewportSize({ width: 1600, height: 700 });
  const lesson = await store(host, { text: 'A line.\n\n'.repeat(120) });
  await open(page, host, `lessons?lesson=${lesson.id}`);
  const place = inspector(page).locator('[data-place="lesson"]');
  await place.evaluate((all) => all.scrollTo(0, all.scrollHeight));
  await expect(inspector(page).getByText('Provenance')).toBeInViewport();
});

test('the session of a lesson opens from the lesson, whether it is recorded or not', async ({ page, host }) => {
  const told = await tell(host, { task: 'Mend the imports', sessionId: 'recorded' });
  const sessions = [
    ['recorded', 'Mend the imports'],
    ['only-named', ''],
  ];
  for (const [sessionId = '', title = ''] of sessions) {
    const lesson = await store(host, {
      sessionId,
      projectId: told.projectId,
      taskDescription: `Lesson of ${sessionId}`,
    });
    await page.goto('about:blank');
    await open(page, host, `lessons?lesson=${lesson.id}`);
    await inspector(page).getByRole('link', { name: sessionId }).click();
    await expect(record(page)).toContainText(title);
    await expect(record(page)).not.toContainText('There is no such session');
  }
});

test('axe finds nothing in formatted text, and nothing in the question about a link, in both themes', {
  tag: '@browser',
}, async ({ page, host }) => {
  const text = `${TEXT}\n\n> See [the manual](https://b.example) and ![a picture](https://b.example/p.png)`;
  const lesson = await store(host, { text, whatWorked: ['Some `code` and **more**'] });
  await open(page, host, `lessons?lesson=${lesson.id}`);
  await expect(inspector(page).getByRole('table')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await inspector(page).getByRole('button', { name: 'the manual' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('its session is one key or one press away, beside its title', async ({ page, host }) => {
  const log = { projectId: 'shop', sessionId: 'of-origin', task: 'Mend the till', outcome: 'success' } as const;
  await host.client.call('episode.store', log);
  const lesson = await store(host, { projectId: 'shop', sessionId: 'of-origin' });
  const record = page.getByRole('heading', { name: 'Mend the till', level: 2 });
  await open(page, host, `lessons?lesson=${lesson.id}`);
  await inspector(page).getByRole('link', { name: 'its session' }).click();
  await expect(record).toBeVisible();
  await open(page, host, `lessons?lesson=${lesson.id}`);
  await expect(inspector(page).getByRole('heading', { level: 2 })).toBeVisible();
  await page.keyboard.press('s');
  await expect(record).toBeVisible();
});

test('a draft is read in the order of a lesson: what to do next time, why, what happened', async ({ page, host }) => {
  const says = {
    whatDidNotWork: ['Waiting'],
    whatWorked: ['Asking'],
    nextStrategy: 'Ask first',
    rootCause: 'No reply',
  };
  const { id } = await store(host, { state: 'draft', ...says });
  await open(page, host, 'today');
  const inOrder = ['Next time', 'Root cause', 'Did not work', 'Worked'];
  await expect(card(page).getByRole('heading', { level: 3 })).toHaveText(inOrder);
  await open(page, host, `lessons?lesson=${id}`);
  await expect(inspector(page).getByRole('heading', { level: 3 }).first()).toHaveText('Next time');
  const read = await inspector(page).getByRole('heading', { level: 3 }).allTextContents();
  expect(read.filter((text) => inOrder.includes(text))).toEqual(inOrder);
});

test('a lesson without a task is named by the first sentence of what it says, wherever it is named', async ({
  page,
  host,
}) => {
  const path = join(host.ready.data, 'untitled.jsonl');
  const lines = [
    { id: 'a', text: '## Ask for a **free** port\n\nA port of a test is never fixed.', outcome: 'failure' },
    { id: 'b', nextStrategy: 'Listen on `0`. Then read the port.', outcome: 'failure' },
    { id: 'c', title: '`listen` fails on a **taken** port', failed: ['A fixed port'], outcome: 'failure' },
  ];
  await writeFile(path, lines.map((line) => JSON.stringify(line)).join('\n'));
  const { job } = await host.client.call('import.lessons', { path });
  await ended(host, job.id);
  const rows = page.getByRole('listbox', { name: 'Lessons' }).getByRole('option');
  await open(page, host, 'lessons');
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: 'Ask for a free port' })).toContainText('A port of a test is never fixed.');
  await expect(rows.filter({ hasText: 'Listen on 0.' })).toContainText('… Then read the port.');
  await expect(rows.filter({ hasText: 'listen fails on a taken port' })).toContainText('A fixed port');
  await rows.filter({ hasText: 'Ask for a free port' }).click();
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText('Ask for a free port');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('listen port');
  const found = page.getByRole('dialog').getByRole('option');
  await expect(found.filter({ hasText: 'Listen on 0.' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  const such = page.getByRole('list', { name: 'Such as' });
  await expect(such.getByRole('listitem').filter({ hasText: 'Listen on 0.' })).toBeVisible();
});

test('where the margin is below the text, a line above it says whose the lesson is and when it was', async ({
  page,
  host,
}) => {
  const { id } = await store(host, { taskDescription: 'Round prices', projectId: 'shop', agent: 'codex' });
  await page.setViewportSize({ width: 1024, height: 700 });
  await open(page, host, `lessons?lesson=${id}`);
  const header = inspector(page).locator('header');
  await expect(header).toContainText('shop · codex · now');
  const byline = header.getByText('codex');
  await expect(byline).toBeVisible();
  await page.setViewportSize({ width: 1600, height: 1000 });
  await expect(byline).toBeHidden();
  const path = join(host.ready.data, 'one.jsonl');
  await writeFile(path, '{"title":"Read from a file","failed":["a timeout"],"projectId":"shop"}\n');
  await host.client.call('import.lessons', { path });
  await page.setViewportSize({ width: 1024, height: 700 });
  await rows(page).filter({ hasText: 'Read from a file' }).click();
  // The name of an importer is that of a format.
  await expect(header).toContainText(/shop · (now|\d+ \w+)/);
});
