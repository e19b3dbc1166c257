import type { Page } from '@playwright/test';
import { startAgent } from '@twicewise/testkit';
import { addressOf, expect, open, statusLine, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';

type Host = Parameters<typeof store>[0];
const kind = (page: Page, name: RegExp) => page.getByRole('group', { name: 'To review' }).getByRole('radio', { name });
const list = (page: Page) => page.getByRole('listbox', { name: 'Lessons marked harmful' });
const chosen = (page: Page) => list(page).getByRole('option', { selected: true });
const card = (page: Page) => page.getByRole('article', { name: 'Lesson marked harmful' });
const judgements = (page: Page) => card(page).getByRole('list', { name: 'Feedback that it is harmful' });

/** Opens the list by its link. */
async function openList(page: Page, host: Host, more = ''): Promise<void> {
  await open(page, host, 'today');
  await page.goto(addressOf(host, `today?waiting=harmful${more}`));
}

/** Stores lessons and lets an agent judge them harmful, the first one last. */
async function judged(host: Host, ...tasks: string[]): Promise<string[]> {
  const agent = await startAgent({ data: host.ready.data, project: 'shop', name: 'test-agent' });
  const ids: string[] = [];
  for (const taskDescription of tasks) {
    const { id } = await store(host, { taskDescription, projectId: 'shop' });
    ids.push(id);
  }
  for (const [index, reflectionId] of [...ids.entries()].toReversed()) {
    const note = `It skipped the gate: ${tasks[index]}`;
    expect(await agent.tool('memory_feedback', { id: reflectionId, verdict: 'harmful', note })).toMatchObject({
      ok: true,
    });
  }
  await agent.close();
  return ids;
}

const read = async (host: Host, id: string) => (await host.client.call('reflection.get', { id })).reflection;
const waiting = async (host: Host) => (await host.client.call('reflection.harmful', {})).total;

test('lessons that were judged harmful are kept or rejected by keys alone, and each is undone', async ({
  page,
  host,
}) => {
  const [first = '', second = ''] = await judged(host, 'First', 'Second');
  await open(page, host, 'today');
  await expect(kind(page, /^Harmful 2$/)).toBeAttached();
  // Going back from the first tab, drafts, leads to the last one, and from there to the last kind.
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  await expect(page.getByText('2 lessons marked harmful', { exact: true })).toBeVisible();
  await expect(page.getByText('Keeping one marks it helpful.')).toBeVisible();
  await expect(list(page).getByRole('option')).toHaveText([/First.*It skipped the gate: First/, /Second/]);
  await expect(judgements(page)).toContainText(/It skipped the gate: First\s*test-agent · agent/);
  await expect(card(page)).toContainText('All feedback: 0 helpful · 0 unhelpful · 1 harmful');
  await page.keyboard.press('x');
  await expect(statusLine(page)).toContainText('Kept, marked helpful: First');
  await expect(chosen(page)).toContainText('Second');
  await expect(list(page)).toBeFocused();
  await expect(kind(page, /^Harmful 1$/)).toBeAttached();
  await page.keyboard.press('r');
  await expect(page.getByText('All of these are reviewed.')).toBeFocused();
  await expect.poll(() => waiting(host)).toBe(0);
  expect([(await read(host, first)).state, (await read(host, second)).state]).toEqual(['accepted', 'rejected']);
  await page.keyboard.press('u');
  await expect(chosen(page)).toContainText('Second');
  await page.keyboard.press('u');
  await expect(chosen(page)).toContainText('First');
  await expect.poll(() => waiting(host)).toBe(2);
  expect((await read(host, second)).state).toBe('accepted');
  await expect(card(page)).toContainText('0 helpful');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`lessons\\?.*${first}`));
});

