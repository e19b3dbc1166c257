import type { Page } from '@playwright/test';
import { startAgent } from '@twicewise/testkit';
import { expect, inspector, open, statusLine, store, test } from '../fixtures.ts';
import { chooseProject } from './parts.ts';

const shown = (page: Page) =>
  inspector(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Shown to agents' }) });
const verdict = (page: Page, name: string) => inspector(page).getByRole('button', { name, exact: true });

const LESSON = {
  taskDescription: 'Fix authentication token expiry',
  whatDidNotWork: ['Raising the lifetime only hid the clock skew'],
  projectId: 'shop',
};

test('who was shown a lesson appears as it happens, with what came of it', async ({ page, host }) => {
  const lesson = await store(host, LESSON);
  await store(host, { taskDescription: 'Parse CSV exports', projectId: 'shop' });
  await open(page, host, `lessons?lesson=${lesson.id}`);
  await expect(shown(page)).toContainText('No agent has been shown this yet.');

  const agent = await startAgent({ data: host.ready.data, project: 'shop', name: 'test-agent' });
  const brief = await agent.tool('memory_brief', { task: 'Token expiry at login' });
  expect(brief.ok && brief.text).toContain(lesson.id);
  await expect(shown(page).getByRole('listitem')).toHaveCount(1);
  await expect(shown(page)).toContainText('test-agent');
  await expect(shown(page)).toContainText('“Token expiry at login”');
  await expect(shown(page)).toContainText(/in a brief, rank 1, \d+ tokens/);
  await expect(shown(page)).toContainText('no attempt since');
  // The exact text that the agent got is one key away from the lesson.
  await shown(page)
    .getByRole('button', { name: /^Show text: test-agent .*, in a brief, / })
    .press('Enter');
  await expect(shown(page).getByRole('region', { name: 'Text that was shown' })).toHaveText(brief.ok ? brief.text : '');
  await shown(page)
    .getByRole('button', { name: /^Hide text: / })
    .click();
  await expect(shown(page).getByRole('region', { name: 'Text that was shown' })).toHaveCount(0);

  const stored = await agent.tool('reflection_store', {
    taskDescription: 'Token expiry at login, again',
    outcome: 'success',
    whatWorked: ['Compared the clocks'],
    whatDidNotWork: [],
    nextStrategy: 'The same',
    lessonsUsed: [lesson.id],
  });
  expect(stored).toMatchObject({ ok: true });
  await expect(shown(page)).toContainText('used');
  await expect(shown(page).getByRole('img', { name: 'Success' })).toBeVisible();
  await shown(page).getByRole('button', { name: 'Token expiry at login, again' }).click();
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText('Token expiry at login, again');
  await agent.close();
});

test('a long title of what came of it stands below the words that lead to it', async ({ page, host }) => {
  const lesson = await store(host, LESSON);
  await open(page, host, `lessons?lesson=${lesson.id}`);
  const agent = await startAgent({ data: host.ready.data, project: 'shop' });
  await agent.tool('memory_brief', { task: 'Token expiry at login' });
  const title = 'Show prices correctly in the Japanese and Arabic shops';
  const attempt = {
    taskDescription: title,
    outcome: 'success',
    whatWorked: ['x'],
    whatDidNotWork: [],
    nextStrategy: 'x',
  };
  expect(await agent.tool('reflection_store', attempt)).toMatchObject({ ok: true });
  const words = await shown(page).getByText('the agent did not say it used it, then stored').boundingBox();
  const link = await shown(page).getByRole('button', { name: title }).boundingBox();
  if (!words || !link) throw new Error('Both are drawn.');
  expect(link.y).toBeGreaterThan(words.y + words.height / 2);
  expect(link.x).toBeLessThan(words.x + 40);
  await agent.close();
});

test('what a person looks at is not accounted for', async ({ page, host }) => {
  const lesson = await store(host, LESSON);
  await open(page, host, `lessons?lesson=${lesson.id}&q=token`);
  await expect(inspector(page).getByText('Why this is here')).toBeVisible();
  await expect(shown(page)).toContainText('No agent has been shown this yet.');
  expect((await host.client.call('exposure.list', { reflectionId: lesson.id })).items).toEqual([]);
});

test('older times are read on demand', async ({ page, host }) => {
  const lesson = await store(host, LESSON);
  const agent = await startAgent({ data: host.ready.data, project: 'shop' });
  for (let times = 0; times < 8; times++) await agent.tool('memory_brief', { task: 'Token expiry' });
  await agent.close();
  await open(page, host, `lessons?lesson=${lesson.id}`);
  await expect(shown(page).getByRole('listitem')).toHaveCount(5);
  await shown(page).getByRole('button', { name: 'Show older' }).click();
  await expect(shown(page).getByRole('listitem')).toHaveCount(8);
});

test('a verdict is counted, replaced, taken back, and undone like anything else', async ({ page, host }) => {
  const lesson = await store(host, LESSON);
  const rate = async () => (await host.client.call('memory.metrics', {})).helpfulRate;
  await open(page, host, `lessons?lesson=${lesson.id}`);
  await verdict(page, 'Helpful').click();
  await expect(statusLine(page)).toContainText('Marked helpful');
  await expect(inspector(page)).toContainText('1 helpful · 0 unhelpful · 0 harmful');
  await expect(verdict(page, 'Helpful')).toHaveAttribute('aria-pressed', 'true');
  expect(await rate()).toEqual({ value: 1, n: 1 });

  await page.keyboard.press('Control+z');
  await expect(statusLine(page)).toContainText('Undone: marked helpful');
  await expect(verdict(page, 'Helpful')).toHaveAttribute('aria-pressed', 'false');
  expect((await rate()).n).toBe(0);
  await page.keyboard.press('Control+Shift+z');
  await expect(verdict(page, 'Helpful')).toHaveAttribute('aria-pressed', 'true');

  await verdict(page, 'Harmful').click();
  await expect(inspector(page)).toContainText('0 helpful · 0 unhelpful · 1 harmful');
  await verdict(page, 'Harmful').click();
  await expect(verdict(page, 'Harmful')).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(async () => (await rate()).n).toBe(0);

  for (const [key, said] of [
    ['-', 'Marked unhelpful'],
    ['!', 'Marked harmful'],
    ['+', 'Marked helpful'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(statusLine(page)).toContainText(said);
  }
  expect(await rate()).toEqual({ value: 1, n: 1 });
});

test('a verdict that fails says why', { tag: '@browser' }, async ({ page, host }) => {
  const lesson = await store(host, LESSON);
  const error = { code: 'busy', message: 'Another write takes long.', hint: 'Try again.' };
  await page.route('**/api/memory.feedback', (route) => route.fulfill({ status: 503, json: { ok: false, error } }));
  await open(page, host, `lessons?lesson=${lesson.id}`);
  await verdict(page, 'Helpful').click();
  await expect(statusLine(page).getByRole('alert')).toContainText('Another write takes long.');
  await expect(verdict(page, 'Helpful')).toHaveAttribute('aria-pressed', 'false');
});

test('the tab of what agents were shown has the number of all such answers, counted by the host, and follows', async ({
  page,
  host,
}) => {
  await store(host, { taskDescription: 'Fix the token expiry', projectId: 'shop' });
  const agent = await startAgent({ data: host.ready.data, project: 'shop' });
  // More than the list reads at once; one that had nothing to show is none of them.
  for (let number = 0; number < 21; number++) await agent.tool('memory_brief', { task: `Token expiry ${number}` });
  await agent.tool('memory_brief', { task: 'Tune the espresso machine' });
  await open(page, host, 'today');
  const tab = page.getByRole('radio', { name: /^Shown to agents/ });
  await expect(tab).toHaveAccessibleName('Shown to agents 21 answers in all');
  await expect(page.getByText('Shown to agents 21', { exact: true })).toBeVisible();
  await agent.tool('memory_brief', { task: 'Token expiry once more' });
  await agent.close();
  await expect(tab).toHaveAccessibleName('Shown to agents 22 answers in all');
  // It is no number of what waits.
  await expect(page.getByText('to review in all')).toBeHidden();
  await chooseProject(page, 'shop');
  await expect(tab).toHaveAccessibleName('Shown to agents 22 answers in all');
});
