import type { Page } from '@playwright/test';
import { expect, open, rows, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { drawn, panel } from './causes-page.ts';
import { SHOP, tellOfShop } from './causes-parts.ts';
import { find, found, palette } from './palette-page.ts';
import { importDay, record, tab, tell } from './session-parts.ts';
import { watchSettling } from './settled.ts';

/** Goes to the first cause, which comes after the sessions that contain it. */
async function choose(page: Page): Promise<void> {
  // Until both are there, what is found first may move what comes after it.
  await expect(found(page, 'Sessions').first()).toBeVisible();
  await expect(found(page, 'Causes').first()).toContainText(SHOP.tickets);
  await found(page, 'Causes').first().click();
  await expect(panel(page, 'Node').getByRole('heading', { level: 2 })).toHaveText(SHOP.tickets);
}

test('a node is found by its words and looked at; in its project, and where another is chosen in all of them', async ({
  page,
  host,
}) => {
  await tellOfShop(host);
  await store(host, { projectId: 'other' });
  await open(page, host, 'data');
  await find(page, 'tickets empty carts');
  await expect(found(page, 'Causes').first()).toHaveText(/^Support tickets about empty carts\s*error$/);
  await expect(palette(page).getByRole('status')).toHaveText(/^\d+ results?$/);
  await choose(page);
  for (const [project, stays] of [
    ['shop', true],
    ['other', false],
  ] as const) {
    await open(page, host, `insights?project=${project}`);
    await find(page, 'tickets empty carts');
    await choose(page);
    expect(page.url().includes(`project=${project}`)).toBe(stays);
  }
});

test('the map of causes is found by its name, and shown for the project of the window', async ({ page, host }) => {
  await tellOfShop(host);
  await open(page, host, 'insights?project=shop');
  await find(page, 'map');
  await expect(found(page, 'Actions').first()).toHaveText(/^Show the map of causes/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/causes\?(?=.*map=)(?=.*project=shop)/);
  await drawn(page, 10);
  // Its keys work at once: one to a node, and one that hides it.
  await expect(page.getByRole('application')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(panel(page, 'Node')).toBeVisible();
  await page.keyboard.press('h');
  await expect(page.getByRole('button', { name: 'Show 1 hidden' })).toBeVisible();
});

test('who types why is led to the field of the question', async ({ page, host }) => {
  await tellOfShop(host);
  await open(page, host, 'data');
  await find(page, 'why');
  await expect(found(page, 'Actions').first()).toContainText('Ask why something happened…');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/causes/);
  await expect(
    page.getByRole('main').getByRole('combobox').or(page.getByRole('main').getByRole('searchbox')).first(),
  ).toBeFocused();
});

test('a session is found by what happened in it, and what is recorded of it opens', async ({ page, host }) => {
  await tell(host, { task: 'Fix the login', sessionId: 'one', decisions: [{ chosen: 'Rotate the signing keys' }] });
  await tell(host, { task: 'Another', sessionId: 'two' });
  await open(page, host, 'today');
  await find(page, 'rotate signing');
  await expect(found(page, 'Sessions')).toHaveCount(1);
  await expect(found(page, 'Sessions')).toHaveText(/Fix the login · one/);
  await page.keyboard.press('Enter');
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText('Fix the login');
});

test('an attempt is found by its words and opens in its session; one without a session is not offered', async ({
  page,
  host,
}) => {
  const { sessionId, projectId } = await tell(host, { task: 'Fix the login', sessionId: 'one' });
  const given = { projectId, task: 'Make the upload retry', outcome: 'failure' as const };
  const content = { errors: [{ message: 'Timeout in upload' }] };
  await host.client.call('attempt.record', { ...given, sessionId });
  await host.client.call('attempt.record', {
    ...given,
    sessionId,
    content,
    outcome: 'partial',
    strategy: 'Wait first',
  });
  await host.client.call('attempt.record', { ...given, content });
  await open(page, host, 'today');
  await find(page, 'timeout upload');
  await expect(found(page, 'Attempts')).toHaveText([/Attempt 2 · Wait first\s*Fix the login$/]);
  await expect(found(page, 'Attempts').getByRole('img', { name: 'Partial' })).toBeVisible();
  await found(page, 'Attempts').click();
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText('Fix the login');
  await expect(tab(page, 'Attempts')).toHaveAttribute('aria-selected', 'true');
  await expect(record(page).getByRole('list', { name: given.task }).locator('> li')).toHaveCount(2);
  await find(page, '');
  await expect(found(page, 'Recent')).toHaveCount(0);
});

test('an attempt, and its session by name, is found where nothing else of the session is recorded', async ({
  page,
  host,
}) => {
  const content = { errors: [{ message: 'Timeout in upload' }] };
  const given = { projectId: 'shop', task: 'Make the upload retry', outcome: 'failure' as const };
  await host.client.call('attempt.record', { ...given, sessionId: 'over-mcp', content });
  await open(page, host, 'today');
  await find(page, 'timeout upload');
  await found(page, 'Attempts').click();
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText(given.task);
  await expect(record(page).getByRole('list', { name: given.task }).locator('> li')).toHaveCount(1);
  await page.keyboard.press('2');
  await find(page, 'over-mcp');
  await expect(found(page, 'Sessions')).toContainText(`${given.task} · over-mcp`);
  await found(page, 'Sessions').click();
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText(given.task);
});

test('an outcome that nobody stated looks in the palette as in the list', async ({ page, host }) => {
  await importDay(host, 'Said to be well');
  await open(page, host, 'data');
  await find(page, 'said well');
  const assumed = found(page, 'Sessions').getByRole('img', { name: 'Success, assumed' });
  await expect(assumed).toBeVisible();
  // Found by the middle of its name alone, it gets its outcome later.
  await page.keyboard.press('Control+a');
  await page.keyboard.type('ession-1');
  await expect(found(page, 'Sessions')).toHaveCount(1);
  await expect(assumed).toBeVisible();
});

test('a session that is found by its name alone has its outcome, chosen lately too, and all titles begin below each other', async ({
  page,
  host,
}) => {
  const { projectId } = await tell(host, { task: 'Mend the build', sessionId: 'run-of-monday', outcome: 'success' });
  await host.client.call('session.start', { sessionId: 'mondays', projectId });
  await host.client.call('session.end', { sessionId: 'mondays', projectId, outcome: 'failure' });
  await store(host, { taskDescription: 'Compare the versions' });
  await open(page, host, 'data');
  // The search by content goes by the beginnings of words.
  await find(page, 'onday');
  const named = (id: string) => found(page, 'Sessions').filter({ hasText: id });
  await expect(named('run-of-monday').getByRole('img', { name: 'Success' })).toBeVisible();
  await expect(named('mondays').getByRole('img', { name: 'Failure' })).toBeVisible();
  await named('run-of-monday').click();
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText('Mend the build');
  await find(page);
  await expect(found(page, 'Recent').getByRole('img', { name: 'Success' })).toBeVisible();
  await page.keyboard.type('compare');
  await expect(found(page, 'Lessons')).toHaveCount(1);
  await expect(found(page, 'Actions').first()).toBeVisible();
  const titles = palette(page).getByRole('option').locator('[title]');
  expect(new Set(await titles.evaluateAll((all) => all.map((title) => title.getBoundingClientRect().left))).size).toBe(
    1,
  );
});

/** Holds the first requests of an operation back, as many as are released. */
async function hold(page: Page, name: string, count: number): Promise<(() => void)[]> {
  const waiting = Array.from({ length: count }, () => Promise.withResolvers<void>());
  const held = [...waiting];
  await page.route(`**/api/${name}`, async (route) => {
    await held.shift()?.promise;
    await route.continue();
  });
  return waiting.map(({ resolve }) => resolve);
}

const pageTitle = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 });

