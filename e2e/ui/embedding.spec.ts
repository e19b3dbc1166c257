import type { Page } from '@playwright/test';
import { type EmbeddingServer, startEmbeddingServer } from '../embedding-server.ts';
import { test as base, expect, open, statusLine, store } from '../fixtures.ts';
import { violations } from './axe.ts';
import { exporting } from './bundle-parts.ts';
import { field } from './palette-page.ts';
import { watchSettling } from './settled.ts';

const test = base.extend<{ server: EmbeddingServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from this pattern
  server: async ({}, use) => {
    const server = await startEmbeddingServer();
    await use(server);
    await server.stop();
  },
});

const part = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => part(page).getByRole('button', { name, exact: true });

async function type(page: Page, server: EmbeddingServer): Promise<void> {
  await part(page).getByRole('combobox', { name: 'Provider' }).selectOption('ollama');
  await part(page).getByRole('textbox', { name: 'Address' }).fill(server.url);
  await part(page).getByRole('textbox', { name: 'Model' }).fill('small');
}

test('a server is tested before it is saved: what came back, or what is wrong and what to do', async ({
  page,
  host,
  server,
}) => {
  await store(host);
  await open(page, host, 'settings');
  // The setting is "built in": it has no address, and while it is off there is nothing to test.
  await expect(part(page).getByRole('textbox', { name: 'Address' })).toBeDisabled();
  await part(page).getByRole('combobox', { name: 'Provider' }).selectOption('off');
  await expect(button(page, 'Test')).toBeDisabled();
  await type(page, server);
  await button(page, 'Test').focus();
  await page.keyboard.press('Enter');
  await expect(part(page).getByText(/It works\. small answered with 8 numbers in \d+ ms\./)).toBeVisible();
  await expect(button(page, 'Test')).toBeFocused();
  expect(server.texts).toHaveLength(1);
  expect((await host.client.call('settings.get', {})).settings['embedding.provider']).toBe('builtin');
  // The result only stands for what was tested.
  await part(page).getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9');
  await expect(part(page).getByText('It works.')).toBeHidden();
  await button(page, 'Test').click();
  await expect(part(page).getByText(/cannot be reached/)).toBeVisible();
  await expect(part(page).getByText(/Start the embedding server, or correct the setting/)).toBeVisible();
  await part(page).getByRole('textbox', { name: 'Address' }).fill('ftp://nowhere');
  await button(page, 'Test').click();
  await expect(part(page).getByRole('alert')).toContainText('http://');
});

test('all vectors are computed again after a question, with progress, and can be stopped', async ({
  page,
  host,
  server,
}) => {
  for (let index = 0; index < 3; index++) await store(host, { taskDescription: `Task ${index}` });
  await open(page, host, 'settings');
  await expect(button(page, 'Recompute all…')).toBeHidden();
  await type(page, server);
  await part(page).getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect(part(page).getByText('All 3 lessons have vectors of small.')).toBeVisible();
  const before = server.texts.length;
  await button(page, 'Recompute all…').click();
  const question = part(page).getByRole('group', { name: /Recomputes 3 lessons/ });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Recompute all…' }).click();
  await expect(statusLine(page)).toContainText('Vectors of small: 3 lessons');
  // There is nothing to undo, so no undo is offered.
  await expect(statusLine(page).getByRole('button', { name: 'Undo' })).toBeHidden();
  await expect(part(page).getByText('All 3 lessons have vectors of small.')).toBeVisible();
  expect(server.texts.slice(before).filter((text) => text.startsWith('Task'))).toHaveLength(3);

  const { promise, resolve } = Promise.withResolvers<void>();
  server.hold = promise;
  await button(page, 'Recompute all…').click();
  await question.getByRole('button', { name: 'Recompute all…' }).click();
  // It stops after the current request; until then nothing shows that the click was received.
  const received = page.waitForResponse('**/api/job.cancel');
  await statusLine(page).getByRole('button', { name: 'Stop: Vectors of small' }).click();
  await received;
  resolve();
  await expect(statusLine(page)).toContainText('Vectors of small: stopped');
  await expect(part(page).getByText(/Cancelled: 0 of 3 lessons/)).toBeVisible();
});

