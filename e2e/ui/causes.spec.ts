import { verifies } from '@twicewise/testkit/verifies';
import { expect, open, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import {
  chooseMore,
  colours,
  drawing,
  drawn,
  find,
  map,
  nodes,
  openShop,
  panel,
  partsOf,
  placesOf,
  savedMap,
  twin,
} from './causes-page.ts';
import { SHOP, tellOfHubs, tellOfMany, tellOfShop } from './causes-parts.ts';
import { NOTHING, watch } from './hostile-page.ts';
import { PAYLOADS } from './payloads.ts';

test('a node is found, its neighbourhood drawn, an edge read with its voices, disputed, and that undone', async ({
  page,
  host,
}) => {
  verifies('S1-69');
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await openShop(page, host);
  await find(page, SHOP.lost);
  await drawn(page, 5);
  await expect.poll(() => colours(page)).toBeGreaterThan(10);
  // An error has no outcome of its own that could succeed.
  const outcome = panel(page, 'Node').locator('section', { hasText: /^Outcome of its sessions/ });
  await expect(outcome).toContainText('0 of 2 succeeded: too little known');
  // Read from where one stands: what led to it, what it leads to, and what keeps it from being.
  const rows = panel(page, 'Node')
    .getByRole('region', { name: /^(Causes|Effects|Prevents)/ })
    .getByRole('listitem');
  await expect(rows).toHaveText([
    /^It was caused byweight \S+decisionKeep carts in Redis$/,
    /^It leads toweight \S+errorSupport tickets about empty carts$/,
    /^It leads toweight \S+testThe restart test fails$/,
    /^It is prevented byweight \S+decisionKeep carts in Postgres$/,
  ]);
  await panel(page, 'Node').getByRole('button', { name: 'It was caused by Keep carts in Redis', exact: true }).click();
  const edge = panel(page, 'Edge');
  await expect(edge.getByRole('heading', { name: 'Weight 0.67' })).toBeVisible();
  await expect(edge).toContainText('2 voices for it, 0 against');
  await expect(edge.getByRole('link', { name: 'Session' })).toHaveCount(2);
  await expect(edge.getByRole('link', { name: 'Session' }).first()).toHaveAttribute(
    'href',
    /^#\/sessions\?episode=epis_/,
  );
  await edge.getByRole('button', { name: 'Dispute' }).click();
  await edge.getByRole('button', { name: 'Dispute' }).click();
  await expect(edge.getByRole('alert')).toContainText('Name the evidence');
  await expect(edge.getByRole('textbox', { name: 'Evidence against it in words (required)' })).toBeFocused();
  await page.keyboard.type('The disk was full');
  await page.keyboard.press('Control+Enter');
  await expect(edge).toContainText('Disputed: no answer uses it');
  await expect(edge).toContainText('The disk was full');
  await expect(twin(page).getByRole('row', { name: /Keep carts in Redis/ })).toContainText('disputed');
  await expect(edge.getByRole('button', { name: 'Dispute' })).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(edge).not.toContainText('Disputed: no answer uses it');
  await expect(edge.getByRole('heading', { name: 'Weight 0.67' })).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect(edge).toContainText('The disk was full');
  await edge.getByRole('button', { name: 'Retract' }).click();
  await expect(edge).not.toContainText('The disk was full');
  expect(errors).toEqual([]);
});

test('the table says the same as the map, and what is chosen in one is chosen in the other', async ({ page, host }) => {
  await openShop(page, host);
  await expect(drawing(page)).toHaveAttribute('data-edges', '9');
  await expect(twin(page).getByRole('radio', { name: '9 edges' })).toBeChecked();
  await expect(twin(page).locator('tbody tr')).toHaveCount(9);
  await twin(page).getByRole('radio', { name: '10 nodes' }).check();
  await expect(twin(page).locator('tbody tr')).toHaveCount(10);
  const label = await map(page).getAttribute('aria-label');
  expect(label).toBe('Map of 10 nodes and 9 edges. The table below says the same.');
  await twin(page).getByRole('button', { name: SHOP.tickets }).click();
  await expect(panel(page, 'Node').getByRole('heading', { level: 2 })).toHaveText(SHOP.tickets);
  await expect(page).toHaveURL(/at=node_/);
  // From the map: one step to its cause.
  await map(page).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(panel(page, 'Node').getByRole('heading', { level: 2 })).toHaveText(SHOP.lost);
  await expect(twin(page).locator('[aria-current]')).toHaveText(SHOP.lost);
  // By pointer: the selected item is moved to the middle of the map, under the pointer.
  await page.getByRole('button', { name: 'Bring the selection into view' }).click();
  await map(page).click();
  await expect(twin(page).locator('[aria-current]')).toHaveText(SHOP.lost);
  await panel(page, 'Node').getByRole('button', { name: 'It leads to The restart test fails' }).click();
  await expect(twin(page).getByRole('radio', { name: '9 edges' })).toBeChecked();
  await expect(twin(page).locator('[aria-current]')).toHaveAccessibleName(/The restart test fails$/);
});

test('by keyboard alone: find, walk along edges, expand, go back, ask why', async ({ page, host }) => {
  await tellOfShop(host);
  await open(page, host, 'today');
  await page.keyboard.press('4');
  // The question field has the focus; the whole map is a choice.
  await page.getByRole('button', { name: 'Show the map', exact: true }).focus();
  await page.keyboard.press('Enter');
  await drawn(page, 10);
  await page.keyboard.press('/');
  await page.keyboard.type('postgres');
  await page.keyboard.press('Enter');
  await expect(panel(page, 'Node').getByRole('heading', { level: 2 })).toHaveText(SHOP.postgres);
  await drawn(page, 3);
  await map(page).focus();
  const looked = panel(page, 'Node').getByRole('heading', { level: 2 });
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/at=node_/);
  await expect(looked).not.toHaveText(SHOP.postgres);
  const first = (await looked.textContent()) ?? '';
  // The page says what the step reached and how.
  await expect(map(page)).toContainText(new RegExp(`: ${first} \\(.*, weight 0.50\\)`));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await expect(looked).not.toHaveText(first);
  for (let step = 0; step < 2; step++) await page.keyboard.press('Escape');
  await expect(looked).not.toHaveText(SHOP.postgres);
  for (let step = 0; step < 2; step++) await page.keyboard.press('Escape');
  await expect(looked).toHaveText(SHOP.postgres);
  await page.keyboard.press('ArrowRight');
  if (first !== SHOP.lost) await page.keyboard.press('ArrowDown');
  await expect(looked).toHaveText(SHOP.lost);
  await page.keyboard.press('Enter');
  await drawn(page, 6);
  await page.keyboard.press('Enter');
  await drawn(page, 3);
  // The selected item has buttons for questions, which Tab reaches.
  const why = panel(page, 'Node').getByRole('button', { name: 'Why?' });
  for (let step = 0; step < 40 && !(await why.evaluate((button) => button === document.activeElement)); step++) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  const answer = page.getByRole('region', { name: 'Why did this happen?' });
  await expect(answer.getByText('Chain 1 · strength 0.67')).toBeVisible();
  await expect(answer.getByRole('button', { name: SHOP.redis, exact: true })).toBeVisible();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(map(page)).toBeVisible();
});

