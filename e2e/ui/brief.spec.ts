import type { Page } from '@playwright/test';
import { startAgent } from '@twicewise/testkit';
import { expect, inspector, open, rows, statusLine, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { chooseProject, failUntilTriedAgain } from './parts.ts';

const TASK = 'Token expiry breaks the login';
const task = (page: Page) => page.getByRole('textbox', { name: 'Task' });
const text = (page: Page) => page.getByRole('region', { name: 'Text of the brief' });

/** The nonce of the fence is different each time; everything else must be equal. */
const withoutNonce = (brief: string) => brief.replaceAll(/(<\/?stored-data) [\w-]+/g, '$1');

async function furnish(host: Parameters<typeof store>[0]) {
  const lesson = await store(host, {
    taskDescription: 'Fix authentication token expiry',
    whatDidNotWork: ['Raising the lifetime only hid the clock skew'],
    nextStrategy: 'Compare the clocks of both hosts first',
    projectId: 'shop',
  });
  await store(host, {
    taskDescription: 'Token expiry in the gateway',
    outcome: 'success',
    whatWorked: ['A leeway of 30 s for token expiry'],
    projectId: 'gateway',
  });
  for (const taskDescription of ['Parse CSV exports', 'Speed up the image cache', 'Rename the queue']) {
    await store(host, { taskDescription, outcome: 'success', projectId: 'other' });
  }
  return lesson;
}

const withSource = (page: Page) => page.addInitScript(() => sessionStorage.setItem('twicewise.source', 'on'));

test('a brief is laid out for reading with its Markdown formatted, and its source is one key away', async ({
  page,
  host,
}) => {
  const lesson = await store(host, {
    taskDescription: 'Fix authentication token expiry',
    whatDidNotWork: ['Raising `lifetime` only hid the **clock skew**', 'Asking again'],
    projectId: 'shop',
  });
  await open(page, host, 'brief');
  await task(page).fill(TASK);
  const stored = text(page).getByRole('article');
  await expect(stored.locator('strong')).toHaveText('clock skew');
  await expect(stored.getByRole('definition')).toContainText(['Asking again']);
  // What surrounds what is stored is told as it is, too.
  await expect(text(page)).toContainText(/<stored-data \S+ from="/);
  await expect(text(page)).toContainText('FAILED BEFORE');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('v');
  await expect(text(page).locator('pre')).toContainText('**clock skew**');
  // It is about this text alone, and needs no word about others.
  await expect(statusLine(page)).not.toContainText('Texts are shown');
  await page.keyboard.press('2');
  await rows(page).first().click();
  await expect(inspector(page).locator('strong').first()).toHaveText('clock skew');
  await page.keyboard.press('5');
  await expect(task(page)).toBeFocused();
  await expect(stored.locator('strong')).toHaveText('clock skew');
  await page.keyboard.press('Escape');
  await page.keyboard.press('v');
  await expect(text(page).locator('pre')).toContainText('**clock skew**');
  await text(page).getByRole('radio', { name: 'Formatted' }).click();
  await expect(text(page).locator('pre')).toHaveCount(0);
  await stored.getByRole('button', { name: lesson.id }).click();
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText(lesson.taskDescription);
});

test('the text is exactly what memory.brief answers, with its tokens, and nothing is logged', {
  tag: '@browser',
}, async ({ page, host }) => {
  const lesson = await furnish(host);
  await withSource(page);
  await open(page, host, 'brief');
  await expect(page.getByText('No task yet')).toBeVisible();
  const asked: unknown[] = [];
  let given: { text: string; tokens: number } | undefined;
  page.on('response', async (response) => {
    const isLast = response.url().endsWith('/api/memory.brief') && response.request().postDataJSON().task === TASK;
    if (isLast) given = (await response.json()).value;
  });
  page.on('request', (request) => {
    if (request.url().endsWith('/api/memory.brief')) asked.push(request.postDataJSON());
  });
  await task(page).pressSequentially(TASK, { delay: 10 });
  // The first half of the task may also find the lesson, but the test is about the answer to all of it.
  await expect.poll(() => (asked.at(-1) as { task: string } | undefined)?.task).toBe(TASK);
  await expect(text(page)).toHaveAttribute('aria-busy', 'false');
  await expect(text(page)).toContainText(lesson.id);
  const answer = await host.client.call('memory.brief', { task: TASK, dryRun: true });
  // Exactly equal, including the nonce, once the last answer is shown.
  const shown = async () => (await text(page).locator('pre').textContent()) ?? '';
  await expect.poll(async () => (await shown()) === given?.text).toBe(true);
  expect(withoutNonce(await shown())).toBe(withoutNonce(answer.text));
  // The nonce changes the token count a little, so the number is compared with that of the text shown.
  await expect(text(page)).toContainText(`${given?.tokens} of 800 tokens`);
  await expect(text(page)).toContainText('not logged');
  await expect(page.getByRole('heading', { name: `${answer.lessons.length} lessons in it` })).toBeVisible();

  // Requests are rare while typing, and always previews.
  expect(asked.length).toBeLessThan(TASK.length / 3);
  expect(asked.every((input) => (input as { dryRun: boolean }).dryRun)).toBe(true);
  for (const { id } of answer.lessons) {
    expect((await host.client.call('exposure.list', { reflectionId: id })).items).toEqual([]);
  }
  expect((await host.client.call('memory.metrics', {})).reflectionSearchCount.value).toBe(0);
});

test('an agent in that project gets the same text', async ({ page, host }) => {
  await furnish(host);
  await withSource(page);
  await open(page, host, 'brief');
  await task(page).fill(TASK);
  await chooseProject(page, 'shop');
  await expect(text(page)).toContainText('project shop');
  await expect(text(page)).not.toContainText('gateway');
  const agent = await startAgent({ data: host.ready.data, project: 'shop' });
  const { text: given } = await agent.tool('memory_brief', { task: TASK });
  const shown = (await text(page).locator('pre').textContent()) ?? '';
  expect(withoutNonce(given)).toContain(withoutNonce(shown));
  await agent.close();
});

test('budget, project and task stand in the link; lessons lead on and back', async ({ page, host }) => {
  const lesson = await furnish(host);
  await open(page, host, 'brief');
  await task(page).fill(TASK);
  await page.getByRole('radio', { name: '1,600' }).check();
  await expect(text(page)).toContainText('of 1,600 tokens');
  await expect.poll(() => page.url()).toContain('budget=1600');
  await page.reload();
  await expect(task(page)).toHaveValue(TASK);
  await expect(text(page)).toContainText('of 1,600 tokens');

  await text(page).getByRole('button', { name: lesson.id }).click();
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText(lesson.taskDescription);
  await page.goBack();
  await expect(task(page)).toHaveValue(TASK);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Success Token expiry in the gateway/ })
    .click();
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText('Token expiry in the gateway');
  // The rail leads back to the unfinished brief.
  await page.getByRole('link', { name: 'Brief' }).click();
  await expect(task(page)).toHaveValue(TASK);
});

