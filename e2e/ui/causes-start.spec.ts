import type { HostProcess } from '@twicewise/testkit';
import { expect, open, statusLine, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { drawing, drawn, map, panel, twin } from './causes-page.ts';
import { SHOP, tellOfMany, tellOfShop } from './causes-parts.ts';

/** A session of before causes were recorded: what came after what, and nothing of why. */
async function tellOfOrder(host: HostProcess, sessions = 1): Promise<void> {
  for (let index = 0; index < sessions; index++) {
    await host.client.call('episode.store', {
      projectId: 'old',
      sessionId: `imported-${index}`,
      task: `Old work ${index}`,
      outcome: 'unknown',
      occurredAt: `2026-0${index + 1}-10T10:00:00Z`,
      decisions: [{ chosen: `Cache everything ${index}` }],
      events: [
        { type: 'error', content: `Answers are stale ${index}` },
        { type: 'milestone', content: `It is evening ${index}` },
      ],
      links: [{ from: 'd001', to: 'e001', relation: 'precedes' }],
    });
  }
}

const start = (page: Parameters<typeof map>[0]) => page.getByRole('region', { name: 'Ask about causes' });

test('begins with a question, what to ask and the strongest chains, and draws no map', async ({ page, host }) => {
  await tellOfShop(host);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await open(page, host, 'causes');
  await expect(start(page).getByRole('searchbox')).toBeFocused();
  const chains = page.getByRole('region', { name: 'Strongest chains known' });
  await expect(chains.getByRole('listitem').first()).toContainText(
    `${SHOP.redis} leads to ${SHOP.lost}, which leads to ${SHOP.tickets}`,
  );
  await page.keyboard.press('Escape');
  await expect(chains.getByRole('button').first()).toBeFocused();
  await expect(drawing(page)).toHaveCount(0);
  expect(asked.filter((path) => path.endsWith('causal.graph'))).toEqual([]);
  await page.keyboard.press('Enter');
  // The start is gone with what had the focus, so the keys go on at the answer.
  await expect(page.locator('[tabindex="-1"]:not(main):focus')).toContainText('Chain 1');
  const answer = page.getByRole('region', { name: 'What led here?' });
  await expect(answer.getByText('Chain 1 · 2 steps, weakest step 0.50, strength 0.33', { exact: true })).toBeVisible();
  await page.goBack();
  await page
    .getByRole('region', { name: 'Why did this happen?' })
    .getByRole('button', { name: new RegExp(SHOP.lost) })
    .click();
  await expect(page.getByRole('region', { name: 'Why did this happen?' }).getByText(/^Chain 1/)).toBeVisible();
  await page.goBack();
  await page
    .getByRole('region', { name: 'What followed?' })
    .getByRole('button', { name: new RegExp(SHOP.redis) })
    .click();
  await expect(panel(page, 'Node').getByRole('heading', { level: 2 })).toHaveText(SHOP.redis);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(start(page)).toBeVisible();
});

test('a node is found while the question is typed, asked about by keyboard, or shown on the map', async ({
  page,
  host,
}) => {
  await tellOfShop(host);
  await open(page, host, 'causes');
  await page.keyboard.type('tickets');
  const found = start(page).getByRole('list', { name: 'Found' });
  await expect(found.getByRole('listitem').first()).toContainText(SHOP.tickets);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(start(page).getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/ask=why&from=node_/);
  await expect(page.getByRole('region', { name: 'Why did this happen?' })).toContainText(SHOP.redis);
  await page.keyboard.press('Escape');
  await expect(start(page)).toBeVisible();
  await start(page).getByRole('radio', { name: 'What led here?' }).check();
  await start(page).getByRole('searchbox').fill('Support tickets');
  await page.keyboard.press('Enter');
  const path = page.getByRole('region', { name: 'What led here?' });
  await expect(path.getByRole('textbox', { name: 'From' })).toBeFocused();
  // No other node has these words.
  await expect(path).toContainText(`error ${SHOP.tickets}`);
  await page.goBack();
  await start(page).getByRole('searchbox').fill('tickets');
  await page.getByRole('button', { name: `Show on the map: ${SHOP.tickets}` }).click();
  await expect(page).toHaveURL(/node=node_/);
  await drawn(page, 3);
});

test('an answer is drawn as a map of its chains alone, one is highlighted, and a node expanded', async ({
  page,
  host,
}) => {
  await tellOfShop(host);
  await open(page, host, 'causes?ask=why&from=Support+tickets+about+empty+carts');
  const why = page.getByRole('region', { name: 'Why did this happen?' });
  await drawn(page, 3);
  await expect(drawing(page)).toHaveAttribute('data-edges', '2');
  await expect(map(page)).toHaveAccessibleName('Map of 3 nodes and 2 edges. The answer beside it says the same.');
  await why.getByRole('button', { name: /^Chain 1/ }).click();
  await expect(page).toHaveURL(/chain=1/);
  await expect(drawing(page)).toHaveAttribute('data-faded', '0');
  await why.getByRole('button', { name: SHOP.lost, exact: true }).click();
  await panel(page, 'Node').getByRole('button', { name: 'Expand' }).click();
  await drawn(page, 5);
  // What no step of the answer names is listed below the map, once it is asked for: its room is that of the drawing.
  await expect(twin(page)).toBeHidden();
  await page.getByRole('button', { name: 'Show as a table' }).click();
  await expect(twin(page)).toContainText(SHOP.postgres);
  await panel(page, 'Node').getByRole('button', { name: 'Collapse' }).click();
  await drawn(page, 3);
  for (let step = 0; step < 3; step++) await page.keyboard.press('Escape');
  await expect(start(page)).toBeVisible();

  await open(page, host, 'causes?ask=why&from=Checkout+answers+in+40+ms');
  await drawn(page, 3);
  await why.getByRole('button', { name: /^Chain 2/ }).click();
  // The other chain, which shares only its end.
  await expect(drawing(page)).toHaveAttribute('data-faded', '2');
  await why.getByRole('button', { name: /^Chain 2/ }).click();
  await expect(drawing(page)).toHaveAttribute('data-faded', '0');

  await open(page, host, 'causes?ask=whatif&from=Keep+carts+in+Redis&to=Keep+carts+in+Postgres');
  await expect(drawing(page)).toHaveAttribute('data-nodes', /^[5-9]$/);
});

test('where only order in time is known, two things are connected by two choices and the evidence', async ({
  page,
  host,
}) => {
  await open(page, host, 'causes');
  await expect(page.getByText('Nothing is known yet')).toBeVisible();
  await tellOfOrder(host, 2);
  const offered = page.getByRole('region', { name: 'Connect two things' });
  await expect(offered).toContainText('sessions say only what came after what');
  // The newest session first; milestones are left out.
  const rows = page.getByRole('region', { name: 'What sessions hold' }).getByRole('listitem');
  await expect(rows).toHaveText([
    /Cache everything 1/,
    /Answers are stale 1/,
    /Cache everything 0/,
    /Answers are stale 0/,
  ]);
  await rows.first().getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/ask=connect&from=node_/);
  await expect(rows.first().getByRole('button')).toBeFocused();
  const move = statusLine(page).getByText('move');
  await expect(move).toHaveText(/j\s*k\s*move/);
  for (const key of ['j', 'j', 'k']) await page.keyboard.press(key);
  await expect(rows.nth(1).getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'Connect' });
  await expect(form.getByRole('textbox', { name: 'Evidence' })).toBeFocused();
  await expect(move).toHaveCount(0);
  await page.keyboard.press('Control+Enter');
  await expect(form.getByRole('alert')).toContainText('Name the evidence');
  await page.keyboard.type('The log shows it');
  // What was typed is there again after a look at another screen.
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(form).toHaveCount(0);
  await page.keyboard.press('Alt+ArrowRight');
  const evidence = form.getByRole('textbox', { name: 'Evidence' });
  await expect(evidence).toHaveValue('The log shows it');
  await evidence.focus();
  await page.keyboard.press('Control+Enter');
  await expect(form).toHaveCount(0);
  await expect(rows.nth(1).getByRole('button')).toBeFocused();
  await expect(statusLine(page)).toContainText(/Connected: .+ leads to .+/);
  const { edges } = await host.client.call('causal.graph', {});
  expect(edges).toMatchObject([{ relation: 'causes', supports: 1 }]);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await host.client.call('causal.graph', {})).edges.length).toBe(0);
});

