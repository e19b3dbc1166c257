import type { InputOf, OutputOf } from '@twicewise/contract';
import type { HostProcess } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { expect, open, store, test } from '../fixtures.ts';
import { record } from './session-parts.ts';

type Turn = InputOf<'turn.save'>;

const PLACE = { sessionId: 'checkout-run', projectId: 'shop' };
const FILE = Array.from({ length: 40 }, (_, line) => `line ${line + 1} of cart.ts`).join('\n');

/** Keeps turns of one session; returns them and the link to their session. */
async function keep(host: HostProcess, turns: readonly Partial<Turn>[]) {
  const kept: OutputOf<'turn.save'>['turn'][] = [];
  for (const turn of turns) kept.push((await host.client.call('turn.save', { ...PLACE, context: [], ...turn })).turn);
  const view = (turn?: string) => `sessions?episode=${kept[0]?.sessionId}&tab=turns${turn ? `&turn=${turn}` : ''}`;
  return { kept, view };
}

const workspace = (text: string) => ({ kind: 'workspace', name: 'cart.ts', text });
const system = { kind: 'system', text: 'You mend carts.' };

/** Three turns: the file changes with the second, which is reminded of the first; the third is interrupted. */
async function threeTurns(host: HostProcess) {
  const first = await keep(host, [
    {
      context: [system, workspace(FILE)],
      reply: [{ kind: 'reply', text: 'I look at the rounding.' }],
      calls: [
        { tool: 'read_file', params: { path: 'cart.ts' }, output: 'export const total = 9.99;', outcome: 'success' },
      ],
      summary: { text: 'Looked at the cart', insights: ['rounding per row'] },
      cost: { inputTokens: 1200, outputTokens: 80, amount: 0.012, currency: 'USD' },
    },
  ]);
  const lesson = await store(host, { ...PLACE, taskDescription: 'Round sums, not rows' });
  const rest = await keep(host, [
    {
      context: [
        system,
        workspace(FILE.replace('line 20 of', 'line twenty of')),
        { kind: 'lessons', text: 'Round sums, not rows', about: [lesson.id] },
      ],
      rounds: [
        {
          text: 'What did the first look say?',
          continues: true,
          reason: 'not sure',
          recalls: [{ numbers: [1], found: [first.kept[0]?.id ?? ''] }],
        },
        { text: 'It is the rows.', continues: false, reason: 'clear' },
      ],
      summary: { text: 'cut from the turn', source: 'fallback' },
    },
    { context: [system], error: 'The model did not answer in 40 s' },
  ]);
  return { kept: [...first.kept, ...rest.kept], view: first.view };
}

