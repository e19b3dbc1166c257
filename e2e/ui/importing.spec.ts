import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ended } from '../ended-job.ts';
import { addressOf, expect, open, rows, statusLine, store, test } from '../fixtures.ts';
import { chooseProject } from './parts.ts';
import { sessionRows } from './session-parts.ts';
import { TranscriptLines } from './transcript-lines.ts';

// Files are imported at any time, not in an empty memory alone.

/** What a Reflexion loop wrote about one of its iterations. */
const ITERATION = {
  loop_id: 'ralph-round-prices',
  iteration: 1,
  timestamp: '2026-03-02T10:30:00Z',
  task_description: 'Round prices half up',
  actor_output: { actions: [], rationale: 'Off by a cent', strategy: 'Round each row', files_modified: [] },
  evaluator_output: { passed: false, verification_type: 'unit_tests', results: [], errors: [], reward_signal: 0.3 },
  self_reflection: { reflection_text: 'I rounded twice', actionable_insights: ['Round once'], confidence: 0.8 },
  memory_metadata: { omega_capacity: 3, current_memory_size: 1, reflections_in_context: [0] },
};

const part = (page: Page) => page.locator('section', { has: page.getByRole('heading', { name: 'Import files' }) });

const filterChips = (page: Page) => page.getByRole('button', { name: /^Remove filter/ });

/** Imports a path as a kind, by keyboard. */
async function importAs(page: Page, kind: string, path: string): Promise<void> {
  await part(page).getByRole('combobox', { name: 'What it is' }).selectOption({ label: kind });
  await part(page).getByRole('textbox', { name: 'Path of the file or folder' }).fill(path);
  await page.keyboard.press('Enter');
}

/** Follows the link to the sessions that an import brought, and comes back. */
async function shown(page: Page, session: RegExp): Promise<void> {
  await statusLine(page).getByRole('button', { name: 'Show in Sessions' }).click();
  await expect(sessionRows(page)).toHaveText([session]);
  await page.goBack();
  await expect(part(page)).toBeVisible();
}

test('lessons, logs, loops and turns are imported in a memory that is in use, each counted as what it is', async ({
  page,
  host,
  home,
}) => {
  await store(host);
  const file = (name: string, text: string) => {
    const path = join(home, name);
    writeFileSync(path, text);
    return path;
  };
  mkdirSync(join(home, 'logs'));
  file(
    'logs/2026-03-01-session-1.md',
    '# Session 1\n\n**Date:** 2026-03-01\n**Status:** completed\n\n## Objective\n\nFix it\n',
  );
  const context = { id: 'ctx_1', turnNumber: 1, fullContext: 'told', tokenCount: 1, timestamp: 0 };
  await open(page, host, 'data');
  await importAs(page, 'Lessons (.jsonl)', file('a.jsonl', '{"title":"Fix the login","failed":["a timeout"]}\n'));
  await expect(statusLine(page)).toContainText('1 new lesson');
  await statusLine(page).getByRole('button', { name: /^Undo/ }).click();
  await expect(statusLine(page)).toContainText('Undone');
  await importAs(page, 'Session logs (.md, .json)', join(home, 'logs'));
  await expect(statusLine(page)).toContainText('1 new session');
  await shown(page, /Fix it/);
  await importAs(page, 'Records of Reflexion loops', file('001.json', JSON.stringify(ITERATION)));
  await expect(statusLine(page)).toContainText('1 new attempt');
  await shown(page, /Round prices half up/);
  await importAs(
    page,
    'Records of Reflexion loops',
    file('002.json', JSON.stringify({ ...ITERATION, loop_id: 'mine' })),
  );
  await expect(statusLine(page)).toContainText('1 file skipped: 002.json');
  await expect(statusLine(page).getByRole('button', { name: /^Undo/ })).toBeHidden();
  const memory = { contexts: [context], summaries: [] };
  await importAs(page, 'Turns of a thinking agent', file('thinker.json', JSON.stringify(memory)));
  await expect(statusLine(page)).toContainText('1 new turn');
  await shown(page, /thinker/);
  await importAs(page, 'Lessons (.jsonl)', join(home, 'gone.jsonl'));
  await expect(statusLine(page)).toContainText('gone.jsonl');
  expect((await host.client.call('reflection.list', { withTotal: true })).total).toBe(1);
});

