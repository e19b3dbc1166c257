import type { Page } from '@playwright/test';
import { expect, inspector, open, rows, store, test } from '../fixtures.ts';
import { drawn, openShop, panel } from './causes-page.ts';
import { SHOP, tellOfShop } from './causes-parts.ts';
import { find, found, palette } from './palette-page.ts';
import { tab, tell } from './session-parts.ts';

const actions = (page: Page) => found(page, 'Actions');

/** That words find an action, and leaves the palette. */
async function finds(page: Page, words: string, action: RegExp): Promise<void> {
  await find(page, words);
  await expect(actions(page).filter({ hasText: action }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
}

test('on the map, its tools are found by their words, and what needs a node or a cause first says so', async ({
  page,
  host,
}) => {
  await openShop(page, host);
  for (const [words, action] of [
    ['zoom', /^Zoom in/],
    ['fit', /^Fit/],
    ['legend', /^Legend/],
    ['map', /^Go to the map/],
    ['png', /^Save as PNG/],
    ['svg', /^Save as SVG/],
    ['export', /^Save as JSON/],
    ['expand', /^Expand.*Open a node of the map first/],
    ['hide', /^Hide.*Open a node of the map first/],
    ['dispute', /^Dispute a cause….*Open a cause first/],
    ['confirm', /^Confirm a cause….*Open a cause first/],
  ] as const)
    await finds(page, words, action);
  await find(page, 'legend');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Legend' })).toBeVisible();
  const [node] = (await host.client.call('causal.nodes', { text: SHOP.lost })).items;
  const { edges } = await host.client.call('causal.node', { id: node?.id ?? '' });
  await open(page, host, `causes?map=true&edge=${edges[0]?.edge.id}`);
  await expect(panel(page, 'Edge').getByRole('button', { name: 'Dispute' })).toBeVisible();
  await find(page, 'dispute');
  await expect(actions(page)).toHaveText([/^Dispute/]);
  await page.keyboard.press('Enter');
  await expect(panel(page, 'Edge').getByRole('form', { name: 'Dispute' }).getByRole('textbox')).toBeFocused();
});

test('the tools of the map have its name as their place, beside an answer too', async ({ page, host }) => {
  await tellOfShop(host);
  await open(page, host, 'causes?ask=whatif&from=Keep+carts+in+Redis&to=Keep+carts+in+Postgres');
  const answer = page.getByRole('region', { name: 'What if?', exact: true });
  await expect(answer.getByRole('region', { name: 'As it was decided: 2 known cases' })).toBeVisible();
  await expect(answer.getByRole('button', { name: 'Save as PNG' })).toBeVisible();
  for (const name of ['Fit', 'Zoom in', 'Rearrange', 'Save as PNG']) {
    await find(page, name);
    await expect(actions(page).first()).toHaveText(`${name}Map`);
    await page.keyboard.press('Escape');
  }
});

test('the node that the map is drawn around is hidden by its word, and its map stays', async ({ page, host }) => {
  await tellOfShop(host);
  const [node] = (await host.client.call('causal.nodes', { text: SHOP.lost })).items;
  await open(page, host, `causes?node=${node?.id}`);
  await expect(panel(page, 'Node').getByRole('heading', { level: 2 })).toHaveText(SHOP.lost);
  await drawn(page, 5);
  // The node is in the middle, so only the view can be moved.
  await finds(page, 'centre', /^Bring the selection into view/);
  await find(page, 'hide');
  await expect(actions(page).first()).toHaveText(/^Hide/);
  await page.keyboard.press('Enter');
  await drawn(page, 4);
  await expect(page).toHaveURL(/[?&]node=/);
  await expect(page.getByText(`Hidden: ${SHOP.lost}.`)).toBeVisible();
  // What would show it again is not called so.
  await finds(page, 'hide', /^Hide.*Already hidden/);
});

test('what other screens do is found from anywhere by the words that people use, and leads there', async ({
  page,
  host,
}) => {
  await store(host);
  for (const [words, action, screen] of [
    ['zoom', 'Show the map of causes', 'causes?map='],
    ['dispute', 'Dispute a cause…', 'causes?map='],
    ['csv', 'Go to Insights', 'insights'],
    ['90 days', 'Go to Insights', 'insights'],
    ['budget', 'Go to Brief', 'brief'],
    ['tag', 'Tag selected lessons…', 'lessons'],
    ['state', 'Set the state of selected lessons…', 'lessons'],
    ['archive', 'Accept, reject or archive a lesson…', 'lessons'],
    ['move', 'Move lessons to another project…', 'lessons'],
    ['history', 'Go to Activity', 'activity'],
    ['history', 'Compare versions of a lesson…', 'lessons'],
    ['shown to agents', 'Show what agents were shown', 'activity?show=answers'],
    ['duplicates', 'Review duplicates', 'today?waiting=suspects'],
    ['merge all', 'Merge all exact duplicates…', 'today?waiting=suspects'],
    ['answers', 'Show what agents were shown', 'activity?show=answers'],
    ['people', 'Show what people changed', 'activity?by=person'],
    ['whole import undo', 'Undo a whole import…', 'activity?by=importer'],
    // As people ask, and not as it is called here.
    ['led to', 'Connect two things…', 'causes?ask=connect'],
    ['import folder of logs', 'Import past sessions…', 'data'],
    ['exact text', 'Go to Brief', 'brief'],
    ['how do I connect claude code', 'Connect a program…', 'data'],
  ] as const) {
    await open(page, host, 'settings');
    await find(page, words);
    await actions(page).filter({ hasText: action }).click();
    await expect.poll(() => page.url(), words).toContain(`#/${screen}`);
  }
});

test('outcomes are found beside the list that they filter, and say whether choosing one adds the filter or removes it', async ({
  page,
  host,
}) => {
  await store(host, { taskDescription: 'One', outcome: 'failure' });
  await tell(host, { task: 'Two' });
  for (const screen of ['lessons', 'sessions']) {
    await open(page, host, screen);
    await expect(page.getByRole('button', { name: 'Failure', exact: true })).toBeVisible();
    await find(page, 'failure');
    await expect(actions(page).first()).toHaveText('Filter by outcome: Failure');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/outcome=failure/);
    await find(page, 'failure');
    // Once, though a list of lessons has a chip for it as well.
    await expect(actions(page).filter({ hasText: ': Failure' })).toHaveCount(0);
    await expect(actions(page).filter({ hasText: 'Remove filter Failure' })).toHaveCount(1);
    await actions(page).filter({ hasText: 'Remove filter Failure' }).click();
    await expect(page).not.toHaveURL(/outcome=/);
    // What shows all filters goes before each of them.
    await find(page, 'filter');
    await expect(actions(page).first()).toContainText(/^Filters/);
    await page.keyboard.press('Escape');
  }
});

test('what is pressed on Insights, Activity and Brief is found there, and pressed', async ({ page, host }) => {
  for (let index = 0; index < 7; index++) await store(host, { taskDescription: `Attempt ${index}` });
  await open(page, host, 'insights');
  await expect(page.getByText(/^Counted at /)).toBeVisible({ timeout: 30_000 });
  await finds(page, 'csv', /^Save CSV/);
  await finds(page, 'refresh', /^Refresh/);
  await finds(page, 'table project', /^Table.*By project/);
  await find(page, '90 days');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/days=90/);
  await open(page, host, 'activity');
  await expect(page.getByRole('radio', { name: 'People' })).toBeVisible();
  await finds(page, 'whole import undo', /^Undo a whole import….*Each import has a button of its own/);
  await find(page, 'people');
  await expect(actions(page).first()).toHaveText('Filter by whom: People');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/by=person/);
  await open(page, host, 'brief?task=Attempt');
  await expect(page.getByRole('button', { name: 'Copy text' })).toBeVisible();
  await finds(page, 'copy', /^Copy text/);
  await finds(page, 'exact text', /^Exact text/);
  await find(page, 'budget 400');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/budget=400/);
});

