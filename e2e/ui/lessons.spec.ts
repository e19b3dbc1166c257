import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf, expect, fill, inspector, open, rows, statusLine, store, test } from '../fixtures.ts';
import { chooseProject } from './parts.ts';

test('a lesson stored through the API appears live', async ({ page, host }) => {
  await store(host, { taskDescription: 'The first one' });
  await open(page, host);
  await expect(rows(page)).toHaveCount(1);

  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await store(host, { taskDescription: 'Came while looking', outcome: 'success', whatWorked: ['A lock file'] });
  await expect(rows(page).first()).toContainText('Came while looking');
  await expect(rows(page).first()).toContainText('A lock file');
  await expect(page.getByText('2 lessons', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('the empty memory gives way to the first lesson by itself', async ({ page, host }) => {
  await open(page, host);
  await expect(page.getByRole('heading', { name: 'No lessons yet' })).toBeVisible();
  await store(host);
  await expect(rows(page)).toHaveCount(1);
});

test('outcome and project filters narrow the list, stand in the link, and are removable', async ({ page, host }) => {
  await store(host, { taskDescription: 'Good', outcome: 'success', projectId: 'alpha' });
  await store(host, { taskDescription: 'Bad', outcome: 'failure', projectId: 'alpha' });
  await store(host, { taskDescription: 'Elsewhere', outcome: 'failure', projectId: 'beta' });
  await open(page, host);

  await page.getByRole('button', { name: 'Failure', exact: true }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'All projects' }).click();
  await page.getByRole('menuitemcheckbox', { name: /^alpha/ }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Bad');
  expect(page.url()).toContain('outcome=failure');
  expect(page.url()).toContain('project=proj_');

  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove filter Failure' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.goBack();
  await expect(rows(page)).toHaveCount(1);
  await chooseProject(page, 'All projects');
  await expect(rows(page)).toHaveCount(2);
});

test('Clear all takes away what the chips show: not the project of the window, nor the words', async ({
  page,
  host,
}) => {
  for (const projectId of ['alpha', 'beta']) {
    await store(host, { taskDescription: `Rotate tokens of ${projectId}`, projectId, tags: ['ci'] });
    await store(host, { taskDescription: `Warm the tokens of ${projectId}`, projectId, outcome: 'success' });
  }
  await open(page, host, 'lessons?project=alpha&outcome=failure&tag=ci&q=tokens');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveCount(0);
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(/project=alpha&q=tokens/);
  await expect(page.getByRole('banner').getByRole('button', { name: /^Project/ })).toContainText('alpha');
});

test('a lesson that its source dated in the future says so, and not that it is of now', async ({ page, host }) => {
  const path = join(host.ready.data, 'future.jsonl');
  writeFileSync(path, `${JSON.stringify({ id: 1, title: 'From a wrong clock', createdAt: '2091-05-06T12:00:00Z' })}\n`);
  await host.client.call('import.lessons', { path, projectId: 'p' });
  await open(page, host);
  const time = rows(page).first().locator('time');
  await expect(time).toHaveText('6 May 2091');
  await expect(time).toHaveAttribute('title', /dated in the future/);
});

test('the inspector shows every field', async ({ page, host }) => {
  const lesson = await store(host, {
    taskDescription: 'Make the import fast',
    outcome: 'partial',
    attemptNumber: 3,
    whatWorked: ['Batches of 500'],
    whatDidNotWork: ['One transaction for all'],
    nextStrategy: 'Measure the disk',
    text: 'A longer reflection',
    rootCause: 'Every row was synced',
    causalReasoning: 'sync, wait, sync',
    failureCategory: 'inefficient_planning',
    confidence: 0.75,
    tags: ['speed'],
    relatedEntityIds: ['src/import.ts'],
    kind: 'self_reflection',
    agent: 'claude-code',
    sessionId: 'session-one',
    projectId: 'importer',
    nativeId: 'native-7',
    observedAt: '2026-01-02T03:04:05.000Z',
    outcomeNative: 'half done',
    extra: { reward: 0.5 },
  });
  await open(page, host, `lessons?lesson=${lesson.id}`);
  const pane = inspector(page);
  const texts = [
    'Make the import fast',
    'Partial',
    'attempt 3',
    'its author stated the outcome',
    'half done',
    'Batches of 500',
  ];
  texts.push('One transaction for all', 'Measure the disk', 'A longer reflection', 'Every row was synced');
  texts.push('sync, wait, sync', 'Inefficient planning', '0.75', '#speed', 'src/import.ts', 'Self-reflection');
  texts.push('claude-code', 'session-one', 'importer', 'native-7', '2 Jan 2026', lesson.id, 'exact to the second');
  await pane.getByText('Details').click();
  for (const text of texts) await expect(pane.getByText(text).first()).toBeVisible();
  await pane.getByText('Extra data').click();
  await expect(pane.getByText('"reward": 0.5')).toBeVisible();
  await expect(pane.getByRole('heading', { name: 'History' })).toBeVisible();
});

test('provenance says in words where a lesson comes from, and names no change that was not made', async ({
  page,
  host,
}) => {
  await open(page, host);
  await page.getByRole('button', { name: 'Load the sample' }).click();
  await expect(statusLine(page)).toContainText(/Loaded the sample: \d+ lessons/);
  await page.keyboard.press('j');
  const provenance = inspector(page).getByRole('heading', { name: 'Provenance' }).locator('..');
  const facts = provenance.locator('dl').first();
  await expect(inspector(page).getByRole('button', { name: 'Undo the whole import' })).toBeVisible();
  await expect(facts).toContainText('FromSample');
  await expect(provenance).toContainText(/Stored through(?:Browser|desktop app)/);
  await expect(facts).not.toContainText(/Mozilla|src_|Changed/);
  await page.keyboard.press('p');
  await expect(facts).toContainText('Changed');
});

test('an edit sends only what changed, shows in the history, and can be undone', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  const lesson = await store(host, { nextStrategy: 'Sleep longer', tags: ['ci'] });
  await open(page, host, `lessons?lesson=${lesson.id}`);
  await inspector(page).getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Next time' }).fill('Sleep shorter');
  await expect(page.getByText('1 field changed')).toBeVisible();
  await expect(page.locator('ins')).toHaveText('shorter');

  const request = page.waitForRequest('**/api/reflection.update');
  await page.keyboard.press('Control+Enter');
  expect((await request).postDataJSON()).toEqual({
    id: lesson.id,
    changes: { nextStrategy: 'Sleep shorter' },
    expectedRevision: lesson.revision,
  });
  await expect(inspector(page).getByText('Sleep shorter').first()).toBeVisible();
  await expect(inspector(page).getByText('Sleep longer → Sleep shorter')).toBeVisible();

  await statusLine(page).getByRole('button', { name: 'Undo' }).click();
  await expect(statusLine(page)).toContainText('Undone: saved');
  const read = async () => (await host.client.call('reflection.get', { id: lesson.id })).reflection.nextStrategy;
  await expect.poll(read).toBe('Sleep longer');
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(read).toBe('Sleep shorter');
});

test('a change made meanwhile is a conflict to resolve, field by field', async ({ page, host }) => {
  const lesson = await store(host, { nextStrategy: 'First', text: 'Old text' });
  await open(page, host, `lessons?lesson=${lesson.id}`);
  await inspector(page).getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Next time' }).fill('Mine');
  await page.getByRole('textbox', { name: 'Reflection' }).fill('My text');

  const changes = { nextStrategy: 'Theirs', text: 'Their text', rootCause: 'They know' };
  await host.client.call('reflection.update', { id: lesson.id, changes });
  await expect(page.getByText('changed this meanwhile')).toBeVisible();
  await expect(page.getByText('Already updated, as you had not changed it: Root cause.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Next time' })).toHaveValue('Mine');
  await expect(page.getByRole('textbox', { name: 'Root cause' })).toHaveValue('They know');
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();

  await page.getByRole('group', { name: 'Next time' }).getByRole('button', { name: 'Keep yours' }).click();
  await page.getByRole('group', { name: 'Reflection' }).getByRole('button', { name: 'Take theirs' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(statusLine(page)).toContainText('Saved');
  const { reflection } = await host.client.call('reflection.get', { id: lesson.id });
  expect(reflection).toMatchObject({ nextStrategy: 'Mine', text: 'Their text', rootCause: 'They know' });
});

// Events can only be blocked over HTTP. With events, the choice would appear before anybody saves.
test('an answer of changed_since opens the same choice instead of an error', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  const lesson = await store(host, { nextStrategy: 'First' });
  // Without events, the window does not learn of the change before it saves.
  await page.route('**/api/events', (route) => route.abort());
  await page.goto(host.ready.url);
  await page.goto(addressOf(host, 'lessons'));
  // The read while the lesson opens must not already contain the change.
  const read = page.waitForResponse('**/api/reflection.get');
  await rows(page).first().click();
  await read;
  await inspector(page).getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Next time' }).fill('Mine');
  await host.client.call('reflection.update', { id: lesson.id, changes: { nextStrategy: 'Theirs' } });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('group', { name: 'Next time' })).toContainText('Theirs');
  await page.getByRole('button', { name: 'Keep yours' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await host.client.call('reflection.get', { id: lesson.id })).reflection.nextStrategy)
    .toBe('Mine');
});

test('a lesson that is only looked at follows what others write', async ({ page, host }) => {
  const lesson = await store(host, { nextStrategy: 'First' });
  await open(page, host, `lessons?lesson=${lesson.id}`);
  await expect(inspector(page)).toContainText('First');
  await host.client.call('reflection.update', { id: lesson.id, changes: { nextStrategy: 'Second' } });
  await expect(inspector(page).getByText('Second').first()).toBeVisible();
  await host.client.call('reflection.delete', { id: lesson.id });
  await expect(inspector(page).getByText('In the bin since')).toBeVisible();
});

test('delete goes to the bin, keeps the place, and Ctrl+Z brings it back', async ({ page, host }) => {
  for (const taskDescription of ['Three', 'Two', 'One']) await store(host, { taskDescription });
  await open(page, host);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(inspector(page).getByRole('heading', { name: 'Two' })).toBeVisible();
  await page.keyboard.press('#');
  await expect(rows(page)).toHaveCount(2);
  await expect(statusLine(page)).toContainText('Deleted');
  await expect(inspector(page).getByRole('heading', { name: 'Three' })).toBeVisible();
  await expect(page.getByRole('listbox')).toBeFocused();

  await page.keyboard.press('Control+z');
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press('Control+Shift+z');
  await expect(rows(page)).toHaveCount(2);

  await page.keyboard.press('b');
  await expect(page.getByText('1 lesson in the bin')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('j');
  await expect(inspector(page).getByRole('heading', { name: 'Two' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('urestore');
  await page.keyboard.press('u');
  await expect(page.getByText('The bin is empty.')).toBeVisible();
  // Without a row no key of rows is named.
  const hints = page.getByRole('contentinfo').locator('kbd');
  await expect(hints.filter({ hasText: '/' })).toBeVisible();
  await expect(hints.filter({ hasText: /^(?:j|k|Enter|x)$/ })).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toContainText('bleave the bin');
  await page.keyboard.press('b');
  await expect(rows(page)).toHaveCount(3);
});

test('each write in the history can be undone by itself', async ({ page, host }) => {
  const lesson = await store(host, { nextStrategy: 'First' });
  await host.client.call('reflection.update', { id: lesson.id, changes: { nextStrategy: 'Second' } });
  await host.client.call('reflection.pin', { id: lesson.id, pinned: true });
  await open(page, host, `lessons?lesson=${lesson.id}`);
  const edit = inspector(page).getByRole('listitem').filter({ hasText: 'Edited' }).filter({ hasText: 'Next time' });
  await edit.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(async () => (await host.client.call('reflection.get', { id: lesson.id })).reflection)
    .toMatchObject({ nextStrategy: 'First', pinned: true });
  await expect(edit.getByRole('button', { name: 'Redo' })).toBeVisible();
});

test('the place in the list stands still while lessons arrive above it', async ({ page, host }) => {
  for (let index = 0; index < 40; index++) await store(host, { taskDescription: `Number ${index}` });
  await open(page, host);
  const list = page.getByRole('listbox');
  await list.evaluate((element) => element.scrollTo(0, 700));
  const place = async () => (await rows(page).filter({ hasText: 'Number 20' }).boundingBox())?.y;
  await expect.poll(place).toBeTruthy();
  const before = await place();
  await store(host, { taskDescription: 'New on top' });
  await expect(page.getByText('41 lessons')).toBeVisible();
  expect(await place()).toBeCloseTo(before ?? 0, 0);
});

test('a lesson whose making is undone is not shown any longer, and comes back with redo', async ({ page, host }) => {
  await fill(host, 40);
  await open(page, host);
  await page.keyboard.press('j');
  await expect(inspector(page).getByRole('heading', { level: 2 })).toBeVisible();
  // It affects more than this lesson, so the page asks first.
  const undo = inspector(page).getByRole('button', { name: 'Undo the whole import' });
  await undo.click();
  await expect(inspector(page).getByText('Import bulk.jsonl: this removes 40 lessons.')).toBeVisible();
  await undo.click();
  await expect(inspector(page).getByText('This lesson is not here.')).toBeVisible();
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveCount(0);
  // The page requests nothing of the lesson any more, except whether it is back.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const other = await store(host, { taskDescription: 'Another' });
  await expect(rows(page).first()).toContainText('Another');
  await host.client.call('reflection.pin', { id: other.id });
  await expect(rows(page).first().getByLabel('Pinned')).toBeVisible();
  const about = ['operation.list', 'exposure.list', 'reflection.similar'].map((name) => `/api/${name}`);
  expect(asked.filter((path) => about.includes(path))).toEqual([]);
  await page.keyboard.press('Control+Shift+z');
  await expect(inspector(page).getByRole('heading', { level: 2 })).toBeVisible();
});

test('a field that cannot be saved is marked, in plain words, in sight and in focus', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  const lesson = await store(host, { confidence: 0.5, tags: ['ok'] });
  await page.setViewportSize({ width: 1024, height: 500 });
  await open(page, host, `lessons?lesson=${lesson.id}`);
  await page.keyboard.press('e');
  const confidence = page.getByRole('spinbutton', { name: 'Confidence' });
  await confidence.fill('7');
  await page.getByRole('textbox', { name: 'Tags, entry 1' }).fill('t'.repeat(140));
  await page.getByRole('textbox', { name: 'Task' }).focus();
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/reflection.update')) sent++;
  });
  await page.keyboard.press('Control+Enter');
  await expect(confidence).toBeFocused();
  await expect(confidence).toBeInViewport();
  await expect(confidence).toHaveAttribute('aria-invalid', 'true');
  await expect(confidence).toHaveAccessibleDescription('A number from 0 to 1, such as 0.8.');
  await expect(page.getByText('Entry 1 is too long: 140 bytes of at most 128.')).toBeVisible();
  await expect(page.getByText('Not saved: check 2 fields.')).toBeVisible();
  expect(sent).toBe(0);
  await confidence.fill('0.7');
  await expect(confidence).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('textbox', { name: 'Tags, entry 1' }).fill('short');
  await page.keyboard.press('Control+Enter');
  await expect(statusLine(page)).toContainText('Saved');
});

test('an edit that the host refuses says so in sight, wherever the form was scrolled to', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  const lesson = await store(host, { tags: ['ok'] });
  const error = { code: 'busy', message: 'Another write takes long.', hint: 'Try again.' };
  await page.route('**/api/reflection.update', (route) => route.fulfill({ status: 429, json: { ok: false, error } }));
  await page.setViewportSize({ width: 1024, height: 500 });
  await open(page, host, `lessons?lesson=${lesson.id}`);
  await page.keyboard.press('e');
  await page.getByRole('textbox', { name: 'Tags, entry 1' }).fill('other');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Another write takes long.')).toBeInViewport();
});

test('after a look at the bin the current row is open again, and what is undone there is in the list', async ({
  page,
  host,
}) => {
  for (const taskDescription of ['Three', 'Two', 'One']) await store(host, { taskDescription });
  await open(page, host);
  await page.keyboard.press('j');
  await page.keyboard.press('#');
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('b');
  await expect(page.getByText('1 lesson in the bin')).toBeVisible();
  await page.keyboard.press('b');
  await expect(page.getByText('2 lessons', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(rows(page)).toHaveCount(3);
  const selected = page.getByRole('option', { selected: true });
  await expect(selected).toContainText('Two');
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText('Two');
});

test('how long ago something was is as of now, also after another screen was shown', {
  tag: '@browser',
}, async ({ clockPage: page, host }) => {
  await store(host, { taskDescription: 'Just now' });
  await page.clock.install();
  await open(page, host, 'lessons');
  const time = rows(page).first().locator('time');
  await expect(time).toHaveText('now');
  await page.keyboard.press('9');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await page.clock.fastForward('10:00');
  await page.keyboard.press('2');
  await expect(time).toHaveText('10 min', { timeout: 5000 });
});
