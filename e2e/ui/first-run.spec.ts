import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type HostProcess, installClaudeCode } from '@twicewise/testkit';
import type { ScreenId } from '@twicewise/ui/shell';
import { ended } from '../ended-job.ts';
import { addressOf, expect, open, rows, statusLine, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';

const TITLE = 'Help your agents stop repeating failures';
const WAYS = ['Connect a program', 'Import past sessions', 'Look around in a sample'];

async function loadSample(host: HostProcess): Promise<void> {
  const { job } = await host.client.call('import.sample', {});
  await ended(host, job.id);
}

/** Goes to an element with the Tab key alone. */
async function tabTo(page: Page, to: Locator): Promise<void> {
  await expect(to).toBeVisible();
  for (let steps = 0; steps < 60; steps++) {
    if (await to.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the Tab key does not lead there');
}

async function pressByKey(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('button', { name, exact: true }));
  await page.keyboard.press('Enter');
}

/** Words of the page that their box cuts off, and everything that lies beyond the window's right edge. */
const cut = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((element) => element.children.length === 0 && element.textContent?.trim())
      .filter((element) => element.getClientRects().length > 0 && !element.closest('.sr-only'))
      .filter((element) => {
        const { right } = element.getBoundingClientRect();
        const isBlock = getComputedStyle(element).display !== 'inline';
        return right > innerWidth + 1 || (isBlock && element.scrollWidth > element.clientWidth + 1);
      })
      .map((element) => element.textContent),
  );

test('the first screen says what this is for, and has three ways to begin, none of them a step', async ({
  page,
  host,
}) => {
  await open(page, host, 'today');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE);
  const example = page.getByRole('figure', { name: 'For example' }).getByRole('listitem');
  await expect(example.nth(0)).toContainText('same failure');
  await expect(example.nth(1)).toContainText('shown that lesson');
  await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveText(WAYS);
  for (const name of WAYS) await expect(page.getByRole('region', { name })).not.toContainText(/^\d/);
  // The command is where a program is connected, the folder where sessions are imported.
  await expect(page.getByRole('region', { name: WAYS[0] ?? '' })).toContainText(/node .*twicewise\.mjs'? mcp --data /);
  await page
    .getByRole('region', { name: WAYS[1] ?? '' })
    .getByText('Session logs: a file, or a folder of them')
    .click();
  await expect(page.getByRole('textbox', { name: 'Absolute path of the log or folder' })).toBeVisible();
});

for (const [width, height] of [
  [800, 600],
  [1024, 700],
] as const) {
  test(`the first screen cuts no word at ${width} × ${height}`, { tag: '@browser' }, async ({ page, host, home }) => {
    installClaudeCode(home);
    await page.setViewportSize({ width, height });
    await open(page, host, 'today');
    await expect(page.getByRole('button', { name: 'Connect Claude Code' })).toBeVisible();
    await page.getByText('Another program').click();
    expect(await cut(page)).toEqual([]);
    await page.getByText('Another program').click();
    // In the larger window all ways are seen without scrolling.
    if (width === 1024) await expect(page.getByRole('button', { name: 'Load the sample' })).toBeInViewport();
  });
}

test('where no program was found the command is there, and the others are said to be absent', async ({
  page,
  host,
}) => {
  await open(page, host, 'today');
  await expect(page.getByText(/twicewise\.mjs'? mcp --data /)).toBeVisible();
  await expect(page.getByText('Another program')).toHaveCount(0);
  await page.getByText('Connect a program that was not found').click();
  await expect(page.getByRole('button', { name: 'Connect Claude Code' })).toBeVisible();
});

test('the first screen is accessible in both themes', async ({ page, host, home }) => {
  installClaudeCode(home);
  await open(page, host, 'today');
  await expect(page.getByRole('button', { name: 'Connect Claude Code' })).toBeVisible();
  await page.getByRole('button', { name: 'Import from Codex' }).click();
  await expect(page.getByRole('textbox', { name: 'Folder of the sessions of Codex' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await loadSample(host);
  await expect(page.getByText('Sample included')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('the preview of a connection comes into view', async ({ page, host, home }) => {
  installClaudeCode(home);
  await store(host);
  await page.setViewportSize({ width: 1024, height: 520 });
  await open(page, host, 'data');
  const connect = page.getByRole('button', { name: 'Connect Claude Code' });
  // At the lower edge of the window, where nothing below it can be seen.
  await connect.evaluate((button) => button.scrollIntoView({ block: 'end' }));
  await connect.click();
  await expect(page.getByRole('button', { name: 'Apply this change' })).toBeInViewport({ ratio: 1 });
});

test('by keyboard alone a program is connected', async ({ page, host, home }) => {
  installClaudeCode(home);
  await open(page, host, 'today');
  await pressByKey(page, 'Connect Claude Code');
  const change = page.getByRole('region', { name: /^Change of/ });
  await expect(change.first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(change).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Connect Claude Code' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(change.first()).toBeVisible();
  // However long the change is, what confirms it is in sight.
  await expect(page.getByRole('button', { name: 'Apply this change' })).toBeInViewport({ ratio: 1 });
  await pressByKey(page, 'Apply this change');
  await expect(page.getByRole('status').filter({ hasText: 'Claude Code connected' })).toBeFocused();
  // The command for any other program stays at hand.
  await page.getByText('Another program').click();
  await expect(page.getByRole('heading', { name: 'MCP command' })).toBeVisible();
  await expect(page.getByText(/node .*twicewise\.mjs'? mcp --data /)).toBeVisible();
});

test('the MCP command breaks between its arguments only, and is copied as one line', async ({
  page,
  host,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { connectCommand } = await host.client.call('host.status', {});
  await open(page, host, 'today');
  const command = page.getByRole('button', { name: / mcp --data / });
  /** How many lines it has, and the arguments that are cut although a line has room for them. */
  const broken = () =>
    command.evaluate((button) => {
      const [box] = button.getElementsByTagName('span');
      if (!box) return null;
      const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      const lines = new Set<number>();
      const cut: string[] = [];
      while (walker.nextNode()) {
        const text = walker.currentNode.textContent ?? '';
        // Each argument is a text of its own, however many spaces its quotes hold.
        if (text.trim() === '') continue;
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        const rows = [...range.getClientRects()];
        for (const { top } of rows) lines.add(Math.round(top));
        const width = rows.reduce((sum, row) => sum + row.width, 0);
        if (rows.length > 1 && width < box.clientWidth) cut.push(text);
      }
      return { lines: lines.size, cut };
    });
  const counts = [];
  for (const width of [1280, 1024, 860, 700]) {
    await page.setViewportSize({ width, height: 800 });
    const { lines, cut } = (await broken()) ?? {};
    expect(cut, `at ${width}`).toEqual([]);
    counts.push(lines);
  }
  // It did break.
  expect(Math.max(...counts.map(Number))).toBeGreaterThan(1);
  await command.click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(connectCommand);
  expect(connectCommand).not.toContain('\n');
});

test('a program without past sessions is no failure: the folder is asked for, and taken by keyboard alone', async ({
  page,
  host,
  home,
}) => {
  await open(page, host, 'today');
  await pressByKey(page, 'Import from Codex');
  const pane = page.getByRole('region', { name: 'Import past sessions' });
  await expect(pane.getByRole('status')).toContainText('There are no transcripts at');
  await expect(page.getByRole('alert')).toHaveCount(0);
  const folder = join(home, 'elsewhere');
  mkdirSync(folder);
  await tabTo(page, pane.getByRole('textbox', { name: 'Folder of the sessions of Codex' }));
  await page.keyboard.type(folder);
  await page.keyboard.press('Enter');
  // A folder without any says so as one that is not there, and nothing else does.
  await expect(pane.getByRole('status')).toContainText(`There are no transcripts at ${folder}.`);
  await expect(page.getByText(/transcripts read/)).toHaveCount(0);
  writeFileSync(join(folder, 'one.jsonl'), '{}\n');
  await page.keyboard.press('Enter');
  await expect(pane.getByRole('status')).toContainText(/transcripts? read/);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

/** For every screen, links to it with the sample there, and what must be shown. */
const ALIVE: Record<ScreenId, readonly { link: string; shows: (page: Page) => Promise<unknown> }[]> = {
  today: [
    { link: 'today', shows: (page) => expect(rows(page)).toHaveCount(10) },
    ...['suspects', 'contradictions', 'harmful'].map((kind) => ({
      link: `today?waiting=${kind}`,
      shows: (page: Page) => expect(rows(page)).toHaveCount(2),
    })),
    { link: 'today?waiting=neglected', shows: (page) => expect(rows(page).nth(5)).toBeVisible() },
    {
      link: 'today?waiting=shown',
      shows: async (page) => {
        await expect(page.getByText(/^then/).nth(5)).toBeVisible();
        await expect(page.getByText('used', { exact: true }).first()).toBeVisible();
        await expect(page.getByText('2×').first()).toBeVisible();
      },
    },
  ],
  lessons: [{ link: 'lessons', shows: (page) => expect(rows(page).nth(8)).toBeVisible() }],
  sessions: [
    {
      link: 'sessions',
      shows: async (page) => {
        await rows(page).first().click();
        await expect(page.getByRole('tab', { name: /^Attempts \d/ })).toBeVisible();
        await expect(page.getByRole('tab', { name: /^Decisions \d/ })).toBeVisible();
        await expect(page.getByText('Decision, design').first()).toBeVisible();
        await expect(page.getByText('Error', { exact: true }).first()).toBeVisible();
        await page.getByRole('tab', { name: 'Shown' }).click();
        await expect(page.getByText('after a failed command').first()).toBeVisible();
        await page.getByRole('button', { name: 'Show text' }).first().click();
        await expect(page.getByText(/From memory/).first()).toBeVisible();
      },
    },
    {
      link: 'sessions?q=charged+twice',
      shows: async (page) => {
        // Until it is found, the first row is another one.
        await rows(page).filter({ hasText: 'charged twice' }).click();
        await page.getByRole('tab', { name: /^Turns 3/ }).click();
        await expect(page.getByText('A unique index in the orders table decides')).toBeVisible();
      },
    },
  ],
  causes: [
    {
      link: 'causes',
      shows: async (page) => {
        await expect(page.getByText('Strongest chains known')).toBeVisible();
        await expect(page.getByText(/^2 sessions/).first()).toBeVisible();
      },
    },
    {
      link: 'causes?map=true',
      shows: async (page) => {
        await expect(page.locator('[data-nodes]')).toBeVisible();
        await expect(page.getByRole('row', { name: /Disable the button .*disputed/ })).toBeVisible();
      },
    },
  ],
  brief: [
    {
      link: 'brief?task=Get+the+end-to-end+tests+of+the+checkout+green&project=sample-web-shop',
      shows: (page) => expect(page.getByRole('heading', { name: /^[1-9]\d* lessons? in it$/ })).toBeVisible(),
    },
  ],
  insights: [
    {
      link: 'insights',
      shows: async (page) => {
        await expect(page.getByText(/^Counted at /)).toBeVisible({ timeout: 30_000 });
        await expect(page.getByText(/Too few to draw|not enough yet|none yet|No agent asked/)).toHaveCount(0);
        await expect(page.getByText('Success after lessons were shown')).toBeVisible();
      },
    },
  ],
  activity: [
    { link: 'activity', shows: (page) => expect(page.getByText('Load the sample').first()).toBeVisible() },
    {
      link: 'activity?show=answers',
      shows: (page) => expect(page.getByText('asked for a brief').nth(2)).toBeVisible(),
    },
  ],
  data: [
    {
      link: 'data',
      shows: (page) =>
        expect(
          page.getByText(/^[1-9]\d* lessons · [1-9]\d* sessions, [1-9]\d* with a log · [1-9]\d* projects$/),
        ).toBeVisible(),
    },
  ],
  settings: [
    {
      link: 'settings',
      shows: (page) =>
        expect(page.getByRole('combobox', { name: /^From these projects/ })).toContainText('sample-web-shop'),
    },
  ],
};

test('the sample opens with the first of its drafts', async ({ page, host }) => {
  await open(page, host, 'today');
  await page.getByRole('button', { name: 'Load the sample' }).click();
  await expect(page.getByRole('article', { name: 'Draft' })).toContainText(/1 of \d+/);
  const whole = { state: 'draft' as const, withTotal: true, limit: 1 };
  const { items, total } = await host.client.call('reflection.list', whole);
  await expect(page.getByRole('article', { name: 'Draft' })).toContainText(`1 of ${total}`);
  await expect(page.getByRole('article', { name: 'Draft' })).toContainText(items[0]?.taskDescription ?? '');
});

test('the sample shows every screen alive', async ({ page, host }) => {
  await loadSample(host);
  await open(page, host, 'today');
  for (const { link, shows } of Object.values(ALIVE).flat()) {
    await page.goto(addressOf(host, link));
    await test.step(link, () => shows(page));
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  }
});

test('the sample is opened by keyboard, said to be there, and removed whatever became of it; undo brings it back', async ({
  page,
  host,
}) => {
  await store(host, { taskDescription: 'My own', projectId: 'mine' });
  await open(page, host, 'lessons');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('load the sample');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Sample included')).toBeVisible();
  // Its own message has come, so that the one below is that of removing it.
  await expect(statusLine(page).getByRole('button', { name: /^Undo/ })).toBeVisible();
  await page.goto(addressOf(host, 'today'));
  await expect(rows(page)).toHaveCount(10);
  await page.keyboard.press('a');
  await expect(rows(page)).toHaveCount(9);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('remove the sample');
  await page.keyboard.press('Enter');
  await expect(statusLine(page)).toContainText('Removed the sample');
  await expect(page.getByText('Sample included')).toBeHidden();
  await expect
    .poll(async () => (await host.client.call('project.list', {})).items.map(({ name }) => name))
    .toEqual(['mine']);
  expect((await host.client.call('reflection.list', {})).items.map((one) => one.taskDescription)).toEqual(['My own']);
  await statusLine(page).getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByText('Sample included')).toBeVisible();
  await expect(rows(page)).toHaveCount(9);
});

test('the sample leads on to a program of one’s own until one is connected', async ({ page, host, home }) => {
  installClaudeCode(home);
  await loadSample(host);
  await open(page, host, 'lessons');
  const leadsOn = page.getByRole('button', { name: 'Connect a program…' });
  await leadsOn.click();
  await page.getByRole('button', { name: 'Connect Claude Code' }).click();
  await expect(leadsOn).toBeVisible();
  await page.getByRole('button', { name: 'Apply this change' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Claude Code connected' })).toBeVisible();
  await expect(leadsOn).toHaveCount(0);
  await expect(page.getByText('Sample included')).toBeVisible();
});