test('what is pressed in the record of a session is found there', async ({ page, host }) => {
  const events = [1, 2].map((n) => ({ type: 'error', content: `Error ${n}` }));
  const { id } = await tell(host, { task: 'Two errors', events });
  await open(page, host, `sessions?episode=${id}`);
  await expect(page.getByRole('button', { name: 'Connect two things…' })).toBeVisible();
  await finds(page, 'connect', /^Connect two things…/);
  // It is one thing with one name; the other one connects programs.
  await find(page, 'connect two');
  await expect(actions(page)).toHaveText([/^Connect two things…/]);
  await page.keyboard.press('Escape');
  // Each of its tabs, before what other screens have of that name.
  for (const name of ['Shown to agent', 'Attempts', 'Turns', 'Lessons', 'Timeline']) {
    await find(page, name.toLowerCase());
    await expect(actions(page).first()).toHaveText(name);
    await page.keyboard.press('Enter');
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
  }
});

test('what is done with selected lessons is found once some are, and says before what it needs', async ({
  page,
  host,
}) => {
  await store(host, { taskDescription: 'One' });
  await store(host, { taskDescription: 'Two' });
  await open(page, host);
  await expect(rows(page)).toHaveCount(2);
  await finds(page, 'tag', /^Tag selected lessons….*Select lessons first/);
  await page.keyboard.press('j');
  await expect(inspector(page)).toBeVisible();
  await finds(page, 'tag', /^Edit/);
  await finds(page, 'state', /^Archive/);
  await page.keyboard.press('Control+a');
  await expect(page.getByRole('region', { name: 'Selected lessons' })).toBeVisible();
  await find(page, 'move');
  await actions(page).filter({ hasText: /^Move/ }).first().click();
  await expect(page.getByRole('menu', { name: 'Move' })).toBeVisible();
});