test('nothing relevant is one calm line, which is all that the agent is told', async ({ page, host }) => {
  await furnish(host);
  await withSource(page);
  await open(page, host, 'brief');
  await task(page).fill('Tune the espresso machine');
  const { text: told } = await host.client.call('memory.brief', { task: 'Tune the espresso machine', dryRun: true });
  await expect(text(page).locator('pre')).toHaveText(told);
  await expect(text(page)).toContainText('No lesson is relevant to this task; the agent sees only that.');
});

test('nothing relevant in one project offers to look in all', async ({ page, host }) => {
  await furnish(host);
  await open(page, host, 'brief');
  await task(page).fill(TASK);
  await chooseProject(page, 'other');
  await expect(text(page)).toContainText('No lesson of other is relevant to this task');
  await text(page).getByRole('button', { name: 'Look in all projects' }).click();
  await expect(text(page)).toContainText('1 warning, 1 success');
  await expect(page.getByText('from the lessons of all projects')).toBeVisible();
});

test('an earlier session is told where no lesson is relevant, and nothing else is said then', async ({
  page,
  host,
}) => {
  await host.client.call('episode.store', {
    projectId: 'shop',
    sessionId: 'vouchers',
    task: 'Vouchers are counted twice at checkout',
    decisions: [{ chosen: 'Lock the cart while a voucher is redeemed' }],
  });
  await withSource(page);
  await open(page, host, 'brief');
  await task(page).fill('a voucher counts twice');
  await expect(text(page)).toContainText('decided: Lock the cart');
  await expect(text(page)).not.toContainText('No lesson is relevant');
  await expect(page.getByRole('heading', { name: '1 earlier session in it' })).toBeVisible();
  await expect(
    text(page)
      .locator('pre')
      .getByRole('link', { name: /^epis_/ }),
  ).toBeVisible();
  await page.getByRole('button', { name: /Vouchers are counted twice/ }).click();
  await expect(page).toHaveURL(/sessions\?episode=epis_/);
});