test('what a person connected is in the timeline of the session, for as long as it is so', async ({ page, host }) => {
  await tellOfOrder(host);
  await host.client.call('causal.assert', {
    projectId: 'old',
    from: { kind: 'decision', text: 'Cache everything 0' },
    to: { kind: 'error', text: 'Answers are stale 0' },
    relation: 'causes',
    note: 'The log shows it',
  });
  const [episode] = (await host.client.call('episode.list', {})).items;
  await open(page, host, `sessions?episode=${episode?.id}`);
  const items = page.getByRole('list', { name: 'Timeline' }).locator('> li');
  await expect(items.nth(0)).toContainText('Led toAnswers are stale 0a person said so');
  await expect(items.nth(1)).toContainText('Because ofCache everything 0a person said so');
  // Who said so, and when, stands with the evidence.
  await items.nth(1).getByRole('link', { name: 'a person said so' }).press('Enter');
  await expect(page.getByRole('complementary', { name: 'Edge' })).toContainText('The log shows it');
  await page.goBack();
  const [edge] = (await host.client.call('causal.graph', {})).edges;
  const { evidence } = await host.client.call('causal.edge', { id: edge?.id ?? '' });
  await host.client.call('causal.retract', { id: evidence.find(({ claimId }) => claimId)?.claimId ?? '' });
  await expect(items.nth(0)).not.toContainText('Led to');
});