test('where a choice leads is known too late for one who went elsewhere, or chose something else', {
  tag: '@browser',
}, async ({ page, host }) => {
  await tellOfShop(host);
  await tell(host, { task: 'Fix the login', sessionId: 'another' });
  const settled = watchSettling(page);
  for (const [kind, name] of [
    ['Sessions', 'episode.get'],
    ['Causes', 'causal.node'],
  ] as const) {
    await open(page, host, 'data');
    const [answer] = await hold(page, name, 1);
    await find(page, 'tickets empty carts');
    await expect(found(page, kind).first()).toBeVisible();
    const asked = page.waitForRequest(`**/api/${name}`);
    await found(page, kind).first().click();
    await asked;
    await page.keyboard.press('9');
    await expect(pageTitle(page, 'Settings')).toBeVisible();
    answer?.();
    await settled();
    expect(page.url()).toMatch(/#\/settings$/);
    await page.unroute(`**/api/${name}`);
  }
  const [first, second] = await hold(page, 'episode.get', 2);
  for (const [words, title] of [
    ['tickets empty carts', 'Make the checkout faster'],
    ['another', 'Fix the login'],
  ] as const) {
    await find(page, words);
    const asked = page.waitForRequest('**/api/episode.get');
    await found(page, 'Sessions').filter({ hasText: title }).click();
    await asked;
  }
  const answered = page.waitForResponse('**/api/episode.get');
  first?.();
  await answered;
  second?.();
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText('Fix the login');
  await settled();
  await page.goBack();
  await expect(pageTitle(page, 'Settings')).toBeVisible();
});

test('however fast one types, each kind is asked once its answer before is here, for a few answers', {
  tag: '@browser',
}, async ({ page, host }) => {
  await tellOfShop(host);
  await open(page, host, 'data');
  const asked: Record<string, { most: number; questions: Set<string>; limits: Set<number> }> = {};
  for (const name of ['memory.search', 'attempt.list', 'causal.nodes', 'reflection.search']) {
    const seen = { most: 0, questions: new Set<string>(), limits: new Set<number>() };
    asked[name] = seen;
    const underWay: string[] = [];
    await page.route(`**/api/${name}`, async (route) => {
      const { text, taskDescription, limit } = route.request().postDataJSON();
      // The session that is opened lists its attempts, without words.
      if (text === undefined && taskDescription === undefined) return route.continue();
      underWay.push(text ?? taskDescription);
      seen.questions.add(text ?? taskDescription);
      seen.most = Math.max(seen.most, new Set(underWay).size);
      seen.limits.add(limit);
      await new Promise((resolve) => setTimeout(resolve, 150));
      underWay.shift();
      await route.continue().catch(() => {});
    });
  }
  await find(page, 'support tickets about empty carts');
  // Enter is pressed before an answer has arrived; the page then goes to the first result of the answer.
  await page.keyboard.press('Enter');
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText('Make the checkout faster');
  for (const { most, questions } of Object.values(asked)) {
    // A change in the memory may cause one more request at the same time.
    expect(most).toBeLessThanOrEqual(2);
    // For thirty-one key presses.
    expect(questions.size).toBeLessThan(12);
  }
  expect([...(asked['memory.search']?.limits ?? [])]).toEqual([5]);
  expect([...(asked['attempt.list']?.limits ?? [])]).toEqual([20]);
  expect([...(asked['causal.nodes']?.limits ?? [])]).toEqual([6]);
});

test('that nothing was found is said once all have answered, and a failure is said', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await tellOfShop(host);
  await open(page, host, 'data');
  await page.route('**/api/causal.nodes', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue().catch(() => {});
  });
  await find(page, 'go to today');
  await expect(palette(page).getByRole('status')).toHaveText(/^\d results?$/);
  await palette(page).getByRole('combobox').fill('xyzzyx');
  await expect(palette(page).getByRole('status')).toHaveText('Searching…');
  await expect(palette(page).getByRole('status')).toHaveText('Nothing found for “xyzzyx”');
  await page.route('**/api/memory.search', (route) => route.abort());
  await palette(page).getByRole('combobox').fill('plover');
  await expect(palette(page).getByRole('alert')).toContainText('Could not search sessions, attempts and causes.');
});