test('a file is imported as its name says, unless told otherwise', async ({ page, host, home }) => {
  await store(host);
  const path = join(home, 'mine.jsonl');
  writeFileSync(path, '{"title":"Fix the login","failed":["a timeout"]}\n');
  await open(page, host, 'data');
  await part(page).getByRole('textbox', { name: 'Path of the file or folder' }).fill(path);
  await page.keyboard.press('Enter');
  await expect(statusLine(page)).toContainText('1 new lesson');
  expect((await host.client.call('episode.list', {})).total).toBe(0);
});

test('what names no project goes into the one that is asked for, which may be new', async ({ page, host, home }) => {
  await store(host, { projectId: 'shop' });
  const path = join(home, 'mine.jsonl');
  const project = part(page).getByRole('combobox', { name: 'Project' });
  const stored = async () =>
    (await host.client.call('reflection.list', {})).items.map((one) => `${one.projectName}: ${one.taskDescription}`);
  await open(page, host, 'data');
  // As lists call it.
  await expect(project).toHaveAttribute('placeholder', /else “unsorted”/);
  for (const name of ['shop', 'bakery']) {
    writeFileSync(path, `${JSON.stringify({ title: `Fix the login of ${name}`, failed: ['a timeout'] })}\n`);
    await project.fill(name);
    await importAs(page, 'Lessons (.jsonl)', path);
    await expect.poll(stored).toContain(`${name}: Fix the login of ${name}`);
    await expect(statusLine(page)).toContainText('1 new lesson');
  }
  await part(page).getByRole('combobox', { name: 'What it is' }).selectOption({ label: 'Bundle (.twicewise)' });
  await expect(project).toBeHidden();
});

test('a bundle among them is looked at before it is imported', async ({ page, host, home }) => {
  await store(host);
  const path = join(home, 'all.twicewise');
  const selection = { everything: true } as const;
  const { digest } = await host.client.call('bundle.previewExport', { selection });
  await host.client.call('bundle.export', { selection, path, digest });
  await expect.poll(() => existsSync(path)).toBe(true);
  await open(page, host, 'data');
  await importAs(page, 'Bundle (.twicewise)', path);
  await expect(page.getByRole('dialog')).toContainText('Importing it would change nothing');
});

test('files are chosen in the dialog of the browser, as what they are said to be or as their names say', {
  tag: '@browser',
}, async ({ page, host }) => {
  await store(host);
  await open(page, host, 'data');
  const choose = async (...files: { name: string; text: string }[]) => {
    const asked = page.waitForEvent('filechooser');
    await part(page).getByRole('button', { name: 'Choose files…' }).click();
    const given = files.map(({ name, text }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) }));
    await (await asked).setFiles(given);
  };
  const line = (title: string) => `${JSON.stringify({ title, failed: ['a timeout'] })}\n`;
  await choose({ name: 'a.jsonl', text: line('Fix the login') }, { name: 'b.jsonl', text: line('Fix the cart') });
  await expect.poll(async () => (await host.client.call('reflection.list', {})).items.length).toBe(3);
  await part(page).getByRole('combobox', { name: 'What it is' }).selectOption({ label: 'Records of Reflexion loops' });
  await choose({ name: '001.json', text: JSON.stringify(ITERATION) });
  await expect(statusLine(page)).toContainText('1 new attempt');
  // The same file is chosen once more, and adds nothing.
  await choose({ name: '001.json', text: JSON.stringify(ITERATION) });
  await expect(statusLine(page)).toContainText('0 new attempts');
});

test('what an import brought is said with its project, and one press leads to it, past all filters', async ({
  page,
  host,
  home,
}) => {
  for (const name of ['One', 'Two']) await store(host, { taskDescription: name });
  const path = join(home, 'old.jsonl');
  const line = { title: 'Fix the login', outcome: 'success', project: 'shop', createdAt: '2020-01-01T00:00:00Z' };
  writeFileSync(path, `${JSON.stringify(line)}\n`);
  await open(page, host, 'lessons?outcome=failure');
  await page.goto(`${new URL(host.ready.url).origin}/#/data`);
  await importAs(page, 'Lessons (.jsonl)', path);
  await expect(statusLine(page)).toContainText('Imported old.jsonl: 1 new lesson in shop');
  await statusLine(page).getByRole('button', { name: 'Show in Lessons' }).click();
  await expect(rows(page)).toHaveText([/Fix the login/]);
  await expect(filterChips(page)).toHaveText([/^Import: old\.jsonl, \d+ \w+ \d{4}, \d\d:\d\d$/]);
});