test('what the log says and somebody disputes is marked in the timeline, and loses the mark with the dispute', async ({
  page,
  host,
}) => {
  const { episode } = await host.client.call('episode.store', {
    sessionId: 'pay',
    task: 'Stop the second charge',
    decisions: [{ chosen: 'Disable the button', effects: ['e001'] }],
    events: [{ type: 'error', content: 'Charged twice after a reload' }],
  });
  const both = {
    projectId: episode.projectId,
    from: { kind: 'decision', text: 'Disable the button' },
    to: { kind: 'error', text: 'Charged twice after a reload' },
  };
  const disputing = { relation: 'causes', stance: 'disputes', note: 'It came before' } as const;
  const { claim } = await host.client.call('causal.assert', { ...both, ...disputing });
  await open(page, host, `sessions?episode=${episode.id}`);
  const items = page.getByRole('list', { name: 'Timeline' }).locator('> li');
  await expect(items.nth(0)).toContainText(/Led toCharged twice after a reload.+, disputed/);
  await expect(items.nth(1)).toContainText(/Because ofDisable the button.+, disputed/);
  await host.client.call('causal.retract', { id: claim.id });
  await expect(items.nth(0)).toContainText('Led to');
  await expect(items.nth(0)).not.toContainText('disputed');
  await expect(items.nth(0).getByRole('link')).toHaveCount(0);
  // What confirms the log leads to who said so.
  await host.client.call('causal.assert', { ...both, relation: 'causes', note: 'Seen again' });
  await expect(items.nth(0).getByRole('link', { name: 'a person said so' })).toBeVisible();
});

test('order in time is drawn only where it is asked for', async ({ page, host }) => {
  await tellOfOrder(host);
  await open(page, host, 'causes?map=true');
  await expect(page.getByText('No causes yet')).toBeVisible();
  await page.getByRole('button', { name: 'Show order in time' }).click();
  await drawn(page, 2);
});