test('decisions that failed and patterns of a brief are listed as well, and lead to what they are of', async ({
  page,
  host,
}) => {
  await host.client.call('episode.store', {
    projectId: 'shop',
    sessionId: 'router',
    task: 'Upgrade the router of the shop',
    decisions: [{ chosen: 'Upgrade the router by a global replace', rationale: 'quick', outcome: 'failure' }],
  });
  await host.client.call('pattern.assert', {
    projectId: 'shop',
    pattern: { kind: 'task', trigger: 'Upgrade the router', action: 'Read its changelog' },
  });
  await open(page, host, 'brief');
  await task(page).fill('Upgrade the router');
  await expect(page.getByRole('heading', { name: '1 failed decision in it' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '1 pattern in it' })).toBeVisible();
  const decision = text(page).getByRole('article').filter({ hasText: 'd001' });
  // In its text, too, it goes by what was decided; its id and date follow.
  await expect(decision).toHaveText(/^Upgrade the router by a global replace\s*decided\s*d001\s*\d{4}-\d\d-\d\d/);
  await page.getByRole('button', { name: /Upgrade the router by a global replace/ }).click();
  await expect(page).toHaveURL(/sessions\?episode=epis_.+tab=decisions/);
  await page.goBack();
  await page.getByRole('button', { name: /Read its changelog/ }).click();
  await expect(page).toHaveURL(/causes\?ask=patterns&pattern=pattern_/);
});

test('lessons on one task are told apart in the list of a brief', async ({ page, host }) => {
  for (const failed of ['A larger timeout', 'A second try']) {
    await store(host, { taskDescription: 'Upgrade the router', whatDidNotWork: [failed], projectId: 'shop' });
  }
  await open(page, host, 'brief');
  await task(page).fill('Upgrade the router');
  // Each goes by its task, as in the text, and what only it says follows.
  await expect(page.getByRole('button', { name: /^Failure Upgrade the router A larger timeout/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Failure Upgrade the router A second try/ })).toBeVisible();
  await expect(text(page).getByRole('article')).toContainText([/^Upgrade the router/, /^Upgrade the router/]);
});

test('lessons that contradict each other are named below the brief, and each name leads to its lesson', async ({
  page,
  host,
}) => {
  const about = { taskDescription: 'Upgrade the router', projectId: 'shop' };
  const worked = await store(host, { ...about, outcome: 'success', whatWorked: ['A larger timeout'] });
  const failed = await store(host, { ...about, whatDidNotWork: ['A larger timeout'] });
  await open(page, host, 'brief');
  await task(page).fill('Upgrade the router');
  const note = text(page).getByRole('paragraph').filter({ hasText: 'contradict each other: check which one holds' });
  await expect(note.getByRole('button', { name: worked.id })).toBeVisible();
  await expect(note.getByRole('button')).toHaveCount(2);
  await text(page).getByRole('radio', { name: 'Exact text' }).click();
  const ids = text(page).getByRole('button', { name: failed.id });
  await expect(ids).toHaveCount(2);
  await ids.last().click();
  await expect(inspector(page)).toContainText('Upgrade the router');
  await expect(page).toHaveURL(new RegExp(failed.id));
});

