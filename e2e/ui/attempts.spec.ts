import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { InputOf } from '@twicewise/contract';
import { type HostProcess, startAgent } from '@twicewise/testkit';
import { addressOf, expect, open, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { CHECKOUT, record, tab, tell } from './session-parts.ts';
import { TranscriptLines } from './transcript-lines.ts';

const TASK = 'Make the cart add up';

/** The rungs of the ladder at a task. */
const rungs = (page: Page, task = TASK) => record(page).getByRole('list', { name: task }).locator('> li');

/** Imports a session whose second attempt mended what the first did not; returns its episode. */
async function importTwoAttempts(host: HostProcess): Promise<string> {
  const folder = join(host.ready.data, 'past');
  mkdirSync(folder);
  const lines = new TranscriptLines('cart-session');
  const edit = (before: string, after: string) => ({
    file_path: '/work/shop/src/cart.ts',
    old_string: before,
    new_string: after,
  });
  const failed = 'Tests  1 failed | 3 passed (4)\nAssertionError: expected 3 to be 4';
  const text = [
    lines.record('user', TASK),
    lines.record('assistant', [{ type: 'text', text: 'The total leaves out the last row, so I include it.' }], {
      id: 'm1',
      usage: { input_tokens: 1000, output_tokens: 200, cache_read_input_tokens: 90_000 },
    }),
    lines.ran('e1', 'Edit', edit('a\nb', 'a\nc\nd'), 'The file has been updated.', false),
    lines.ran('t1', 'Bash', { command: 'npm test' }, failed, true),
    lines.ran('e2', 'Edit', edit('c', 'e'), 'The file has been updated.', false),
    lines.ran('t2', 'Bash', { command: 'npm test' }, 'Tests  4 passed (4)', false),
  ].join('');
  writeFileSync(join(folder, 'cart-session.jsonl'), text);
  const { job } = await host.client.call('import.history', { path: folder });
  await expect
    .poll(async () => (await host.client.call('job.get', { id: job.id })).job)
    .toMatchObject({ state: 'done', result: { attempts: 2 } });
  return (await host.client.call('episode.list', {})).items[0]?.id ?? '';
}

/** Records attempts in a session that has a record of its own. */
async function recordAttempts(host: HostProcess, attempts: readonly Partial<InputOf<'attempt.record'>>[]) {
  const episode = await tell(host, { ...CHECKOUT, projectId: 'shop', sessionId: 'told' });
  for (const given of attempts) {
    await host.client.call('attempt.record', {
      task: TASK,
      outcome: 'failure',
      sessionId: episode.sessionId,
      projectId: 'shop',
      ...given,
    });
  }
  return episode.id;
}

test('the attempts of a session that was read stand as a ladder, each with its checks, its change and its cost', async ({
  page,
  host,
}) => {
  const episode = await importTwoAttempts(host);
  await open(page, host, `sessions?episode=${episode}`);
  await expect(tab(page, 'Attempts')).toContainText('2');
  await tab(page, 'Attempts').click();
  await expect(page).toHaveURL(/tab=attempts/);
  await expect(record(page)).toContainText('2 attempts: 1 success, 1 failure.');
  await expect(rungs(page)).toHaveCount(2);
  const [first, second] = [rungs(page).nth(0), rungs(page).nth(1)];
  await expect(first).toContainText('The total leaves out the last row, so I include it.');
  await expect(first).toContainText('Tests3 passed, 1 failed');
  await expect(first).toContainText('1 file');
  await expect(first).toContainText('2 lines added, 1 deleted');
  await expect(first).toContainText('3 s');
  await expect(first).toContainText('1,200 tokens');
  await expect(first.getByRole('img', { name: 'Failure' })).toBeVisible();
  await expect(second).toContainText('Tests4 passed');
  await expect(second).not.toContainText('tokens');
  await expect(second).toContainText('#2');
});

test('an attempt opens to its files, commands, errors and where it was found, by keys alone', async ({
  page,
  host,
}) => {
  const episode = await importTwoAttempts(host);
  await open(page, host, `sessions?episode=${episode}&tab=attempts`);
  const first = rungs(page).first();
  const button = first.getByRole('button', { name: /^Details of: The total/ });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(first).toContainText('src/cart.ts');
  await expect(first).toContainText('npm test');
  await expect(first).toContainText('AssertionError: expected 3 to be 4');
  await expect(first).toContainText('found by rules in the transcript of Claude Code, lines 3-6');
  await expect(first).toContainText('measured');
  await page.keyboard.press('Enter');
  await expect(first).not.toContainText('npm test');
});

test('what was told before an attempt leads to its lesson, and says whether it was used', async ({ page, host }) => {
  const lesson = await store(host, { projectId: 'shop', taskDescription: 'Sum prices as integers' });
  await store(host, { projectId: 'shop', taskDescription: 'Sum prices of the cart late' });
  const agent = await startAgent({ data: host.ready.data, project: 'shop', args: ['--profile', 'full'] });
  try {
    await agent.tool('memory_brief', { task: 'sum prices as integers' });
    await agent.tool('attempt_record', { task: TASK, outcome: 'failure', strategy: 'Summed integers' });
    await agent.tool('reflection_store', {
      taskDescription: TASK,
      outcome: 'failure',
      whatDidNotWork: ['Integers alone'],
      nextStrategy: 'Round the sum',
      lessonsUsed: [lesson.id],
    });
    await agent.tool('memory_brief', { task: 'sum prices as integers' });
    await agent.tool('attempt_record', { task: TASK, outcome: 'success', strategy: 'Rounded the sum' });
    await agent.tool('episode_record', { task: TASK, decisions: [{ chosen: 'Sum integers' }] });
  } finally {
    await agent.close();
  }
  const episode = (await host.client.call('episode.list', {})).items[0]?.id;
  await open(page, host, `sessions?episode=${episode}&tab=attempts`);
  await rungs(page)
    .first()
    .getByRole('button', { name: /^Details/ })
    .click();
  const told = (at: number, title: string) => rungs(page).nth(at).getByRole('listitem').filter({ hasText: title });
  await expect(told(0, 'Sum prices as integers')).toHaveText(/integersused$/);
  await expect(told(0, 'Sum prices of the cart late')).toHaveText(/latethe agent did not say it used it$/);
  await rungs(page)
    .nth(1)
    .getByRole('button', { name: /^Details/ })
    .click();
  await expect(told(1, 'Sum prices as integers')).toContainText('not known whether it was used');
  await told(0, 'Sum prices as integers').getByRole('button').click();
  await expect(page).toHaveURL(new RegExp(lesson.id));
});

test('an attempt goes into the bin, which can be undone', async ({ page, host }) => {
  const episode = await importTwoAttempts(host);
  await open(page, host, `sessions?episode=${episode}&tab=attempts`);
  await rungs(page)
    .first()
    .getByRole('button', { name: /^Details/ })
    .click();
  await rungs(page).first().getByRole('button', { name: 'Delete' }).click();
  await expect(rungs(page)).toHaveCount(1);
  await expect(tab(page, 'Attempts')).toContainText('1');
  await expect(tab(page, 'Attempts')).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(rungs(page)).toHaveCount(2);
});

test('attempts in the bin are restored or purged where they were', async ({ page, host }) => {
  const episode = await importTwoAttempts(host);
  for (const { id } of (await host.client.call('attempt.list', {})).items) {
    await host.client.call('attempt.delete', { id });
  }
  await open(page, host, `sessions?episode=${episode}&tab=attempts`);
  await expect(record(page)).toContainText('All attempts of this session are in the bin.');
  const bin = record(page).getByRole('region', { name: 'Attempts in the bin' });
  await bin.getByRole('button', { name: '2 attempts of this session in the bin' }).click();
  await bin.getByRole('button', { name: /^Restore: The total leaves out/ }).click();
  await expect(rungs(page)).toHaveCount(1);
  await expect(bin).toContainText('1 attempt of this session in the bin');
  await expect(tab(page, 'Attempts')).toBeFocused();
  await bin.getByRole('button', { name: 'Purge…' }).click();
  await expect(bin).toContainText('Removes 1 attempt for good.');
  await bin.getByRole('button', { name: 'Purge 1 attempt' }).click();
  await bin
    .getByRole('button', { name: /Purge 1 attempt|Yes/ })
    .last()
    .click();
  await expect(bin).toBeHidden();
  expect((await host.client.call('attempt.list', { deleted: 'only' })).items).toEqual([]);
  await expect(rungs(page)).toHaveCount(1);
});

test('files and time that an agent records are shown in its row, its details, and the comparison', async ({
  page,
  host,
}) => {
  const change = { type: 'code_modification', filePath: 'src/cart.ts', additions: 12, deletions: 3 };
  const content = { actor: { actions: [change] }, cost: { tokens: 900, ms: 42_000 } };
  const episode = await recordAttempts(host, [{ strategy: 'Round each row', content }, { strategy: 'Round the sum' }]);
  await open(page, host, `sessions?episode=${episode}&tab=attempts`);
  const first = rungs(page).first();
  await expect(first).toContainText('1 file');
  await expect(first).toContainText('12 lines added, 3 deleted');
  await expect(first).toContainText('42 s');
  await first.getByRole('button', { name: /^Details/ }).click();
  await expect(first.getByRole('listitem').filter({ hasText: 'src/cart.ts' })).toHaveText('src/cart.ts+12 −3');
  await page.getByRole('button', { name: 'Compare: Round each row' }).click();
  await page.getByRole('button', { name: 'Compare: Round the sum' }).click();
  const compared = page.getByRole('region', { name: 'Two attempts side by side' });
  await expect(compared.getByRole('row', { name: /^Changed / })).toContainText('src/cart.ts');
  await expect(compared.getByRole('row', { name: /^Time / }).getByRole('cell')).toHaveText(['42 s', 'not known']);
});

test('where a session was stuck, and where it came through, is marked with the reason', async ({ page, host }) => {
  const error = { message: 'Timeout in upload', signature: 'Timeout in upload' };
  const at = (n: number) => new Date(Date.UTC(2026, 0, 2) + n * 1000).toISOString();
  const held = [0, 1, 2].map((n) => ({ strategy: `Way ${n}`, endedAt: at(n), content: { errors: [error] } }));
  const episode = await recordAttempts(host, [...held, { strategy: 'A pause', outcome: 'success', endedAt: at(3) }]);
  await open(page, host, `sessions?episode=${episode}&tab=attempts`);
  const stuck = record(page).getByRole('list', { name: 'Where it was stuck' });
  await expect(stuck).toHaveText('Stuck for 3 attempts: the same error each time: Timeout in upload');
  await expect(rungs(page).nth(1)).toContainText('stuck, 2 of 3');
  await expect(rungs(page).nth(3)).toContainText('breakthrough');
  await expect(rungs(page).nth(3)).not.toContainText('stuck');
});

test('an attempt shows its reward and what is weak in its reflection', async ({ page, host }) => {
  const checks = [
    { kind: 'unit_tests', verdict: 'fail' as const, counts: { passed: 3, failed: 1 } },
    { kind: 'lint', verdict: 'pass' as const },
  ];
  const content = { checks, reflection: { text: 'It failed', rootCause: 'No pause', confidence: 0.9 } };
  const at = (n: number) => new Date(Date.UTC(2026, 0, 2) + n * 1000).toISOString();
  const tried = { strategy: 'At once', content, endedAt: at(1) };
  const episode = await recordAttempts(host, [tried, { strategy: 'Once more', content, endedAt: at(2) }]);
  await open(page, host, `sessions?episode=${episode}&tab=attempts`);
  const first = rungs(page).first();
  await first.getByRole('button', { name: /^Details/ }).click();
  await expect(first).toContainText('0.82 by its checks: tests 0.75, lint 1');
  await expect(first).toContainText(
    'A weak reflection: it says nothing to do next; it is short; its author was sure, and the next attempt was no better.',
  );
});

test('of a session without attempts that is said, and how they get in', async ({ page, host }) => {
  const { id } = await tell(host, CHECKOUT);
  await open(page, host, `sessions?episode=${id}&tab=attempts`);
  await expect(record(page)).toContainText('No attempt was recorded in this session.');
  await expect(record(page)).toContainText('attempt_record');
});

test('attempts at other tasks stand under these, and only a hundred are drawn at first', async ({ page, host }) => {
  const many = Array.from({ length: 101 }, (_, n) => ({
    strategy: `Way ${n}`,
    endedAt: new Date(Date.UTC(2026, 0, 2) + n * 1000).toISOString(),
  }));
  const early = new Date(Date.UTC(2026, 0, 1)).toISOString();
  const episode = await recordAttempts(host, [{ task: 'Set up the shop', endedAt: early }, ...many]);
  await open(page, host, `sessions?episode=${episode}&tab=attempts`);
  await expect(rungs(page, 'Set up the shop')).toHaveCount(1);
  await expect(rungs(page)).toHaveCount(99);
  await expect(record(page)).toContainText('102 attempts: 102 failures.');
  await record(page).getByRole('button', { name: 'Show more attempts' }).click();
  await expect(rungs(page)).toHaveCount(101);
  await expect(record(page)).toContainText('102 attempts: 102 failures.');
});

test('a hostile and very long attempt breaks nothing', { tag: '@browser' }, async ({ page, host }) => {
  await page.setViewportSize({ width: 512, height: 700 });
  const long = 'x'.repeat(400);
  const hostile = '<img src=x onerror=alert(1)> \u202e [link](javascript:alert(1))';
  const content = {
    actor: { filesModified: [`${long}.ts`, hostile], actions: [] },
    checks: [
      {
        kind: long.slice(0, 60),
        verdict: 'error' as const,
        command: `${hostile}${long}`,
        output: `${long}\n`.repeat(40),
      },
    ],
    errors: [{ message: `${hostile}\n${long}` }],
    calls: [{ tool: hostile, outcome: 'timeout' as const, insights: long }],
    reflection: { text: hostile, lessons: [long] },
  };
  const episode = await recordAttempts(host, [{ task: `${hostile}${long}`, strategy: `${hostile}${long}`, content }]);
  await open(page, host, 'sessions');
  await page.goto(addressOf(host, `sessions?episode=${episode}&tab=attempts`));
  await record(page)
    .getByRole('button', { name: /^Details of/ })
    .click();
  await expect(record(page)).toContainText('Reflection');
  const inside = await record(page)
    .locator('[data-place="session"]')
    .evaluate((pane) => pane.scrollWidth - pane.clientWidth);
  expect(inside).toBe(0);
  expect(await record(page).locator('img[src]').count()).toBe(0);
});

test.describe('attempts in both themes', { tag: '@browser' }, () => {
  test('are accessible, opened too', async ({ page, host }) => {
    const episode = await importTwoAttempts(host);
    await open(page, host, `sessions?episode=${episode}&tab=attempts`);
    await rungs(page)
      .first()
      .getByRole('button', { name: /^Details/ })
      .click();
    await expect(rungs(page).first()).toContainText('npm test');
    expect(await violations(page)).toEqual([]);
  });
});

test('two attempts are compared side by side by keys: what came, what went, what was told', async ({ page, host }) => {
  const errors = (...messages: string[]) => messages.map((message) => ({ message, signature: message }));
  const checks = (passed: number, failed: number) => [
    { kind: 'tests', verdict: failed > 0 ? ('fail' as const) : ('pass' as const), counts: { passed, failed } },
  ];
  const episode = await recordAttempts(host, [
    {
      strategy: 'Round each row',
      content: {
        errors: errors('off by a cent', 'no such column'),
        checks: checks(3, 2),
        actor: { filesModified: ['cart.ts'] },
      },
    },
    {
      strategy: 'Round the sum',
      outcome: 'success',
      content: {
        errors: errors('off by a cent'),
        checks: checks(5, 0),
        actor: { filesModified: ['cart.ts', 'sum.ts'] },
      },
    },
  ]);
  await open(page, host, `sessions?episode=${episode}&tab=attempts`);
  await page.getByRole('button', { name: 'Compare: Round the sum' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Choose another attempt' })).toBeVisible();
  await page.getByRole('button', { name: 'Compare: Round each row' }).focus();
  await page.keyboard.press('Enter');
  const compared = page.getByRole('region', { name: 'Two attempts side by side' });
  await expect(compared).toBeFocused();
  const row = (name: string) => compared.getByRole('row', { name: new RegExp(`^${name} `) });
  // The earlier one is first, whichever was chosen first.
  await expect(compared.getByRole('columnheader')).toHaveText(['What', '#1, earlier', '#2, later']);
  await expect(row('Tried').getByRole('cell')).toHaveText(['Round each row', 'Round the sum']);
  await expect(row('Checks').getByRole('cell')).toHaveText(['Tests3 passed, 2 failed', 'Tests5 passed']);
  await expect(row('Errors').getByRole('cell')).toHaveText([
    /no such column\s*only in #1\s*off by a cent/,
    'off by a cent',
  ]);
  await expect(row('Changed').getByRole('cell')).toHaveText(['cart.ts', /sum\.ts\s*only in #2\s*cart\.ts/]);
  await expect(row('Tokens').getByRole('cell')).toHaveText(['not known', 'not known']);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(compared).toBeHidden();
});