test('two things of a session are connected from its timeline, where only what it holds is to choose from', async ({
  page,
  host,
}) => {
  const events = (words: string) => [
    { type: 'error', content: `${words} was lost`, at: '2026-03-01T10:00:00Z' },
    { type: 'commit', content: `${words} is kept on disk`, at: '2026-03-01T11:00:00Z' },
  ];
  for (const words of ['The cart', 'The order']) {
    await host.client.call('episode.store', { sessionId: words, task: `Mend: ${words}`, events: events(words) });
  }
  const [order] = (await host.client.call('episode.list', {})).items.filter(({ task }) => task === 'Mend: The order');
  await open(page, host, `sessions?episode=${order?.id}`);
  await page.getByRole('button', { name: 'Connect two things…' }).click();
  await expect(page).toHaveURL(/ask=connect&session=epis_/);
  await page.goBack();
  // By its name, in other words, it is the same.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('cause and effect');
  await page.getByRole('option', { name: /^Connect two things/ }).click();
  const choices = page.getByRole('region', { name: 'What sessions hold' }).getByRole('button');
  await expect(choices).toHaveText([/The order was lost/, /The order is kept/]);
  const rest = page.getByText('can be connected from the timeline of their session');
  await expect(rest).toBeHidden();
  await choices.first().press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(choices).toHaveCount(2);
  await page.getByRole('textbox', { name: 'Evidence' }).fill('The commit names it');
  await page.keyboard.press('Control+Enter');
  await expect(statusLine(page)).toContainText('Connected');
  await page.getByRole('button', { name: 'Back to the session' }).click();
  await expect(page).toHaveURL(new RegExp(`sessions\\?episode=${order?.id}`));
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('a person said so');
  await page.getByRole('button', { name: 'Connect two things…' }).click();
  await page.getByRole('button', { name: 'Show all sessions' }).click();
  await expect(choices).toHaveCount(4);
  await expect(rest).toBeVisible();
});

test('a connection takes shape without a row moving, and both ends say it as soon as it is made', async ({
  page,
  host,
}) => {
  const contents = Array.from({ length: 30 }, (_, index) => `Error ${index} of the night`);
  const { episode } = await host.client.call('episode.store', {
    ...{ sessionId: 'night', task: 'Find out what happened' },
    events: contents.map((content, index) => ({
      ...{ type: 'error', content, at: new Date(Date.UTC(2026, 2, 1, 1, index)).toISOString() },
    })),
  });
  await open(page, host, `causes?ask=connect&session=${episode.id}`);
  const pane = page.getByRole('region', { name: 'Connect two things' });
  const rows = page.getByRole('region', { name: 'What sessions hold' }).getByRole('button');
  const next = pane.getByRole('status');
  // Until the rows are there, what is read is said as well.
  await expect(rows.first()).toBeVisible();
  await expect(next).toHaveText(/^Choose the cause/);
  await rows.nth(4).click();
  await expect(next).toHaveText('Choose what “Error 4 of the night” led to.');
  const before = await rows.nth(6).boundingBox();
  await rows.nth(6).click();
  await expect(next).toHaveText('Choose how they are connected, and name the evidence.');
  await expect(page.getByRole('form', { name: 'Connect' })).toBeVisible();
  expect(await rows.nth(6).boundingBox()).toEqual(before);
  await page.keyboard.press('Escape');
  const last = rows.nth(20);
  await last.evaluate((row) => row.scrollIntoView({ block: 'end' }));
  const bottom = async () => last.boundingBox().then((row) => (row?.y ?? 0) + (row?.height ?? 0));
  const covered = await bottom();
  await last.click();
  const form = await page.getByRole('form', { name: 'Connect' }).boundingBox();
  expect(covered, 'the form comes over this row').toBeGreaterThan(form?.y ?? 0);
  expect(await bottom()).toBeLessThanOrEqual(form?.y ?? 0);
  await page.keyboard.type('The log names both');
  await page.keyboard.press('Control+Enter');
  await expect(next).toContainText('“Error 4 of the night” leads to “Error 20 of the night”. Choose the next cause');
  await expect(rows.nth(4)).toContainText('leads to Error 20 of the night');
  await expect(last).toContainText('was caused by Error 4 of the night');
  await expect(last).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(rows.nth(4)).not.toContainText('leads to');
  await expect(next).toHaveText(/^Choose the cause/);
  // One that had an effect says how many it has now.
  await host.client.call('causal.assert', {
    ...{ from: { kind: 'error', text: contents[4] ?? '' }, to: { kind: 'error', text: contents[5] ?? '' } },
    ...{ relation: 'causes', note: 'Seen', sessionId: 'night' },
  });
  await expect(rows.nth(4)).toContainText('1 effect');
  await rows.nth(4).click();
  await last.click();
  // Which end it is stands before what it is, apart from how many of these it has.
  await expect(rows.nth(4)).toHaveText('errorCause:Error 4 of the night1 effect');
  await expect(last).toHaveText('errorEffect:Error 20 of the nightno cause or effect');
  await page.keyboard.type('The log names both');
  await page.keyboard.press('Control+Enter');
  await expect(rows.nth(4)).toContainText('2 effects · leads to Error 20 of the night');
  await page.getByRole('button', { name: 'Back to the session' }).click();
  const effect = page.locator('#item-e021');
  await expect(effect).toContainText('Error 20 of the night');
  // The way back leads to what was connected, and once: it is no part of the link.
  await expect(effect).toBeInViewport();
  await expect(effect).toBeFocused();
  await expect(page).not.toHaveURL(/item=/);
});