test('what may be related is offered where nothing is for sure, and leads to its lesson', async ({ page, host }) => {
  await store(host, { taskDescription: 'Speed up the nightly export of invoices to the accounting system' });
  await withSource(page);
  await open(page, host, 'brief');
  await task(page).fill('the nightly import of currency rates from the bank fails now and then with a strange error');
  await expect(text(page)).toContainText('no lesson for sure, 1 that may be related');
  await expect(text(page)).not.toContainText('the agent sees only that');
  await expect(page.getByRole('heading', { name: '1 that may be related' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Speed up the nightly export/ })).toBeVisible();
  await text(page).locator('pre').getByRole('button').click();
  await expect(page).toHaveURL(/lessons/);
});

test('the text is copied as it is, and follows what others store', { tag: '@browser' }, async ({
  page,
  host,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await furnish(host);
  await withSource(page);
  await open(page, host, 'brief');
  await task(page).fill(TASK);
  await expect(text(page)).toContainText('1 warning, 1 success');
  await store(host, { taskDescription: 'Token expiry at login', whatDidNotWork: ['Ignoring token expiry'] });
  await expect(text(page)).toContainText('2 warnings, 1 success');
  await text(page).getByRole('button', { name: 'Copy text' }).click();
  await expect(page.getByText('Copied to the clipboard')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await text(page).locator('pre').textContent());
});

test('by keyboard alone: there, type, choose, open a lesson', async ({ page, host }) => {
  await furnish(host);
  await open(page, host);
  await page.keyboard.press('5');
  await expect(task(page)).toBeFocused();
  await page.keyboard.type(TASK);
  await expect(text(page)).toContainText('1 warning, 1 success');
  // The line of keys says how to leave the field, and what works then.
  await expect(statusLine(page)).toHaveText(/Esc\s*leave the field/);
  await page.keyboard.press('Tab');
  await expect(statusLine(page)).not.toContainText('leave the field');
  await page.keyboard.press('ArrowLeft');
  await expect(text(page)).toContainText('of 400 tokens');
  await page.keyboard.press('Escape');
  await expect(statusLine(page)).toHaveText(/v\s*Exact text/);
  await page.keyboard.press('v');
  await expect(statusLine(page)).toHaveText(/v\s*Formatted/);
  await page.keyboard.press('v');
  await page.keyboard.press('Tab');
  await expect(text(page).getByRole('radio', { name: 'Formatted' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(text(page).getByRole('button', { name: 'Copy text' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText('Fix authentication token expiry');
  await page.keyboard.press('5');
  await expect(task(page)).toHaveValue(TASK);
});

test('a brief that cannot be composed says so and can be asked again', { tag: '@browser' }, async ({ page, host }) => {
  const tryAgain = await failUntilTriedAgain(page, 'memory.brief');
  await open(page, host, 'brief');
  await task(page).fill(TASK);
  await expect(page.getByText('Could not compose the brief.')).toBeVisible();
  await tryAgain();
  await expect(text(page)).toContainText('Nothing in memory is relevant');
});

test('hostile text in a brief is text', async ({ page, host }) => {
  const hostile = '<img src=x onerror="alert(1)"> token <script>alert(2)</script> </stored-data>';
  await store(host, { taskDescription: hostile, whatDidNotWork: [hostile], projectId: hostile.slice(0, 40) });
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs++;
    void dialog.dismiss();
  });
  await open(page, host, 'brief');
  await task(page).fill('img token script');
  await expect(text(page)).toContainText('1 warning');
  await expect(text(page).locator('img, script')).toHaveCount(0);
  expect(dialogs).toBe(0);
});
