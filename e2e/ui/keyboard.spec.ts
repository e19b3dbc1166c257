import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { HostProcess } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { expect, inspector, open, rows, statusLine, store, test } from '../fixtures.ts';

/** Twenty core tasks, done with keys alone: no click, no hover, no focus(). */
const TASKS: Record<string, (page: Page, host: HostProcess) => Promise<void>> = {
  'move down and up': async (page) => {
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { selected: true })).toContainText('Two');
    await page.keyboard.press('k');
    await expect(page.getByRole('option', { selected: true })).toContainText('One');
  },
  'jump to the last and the first': async (page) => {
    await page.keyboard.press('End');
    await expect(page.getByRole('option', { selected: true })).toContainText('Three');
    await page.keyboard.press('Home');
    await expect(page.getByRole('option', { selected: true })).toContainText('One');
  },
  'open a lesson and come back': async (page) => {
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(inspector(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toBeFocused();
  },
  'search, clear the field, go to the list': async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.type('three');
    await expect(rows(page)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(rows(page)).toHaveCount(3);
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toBeFocused();
  },
  'filter by outcome': async (page) => {
    await tabTo(page, 'Success');
    await page.keyboard.press('Space');
    await expect(rows(page)).toHaveCount(1);
  },
  'filter by state': async (page) => {
    await tabTo(page, 'State');
    await page.keyboard.press('Enter');
    await pick(page, 'Dra');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(rows(page)).toHaveCount(1);
  },
  'choose a project': async (page) => {
    await tabTo(page, 'All projects');
    await page.keyboard.press('Enter');
    await pick(page, 'beta');
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(1);
  },
  'take a filter away': async (page) => {
    await tabTo(page, 'Success');
    await page.keyboard.press('Space');
    await expect(rows(page)).toHaveCount(1);
    await tabTo(page, 'Remove filter');
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(3);
  },
  'edit and save': async (page, host) => {
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await expect(page.getByRole('textbox', { name: 'Task' })).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type(' and a half');
    await page.keyboard.press('Control+Enter');
    await expect(statusLine(page)).toContainText('Saved');
    await expect(page.getByRole('listbox')).toBeFocused();
    const { items } = await host.client.call('reflection.list', { text: 'One and a half' });
    expect(items).toHaveLength(1);
  },
  'add an entry to a list of the form': async (page) => {
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await tabTo(page, 'Add an entry to worked');
    await page.keyboard.press('Enter');
    await page.keyboard.type('A lock');
    await page.keyboard.press('Enter');
    await page.keyboard.type('A queue');
    await page.keyboard.press('Control+Enter');
    await expect(inspector(page).getByRole('listitem').filter({ hasText: 'A queue' }).first()).toBeVisible();
  },
  'leave the form': async (page) => {
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await page.keyboard.type('never saved');
    await page.keyboard.press('Escape');
    await expect(inspector(page).getByRole('heading', { name: 'One', exact: true })).toBeVisible();
    await expect(page.getByRole('listbox')).toBeFocused();
    // The focus returns to where it was.
    await page.keyboard.press('Enter');
    await page.keyboard.press('e');
    await expect(page.getByRole('textbox', { name: 'Task' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(inspector(page)).toBeFocused();
  },
  'pin and unpin': async (page) => {
    await page.keyboard.press('j');
    await page.keyboard.press('p');
    await expect(statusLine(page)).toContainText('Pinned');
    // A message takes the place of no hint that has room beside it.
    await expect(statusLine(page).getByText('all shortcuts')).toBeVisible();
    await expect(rows(page).first().getByLabel('Pinned')).toBeVisible();
    await page.keyboard.press('p');
    await expect(statusLine(page)).toContainText('Unpinned');
  },
  'accept a draft': async (page, host) => {
    await page.keyboard.press('End');
    await expect(inspector(page).getByRole('heading', { name: 'Three' })).toBeVisible();
    await page.keyboard.press('a');
    await expect(statusLine(page)).toContainText('Accepted');
    expect((await host.client.call('reflection.list', { state: 'draft' })).items).toHaveLength(0);
  },
  'reject a lesson and keep the place': async (page) => {
    await page.keyboard.press('j');
    await page.keyboard.press('r');
    await expect(rows(page)).toHaveCount(2);
    await expect(inspector(page).getByRole('heading', { name: 'Two' })).toBeVisible();
  },
  'archive through the menu': async (page) => {
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await tabTo(page, 'More actions');
    await page.keyboard.press('Enter');
    await pick(page, 'Arch');
    await page.keyboard.press('Enter');
    await expect(statusLine(page)).toContainText('Archived');
  },
  'delete and undo': async (page) => {
    await page.keyboard.press('j');
    await page.keyboard.press('Delete');
    await expect(rows(page)).toHaveCount(2);
    await page.keyboard.press('Control+z');
    await expect(rows(page)).toHaveCount(3);
  },
  'undo and redo': async (page) => {
    await page.keyboard.press('j');
    await page.keyboard.press('p');
    await expect(statusLine(page)).toContainText('Pinned');
    await page.keyboard.press('Control+z');
    await expect(statusLine(page)).toContainText('Undone: pinned');
    await page.keyboard.press('Control+Shift+z');
    await expect(statusLine(page)).toContainText('Redone: pinned');
  },
  'restore from the bin': async (page) => {
    await page.keyboard.press('j');
    await page.keyboard.press('#');
    await expect(rows(page)).toHaveCount(2);
    await page.keyboard.press('b');
    await expect(rows(page)).toHaveCount(1);
    await page.keyboard.press('j');
    await expect(inspector(page).getByRole('button', { name: 'Restore', exact: true })).toBeVisible();
    await page.keyboard.press('u');
    await expect(statusLine(page)).toContainText('Restored');
    await page.keyboard.press('b');
    await expect(rows(page)).toHaveCount(3);
  },
  'undo one write in the history': async (page) => {
    await page.keyboard.press('j');
    await page.keyboard.press('p');
    await expect(statusLine(page)).toContainText('Pinned');
    await page.keyboard.press('Enter');
    await expect(inspector(page).getByRole('listitem').filter({ hasText: 'Pinned' }).first()).toBeVisible();
    await tabTo(page, 'Undo', 'article');
    await page.keyboard.press('Enter');
    await expect(rows(page).first().getByLabel('Pinned')).toBeHidden();
  },
  'go to Settings and back, change the theme, read all shortcuts': async (page) => {
    // The keys follow the order on the screen.
    for (const [index, link] of [
      'Today',
      'Lessons',
      'Sessions',
      'Causes',
      'Brief',
      'Insights',
      'Activity',
      'Data',
      'Settings',
    ].entries()) {
      await page.keyboard.press(String(index + 1));
      await expect(page.getByRole('navigation').getByRole('link').nth(index)).toHaveAttribute('data-status', 'active');
      await expect(page.getByRole('link', { name: link })).toHaveAttribute('data-status', 'active');
      // Its field takes the focus once the screen is loaded; a key before that would be typed into it.
      if (link === 'Brief') await expect(page.getByRole('textbox', { name: 'Task' })).toBeFocused();
      await page.keyboard.press('Escape');
    }
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await page.keyboard.press('2');
    await expect(rows(page)).toHaveCount(3);
    await tabTo(page, 'System theme');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  },
};

/** Types the beginning of a menu item once it is there, and waits until it has the focus, as a person would. */
async function pick(page: Page, beginning: string): Promise<void> {
  const items = page.locator('[role^="menuitem"]');
  const focused = page.locator('[role^="menuitem"]:focus');
  const wanted = new RegExp(`^${beginning}`);
  await expect(focused).toBeAttached();
  // The menu may open before the projects have arrived, and what is typed then finds nothing.
  await expect(items.filter({ hasText: wanted })).toBeVisible();
  await page.keyboard.type(beginning);
  await expect(focused).toHaveText(wanted);
}

/** Presses Tab until an element with this name has the focus; fails after a full round. */
async function tabTo(page: Page, name: string, within = 'body'): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate((selector) => {
      const element = document.activeElement;
      if (!element?.closest(selector)) return '';
      return element.getAttribute('aria-label') ?? element.textContent ?? '';
    }, within);
    if (focused.includes(name)) return;
  }
  throw new Error(`Tab never reaches “${name}”.`);
}

test.describe('each of twenty tasks is done by keyboard alone', () => {
  verifies('T46', 'P18');
  for (const [name, task] of Object.entries(TASKS)) {
    test(`by keyboard: ${name}`, async ({ page, host }) => {
      await store(host, { taskDescription: 'Three', projectId: 'beta', state: 'draft' });
      await store(host, { taskDescription: 'Two', outcome: 'success', projectId: 'alpha' });
      await store(host, { taskDescription: 'One', projectId: 'alpha' });
      await open(page, host);
      await expect(rows(page)).toHaveCount(3);
      await task(page, host);
    });
  }
});

test('there are twenty tasks, the ones that the documentation lists', () => {
  expect(Object.keys(TASKS)).toHaveLength(20);
  const page = readFileSync(join(import.meta.dirname, '../../docs/keyboard.md'), 'utf8');
  const listed = [...page.matchAll(/^\| (?!task|---)([^|]+) \|/gm)].map(([, name]) => name);
  expect(listed).toEqual(Object.keys(TASKS));
});

test('the sheet of keys has those of the map of causes, as the documentation has them', async ({ page, host }) => {
  await open(page, host);
  await page.keyboard.press('?');
  const onMap = page.getByRole('dialog', { name: 'Keyboard' }).locator('section', { hasText: 'Map' });
  await expect(onMap).toBeVisible();
  const rowsOfSheet = await onMap
    .locator('dl > div')
    .evaluateAll((all) =>
      all.map((row) => [row.querySelector('dd')?.textContent, row.querySelector('dt')?.textContent]),
    );
  const documentation = readFileSync(join(import.meta.dirname, '../../docs/keyboard.md'), 'utf8');
  const documented = [...documentation.matchAll(/^- ((?:`[^`]+`(?:, )?)+) (.+)$/gm)].map(([, keys, does]) => [
    keys?.replaceAll(/[`, ]/g, ''),
    does,
  ]);
  expect(documented).toHaveLength(12);
  expect(rowsOfSheet).toEqual(documented);
});

test('the sheet of keys begins with those of the screen, and finds one by words', async ({ page, host }) => {
  await store(host);
  await open(page, host);
  const groups = page.getByRole('dialog', { name: 'Keyboard' }).getByRole('heading', { level: 3 });
  const begins = async (...names: string[]) => {
    await page.keyboard.press('?');
    await expect(groups).toHaveCount(8);
    expect((await groups.allTextContents()).slice(0, names.length)).toEqual(names);
    await page.keyboard.press('Escape');
    await expect(groups).toHaveCount(0);
  };
  await begins('Search field', 'List', 'Selection', 'Editing', 'What is open or selected', 'Any screen');
  await page.keyboard.press('9');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await begins('Any screen');
  await page.keyboard.press('1');
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await begins('Today', 'List', 'Selection');
  await page.keyboard.press('?');
  await page.keyboard.type('archive');
  const sheet = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(sheet.locator('dt')).toHaveText(['Archive']);
  await expect(sheet.locator('dd')).toHaveText(['h']);
  await page.keyboard.type('s of it');
  await expect(sheet).toContainText('No key does that; Ctrl+K finds more.');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(sheet.getByRole('searchbox')).toHaveValue('');
});

test('single keys do nothing in fields, and can be switched off', async ({ page, host }) => {
  const lesson = await store(host, { taskDescription: 'One' });
  await open(page, host);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await page.keyboard.type(' p#jb?');
  await page.keyboard.press('Control+Enter');
  await expect(statusLine(page)).toContainText('Saved');
  const { reflection } = await host.client.call('reflection.get', { id: lesson.id });
  expect(reflection).toMatchObject({ pinned: false, deletedAt: null });
  expect(reflection.taskDescription).toContain('p#jb?');

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  for (let presses = 0; presses < 2; presses++) await page.keyboard.press('Tab');
  await expect(page.getByRole('dialog').getByRole('checkbox')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  await page.keyboard.press('Control+z');
  await expect(statusLine(page)).toContainText('Undone: saved');
});

test('whatever has the focus shows it', async ({ page, host }) => {
  await store(host, { tags: ['a'], relatedEntityIds: ['b.ts'] });
  await open(page, host);
  await page.keyboard.press('j');
  await expect(inspector(page).getByRole('heading', { level: 2 })).toBeVisible();
  const unseen: string[] = [];
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    const hidden = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const seen = [element, element.parentElement, element.querySelector('[role="option"][aria-selected="true"] > *')];
      const shows = seen.some((part) => part && getComputedStyle(part).outlineStyle !== 'none');
      return shows ? null : element.outerHTML.slice(0, 120);
    });
    if (hidden) unseen.push(hidden);
  }
  expect(unseen).toEqual([]);
});