test('in a narrow list the chip of an import keeps its date, and cuts the name of the file', {
  tag: '@browser',
}, async ({ page, host, home }) => {
  const path = join(home, 'all that the team wrote down about the old checkout, in the order of time.jsonl');
  writeFileSync(path, `${JSON.stringify({ title: 'Fix the login', outcome: 'success' })}\n`);
  const { id } = (await host.client.call('import.lessons', { path })).job;
  await ended(host, id);
  await page.setViewportSize({ width: 1024, height: 700 });
  const [source] = (await host.client.call('source.list', {})).items;
  await open(page, host, `lessons?import=${source?.id}`);
  const chip = filterChips(page);
  await expect(chip).toHaveText(/^Import: all that the team .*, \d+ \w+ \d{4}, \d\d:\d\d$/);
  // Of its two parts the name is cut, and the time is whole.
  const parts = await chip
    .locator('[data-part]')
    .evaluateAll((all) =>
      all.map((part) => ({ text: part.getAttribute('data-part'), cut: part.scrollWidth > part.clientWidth })),
    );
  expect(parts).toEqual([
    { text: expect.stringMatching(/^Import: all that/), cut: true },
    { text: expect.stringMatching(/^, \d+ \w+ \d{4}, \d\d:\d\d$/), cut: false },
  ]);
  expect((await chip.boundingBox())?.width).toBeLessThan(380);
});