test('the turns of a session are gone through with a slider, by mouse and by keys', async ({ page, host }) => {
  verifies('S2-56');
  const { kept, view } = await threeTurns(host);
  await open(page, host, view());
  const session = record(page);
  await expect(session.getByText('3 turns')).toBeVisible();
  await expect(session.getByRole('heading', { name: 'Turn 3' })).toBeVisible();
  await expect(session.getByText('The model did not answer in 40 s')).toBeVisible();
  const slider = session.getByRole('slider', { name: 'Turn' });
  await expect(slider).toHaveAttribute('aria-valuetext', /^Turn 3, 3 of 3, .* interrupted$/);
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(session.getByRole('heading', { name: 'Turn 1' })).toBeVisible();
  await expect(session.getByText('Looked at the cart')).toBeVisible();
  await expect(session.getByText('rounding per row')).toBeVisible();
  await expect(session.getByText('1,200 in')).toBeVisible();
  await expect(session.getByText('0.012 USD')).toBeVisible();
  await expect(page).toHaveURL(/turn=turn_/);
  await session.getByRole('button', { name: 'Next turn' }).click();
  await expect(session.getByRole('heading', { name: 'Turn 2' })).toBeVisible();
  // At the last turn the button keeps the focus, and does nothing.
  await page.keyboard.press('Enter');
  await expect(session.getByRole('heading', { name: 'Turn 3' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(session.getByRole('button', { name: 'Next turn' })).toBeFocused();
  await session.getByRole('button', { name: 'Previous turn' }).click();
  await expect(page).toHaveURL(new RegExp(`turn=${kept[1]?.id}`));
  await page.reload();
  await expect(session.getByRole('heading', { name: 'Turn 2' })).toBeVisible();
});

test('a turn shows its context part by part, beside that of the turn before', async ({ page, host }) => {
  const { kept, view } = await threeTurns(host);
  await open(page, host, view(kept[1]?.id));
  const session = record(page);
  await expect(session.getByText('Compared with turn 1')).toBeVisible();
  const parts = session.getByRole('list', { name: 'Context' }).getByRole('listitem');
  await expect(parts).toHaveCount(3);
  await expect(parts.nth(0)).toContainText('unchanged');
  await expect(parts.nth(1)).toContainText('changed');
  await expect(parts.nth(2)).toContainText('new');
  await session.getByRole('button', { name: 'Show the text of: Workspace: cart.ts' }).click();
  await expect(parts.nth(1).locator('del')).toHaveText('line 20 of cart.ts');
  await expect(parts.nth(1).locator('ins')).toHaveText('line twenty of cart.ts');
  await expect(parts.nth(1)).toContainText('16 lines unchanged');
  await session.getByRole('radio', { name: 'Text' }).click();
  await expect(parts.nth(1)).toContainText('line 1 of cart.ts');
});

test('parts that are expanded take the focus, so that keys go on where they were', async ({ page, host }) => {
  const notes = (from: number, many: number) =>
    Array.from({ length: many }, (_, at) => ({
      kind: 'workspace',
      name: `${from + at}.md`,
      text: `note ${from + at}`,
    }));
  const { kept, view } = await keep(host, [{ context: notes(1, 12) }, { context: notes(1, 160) }]);
  await open(page, host, view(kept[1]?.id));
  const parts = record(page).getByRole('list', { name: 'Context' });
  await parts.getByRole('button', { name: '12 parts unchanged' }).focus();
  await page.keyboard.press('Enter');
  await expect(parts.getByRole('button', { name: 'Show the text of: Workspace: 1.md' })).toBeFocused();
  // The folded line and 99 of the new parts were drawn.
  await expect(parts.getByRole('listitem')).toHaveCount(12 + 99);
  await record(page).getByRole('button', { name: 'Show 49 more' }).focus();
  await page.keyboard.press('Enter');
  await expect(parts.getByRole('button', { name: 'Show the text of: Workspace: 112.md' })).toBeFocused();
  await expect(parts.getByRole('listitem')).toHaveCount(160);
});

test('a turn shows its rounds, what it recalled, its lessons, and what its calls returned', async ({ page, host }) => {
  const { kept, view } = await threeTurns(host);
  await open(page, host, view(kept[1]?.id));
  const session = record(page);
  await expect(session.getByText('Keeps thinking: not sure')).toBeVisible();
  await expect(session.getByText('Ready to act: clear')).toBeVisible();
  await expect(session.getByText('Cut from the turn: no model summarised it')).toBeVisible();
  await expect(session.getByText('Asked for turn 1')).toBeVisible();
  await session.getByRole('button', { name: 'Turn 1', exact: true }).click();
  await expect(session.getByText('I look at the rounding.')).toBeVisible();
  await expect(session.getByRole('slider', { name: 'Turn' })).toBeFocused();
  await session.getByRole('button', { name: 'Show the text of: read_file' }).click();
  await expect(session.getByText('export const total = 9.99;')).toBeVisible();
  await session.getByRole('button', { name: 'Next turn' }).click();
  await session.getByRole('button', { name: 'Round sums, not rows' }).click();
  await expect(page).toHaveURL(/#\/lessons\?.*lesson=refl_/);
});

test('a turn goes to the bin, comes back, and is purged', async ({ page, host }) => {
  const { kept, view } = await threeTurns(host);
  await open(page, host, view(kept[0]?.id));
  const session = record(page);
  await session.getByRole('tabpanel').getByRole('button', { name: 'Delete' }).click();
  await expect(session.getByText('2 turns ·')).toBeVisible();
  await expect(session.getByRole('heading', { name: 'Turn 2' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(session.getByText('3 turns ·')).toBeVisible();
  await host.client.call('turn.delete', { id: kept[2]?.id ?? '' });
  await session.getByRole('button', { name: '1 turn of this session in the bin' }).click();
  await session.getByRole('button', { name: 'Restore: Turn 3' }).click();
  await expect(session.getByText('3 turns ·')).toBeVisible();
  await host.client.call('turn.delete', { id: kept[2]?.id ?? '' });
  await session.getByRole('button', { name: 'Purge…' }).click();
  await session.getByRole('button', { name: 'Purge 1 turn' }).click();
  await session.getByRole('group').getByRole('button', { name: 'Purge 1 turn' }).click();
  await expect(session.getByText('in the bin')).toBeHidden();
  const { items } = await host.client.call('turn.list', { ...PLACE, deleted: 'only' });
  expect(items).toEqual([]);
});

test('a thousand turns are one strip: the page stays small, and texts are read only when asked for', async ({
  page,
  host,
}) => {
  test.slow();
  const context = 'a line of the workspace that is the same each time\n'.repeat(40);
  // One after the other: their order is that in which they came.
  for (let number = 1; number <= 1000; number++) {
    await host.client.call('turn.save', { ...PLACE, number, context: [workspace(`${context}${number}`)] });
  }
  const { items } = await host.client.call('turn.list', { ...PLACE, limit: 1 });
  const texts: string[] = [];
  page.on('request', (request) => {
    if (/turn\.(?:text|get)$/.test(request.url())) texts.push(request.url());
  });
  await open(page, host, `sessions?episode=${items[0]?.sessionId}&tab=turns`);
  const session = record(page);
  // They are read a hundred at a time, on a busy machine for longer than others wait.
  await expect(session.getByText('1,000 turns ·')).toBeVisible({ timeout: 30_000 });
  await expect(session.getByRole('heading', { name: 'Turn 1,000' })).toBeVisible({ timeout: 30_000 });
  expect(await session.locator('*').count()).toBeLessThan(400);
  texts.length = 0;
  const slider = session.getByRole('slider', { name: 'Turn' });
  await slider.focus();
  for (let step = 0; step < 60; step++) await page.keyboard.press('ArrowLeft');
  await expect(session.getByRole('heading', { name: 'Turn 940', exact: true })).toBeVisible();
  await expect(session.getByText('Compared with turn 939')).toBeVisible();
  // Passing sixty turns reads those on which the slider rested, and no text.
  expect(texts.length).toBeLessThan(60);
  expect(texts.filter((url) => url.endsWith('text'))).toEqual([]);
});

test('a turn whose texts were pruned says so, keeps its summary, and gets its texts back', async ({ page, host }) => {
  verifies('S2-54');
  const { kept, view } = await threeTurns(host);
  await host.client.call('turn.prune', { sessionId: PLACE.sessionId, keepNewest: 2 });
  await open(page, host, view(kept[0]?.id));
  const session = record(page);
  await expect(session.getByText('A rule put its texts aside')).toBeVisible();
  await expect(session.getByText('Looked at the cart')).toBeVisible();
  await session.getByRole('button', { name: 'Restore its texts' }).click();
  await expect(session.getByText('A rule put its texts aside')).toBeHidden();
  expect((await host.client.call('turn.get', { id: kept[0]?.id ?? '' })).turn.prunedAt).toBeNull();
});