test('start, connection and answer are accessible in both themes', { tag: '@browser' }, async ({ page, host }) => {
  await tellOfOrder(host);
  await open(page, host, 'causes');
  const rows = page.getByRole('region', { name: 'What sessions hold' }).getByRole('button');
  await rows.first().click();
  await rows.nth(1).click();
  await expect(page.getByRole('form', { name: 'Connect' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await tellOfShop(host);
  await open(page, host, 'causes');
  await page.keyboard.type('carts');
  await expect(page.getByRole('list', { name: 'Found' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await open(page, host, 'causes?ask=why&from=Support+tickets&chain=1');
  await drawn(page, 3);
  expect(await violations(page)).toEqual([]);
});

test('from 100 nodes on a part of the map has the whole beside it in small, and what the pointer is over is told in a card', {
  tag: '@browser',
}, async ({ page, host }) => {
  await tellOfMany(host, 100);
  await open(page, host, 'causes?map=true');
  await drawn(page, 101);
  const small = page.locator('[data-minimap]');
  // All of it is seen: the small one would only cover some.
  await expect(small).toBeHidden();
  const seen = () => small.locator('rect').getAttribute('y');
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(small).toBeVisible();
  const before = await seen();
  await small.click({ position: { x: 80, y: 8 } });
  await expect.poll(seen).not.toBe(before);
  // A search finds a node and centres it, so it is under the pointer.
  await page.getByRole('searchbox').fill('Effect 41');
  await page.keyboard.press('Enter');
  await expect(panel(page, 'Node').getByRole('heading', { level: 2 })).toHaveText('Effect 41');
  await expect(small).toHaveCount(0);
  await page.getByRole('button', { name: 'Bring the selection into view' }).click();
  const card = page.locator('[data-hover-card]');
  // The map moves to the node for a moment, and a pointer that rests says nothing of what comes under it.
  await expect(async () => {
    await page.mouse.move(2, 2);
    await map(page).hover();
    await expect(card).toContainText('Effect 41', { timeout: 1000 });
  }).toPass({ timeout: 10_000 });
  await expect(card).toContainText('1 session');
  await page.mouse.move(2, 2);
  await expect(card).toHaveCount(0);
});
