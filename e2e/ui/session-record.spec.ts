import { startAgent } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { expect, open, rows, store, test } from '../fixtures.ts';
import { CHECKOUT, cards, importDay, items, record, sessionRows, tab, tell } from './session-parts.ts';

const CLOCK = /\d\d:\d\d/;

test('a timeline has decisions and events in the order of cause and time, each with its mark, and leads from one to the other (S1-01)', async ({
  page,
  host,
}) => {
  verifies('S1-01');
  const { id } = await tell(host, CHECKOUT);
  await open(page, host, `sessions?episode=${id}`);
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText(CHECKOUT.task ?? '');
  await expect(items(page)).toHaveText([
    /Error.*POST \/pay/,
    /Decision, design.*Put the calls in a queue/,
    /Decision.*Keep the old path/,
    /Milestone.*The queue takes orders/,
    /Commit.*9f3c2ab1.*Queue payments/,
    /Handoff.*Refunds are left/,
    /field trip.*Something nobody foresaw/,
  ]);
  const shapes = await items(page).evaluateAll((all) => all.map((one) => one.querySelector('svg')?.innerHTML));
  expect(new Set(shapes).size).toBe(6);
  const decision = items(page).nth(1);
  await expect(decision.getByRole('listitem')).toHaveText([
    /^Because of.*504 after 30 s.*a person said so$/,
    /^Led to.*The queue takes orders.*a person said so$/,
  ]);
  // Something that only happened earlier is not a cause.
  const milestone = items(page).nth(3);
  await expect(milestone).toContainText('Came before');
  await expect(milestone.getByText('Led to')).toBeHidden();
  await expect(items(page).nth(4)).toContainText('Came after');
  await expect(items(page).nth(4)).not.toContainText('Because of');
  await decision.getByRole('button', { name: 'The queue takes orders' }).click();
  await expect(milestone).toBeFocused();
  // From the timeline to the full decision, and back.
  await decision.getByRole('button', { name: 'The decision in full' }).click();
  await expect(cards(page).first()).toBeFocused();
  await expect(tab(page, 'Decisions')).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/tab=decisions/);
  await cards(page).first().getByRole('button', { name: 'POST /pay' }).click();
  await expect(items(page).first()).toBeFocused();
});

test('of several in a row without a time, the first says so', async ({ page, host }) => {
  const events = ['One', 'Two', 'Three'].map((content) => ({ type: 'error' as const, content }));
  const { id } = await tell(host, { task: 'At some time', events });
  await open(page, host, `sessions?episode=${id}`);
  await expect(items(page)).toHaveText([/no time.*One/, /^(?!.*no time).*Two/, /^(?!.*no time).*Three/]);
});

test('the day stands where it changes, the hour at each item', async ({ page, host }) => {
  const events = ['2026-03-04T10:00:00Z', '2026-03-04T10:05:00Z', '2026-03-06T10:00:00Z'].map((at, index) => ({
    type: 'error' as const,
    content: `Error ${index}`,
    at,
  }));
  const { id } = await tell(host, { task: 'Over two days', events });
  await open(page, host, `sessions?episode=${id}`);
  await expect(items(page).locator('time')).toHaveText([/4 Mar/, /^[\d:]+\s*$/, /6 Mar/]);
});

