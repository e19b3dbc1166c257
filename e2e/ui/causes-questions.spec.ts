import type { Page } from '@playwright/test';
import type { HostProcess } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { expect, open, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { boxesSeen, chooseMore, drawing, drawn, find, looked, map, outermost, panel } from './causes-page.ts';
import { SHOP, tellOfOutage, tellOfShop } from './causes-parts.ts';

test('similar decisions: what was chosen, what it was chosen instead of, and how it turned out', async ({
  page,
  host,
}) => {
  verifies('S1-53');
  await tellOfShop(host);
  await open(page, host, 'causes?ask=similar');
  const answer = page.getByRole('region', { name: 'Similar decisions' });
  await expect(answer.getByRole('textbox', { name: 'Decision to make' })).toBeFocused();
  await page.keyboard.type('where to keep the carts');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/ask=similar&from=where\+to\+keep\+the\+carts/);
  const hits = answer.getByRole('listitem');
  const redis = hits.filter({ hasText: SHOP.redis }).filter({ hasText: 'Instead of' });
  await expect(redis).toContainText('Redis · Postgres');
  await expect(redis).toContainText('Failure');
  await expect(redis).toContainText('reported');
  await expect(redis.getByRole('link', { name: 'Its session' })).toHaveAttribute('href', /#\/sessions\?episode=epis_/);
  await redis.getByRole('button', { name: SHOP.redis }).click();
  await expect(panel(page, 'Node').getByRole('heading', { level: 2 })).toHaveText(SHOP.redis);
  await answer.getByRole('textbox').fill('espresso machine');
  await page.keyboard.press('Enter');
  await expect(answer).toContainText('No similar decision is recorded.');
});

test('a question that is asked about nothing yet offers what it may be asked about', async ({ page, host }) => {
  await tellOfShop(host);
  for (const [ask, offered, answered] of [
    ['why', 'Known failures', /ask=why&from=node_/],
    ['path', 'Known failures', /ask=path&to=node_/],
    ['whatif', 'Decisions of the newest sessions', /ask=whatif&from=node_/],
    ['similar', 'Decisions of the newest sessions', /ask=similar&from=node_/],
    ['deadends', 'Tasks of the newest sessions', /ask=deadends&from=[A-Z]/],
  ] as const) {
    await open(page, host, `causes?ask=${ask}`);
    const list = page.getByRole('region', { name: offered });
    await list.getByRole('button').first().click();
    await expect(page).toHaveURL(answered);
    await expect(list).toBeHidden();
    // The keys go on in the field that is still empty, else at the answer.
    const focus = page.locator(':focus');
    await expect(focus).toHaveCount(1);
    const isField = ask === 'path' || ask === 'whatif';
    expect(await focus.evaluate((element) => element.tagName)).toBe(isField ? 'INPUT' : 'DIV');
  }
});

test('a decision is not said to have turned out as its session did, and the nearest are not said to be about it', async ({
  page,
  host,
}) => {
  await host.client.call('episode.store', {
    projectId: 'shop',
    sessionId: 'page',
    task: 'Speed up the slow product page',
    outcome: 'success',
    decisions: [{ chosen: 'Cache the answers in memory', rationale: 'Least work' }],
  });
  await open(page, host, 'causes?ask=similar&from=which+cache+for+product+images+did+we+pick');
  const answer = page.getByRole('region', { name: 'Similar decisions' });
  const hit = answer.getByRole('listitem');
  await expect(hit).toContainText(/Unknown ?· its session: Success/);
  await expect(answer).toContainText('Not on record');
  await answer.getByRole('textbox').fill('why did we cache the answers in memory?');
  await page.keyboard.press('Enter');
  await expect(answer).not.toContainText('Not on record');
  await expect(hit).toContainText('Cache the answers');
});

test('where no cause is known, what came before is told as order in time', async ({ page, host }) => {
  const events = ['The cache was emptied', 'Carts of guests were lost'].map((content, index) => ({
    type: index === 0 ? 'next_step' : 'root_cause',
    content,
    at: `2026-03-01T10:0${index}:00Z`,
  }));
  await host.client.call('episode.store', { projectId: 'shop', sessionId: 'carts', task: 'Find lost carts', events });
  await open(page, host, 'causes?ask=why&from=Carts+of+guests+were+lost');
  const why = page.getByRole('region', { name: 'Why did this happen?' });
  await expect(why).toContainText('No cause is known.');
  await expect(why).toContainText('That is order in time, not a cause.');
  await expect(why.getByRole('listitem').filter({ hasText: 'The cache was emptied' })).toContainText('next step');
  await open(page, host, 'causes?ask=path&from=Carts+of+guests+were+lost&to=The+cache+was+emptied');
  const path = page.getByRole('region', { name: 'What led here?' });
  await expect(path).toContainText('“The cache was emptied” came first. That is order in time, not a cause.');
  await expect(path.getByRole('link', { name: 'Its session' })).toBeVisible();
});

test('similar decisions are asked of a decision that is looked at, and of nothing else', async ({ page, host }) => {
  await tellOfShop(host);
  await open(page, host, 'causes?map=true');
  await find(page, SHOP.lost);
  await expect(panel(page, 'Node').getByRole('button', { name: 'Why?' })).toBeVisible();
  await panel(page, 'Node').getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('menuitem', { name: 'How it led to…' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Similar decisions' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'All nodes' }).click();
  await find(page, SHOP.redis);
  await chooseMore(page, 'Similar decisions');
  const answer = page.getByRole('region', { name: 'Similar decisions' });
  await expect(answer.getByRole('listitem').first()).toContainText(SHOP.redis);
  await expect(answer.getByRole('listitem').filter({ hasText: SHOP.postgres })).toBeVisible();
});

test('dead ends that sessions know draw what showed them; one leads to its node', async ({ page, host }) => {
  await tellOfShop(host);
  await open(page, host, 'causes?ask=deadends&from=make+the+checkout+faster');
  const dead = page.getByRole('region', { name: 'Dead ends' });
  await expect(dead.getByRole('listitem').first()).toContainText(SHOP.redis);
  const { items, steps } = await host.client.call('causal.deadEnds', { task: 'make the checkout faster' });
  const shown = new Set(steps.flatMap(({ from, to }) => [from.label, to.label]));
  expect([...shown]).toEqual(expect.arrayContaining([SHOP.redis, SHOP.lost]));
  await drawn(page, shown.size);
  expect(items[0]?.nodeId).toBe(steps.find(({ from }) => from.label === SHOP.redis)?.from.id);
  await dead
    .getByRole('button', { name: `Show on the map: ${SHOP.redis}`, exact: true })
    .first()
    .click();
  await expect(looked(page)).toHaveText(SHOP.redis);
  await expect(dead.getByRole('listitem').first()).toBeVisible();
  // The next task is known to a lesson alone: nothing of the answer before stays drawn.
  await store(host, { taskDescription: 'Bake a chocolate cake', whatDidNotWork: ['More sugar'] });
  await dead.getByRole('textbox', { name: 'Task' }).fill('bake a chocolate cake');
  await page.keyboard.press('Enter');
  await expect(dead.getByRole('listitem')).toHaveText(/More sugar/);
  await expect(map(page)).toHaveCount(0);
});

test('a dead end that a whole session was leads to the error that it met, and names that', async ({ page, host }) => {
  await host.client.call('episode.store', {
    projectId: 'shop',
    sessionId: 'notes',
    task: 'Publish the release notes',
    outcome: 'failure',
    events: [
      { id: 'e001', type: 'milestone', content: 'The branch was renamed' },
      { id: 'e002', type: 'error', content: 'Notes missing', causedBy: ['e001'] },
    ],
  });
  await open(page, host, 'causes?ask=deadends&from=publish+the+release+notes');
  const dead = page.getByRole('region', { name: 'Dead ends' });
  await expect(dead.getByRole('listitem')).toContainText('Publish the release notes');
  await dead.getByRole('button', { name: 'Show on the map: Notes missing', exact: true }).click();
  await expect(looked(page)).toHaveText('Notes missing');
});

test('dead ends of lessons alone draw nothing', async ({ page, host }) => {
  await store(host, { taskDescription: 'Make the checkout faster', whatDidNotWork: ['More workers'] });
  await open(page, host, 'causes?ask=deadends&from=make+the+checkout+faster');
  const dead = page.getByRole('region', { name: 'Dead ends' });
  await expect(dead.getByRole('listitem')).toHaveText(/More workers/);
  await expect(map(page)).toHaveCount(0);
  await expect(dead.getByRole('button', { name: /^Show on the map/ })).toHaveCount(0);
});

test('a dead end that rests on a draft says that nobody has reviewed it', async ({ page, host }) => {
  const lesson = { taskDescription: 'Make the checkout faster', projectId: 'shop' };
  await store(host, { ...lesson, whatDidNotWork: ['A cache in front of everything'], state: 'draft' });
  await store(host, { ...lesson, whatDidNotWork: ['More workers'] });
  await open(page, host, 'causes?ask=deadends&from=make+the+checkout+faster');
  const dead = page.getByRole('region', { name: 'Dead ends' }).getByRole('listitem');
  await expect(dead.filter({ hasText: 'A cache' })).toContainText('draft, not reviewed');
  await expect(dead.filter({ hasText: 'More workers' })).not.toContainText('draft');
});

test('a chain in a narrow window has its texts on the map, however far away it is drawn', async ({ page, host }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  const steps = Array.from({ length: 9 }, (_, step) => `Step ${step} of the outage`);
  const events = steps.map((content, step) => ({
    type: 'error',
    content,
    id: `e00${step + 1}`,
    causedBy: step > 0 ? [`e00${step}`] : [],
  }));
  await host.client.call('episode.store', { projectId: 'shop', sessionId: 'outage', task: 'End the outage', events });
  await open(page, host, `causes?ask=why&from=${encodeURIComponent('Step 8 of the outage')}`);
  await drawn(page, 9);
  await expect(drawing(page)).toHaveAttribute('data-labelled', '9');
});

test('of a branched answer as much as can be read is shown around what was asked, and how much more there is', async ({
  page,
  host,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  const end = await tellOfOutage(host);
  await open(page, host, `causes?ask=why&from=${encodeURIComponent(end)}`);
  await drawn(page, 11);
  await expect(drawing(page)).toHaveAttribute('data-text', /^1[1-4]$/);
  const more = page.getByRole('button', { name: /^\d more nodes?: fit all$/ });
  await expect(more).toBeVisible();
  expect(await boxesSeen(page)).toMatchObject({ cut: 0 });
  // It covers nothing that is drawn.
  const [under, over] = [await more.boundingBox(), await map(page).boundingBox()];
  expect(under?.y).toBeGreaterThanOrEqual((over?.y ?? 0) + (over?.height ?? 0));
  // What was asked about is under the pointer at the right end.
  const box = await map(page).boundingBox();
  const card = page.locator('[data-hover-card]');
  await expect(async () => {
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) - 80, (box?.y ?? 0) + (box?.height ?? 0) / 2 - 20);
    for (let y = 20; y < (box?.height ?? 0) && (await card.count()) === 0; y += 15) {
      await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) - 80, (box?.y ?? 0) + y);
    }
    await expect(card).toContainText(end, { timeout: 500 });
  }).toPass();
  await more.click();
  await expect(more).toHaveCount(0);
  await map(page).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(panel(page, 'Node').getByRole('heading', { level: 2 })).toBeVisible();
  // The whole map begins where the most of it does.
  await open(page, host, 'causes?map=true');
  await drawn(page, 11);
  expect(await boxesSeen(page)).toMatchObject({ cut: 0 });
  const first = await outermost(page, 'left');
  expect(first.name).toBe('Step 0 of the outage');
  expect(first.x).toBeGreaterThan((await map(page).boundingBox())?.x ?? 0);
});