test('a node is expanded, collapsed, taken off and brought back; places stay, and the link has it all', async ({
  page,
  host,
}) => {
  await tellOfShop(host);
  await open(page, host, 'causes?map=true');
  await find(page, SHOP.redis);
  await drawn(page, 3);
  const before = await placesOf(page);
  await twin(page).getByRole('button', { name: SHOP.lost }).click();
  await panel(page, 'Node').getByRole('button', { name: 'Expand' }).click();
  await drawn(page, 6);
  expect(await placesOf(page)).toMatchObject(before);
  const link = page.url();
  await chooseMore(page, 'Hide');
  // What was expanded from it disappears too, and comes back with it.
  await drawn(page, 2);
  await page.getByRole('button', { name: 'Show 1 hidden, and 3 with it' }).click();
  await drawn(page, 6);
  await page.goBack();
  await page.goBack();
  await drawn(page, 6);
  await page.goto('about:blank');
  await page.goto(link);
  await drawn(page, 6);
  expect(await placesOf(page)).toMatchObject(before);
});

test('filters are part of the link; order in time is off, and no cause where it is on', async ({ page, host }) => {
  await openShop(page, host);
  await expect(twin(page)).not.toContainText('comes before');
  await page.getByRole('button', { name: /^Relations/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'comes before' }).click();
  await page.keyboard.press('Escape');
  await expect(twin(page)).toContainText('comes before');
  await twin(page)
    .getByRole('button', { name: /comes before/ })
    .click();
  await expect(panel(page, 'Edge')).toContainText('Not a cause');
  await expect(panel(page, 'Edge').getByRole('button', { name: 'Dispute' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('combobox', { name: 'Weight from' }).selectOption('0.60');
  await drawn(page, 2);
  await expect(page).toHaveURL(/weight=60/);
  await page.goBack();
  await drawn(page, 10);
});

test('what led to a node, and what it leads to, is said in a form, and taken back', async ({ page, host }) => {
  await tellOfShop(host);
  for (const { side, relation, arrow } of [
    { side: 'an effect', relation: 'leads to', arrow: [SHOP.tickets, 'The team works on Sunday'] },
    { side: 'a cause', relation: 'was caused by', arrow: ['The team works on Sunday', SHOP.tickets] },
  ]) {
    await open(page, host, 'causes?map=true');
    await find(page, SHOP.tickets);
    await page.getByRole('button', { name: `Add ${side}…` }).click();
    const form = page.getByRole('form', { name: `Add ${side}` });
    const it = form.getByRole('combobox', { name: 'It', exact: true });
    await expect(it).toBeFocused();
    await expect(it.locator('option').first()).toHaveText(relation);
    await form.getByRole('textbox', { name: 'What', exact: true }).fill('The team works on Sunday');
    await form.getByRole('textbox', { name: 'Evidence' }).fill('The calendar');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(panel(page, 'Edge').getByRole('heading', { name: 'Weight 0.50' })).toBeVisible();
    const { nodes, edges } = await host.client.call('causal.graph', { around: 'The team works on Sunday' });
    const labelOf = (id: string | undefined) => nodes.find((node) => node.id === id)?.label;
    expect([labelOf(edges[0]?.from), labelOf(edges[0]?.to)]).toEqual(arrow);
    await drawn(page, 4);
    await page.keyboard.press('Control+z');
    await drawn(page, 3);
  }
});

test('path, what if and dead ends answer in steps, and say on how little they rest', async ({ page, host }) => {
  await tellOfShop(host);
  await open(page, host, 'causes?ask=path');
  const path = page.getByRole('region', { name: 'What led here?' });
  await path.getByRole('textbox', { name: 'From' }).fill('Keep carts in Redis');
  await path.getByRole('textbox', { name: 'To' }).fill('Support tickets');
  await page.keyboard.press('Enter');
  await expect(path.getByText('Chain 1 · 2 steps, weakest step 0.50, strength 0.33', { exact: true })).toBeVisible();
  await path.getByRole('button', { name: /^leads to 0.67/ }).click();
  await expect(panel(page, 'Edge').getByRole('heading', { name: 'Weight 0.67' })).toBeVisible();
  await expect(path).toBeVisible();
  await path.getByRole('button', { name: 'From: Change' }).click();
  await path.getByRole('textbox', { name: 'From' }).fill('espresso machine');
  await page.keyboard.press('Enter');
  await expect(path.getByText('Nothing found for “espresso machine”.')).toBeVisible();

  await open(page, host, 'causes?ask=whatif&from=Keep+carts+in+Redis&to=Keep+carts+in+Postgres');
  const what = page.getByRole('region', { name: 'What if?', exact: true });
  await expect(what.getByRole('region', { name: 'As it was decided: 2 known cases' })).toContainText(
    '0 of 2 succeeded',
  );
  await expect(what.getByText('too little known')).toHaveCount(2);

  await open(page, host, 'causes?ask=deadends&from=make+the+checkout+faster');
  const dead = page.getByRole('region', { name: 'Dead ends' });
  await expect(dead.getByRole('listitem').first()).toContainText(SHOP.redis);
  await expect(dead.getByRole('listitem').first()).toContainText(SHOP.lost);
});

test('the map is saved as PNG, as SVG and as JSON', { tag: '@browser' }, async ({ page, host }) => {
  await openShop(page, host);
  const picture = await savedMap(page, 'PNG');
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  // A blank picture would compress to almost nothing.
  expect(picture.length).toBeGreaterThan(10_000);
  const asLines = String(await savedMap(page, 'SVG'));
  expect(await page.evaluate(partsOf, { text: asLines, labels: Object.values(SHOP) })).toEqual({
    isSound: true,
    nodes: 10,
    edges: 9,
    missing: [],
  });
  const { nodes: some, edges } = JSON.parse(String(await savedMap(page, 'JSON')));
  expect([some.length, edges.length]).toEqual([10, 9]);
});

test('of a large graph at most 500 nodes are drawn, and it is said how many are not', async ({ page, host }) => {
  verifies('S1-69');
  await tellOfMany(host, 1000);
  await open(page, host, 'causes?map=true');
  await drawn(page, 300);
  await expect(page.getByText('300 of 1,001 nodes: the most connected', { exact: true })).toBeVisible();
  await twin(page).getByRole('radio', { name: '300 nodes' }).check();
  // The table does not render a row for each node at once.
  expect(await twin(page).locator('tbody tr').count()).toBeLessThanOrEqual(100);
  // Unfolding by hand does not exceed the limit either.
  await tellOfHubs(host, 4, 180);
  const found = (await host.client.call('causal.nodes', { text: 'Rewrite part', kinds: ['decision'] })).items;
  const hubs = found.filter(({ label }) => label.startsWith('Rewrite part')).map(({ id }) => `open=${id}`);
  expect(hubs.length).toBe(4);
  await open(page, host, `causes?${hubs.join('&').replace('open', 'node')}`);
  await drawn(page, 500);
  await expect(page.getByText('224 more are not drawn')).toBeVisible();
  await expect.poll(() => colours(page)).toBeGreaterThan(3);
});

test('a large map is arranged off the main thread, and all the same where that is refused', {
  tag: '@browser',
}, async ({ page, host }) => {
  await tellOfMany(host, 100);
  const worker = page.waitForEvent('worker');
  await open(page, host, 'causes?map=true');
  expect((await worker).url()).toContain('layout-worker');
  await drawn(page, 101);
  await page.route('**/layout-worker-*.js', (route) => route.abort());
  await page.goto('about:blank');
  await open(page, host, 'causes?map=true');
  await drawn(page, 101);
});

test('labels of others are text, on the map and beside it', { tag: '@browser' }, async ({ page, host, context }) => {
  const texts = PAYLOADS.filter((_, index) => index % 7 === 0).slice(0, 150);
  const deeds = await watch(page, context, new URL(host.ready.url).origin);
  await tellOfMany(host, texts.length, (index) => texts[index] ?? 'x');
  await open(page, host, 'causes?map=true');
  await expect(drawing(page)).toHaveAttribute('data-nodes', /^[1-9]\d*$/);
  await nodes(page).nth(1).getByRole('button').click();
  await expect(panel(page, 'Node').getByRole('heading', { level: 2 })).toBeVisible();
  await expect.poll(() => colours(page)).toBeGreaterThan(3);
  expect(await page.evaluate(() => document.querySelectorAll('main img, main script, main iframe').length)).toBe(0);
  expect(deeds).toEqual(NOTHING);
});

test('the map that cannot be fetched says so, and the table is there', { tag: '@browser' }, async ({ page, host }) => {
  await tellOfShop(host);
  await page.route('**/cytoscape-map-*.js', (route) => route.abort());
  await open(page, host, 'causes?map=true');
  await expect(page.getByText('The map could not be drawn')).toBeVisible();
  await expect(twin(page).locator('tbody tr')).toHaveCount(9);
});

test.describe('in both themes', { tag: '@browser' }, () => {
  test('axe finds nothing: empty, start, map, legend, node, edge, forms, answers', async ({ page, host }) => {
    await open(page, host, 'causes');
    await expect(page.getByText('Nothing is known yet')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await tellOfShop(host);
    await expect(page.getByRole('region', { name: 'Strongest chains known' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await open(page, host, 'causes?map=true');
    await drawn(page, 10);
    await page.getByRole('button', { name: 'Legend' }).click();
    expect(await violations(page)).toEqual([]);
    await find(page, SHOP.lost);
    await page.getByRole('button', { name: 'Add an effect…' }).click();
    await page.getByRole('textbox', { name: 'What', exact: true }).fill('carts');
    expect(await violations(page)).toEqual([]);
    await panel(page, 'Node')
      .getByRole('button', { name: /^It is prevented by/ })
      .click();
    await panel(page, 'Edge').getByRole('button', { name: 'Dispute' }).click();
    await page.keyboard.type('It was not so');
    await panel(page, 'Edge').getByRole('button', { name: 'Dispute' }).click();
    await expect(panel(page, 'Edge')).toContainText('Disputed: no answer');
    expect(await violations(page)).toEqual([]);
    for (const question of [
      'ask=why&from=tickets',
      'ask=whatif&from=Redis&to=Postgres',
      'ask=deadends&from=checkout',
    ]) {
      await open(page, host, `causes?${question}`);
      await expect(
        page
          .getByRole('region', { name: /^(Why|What if|Dead)/ })
          .getByRole('listitem')
          .first(),
      ).toBeVisible();
      expect(await violations(page), question).toEqual([]);
    }
  });
});

test('at 200 % zoom nothing scrolls sideways and every target is 24 px', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await page.setViewportSize({ width: 512, height: 350 });
  await tellOfShop(host);
  await open(page, host, 'causes?map=true');
  await find(page, SHOP.lost);
  await drawn(page, 5);
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await sideways()).toBe(0);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('main button, main input, main select')]
      .map((element) => ({ box: element.getBoundingClientRect(), name: element.outerHTML.slice(0, 120) }))
      .filter(({ box }) => box.width > 0 && (box.width < 23.9 || box.height < 23.9))
      .map(({ box, name }) => `${name}: ${box.width} × ${box.height}`),
  );
  expect(small).toEqual([]);
});