test('words that put a question about causes are asked first, without their beginning', async ({ page, host }) => {
  await tellOfShop(host);
  await open(page, host, 'data');
  await find(page, 'why carts are lost');
  const first = palette(page).getByRole('option').first();
  await expect(first).toHaveText('Why did this happen: “carts are lost”');
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expect(palette(page).getByRole('option', { name: /^Dead ends for/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/causes\?.*ask=why.*from=carts/);
  // Something is found, so the keys are at the answer.
  await expect(page.locator('[data-place="answer"] [tabindex="-1"]').first()).toBeFocused();
  await find(page, 'what if postgres');
  await expect(palette(page).getByRole('option').first()).toHaveText('What if: “postgres”');
});

test('Enter never does something else in place of what its words name and what cannot be done', async ({
  page,
  host,
}) => {
  await openShop(page, host);
  await find(page, 'hide');
  const first = actions(page).first();
  await expect(first).toContainText('Hide');
  await expect(first).toHaveAttribute('aria-disabled', 'true');
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeVisible();
});

test('of two whose names match, Enter means the one that can be done now', async ({ page, host }) => {
  await store(host);
  await open(page, host);
  await expect(rows(page)).toHaveCount(1);
  await find(page, 'merge');
  await expect(actions(page)).toContainText([/^Merge all exact duplicates…/, /^Merge this project into another…/]);
  await expect(actions(page).nth(1)).toHaveAttribute('aria-disabled', 'true');
  await expect(actions(page).first()).toHaveAttribute('aria-selected', 'true');
  // Where one belongs and why one cannot be chosen end below each other.
  const ends = await actions(page).evaluateAll((all) =>
    all.map(
      (row) => [...row.querySelectorAll('span')].findLast((part) => part.textContent)?.getBoundingClientRect().right,
    ),
  );
  expect(new Set(ends).size).toBe(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/today\?waiting=suspects/);
});

test('each question about causes, a filter that is on, and the export of what is selected are found', async ({
  page,
  host,
}) => {
  await tellOfShop(host);
  await store(host);
  await open(page, host, 'lessons?outcome=failure');
  await finds(page, 'clear all filters', /^Remove filter Failure/);
  await open(page, host, 'lessons?outcome=failure&state=accepted');
  await finds(page, 'clear filter', /^Remove filter Failure/);
  // The legend of the outcomes names neither other filters nor what clears all.
  await find(page, 'filter');
  await expect(actions(page).filter({ hasText: 'Remove filter State: Accepted' })).toHaveCount(1);
  await expect(actions(page).filter({ hasText: /Outcome$/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await find(page, 'clear all filters');
  await expect(actions(page).first()).toContainText('Clear all');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/lessons$/);
  // What is no filter is not removed by these words.
  await host.client.call('settings.set', { changes: { 'review.draftAgents': ['codex-agent'] } });
  await open(page, host, 'settings?part=review');
  await expect(page.getByRole('button', { name: 'Remove codex-agent' })).toBeVisible();
  await find(page, 'clear all filters');
  await expect(actions(page).filter({ hasText: 'codex-agent' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await open(page, host, 'lessons');
  await page.keyboard.press('x');
  await expect(page.getByRole('button', { name: 'Export these…' })).toBeVisible();
  await finds(page, 'export', /^Export these/);
  for (const [words, name] of [
    ['what if', 'What if?'],
    ['similar decisions', 'Similar decisions'],
    ['dead ends', 'Dead ends'],
    ['what led here', 'What led here?'],
  ] as const) {
    await find(page, words);
    await expect(actions(page).first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name, exact: true }).getByRole('textbox').first()).toBeFocused();
  }
});

test('a part of Settings is found by the labels of what it holds', { tag: '@browser' }, async ({ page, host }) => {
  await open(page, host);
  for (const [words, part] of [
    ['show lessons automatically', /^Settings: Automatic lessons/],
    ['show agents fewer lessons', /^Settings: Automatic lessons/],
    ['minutes between backups', /^Settings: Limits/],
    ['address of the embedding server', /^Settings: Search by meaning/],
    ['weight of passed tests', /^Settings: Attempts/],
  ] as const)
    await finds(page, words, part);
});
