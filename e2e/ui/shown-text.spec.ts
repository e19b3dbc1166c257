import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startAgent } from '@twicewise/testkit';
import Database from 'better-sqlite3';
import { expect, open, statusLine, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { find, found } from './palette-page.ts';
import { toTab } from './parts.ts';

// The exact text of an answer, where answers are listed.

const LESSON = { taskDescription: 'Fix token expiry', projectId: 'shop', whatDidNotWork: ['Raising the lifetime'] };
const answers = (page: Page) => page.getByRole('list', { name: 'What agents were shown' });
const text = (page: Page) => page.getByRole('region', { name: 'Text that was shown' });

test('the text of an answer is the one that the agent got, loaded once it is asked for', async ({ page, host }) => {
  const lesson = await store(host, LESSON);
  await store(host, { taskDescription: 'Roast coffee', projectId: 'shop' });
  const agent = await startAgent({ data: host.ready.data, project: 'shop' });
  const brief = await agent.tool('memory_brief', { task: 'Token expiry at login' });
  await agent.close();
  let asked = 0;
  page.on('request', (request) => {
    if (/exposure\.text/.test(request.url())) asked++;
  });
  await open(page, host, 'today');
  await toTab(page, 'Shown to agents');
  const show = answers(page).getByRole('button', { name: 'Show text' });
  await expect(show).toHaveAttribute('aria-expanded', 'false');
  expect(asked).toBe(0);
  await show.press('Enter');
  await expect(text(page)).toHaveText(brief.text, { useInnerText: true });
  await expect(answers(page)).toContainText(`Word for word, ${brief.text.length.toLocaleString('en')} characters`);
  await expect(answers(page).getByRole('button', { name: 'Hide text' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(answers(page).getByRole('button', { name: 'Copy text' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(text(page)).toBeFocused();
  expect(await violations(page)).toEqual([]);

  // A purge takes it away while it is shown.
  const which = { ids: [lesson.id] };
  await host.client.call('reflection.delete', { id: lesson.id });
  const { digest } = await host.client.call('reflection.previewPurge', { which });
  await host.client.call('reflection.purge', { which, digest });
  await expect(text(page)).toBeHidden();
  await expect(answers(page)).toContainText('it held words of something that was purged');
});

test('the palette lists each text by its occasion and time, and the chosen one is copied as it was shown', {
  tag: '@browser',
}, async ({ page, host, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await store(host, LESSON);
  const agent = await startAgent({ data: host.ready.data, project: 'shop', args: ['--profile', 'full'] });
  await agent.tool('memory_brief', { task: 'Token expiry' });
  const search = await agent.tool('reflection_search', { taskDescription: 'token expiry' });
  await agent.tool('memory_brief', { task: 'Token expiry at login' });
  await agent.close();
  // Two of one occasion in the same second.
  const db = new Database(join(host.ready.data, 'memory.db'), { timeout: 5000 });
  const today = new Date().toISOString();
  await expect.poll(() => db.prepare('UPDATE agent_call SET at = ?').run(today).changes).toBe(3);
  db.close();
  await open(page, host, 'today');
  await toTab(page, 'Shown to agents');
  await expect(answers(page).getByRole('button', { name: 'Show text' })).toHaveCount(3);
  await find(page, 'show text');
  await expect(found(page, 'Actions')).toHaveText([
    /^Show text: Asked for a brief, \d\d:\d\d:\d\dWhat agents were shown/,
    /^Show text: Asked by a search, \d\d:\d\d:\d\dWhat agents were shown/,
    /^Show text: Asked for a brief, \d\d:\d\d:\d\d \(2\)What agents were shown/,
    /^Show raw Markdown/,
  ]);
  await page.keyboard.type(' search');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Copy text' }).click();
  await expect(statusLine(page)).toContainText('Copied the text that was shown');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(search.text);
  // However many rows have such a button, what is there once goes before them.
  await find(page, 'show');
  await expect(found(page, 'Actions').filter({ hasText: /^(Show|Hide) text/ })).toHaveCount(3);
  await expect(found(page, 'Actions').first()).not.toHaveText(/^Show text/);
});

test('a session shows the text of each answer that its agent got', async ({ page, host }) => {
  await store(host, LESSON);
  const agent = await startAgent({ data: host.ready.data, project: 'shop', args: ['--profile', 'full'] });
  const task = 'Rounding of prices';
  await agent.tool('episode_record', { task, decisions: [{ chosen: 'Round the sum' }] });
  const search = await agent.tool('reflection_search', { taskDescription: 'token expiry' });
  await agent.close();
  const [episode] = (await host.client.call('episode.list', {})).items;
  await open(page, host, `sessions?episode=${episode?.id}&tab=timeline`);
  const told = page.getByRole('tab', { name: /^Shown to agent/ });
  await expect(told).toHaveText('Shown to agent1');
  await told.click();
  await expect(page.getByRole('button', { name: 'Show text' })).toBeVisible();
  await find(page, 'show text');
  await expect(found(page, 'Actions').first()).toHaveText(/^Show text: Asked by a search, \d\d:\d\d:\d\d/);
  await page.keyboard.press('Enter');
  await expect(text(page)).toHaveText(search.text, { useInnerText: true });
});

test('an answer of which no text is kept says so', async ({ page, host }) => {
  await store(host, LESSON);
  const agent = await startAgent({ data: host.ready.data, project: 'shop' });
  await agent.tool('memory_brief', { task: 'Token expiry at login' });
  await agent.close();
  // As a memory is that was used before texts were kept.
  const db = new Database(join(host.ready.data, 'memory.db'), { timeout: 5000 });
  await expect.poll(() => db.prepare('DELETE FROM told_text').run().changes).toBe(1);
  db.close();
  await open(page, host, 'today');
  await toTab(page, 'Shown to agents');
  await expect(answers(page).getByText('text not kept')).toHaveAttribute('title', /before texts were kept/);
  await expect(page.getByRole('button', { name: 'Show text' })).toHaveCount(0);
});