test('several are rejected as one, and one undo takes that back', async ({ page, host }) => {
  const ids = await judged(host, 'First', 'Second', 'Third');
  await openList(page, host);
  await expect(list(page).getByRole('option')).toHaveCount(3);
  await page.keyboard.press('J');
  await page.keyboard.press('x');
  await expect(statusLine(page)).toContainText('keep them one by one');
  await page.keyboard.press('r');
  const bulk = page.getByRole('region', { name: 'Decide several' });
  await expect(bulk).toContainText('Reject. Changes 2 lessons');
  await page.keyboard.press('Enter');
  await expect(chosen(page)).toContainText('Third');
  await expect.poll(() => waiting(host)).toBe(1);
  expect((await read(host, ids[0] ?? '')).state).toBe('rejected');
  await page.keyboard.press('u');
  await expect.poll(() => waiting(host)).toBe(3);
});

test('it comes as it is judged; what an agent says afterwards does not settle it, what a person says does', async ({
  page,
  host,
}) => {
  const { id: reflectionId } = await store(host, { taskDescription: 'Deploy', projectId: 'shop' });
  await openList(page, host);
  await expect(page.getByText('No lesson that agents see was marked harmful.')).toBeVisible();
  const agents = [1, 2].map(() => startAgent({ data: host.ready.data, project: 'shop', name: 'test-agent' }));
  const [agent, other] = await Promise.all(agents);
  await agent?.tool('memory_feedback', { id: reflectionId, verdict: 'harmful' });
  await expect(chosen(page)).toContainText(/Deploy.*Marked harmful 1 time/);
  await expect(judgements(page)).toContainText('No reason was given.');
  await other?.tool('memory_feedback', { id: reflectionId, verdict: 'helpful' });
  await Promise.all([agent?.close(), other?.close()]);
  await expect(card(page)).toContainText('1 helpful · 0 unhelpful · 1 harmful');
  await expect(kind(page, /^Harmful 1$/)).toBeAttached();
  await host.client.call('memory.feedback', { reflectionId, verdict: 'unhelpful' });
  await expect(kind(page, /^Harmful 0$/)).toBeAttached();
  await expect(page.getByText('No lesson that agents see was marked harmful.')).toBeVisible();
  // A lesson that was only judged unhelpful is not in the list.
  const { id: second } = await store(host, { taskDescription: 'Other', projectId: 'shop' });
  await host.client.call('memory.feedback', { reflectionId: second, verdict: 'unhelpful' });
  await expect.poll(() => waiting(host)).toBe(0);
  await expect(list(page)).toBeHidden();
});

test('only those of the project that is shown, with the newest of many judgements, as plain text', async ({
  page,
  host,
}) => {
  const { id: reflectionId } = await store(host, { taskDescription: 'Deploy', projectId: 'shop' });
  const { id: elsewhere } = await store(host, { taskDescription: 'Elsewhere', projectId: 'other' });
  await host.client.call('memory.feedback', { reflectionId: elsewhere, verdict: 'harmful' });
  for (let nth = 1; nth <= 7; nth++) {
    await host.client.call('memory.feedback', { reflectionId, verdict: 'harmful', note: `<b>Reason ${nth}</b>` });
  }
  await openList(page, host, '&project=shop');
  await expect(list(page).getByRole('option')).toHaveText([/Deploy/]);
  await expect(kind(page, /^Harmful 1$/)).toBeAttached();
  await expect(judgements(page).getByRole('listitem')).toHaveCount(5);
  await expect(judgements(page).getByRole('listitem').first()).toContainText('<b>Reason 7</b>');
  await expect(judgements(page).locator('b')).toHaveCount(0);
  await expect(card(page)).toContainText('The newest 5 of 7.');
});

test('what was judged harmful is shown accessibly in both themes', async ({ page, host }) => {
  await judged(host, 'First', 'Second');
  await openList(page, host);
  await expect(judgements(page)).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('in a narrow window every kind is in reach @browser', async ({ page, host }) => {
  await page.setViewportSize({ width: 420, height: 720 });
  await judged(host, 'First');
  await open(page, host, 'today');
  for (const name of [/^Unused 0$/, /^Harmful 1$/]) await expect(kind(page, name)).toBeInViewport({ ratio: 1 });
  const kinds = await page.getByRole('group', { name: 'To review' }).boundingBox();
  expect((kinds?.x ?? 0) + (kinds?.width ?? 0)).toBeLessThanOrEqual(420);
  await kind(page, /^Harmful 1$/).click();
  await expect(card(page)).toContainText('First');
});
