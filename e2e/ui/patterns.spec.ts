import type { Page } from '@playwright/test';
import type { HostProcess } from '@twicewise/testkit';
import { expect, open, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { NOTHING, watch } from './hostile-page.ts';
import { PAYLOADS } from './payloads.ts';

const TASK = 'Make the flaky checkout test pass';
const DO = 'Wait for the network to be idle before asserting';
const AVOID = 'Raise the timeout of the test';

const list = (page: Page) => page.getByRole('list', { name: 'List of patterns' });
const details = (page: Page) => page.getByRole('article', { name: 'Pattern' });

/** Three attempts that succeeded by one choice, two that failed by another, and an error with its fix. */
async function tellOfPatterns({ client }: HostProcess) {
  const lesson = { taskDescription: TASK, projectId: 'shop', whatWorked: [], whatDidNotWork: [] as string[] };
  for (let n = 0; n < 3; n++)
    await client.call('reflection.store', { ...lesson, outcome: 'success', whatWorked: [DO] });
  for (let n = 0; n < 2; n++)
    await client.call('reflection.store', { ...lesson, outcome: 'failure', whatDidNotWork: [AVOID] });
  for (const port of [3000, 8080]) {
    const error = `Error: listen EADDRINUSE: address already in use :::${port}`;
    const whatWorked = ['Close the server when the test ends'];
    await client.call('reflection.store', {
      ...lesson,
      taskDescription: `Port ${port} of tests is taken`,
      outcome: 'success',
      whatDidNotWork: [error],
      whatWorked,
    });
  }
}

test('patterns are read with what shows them, asserted, disputed and that undone', async ({ page, host }) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await tellOfPatterns(host);
  await open(page, host, 'causes?ask=patterns');
  await expect(list(page).getByRole('button')).toHaveCount(3);
  await expect(list(page).getByRole('button').first()).toContainText('helped 3 of 3');
  await list(page).getByRole('button', { name: DO }).click();
  await expect(details(page).getByRole('heading', { level: 2 })).toHaveText(DO);
  await expect(details(page)).toContainText('It helped in 3 of 3 known cases (95 % interval 44–100 %)');
  await expect(details(page)).toContainText('a suggestion until somebody confirms it');
  await expect(details(page).getByRole('link', { name: 'Lesson' })).toHaveCount(3);
  await details(page).getByRole('button', { name: 'Confirm' }).click();
  // The lessons that show it are evidence: words beside them are left to who confirms it.
  await expect(details(page).getByRole('textbox', { name: 'Evidence (optional)' })).toBeFocused();
  await details(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(details(page)).toContainText('Somebody confirmed it.');
  await expect(list(page).getByRole('button', { name: DO })).toContainText('confirmed');
  await page.keyboard.press('Control+z');
  await expect(details(page)).toContainText('a suggestion until somebody confirms it');
  await details(page).getByRole('button', { name: 'Dispute' }).click();
  await page.keyboard.type('It was luck');
  await details(page).getByRole('button', { name: 'Dispute' }).click();
  await expect(details(page)).toContainText('agents do not see it');
  await expect(list(page).getByRole('button', { name: DO })).toHaveCount(0);
  await page.getByRole('button', { name: 'Include disputed' }).click();
  await expect(list(page).getByRole('button', { name: DO })).toContainText('disputed');
  await details(page).getByRole('button', { name: 'Retract' }).click();
  await expect(list(page).getByRole('button', { name: DO })).toContainText('suggested');
  await details(page).getByRole('link', { name: 'Lesson' }).first().click();
  await expect(page).toHaveURL(/#\/lessons\?lesson=refl_/);
  expect(errors).toEqual([]);
});

test('what does not help, and words, narrow the list, each with its count, by keyboard alone', async ({
  page,
  host,
}) => {
  await tellOfPatterns(host);
  await open(page, host, 'causes?ask=patterns');
  await expect(page.getByRole('radio', { name: 'Helps 1' })).toBeVisible();
  await page.getByRole('radio', { name: 'Does not help 1' }).check();
  await expect(list(page).getByRole('button')).toHaveText([/Raise the timeout.*does not help.*helped 0 of 2/s]);
  await expect(page).toHaveURL(/standing=fails/);
  await page.getByRole('radio', { name: 'All' }).check();
  await page.keyboard.press('/');
  await page.keyboard.type('eaddrinuse');
  await expect(list(page).getByRole('button')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(details(page)).toContainText('Against: Error: listen EADDRINUSE: address already in use');
  await page.keyboard.press('/');
  await page.keyboard.type('nobody says this');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(list(page).getByRole('button')).toHaveCount(3);
});

test('a person asserts one; what says nothing is refused and nothing is lost', async ({ page, host }) => {
  await open(page, host, 'causes');
  await page.getByRole('button', { name: 'Patterns of what was done' }).click();
  await expect(page.getByText('No pattern yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add a pattern' }).click();
  const form = page.getByRole('form', { name: 'Add a pattern' });
  await expect(form.getByLabel('The task', { exact: true })).toBeFocused();
  await page.keyboard.type('Release');
  await form.getByLabel('What to do then').fill('Tag the commit');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(form.getByRole('alert')).toContainText('nothing was stored');
  await form.getByLabel('The task', { exact: true }).fill('Release a new version');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(details(page).getByRole('heading', { level: 2 })).toHaveText('Tag the commit');
  await expect(details(page)).toContainText('No lesson or session shows it yet.');
  await expect(page.getByRole('button', { name: 'Add a pattern' })).toBeFocused();
});

test('patterns are free of axe violations in both themes', async ({ page, host }) => {
  await tellOfPatterns(host);
  await open(page, host, 'causes?ask=patterns');
  await list(page).getByRole('button', { name: AVOID }).click();
  await expect(details(page).getByRole('heading', { level: 2 })).toHaveText(AVOID);
  expect(await violations(page)).toEqual([]);
});

test('hostile texts of a pattern are text', async ({ page, host, context }) => {
  const seen = await watch(page, context, new URL(host.ready.url).origin);
  for (const payload of PAYLOADS.slice(0, 6)) {
    const lesson = { taskDescription: `Make it safe now: ${payload}`, projectId: 'x', outcome: 'success' as const };
    for (let n = 0; n < 2; n++)
      await host.client.call('reflection.store', { ...lesson, whatWorked: [`Escape the text ${payload}`] });
  }
  await open(page, host, 'causes?ask=patterns');
  await list(page).getByRole('button').first().click();
  await expect(details(page).getByRole('heading', { level: 2 })).toContainText('Escape the text');
  expect(seen).toEqual(NOTHING);
});