test('while vectors are computed, other work is begun and ends with its undo, and the end of both is told', async ({
  page,
  host,
  server,
}) => {
  await store(host, { taskDescription: 'Task' });
  await open(page, host, 'settings');
  await type(page, server);
  await part(page).getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect(part(page).getByText('The one lesson has its vector of small.')).toBeVisible();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.hold = promise;
  await button(page, 'Recompute all…').click();
  const question = part(page).getByRole('group', { name: /Recomputes 1 lesson/ });
  await question.getByRole('button', { name: 'Recompute all…' }).click();
  const stop = statusLine(page).getByRole('button', { name: 'Stop: Vectors of small' });
  await expect(stop).toBeVisible();
  // No other action waits for a slow server.
  const settled = watchSettling(page);
  await page.keyboard.press('8');
  // What the parts above hold comes one after the other, and moves the button while it is pressed.
  await settled();
  await page.getByRole('button', { name: 'Export…' }).click();
  await expect(exporting(page).getByText('No secrets, home folders or mail addresses.')).toBeVisible();
  await expect(exporting(page).getByText(/^Wait until this has ended/)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('sample');
  await page.keyboard.press('Enter');
  await expect(statusLine(page)).toContainText(/Loaded the sample: \d+ lessons/);
  await expect(statusLine(page).getByRole('button', { name: /^Undo/ })).toBeVisible();
  await expect(stop).toBeVisible();
  resolve();
  await expect(statusLine(page)).toContainText(/Vectors of small: \d+ lessons/);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await host.client.call('reflection.list', {})).items.length).toBe(1);
});

test('what a test says is shown accessibly in both themes', async ({ page, host, server }) => {
  await store(host);
  await open(page, host, 'settings');
  await type(page, server);
  await part(page).getByRole('button', { name: 'Save', exact: true }).first().click();
  await button(page, 'Test').click();
  await expect(part(page).getByText('It works.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('a search says that the vector of a changed lesson is not there yet, and is asked again once it is', {
  tag: '@browser',
}, async ({ page, host, server }) => {
  const lesson = await store(host, { taskDescription: 'Fix the login test' });
  const settings = { 'embedding.provider': 'ollama', 'embedding.url': server.url, 'embedding.model': 'small' } as const;
  await host.client.call('settings.set', { changes: settings });
  await expect.poll(async () => (await host.client.call('host.status', {})).vectors.state).toBe('ready');
  await open(page, host, 'lessons?q=login+test');
  await expect(page.getByRole('option')).toHaveCount(1);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/reflection.search')) asked++;
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.hold = promise;
  await host.client.call('reflection.update', {
    id: lesson.id,
    changes: { nextStrategy: 'Ask the clock of the page' },
  });
  await expect.poll(() => server.texts.some((text) => text.includes('Ask the clock'))).toBe(true);
  await expect.poll(() => asked).toBeGreaterThan(0);
  // What the change itself asks, here and for the question that waits for the server.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const before = asked;
  // Until then more may be found by meaning, so the list says how far that is.
  const soFar = page.getByText('Search by meaning has read 0 of 1 lesson so far.');
  await expect(soFar).toBeVisible();
  resolve();
  await expect.poll(() => asked).toBeGreaterThan(before);
  await expect(soFar).toBeHidden();
});

test('a search that the model answers late says so, and has what it found by meaning as soon as it has answered', {
  tag: '@browser',
}, async ({ page, host, server }) => {
  await store(host, { taskDescription: 'Fix the login test' });
  const settings = { 'embedding.provider': 'ollama', 'embedding.url': server.url, 'embedding.model': 'small' } as const;
  await host.client.call('settings.set', { changes: settings });
  await expect.poll(async () => (await host.client.call('host.status', {})).vectors.state).toBe('ready');
  const { promise, resolve } = Promise.withResolvers<void>();
  server.hold = promise;
  await open(page, host);
  await page.getByRole('searchbox', { name: 'Search lessons' }).fill('zebra crossing');
  const late = page.getByText('Search by meaning has not answered yet, so only words were looked for.');
  const byMeaning = page.getByText(/^Looked for .*, and for lessons that are close in meaning\.$/);
  await expect(late).toBeVisible();
  await expect(byMeaning).toBeHidden();
  resolve();
  await expect(late).toBeHidden();
  await expect(byMeaning).toBeVisible();
});

test('a brief says that it may change while lessons wait for their vectors', async ({ page, host, server }) => {
  const lesson = await store(host, { taskDescription: 'Fix the login test' });
  const settings = { 'embedding.provider': 'ollama', 'embedding.url': server.url, 'embedding.model': 'small' } as const;
  await host.client.call('settings.set', { changes: settings });
  await expect.poll(async () => (await host.client.call('host.status', {})).vectors.state).toBe('ready');
  const { promise, resolve } = Promise.withResolvers<void>();
  server.hold = promise;
  await host.client.call('reflection.update', { id: lesson.id, changes: { nextStrategy: 'Ask the clock' } });
  await open(page, host, 'brief');
  const mayChange = page.getByText('has read 0 of 1 lesson so far. Until it has read all, the brief may still change.');
  await expect(mayChange).toBeVisible();
  resolve();
  await expect(mayChange).toBeHidden();
  await expect(page.getByText('A preview: nothing is recorded')).toBeVisible();
});