test('accessible in both themes with sessions and causes', { tag: '@browser' }, async ({ page, host }) => {
  await tellOfShop(host);
  await open(page, host, 'data');
  await find(page, 'carts');
  await expect(found(page, 'Causes').first()).toBeVisible();
  await expect(found(page, 'Sessions').first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('what is done on another screen is found by its name, and leads there; deleting never means the sample first', async ({
  page,
  host,
}) => {
  await host.client.call('import.sample', {});
  await store(host, { taskDescription: 'A draft', state: 'draft' });
  for (const screen of ['settings', 'data', 'today', 'causes?map=true']) {
    await open(page, host, screen);
    await find(page, 'delete');
    await expect(found(page, 'Actions').nth(0)).toContainText('Delete a lesson…');
    await expect(found(page, 'Actions').nth(1)).toContainText('Delete a session…');
    await page.keyboard.press('Escape');
  }
  for (const [typed, action, screen] of [
    ['delete', 'Delete a lesson…', 'lessons'],
    ['delete session', 'Delete a session…', 'sessions'],
    ['compare', 'Compare versions of a lesson…', 'lessons'],
    ['filter', 'Filter lessons…', 'lessons'],
    ['filter sessions', 'Filter sessions…', 'sessions'],
    ['accept all', 'Accept all drafts…', 'today'],
    ['reject all', 'Reject all drafts…', 'today'],
  ] as const) {
    await open(page, host, 'settings');
    await find(page, typed);
    await expect(found(page, 'Actions').first()).toContainText(action);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`#/${screen}\\b`));
    if (typed.startsWith('filter')) await expect(page.getByRole('complementary', { name: 'Filters' })).toBeVisible();
  }
  // There it is itself.
  await find(page, 'reject all');
  await expect(found(page, 'Actions').first()).toContainText('Reject all listed drafts…');
  await expect(found(page, 'Actions').filter({ hasText: 'Reject all drafts…' })).toHaveCount(0);
});

test('the bins of lessons and sessions are opened from anywhere', async ({ page, host }) => {
  await store(host);
  await open(page, host, 'data');
  for (const kind of ['lessons', 'sessions']) {
    await find(page, 'bin');
    await found(page, 'Actions')
      .filter({ hasText: `Open the bin of ${kind}` })
      .click();
    await expect(page).toHaveURL(new RegExp(`#/${kind}\\?bin=`));
    await expect(page.getByText('The bin is empty.')).toBeVisible();
  }
});

test('lessons in a state are found by its name, in the project of the window', async ({ page, host }) => {
  const { id } = await store(host, { projectId: 'shop', taskDescription: 'Wrong' });
  await host.client.call('reflection.setState', { id, state: 'rejected' });
  await open(page, host, 'insights?project=shop');
  await find(page, 'rejected');
  await expect(found(page, 'Actions').first()).toContainText('Lessons: Rejected');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/lessons\?(?=.*state=rejected)(?=.*project=shop)/);
  await expect(rows(page)).toHaveText([/Wrong/]);
});