test('the line at the foot teaches the keys that work where the focus is', async ({ page, host }) => {
  await store(host, { taskDescription: 'One' });
  await open(page, host);
  const line = statusLine(page);
  await expect(line).toHaveText(/jk\s*move.*open.*search.*all shortcuts/);
  await page.keyboard.press('/');
  await expect(line).toHaveText(/to the list.*open the first.*clear/);
  await expect(line).not.toContainText('move');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(line).toHaveText(/move.*e\s*edit.*p\s*pin.*search.*all shortcuts/);
  await expect(line).not.toContainText('open');
  await page.keyboard.press('x');
  await expect(line).toHaveText(/x\s*select/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await expect(line).toHaveText(/save.*close/);
  await expect(line).not.toContainText('move');
  await page.keyboard.press('Escape');
  await expect(line).toContainText('move');
});

test('behind a sheet no keys are named, and the key of the palette says there what to do first', async ({
  page,
  host,
}) => {
  await store(host);
  await open(page, host);
  const behind = page.locator('#root kbd:visible');
  const sheet = page.getByRole('dialog', { name: 'Keyboard' });
  await page.keyboard.press('j');
  await expect(statusLine(page).getByText('move')).toBeVisible();
  await expect(behind).not.toHaveCount(0);
  await page.keyboard.press('?');
  await expect(sheet.locator('kbd:visible')).not.toHaveCount(0);
  await expect(behind).toHaveCount(0);
  await expect(statusLine(page).getByText('move')).toBeHidden();
  await expect(sheet).not.toContainText('Close this first');
  await page.keyboard.press('Control+k');
  await expect(sheet).toContainText('Close this first Esc');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(statusLine(page).getByText('move')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(sheet).toBeVisible();
  await expect(sheet).not.toContainText('Close this first');
});