test('a day is never shown as an hour, and an unknown time is none', async ({ page, host }) => {
  const { id } = await tell(host, CHECKOUT);
  await importDay(host, 'Of a day');
  await open(page, host, `sessions?episode=${id}`);
  await expect(record(page)).toContainText('4 with an exact time, 1 with a day only, 2 without a time.');
  await expect(items(page).first()).toContainText(CLOCK);
  const handoff = items(page).filter({ hasText: 'Handoff' });
  await expect(handoff.locator('time')).toHaveText('21 May 2026');
  await expect(handoff.locator('time')).toHaveAttribute('title', '21 May 2026; the hour is not recorded');
  await expect(items(page).last()).toContainText('no time');
  await expect(items(page).last().locator('time')).toHaveCount(0);
  await sessionRows(page).filter({ hasText: 'Of a day' }).click();
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText('Of a day');
  await expect(record(page)).toContainText('4 Mar 2026');
  for (const name of ['Timeline', 'Decisions', 'Lessons']) {
    await tab(page, name).click();
    await expect(record(page)).not.toContainText(CLOCK);
    const titles = await record(page)
      .locator('[title]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('title')));
    expect(titles.filter((title) => CLOCK.test(title ?? ''))).toEqual([]);
  }
  await expect(sessionRows(page).filter({ hasText: 'Of a day' }).locator('time')).toHaveAttribute(
    'title',
    '4 Mar 2026',
  );
});

test('a decision shows what was said of it and nothing of what was not; metrics tell not measured from zero', async ({
  page,
  host,
}) => {
  const lesson = await store(host, { taskDescription: 'Queue it', projectId: 'shop', sessionId: 'checkout-7' });
  const { id } = await tell(host, CHECKOUT);
  await open(page, host, `sessions?episode=${id}&tab=decisions`);
  await expect(cards(page)).toHaveCount(2);
  const [full, bare] = [cards(page).first(), cards(page).last()];
  await expect(full.getByRole('heading', { level: 3 })).toHaveText([
    'To decide',
    'Options',
    'Why',
    'Risks',
    'Confidence',
    'Outcome',
    'Caused by',
    'Effects',
  ]);
  await expect(full).toContainText('Success');
  await expect(full).toContainText('assumed');
  await expect(full.getByRole('img', { name: 'chosen' })).toHaveCount(1);
  await expect(bare).toContainText('Keep the old path behind a switch');
  await expect(bare.getByRole('heading')).toHaveCount(0);

  await tab(page, 'Details').click();
  const fact = (name: string) => record(page).locator('dt', { hasText: name }).locator('xpath=following-sibling::dd');
  await expect(fact('Tool calls')).toHaveText('not measured');
  await expect(fact('Errors')).toHaveText('0');
  await expect(fact('serena')).toHaveText('payments-queue');
  await expect(fact('Rules')).toHaveText('written by its author, not read by rules');

  // One that its log states, and one that was stored in it.
  await expect(tab(page, 'Lessons')).toHaveText('Lessons2');
  await tab(page, 'Lessons').click();
  await expect(record(page)).toContainText('A refund must know whether its order is queued');
  await record(page).getByRole('button', { name: 'Show it in Lessons' }).click();
  await expect(page).toHaveURL(/#\/lessons\?.*session=sess_/);
  await expect(rows(page)).toHaveText([/Queue it/]);
  expect(lesson.sessionNativeId).toBe('checkout-7');
});

test('at a decision, what is only later is no effect', async ({ page, host }) => {
  const { id } = await tell(host, {
    decisions: [{ chosen: 'Wait' }],
    events: [{ type: 'note', content: 'It rained' }],
    links: [{ from: 'd001', to: 'e001', relation: 'precedes' }],
  });
  await open(page, host, `sessions?episode=${id}&tab=decisions`);
  await expect(cards(page).getByRole('heading', { level: 3 })).toHaveText(['Besides']);
  await expect(cards(page)).toContainText(/Came before.*It rained.*only the order in time is known/);
});

test('where a session comes from is said: its file, the rules, who read it', async ({ page, host }) => {
  await importDay(host, 'From a file');
  await open(page, host, 'sessions');
  await page.keyboard.press('j');
  await tab(page, 'Details').click();
  await expect(record(page)).toContainText('episode-1.json');
  await expect(record(page)).toContainText('read by version 1 of the rules');
  await expect(record(page)).toContainText('(import)');
  await expect(record(page)).toContainText('day known, not the hour');
});

test('long texts are folded and read in full; a record of hundreds of items draws a hundred and leads to the rest', async ({
  page,
  host,
}) => {
  const end = 'THE VERY END';
  const events = Array.from({ length: 350 }, (_, index) => ({ type: 'milestone', content: `Step ${index + 1}` }));
  const long = { type: 'note', content: `${'Many words. '.repeat(200)}${end}`, leadsTo: ['e351'] };
  const { id } = await tell(host, { task: `${'A long task. '.repeat(60)}${end}`, events: [long, ...events] });
  await open(page, host, `sessions?episode=${id}`);
  await expect(items(page)).toHaveCount(100);
  const heights = () =>
    items(page)
      .first()
      .evaluate((one) => one.getBoundingClientRect().height);
  const folded = await heights();
  await record(page)
    .getByRole('button', { name: /^Show all/ })
    .first()
    .click();
  await expect(record(page).getByRole('heading', { level: 2 })).toContainText(end);
  await items(page).first().getByRole('button', { name: 'Show all 2,412 characters' }).click();
  expect(await heights()).toBeGreaterThan(folded);
  await items(page).first().getByRole('button', { name: 'Show less' }).click();
  expect(await heights()).toBe(folded);
  await page.getByRole('button', { name: 'Show the next 100 of 251 more' }).click();
  await expect(items(page)).toHaveCount(200);
  await items(page).first().getByRole('button', { name: 'Step 350' }).click();
  const last = items(page)
    .filter({ hasText: /Step 350/ })
    .last();
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();
});

test('a text that is shown whole offers no more of it', async ({ page, host }) => {
  // Many characters of little width, and many lines that Markdown leaves out.
  const narrow = { type: 'note', content: `**Few**${'\n'.repeat(12)}lines` };
  const cut = { type: 'error', content: 'At a line\n'.repeat(12) };
  const { id } = await tell(host, { task: 'il '.repeat(110), events: [narrow, cut] });
  await open(page, host, `sessions?episode=${id}`);
  await expect(record(page).locator('strong', { hasText: 'Few' })).toBeVisible();
  const more = record(page).getByRole('button', { name: /^Show all/ });
  await expect(more).toHaveText(['Show all 120 characters']);
});

test('what its agent was told in the session is there, with tokens and what was used', async ({ page, host }) => {
  const known = await store(host, { projectId: 'shop', taskDescription: 'Retry the checkout', outcome: 'success' });
  const agent = await startAgent({ data: host.ready.data, project: 'shop', args: ['--profile', 'full'] });
  try {
    await agent.tool('memory_brief', { task: 'retry the checkout' });
    await agent.tool('memory_ask', { kind: 'deadEnds', about: 'retry the checkout' });
    await agent.tool('episode_record', { task: 'Make the checkout retry', decisions: [{ chosen: 'Retry twice' }] });
  } finally {
    await agent.close();
  }
  const [episode] = (await host.client.call('episode.list', {})).items;
  await open(page, host, `sessions?episode=${episode?.id}&tab=told`);
  const answers = record(page).getByRole('list', { name: 'What agents were shown' }).locator('> li');
  await expect(answers).toHaveCount(2);
  await expect(answers.nth(0)).toContainText('Asked for dead ends');
  await expect(answers.nth(0)).toContainText('no lesson in the answer');
  await expect(answers.nth(1)).toContainText('Asked for a brief');
  await expect(answers.nth(1)).toContainText('Retry the checkout');
  await expect(answers.nth(1)).toContainText(/\d+ tokens/);
  await answers
    .nth(1)
    .getByRole('button', { name: /Retry the checkout/ })
    .click();
  await expect(page).toHaveURL(new RegExp(known.id));
});

test('of a session whose agent was told nothing, that is said', async ({ page, host }) => {
  const { id } = await tell(host, CHECKOUT);
  await open(page, host, `sessions?episode=${id}&tab=told`);
  await expect(record(page)).toContainText('Its agent was shown nothing.');
});