test('that the way to what an import brought cannot be loaded is said', { tag: '@browser' }, async ({
  page,
  host,
  home,
}) => {
  await store(host);
  const path = join(home, 'old.jsonl');
  writeFileSync(path, `${JSON.stringify({ title: 'Fix the login', outcome: 'success' })}\n`);
  await page.route(/assets\/brought-/, (route) => route.abort());
  await open(page, host, 'data');
  await importAs(page, 'Lessons (.jsonl)', path);
  await expect(statusLine(page).getByRole('button', { name: 'Show in Lessons' })).toBeVisible();
  // By keyboard, as from anywhere.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('show in lessons');
  await expect(page.getByRole('option', { name: /^Show in Lessons/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(statusLine(page)).toContainText('This part could not be loaded.');
});

test('of two imports of one file, each leads to the lessons that came by it, rejected ones too', async ({
  page,
  host,
  home,
}) => {
  await store(host, { taskDescription: 'Mine' });
  const path = join(home, 'notes.jsonl');
  const imported = async (lines: object[], said: string) => {
    writeFileSync(path, lines.map((line) => JSON.stringify({ failed: ['a timeout'], ...line })).join('\n'));
    await page.goto(addressOf(host, 'data'));
    await importAs(page, 'Lessons (.jsonl)', path);
    await expect(statusLine(page)).toContainText(said);
    await statusLine(page).getByRole('button', { name: 'Show in Lessons' }).click();
  };
  await open(page, host, 'data');
  const [one, two] = [
    { id: '1', title: 'Fix the login' },
    { id: '2', title: 'Fix the cart' },
  ];
  await imported([one], '1 new lesson');
  await expect(rows(page)).toHaveText([/Fix the login/]);
  // What was imported before stays with that import, as the line at the foot says.
  await imported([one, two], '1 new lesson in unsorted, 1 already there');
  await expect(rows(page)).toHaveText([/Fix the cart/]);
  await expect(filterChips(page)).toHaveText([/^Import: notes\.jsonl, /]);
  await expect(page).toHaveURL(/import=src_/);
  await page.reload();
  await expect(rows(page)).toHaveText([/Fix the cart/]);
  await expect(filterChips(page)).toHaveAttribute('title', /^Import: notes\.jsonl, \d+ \w+ \d{4}, \d\d:\d\d:\d\d /);
  await filterChips(page).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(page).not.toHaveURL(/import=/);
  const rejected = { title: 'Fix nothing', state: 'rejected' };
  await imported([{ title: 'Fix the search' }, rejected], '2 new lessons');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page)).toContainText([/Fix (?:nothing|the search)/, /Fix (?:nothing|the search)/]);
});

test('what was imported is shown in the chosen project, if all of it is there', async ({ page, host, home }) => {
  for (const projectId of ['shop', 'bakery']) await store(host, { taskDescription: `Of the ${projectId}`, projectId });
  const path = join(home, 'two.jsonl');
  await open(page, host, 'lessons');
  const chosen = page.getByRole('banner').getByRole('button', { name: /^Project/ });
  const imported = async (project: string, into: readonly string[]) => {
    const lines = into.map((name) => JSON.stringify({ title: `Into ${name}`, failed: ['x'], project: name }));
    writeFileSync(path, lines.join('\n'));
    await page.goto(addressOf(host, 'lessons'));
    await chooseProject(page, project);
    await page.goto(addressOf(host, 'data'));
    await importAs(page, 'Lessons (.jsonl)', path);
    await statusLine(page).getByRole('button', { name: 'Show in Lessons' }).click();
  };
  await imported('shop', ['shop']);
  await expect(rows(page)).toHaveText([/Into shop/]);
  await expect(chosen).toContainText('shop');
  await page.keyboard.press('Control+z');
  await expect(rows(page)).toHaveCount(0);
  // Not all of it is here, so all projects are shown, as the switcher says.
  for (const project of ['shop', 'bakery']) {
    await imported(project, ['shop', 'other']);
    await expect(rows(page)).toHaveCount(2);
    await expect(chosen).toContainText('All projects');
    await page.keyboard.press('Control+z');
    await expect(rows(page)).toHaveCount(0);
  }
});

test('what was found in past sessions is one press away: the sessions of that program, and its drafts', async ({
  page,
  host,
  home,
}) => {
  await store(host, { taskDescription: 'Mine', state: 'draft' });
  const lines = new TranscriptLines('session-1');
  const command = { command: 'npm test -- price' };
  const edit = { file_path: '/work/shop/price.js', old_string: 'String(x)', new_string: 'x.toFixed(2)' };
  mkdirSync(join(home, 'past'));
  writeFileSync(
    join(home, 'past/session-1.jsonl'),
    [
      lines.record('user', 'Make the price test pass'),
      lines.ran('a', 'Bash', command, 'Exit code 1\nprice.js:12: expected 10.00, got 10', true),
      lines.ran('b', 'Edit', edit, 'The file has been updated.', false),
      lines.ran('c', 'Bash', command, 'ok 12 tests', false),
      lines.record('assistant', [{ type: 'text', text: 'It wanted two decimals.' }]),
    ].join(''),
  );
  const pane = page.locator('section', { has: page.getByRole('heading', { name: 'Past sessions' }) });
  const read = async () => {
    await open(page, host, 'data');
    await pane.getByRole('button', { name: 'Import from Claude Code' }).click();
    await pane.getByRole('textbox', { name: 'Folder of the sessions of Claude Code' }).fill(join(home, 'past'));
    await page.keyboard.press('Enter');
    await expect(pane.getByRole('status')).toContainText('1 transcript read');
  };
  await read();
  await pane.getByRole('button', { name: 'Show in Sessions' }).click();
  await expect(rows(page)).toHaveText([/price/]);
  await expect(page).toHaveURL(/author=importer%3Aclaude-code/);
  await page.goBack();
  await statusLine(page).getByRole('button', { name: 'Review drafts' }).click();
  await expect(rows(page)).toHaveText([/price/]);
  // What adds nothing leads nowhere.
  await read();
  await expect(pane.getByRole('button', { name: 'Show in Sessions' })).toBeHidden();
});

test('Activity counts the lessons of an import, and names what came along on hover', async ({ page, host, home }) => {
  const path = join(home, 'two.jsonl');
  const lines = ['One', 'Two'].map((title) => JSON.stringify({ title, failed: ['a timeout'], project: 'brand-new' }));
  writeFileSync(path, lines.join('\n'));
  await ended(host, (await host.client.call('import.lessons', { path })).job.id);
  await open(page, host, 'activity');
  const count = page.getByRole('button', { name: '2 lessons' });
  await expect(count).toHaveAttribute('title', /^(?=.*1 project)(?=.*2 lessons)(?=.*1 source)/);
});

test('a job that the memory does not know any more holds up no other', { tag: '@browser' }, async ({
  page,
  host,
  home,
}) => {
  await store(host);
  const lines = (name: string) => {
    const path = join(home, name);
    writeFileSync(path, `{"title":"Of ${name}","failed":["a timeout"]}\n`);
    return path;
  };
  await open(page, host, 'data');
  // As after a restore: the host has another memory, in which the job never was.
  const gone = { ok: false, error: { code: 'not_found', message: 'There is no such job.', hint: '' } };
  await page.route('**/api/job.get', (route) => route.fulfill({ json: gone }));
  const answered = page.waitForResponse('**/api/job.get');
  await importAs(page, 'Lessons (.jsonl)', lines('one.jsonl'));
  await answered;
  const button = part(page).getByRole('button', { name: 'Import', exact: true });
  await expect(statusLine(page).getByRole('button', { name: /^Stop/ })).toHaveCount(0);
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await page.unroute('**/api/job.get');
  await importAs(page, 'Lessons (.jsonl)', lines('two.jsonl'));
  await expect(statusLine(page)).toContainText('1 new lesson');
});