test('both are accessible in both themes', { tag: '@browser' }, async ({ page, host }) => {
  await tellOfShop(host);
  await store(host, { taskDescription: 'Keep carts', whatDidNotWork: ['A cache'], state: 'draft' });
  for (const [question, shows] of [
    ['similar', SHOP.redis],
    ['deadends', 'draft, not reviewed'],
  ]) {
    await open(page, host, `causes?ask=${question}&from=keep+carts`);
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: shows ?? '' })
        .first(),
    ).toBeVisible();
    expect(await violations(page)).toEqual([]);
  }
});

test('a question keeps the words of no other one, and the list answers it instead of leaving it', async ({
  page,
  host,
}) => {
  await tellOfShop(host);
  await page.setViewportSize({ width: 1500, height: 900 });
  await open(page, host, 'causes?ask=similar');
  const typed = page.getByRole('textbox', { name: 'Decision to make' });
  await typed.fill('where to keep the carts');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/ask=similar&from=where/);
  await page.getByRole('radio', { name: 'Why did this happen?' }).click();
  const why = page.getByRole('region', { name: 'Why did this happen?' });
  await expect(why.getByRole('textbox', { name: 'What happened' })).toHaveValue('');
  await page.getByRole('region', { name: 'Nodes' }).getByText('Support tickets', { exact: false }).first().click();
  await expect(why).toContainText('Support tickets');
  await expect(why.getByText(/^Chain 1/)).toBeVisible();
  // What was asked about is no choice of a cause.
  await page.getByRole('radio', { name: 'Connect', exact: true }).click();
  await expect(page.getByText('Choose the cause, then its effect')).toBeVisible();
  await page.goBack();
  // The questions stand above each answer, by their names of the start; the tab leads back there.
  await page.getByRole('radio', { name: 'Questions', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Strongest chains known' })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'What do you want to know about?' })).toBeVisible();
});

test('the questions are gone through by arrow keys, and a click begins the next one in its field', async ({
  page,
  host,
}) => {
  await tellOfShop(host);
  await open(page, host, 'causes?ask=why');
  const kind = (name: string) => page.getByRole('radio', { name });
  await kind('Why did this happen?').focus();
  for (const name of ['What led here?', 'What if?', 'Similar decisions', 'Dead ends']) {
    await page.keyboard.press('ArrowRight');
    await expect(kind(name)).toBeFocused();
    await expect(page.getByRole('region', { name })).toBeVisible();
  }
  await kind('What if?').click();
  await expect(page.getByRole('textbox', { name: 'Decision' })).toBeFocused();
});

test('Change empties the field of a question and goes on in it', async ({ page, host }) => {
  await tellOfShop(host);
  await open(page, host, 'causes?map=true');
  await find(page, SHOP.redis);
  await chooseMore(page, 'Similar decisions');
  const answer = page.getByRole('region', { name: 'Similar decisions' });
  await answer.getByRole('button', { name: 'Decision to make: Change' }).focus();
  await page.keyboard.press('Enter');
  await expect(answer.getByRole('textbox', { name: 'Decision to make' })).toBeFocused();
  await page.keyboard.type('n');
  await expect(answer.getByRole('textbox', { name: 'Decision to make' })).toHaveValue('n');
});

/** Opens the question What if of the node with this text. */
async function askWhatIf(page: Page, host: HostProcess, text: string): Promise<void> {
  const { items } = await host.client.call('causal.nodes', { text });
  await open(page, host, `causes?ask=whatif&from=${items[0]?.id}`);
}

test('what if is about a decision: an error that was asked about before is not taken for one, and what is missing gets the focus', async ({
  page,
  host,
}) => {
  await tellOfShop(host);
  await askWhatIf(page, host, SHOP.lost);
  const what = page.getByRole('region', { name: 'What if?', exact: true });
  await expect(what.getByRole('textbox')).toHaveCount(2);
  await expect(what.getByText(SHOP.lost)).toHaveCount(0);
  await expect(what.getByRole('textbox').first()).toBeFocused();
  await page.keyboard.type(SHOP.redis);
  await page.keyboard.press('Enter');
  await expect(what.getByRole('textbox').last()).toBeFocused();
  await page.keyboard.type('Keep carts in Postgres');
  await page.keyboard.press('Enter');
  await expect(what.getByRole('region', { name: /^As it was decided/ })).toBeVisible();
});

test('what if offers what was weighed then and in similar decisions, and asks about what is chosen of it', async ({
  page,
  host,
}) => {
  await tellOfShop(host);
  await askWhatIf(page, host, SHOP.redis);
  const known = page.getByRole('region', { name: 'Known alternatives' });
  await expect(known.getByRole('button', { name: 'Postgres', exact: true })).toBeVisible();
  await expect(known.getByRole('button', { name: 'Redis', exact: true })).toBeHidden();
  await known.getByRole('button', { name: SHOP.postgres }).click();
  await expect(page).toHaveURL(/&to=/);
  await expect(page.getByRole('textbox', { name: 'Alternative' })).toHaveValue(SHOP.postgres);
  await expect(page.getByRole('region', { name: /^As it was decided/ })).toBeVisible();
});

test('while an end of a question is typed, the nodes that it may mean are offered, decisions alone for what if', async ({
  page,
  host,
}) => {
  await tellOfShop(host);
  await open(page, host, 'causes?ask=whatif');
  const found = page.getByRole('list', { name: 'Found' });
  await page.keyboard.type('redis');
  await expect(found.getByRole('listitem').first()).toContainText(SHOP.redis);
  for (const item of await found.getByRole('listitem').all()) await expect(item).toContainText(/^decision/);
  await page.keyboard.press('ArrowDown');
  await expect(found.getByRole('button').first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('textbox').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/ask=whatif&from=node_/);
  await expect(found).toBeHidden();
  // The other end is words alone.
  await expect(page.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('Keep carts in Postgres');
  await expect(found).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: /^As it was decided/ })).toBeVisible();

  // Enter takes the only one that has what was typed; words that several have stay, and the answer says which it took.
  await open(page, host, 'causes?ask=whatif');
  await page.keyboard.type('redis');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/ask=whatif&from=node_\w+$/);
  await expect(page.getByRole('textbox', { name: 'Alternative' })).toBeFocused();
  const decision = page.getByRole('button', { name: 'Decision: Change' });
  await expect(decision).toBeVisible();
  await expect(decision.locator('..')).not.toContainText('decision');
  await open(page, host, 'causes?ask=whatif');
  await page.keyboard.type('keep carts in');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/from=keep\+carts\+in$/);
  await expect(page.getByRole('textbox', { name: 'Alternative' })).toBeFocused();
  await open(page, host, 'causes?ask=why');
  await page.keyboard.type('support tickets');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/ask=why&from=node_\w+$/);
  // The field is gone: the keys go on at the answer.
  await expect(page.locator('[tabindex="-1"]:focus')).toContainText('Chain 1');

  await open(page, host, 'causes?ask=path');
  const ends = page.getByRole('textbox');
  await page.keyboard.type('redis');
  await found.getByRole('button', { name: SHOP.redis }).click();
  await expect(ends).toBeFocused();
  await page.keyboard.type(SHOP.lost.slice(0, 8));
  await found.getByRole('button', { name: SHOP.lost }).click();
  await expect(page).toHaveURL(/ask=path&from=node_\w+&to=node_/);
  await expect(drawing(page)).toBeVisible();
});