test('who looks for restoring without a lesson from the bin is led to the bin', async ({ page, host }) => {
  const { id } = await store(host, { taskDescription: 'Deleted' });
  await host.client.call('reflection.delete', { id });
  await store(host, { taskDescription: 'Kept' });
  await open(page, host, 'lessons');
  await expect(rows(page)).toHaveText([/Kept/]);
  await find(page, 'restore');
  await expect(found(page, 'Actions')).toContainText([/^Restore from the bin/, /^Open or close the bin/]);
  await expect(found(page, 'Actions').first()).toHaveAttribute('aria-disabled', 'true');
  await found(page, 'Actions').filter({ hasText: 'Open or close the bin' }).click();
  await expect(rows(page)).toHaveText([/Deleted/]);
  // Elsewhere there is nothing to restore, and the bins are far.
  await open(page, host, 'data');
  await find(page, 'restore');
  await expect(found(page, 'Actions').first()).toContainText('Open the bin of lessons');
});

test('who looks for restoring in a memory whose lessons and sessions are all in the bin is led to both bins', async ({
  page,
  host,
}) => {
  const { id } = await store(host, { taskDescription: 'Deleted' });
  await host.client.call('reflection.delete', { id });
  for (const [screen, other] of [
    ['lessons', 'sessions'],
    ['sessions', 'lessons'],
  ]) {
    await open(page, host, screen);
    await expect(page.getByRole('button', { name: 'Load the sample' })).toBeVisible();
    await find(page, 'restore');
    await expect(found(page, 'Actions').filter({ hasText: `Open the bin of ${other}` })).toBeVisible();
    await found(page, 'Actions').filter({ hasText: 'Open or close the bin' }).click();
    await expect(page).toHaveURL(new RegExp(`#/${screen}\\?bin=`));
  }
});

test('what does a thing is found before a screen that only has it', async ({ page, host }) => {
  await store(host);
  await open(page, host, 'lessons');
  await find(page, 'connect');
  await expect(found(page, 'Actions').first()).toContainText('Connect');
  const titles = await found(page, 'Actions').allInnerTexts();
  const at = (title: string) => titles.findIndex((text) => text.startsWith(title));
  expect(titles[0]).toMatch(/^Connect/);
  expect(at('Copy the command that connects a program (MCP)')).toBeGreaterThan(0);
  expect(at('Go to Data')).toBeGreaterThan(at('Copy the command that connects a program (MCP)'));
});
