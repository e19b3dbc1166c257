import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installClaudeCode, startAgent } from '@twicewise/testkit';
import { expect, inspector, open, statusLine, store, test } from '../fixtures.ts';
import { ended } from './bundle-parts.ts';
import { states, twenty } from './draft-parts.ts';
import { card, chooseProject, current, drafts, toTab, waiting } from './parts.ts';

test('a key means what is seen, from the moment it is seen', async ({ page, host }) => {
  await twenty(host);
  await open(page, host, 'today');
  await waiting(page, '20 drafts to review');
  for (const left of ['Draft 19', 'Draft 18']) {
    await page.keyboard.press('a');
    await expect(current(page)).toContainText(left);
  }
  await page.keyboard.press('e');
  await expect(page.getByRole('textbox', { name: 'Task' })).toBeFocused();
  await page.keyboard.type(', edited');
  // The page itself presses the key, in the same task that draws the next draft: no person is that fast, but a busy machine may
  // be that slow.
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      const row = document.querySelector('[role="option"][aria-selected="true"]');
      if (!row?.textContent?.includes('once more')) return;
      observer.disconnect();
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new KeyboardEvent('keydown', { key: 'm', bubbles: true, cancelable: true }));
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('listbox', { name: 'Similar lessons' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'This draft' })).toContainText('once more');
});

test('twenty drafts are decided by keyboard alone, and all of it is undone again', async ({ page, host }) => {
  await twenty(host);
  await open(page, host, 'today');
  await waiting(page, '20 drafts to review');
  const before = await states(host);
  const order = await drafts(page).allTextContents();
  await expect(current(page)).toContainText('Draft 20');
  await expect(card(page)).toContainText('Another way than 20');

  await page.keyboard.press('a');
  await expect(current(page)).toContainText('Draft 19');
  await page.keyboard.press('r');
  await expect(current(page)).toContainText('Draft 18');
  await waiting(page, '18 drafts to review');

  await page.keyboard.press('e');
  await expect(page.getByRole('textbox', { name: 'Task' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(', edited');
  await page.keyboard.press('Control+Enter');
  await expect(current(page)).toContainText('once more');

  await page.keyboard.press('m');
  await expect(page.getByRole('listbox', { name: 'Similar lessons' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'The lesson that stays' })).toContainText('Ask for a new token');
  await expect(page.getByRole('region', { name: 'This draft' })).toContainText('once more');
  await page.keyboard.press('Enter');
  await expect(current(page)).toContainText('Draft 16');
  await waiting(page, '16 drafts to review');

  // However fast the keys are pressed, each decides its own draft.
  for (let left = 16; left > 0; left--) await page.keyboard.press(left % 2 ? 'r' : 'a');
  await expect(page.getByText('All drafts are reviewed.')).toBeFocused();
  const decided = {
    'Draft 20': 'accepted',
    'Draft 19': 'rejected',
    'Draft 18, edited': 'accepted',
    'Token expiry in the login flow, once more': 'superseded',
    'Draft 16': 'accepted',
    'Draft 15': 'rejected',
    'Draft 1': 'rejected',
  };
  await expect.poll(() => states(host)).toMatchObject(decided);
  expect(Object.values(await states(host))).not.toContain('draft');

  // One undo for each decision, and one for the edit.
  for (let undone = 1; undone <= 21; undone++) await page.keyboard.press(undone % 2 ? 'u' : 'Control+z');
  await waiting(page, '20 drafts to review');
  expect(await states(host)).toEqual(before);
  await expect.poll(() => drafts(page).allTextContents()).toEqual(order);
  await expect(current(page)).toContainText('Draft 20');
});

test('a decision taken back returns to its place, and to the keys', async ({ page, host }) => {
  for (const name of ['One', 'Two', 'Three', 'Four']) await store(host, { taskDescription: name, state: 'draft' });
  await open(page, host, 'today');
  await expect(current(page)).toContainText('Four');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(current(page)).toContainText('Two');
  await page.keyboard.press('a');
  await expect(current(page)).toContainText('One');
  await page.keyboard.press('k');
  await expect(current(page)).toContainText('Three');
  await statusLine(page).getByRole('button', { name: 'Undo' }).click();
  await expect(drafts(page)).toHaveText([/Four/, /Three/, /Two/, /One/]);
  await expect(current(page)).toContainText('Two');
});

test('a decision that fails leaves the draft where it was', { tag: '@browser' }, async ({ page, host }) => {
  for (const name of ['One', 'Two']) await store(host, { taskDescription: name, state: 'draft' });
  const error = { code: 'unavailable', message: 'The disk is full.', hint: 'Make room.' };
  // Set before the page is loaded: a loaded page may send a request that a new route does not catch.
  await page.route('**/api/reflection.setState', (route) => route.fulfill({ status: 503, json: { ok: false, error } }));
  await open(page, host, 'today');
  await expect(current(page)).toContainText('Two');
  await page.keyboard.press('r');
  await expect(statusLine(page)).toContainText('The disk is full.');
  await expect(drafts(page)).toHaveCount(2);
  await expect(current(page)).toContainText('Two');
});

test('of two thousand drafts few are drawn, and a key held down decides one', async ({ page, host }) => {
  const lines = Array.from({ length: 2000 }, (_, index) =>
    JSON.stringify({ taskDescription: `Draft ${index}`, outcome: 'failure', state: 'draft', projectId: 'shop' }),
  );
  const path = join(host.ready.data, 'drafts.jsonl');
  writeFileSync(path, lines.join('\n'));
  await ended(host, (await host.client.call('import.lessons', { path })).job.id);
  await open(page, host, 'today');
  await waiting(page, '2,000 drafts to review');
  expect(await drafts(page).count()).toBeLessThan(60);
  await page.keyboard.press('End');
  await expect(card(page)).toContainText(/[1-9]00 of 2,000/);
  expect(await drafts(page).count()).toBeLessThan(60);
  await page.keyboard.down('a');
  await page.keyboard.down('a');
  await page.keyboard.down('a');
  await page.keyboard.up('a');
  await waiting(page, '1,999 drafts to review');
  await expect(statusLine(page)).toContainText('Accepted');
  await waiting(page, '1,999 drafts to review');

  // The position is also found beyond the first page of drafts.
  const there = await current(page).textContent();
  const id = (await current(page).getAttribute('id'))?.replace(/^lesson-/, '');
  // The link follows the keys with a delay, and a reload only knows the link.
  await expect(page).toHaveURL(new RegExp(`draft=${id}`));
  await page.reload();
  await expect(current(page)).toHaveText(there ?? '');
  await page.keyboard.press('k');
  await expect(current(page)).not.toHaveText(there ?? '');
});

/** Writes a session in which a test failed, was mended and passed. */
function writeTranscript(home: string): string {
  const folder = join(home, '.claude/projects/shop');
  mkdirSync(folder, { recursive: true });
  const common = {
    sessionId: 'session-1',
    version: '2.1.42',
    cwd: '/work/shop',
    userType: 'external',
    isSidechain: false,
  };
  const said = (content: unknown) => ({ type: 'assistant', message: { role: 'assistant', content } });
  const heard = (content: unknown) => ({ type: 'user', message: { role: 'user', content } });
  const call = (id: string, name: string, input: unknown) => said([{ type: 'tool_use', id, name, input }]);
  const result = (id: string, content: string, isError = false) =>
    heard([{ type: 'tool_result', tool_use_id: id, content, ...(isError ? { is_error: true } : {}) }]);
  const edit = { file_path: '/work/shop/src/price.js', old_string: 'String(value)', new_string: 'value.toFixed(2)' };
  const records = [
    heard('Make the price test pass'),
    call('c1', 'Bash', { command: 'npm test -- price' }),
    result('c1', 'Exit code 1\nprice.test.js:12: expected 10.00, got 10', true),
    said([{ type: 'text', text: 'The formatter drops trailing zeros because it uses String().' }]),
    call('c2', 'Edit', edit),
    result('c2', 'The file has been updated.'),
    call('c3', 'Bash', { command: 'npm test -- price' }),
    result('c3', 'ok 12 tests'),
  ];
  const lines = records.map((record, index) => {
    const timestamp = new Date(Date.parse('2026-02-01T10:00:00Z') + index * 1000).toISOString();
    return JSON.stringify({ ...record, uuid: `u-${index}`, timestamp, ...common });
  });
  const path = join(folder, 'session-1.jsonl');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

test.describe('where Claude Code is installed', () => {
  test.beforeEach(({ home }) => installClaudeCode(home));

  test('an empty memory leads to a connected agent: the exact change, written when agreed to, and out again', async ({
    page,
    host,
    home,
  }) => {
    const settings = join(home, '.claude/settings.json');
    const servers = join(home, '.claude.json');
    writeFileSync(settings, '{ "model": "opus" }\n');
    await open(page, host, 'today');
    await expect(page.getByRole('heading', { name: 'Help your agents stop repeating failures' })).toBeVisible();
    await page.getByRole('button', { name: 'Connect Claude Code' }).click();
    const added = page.getByRole('region', { name: `Change of ${servers}` });
    await expect(added).toContainText('+  "mcpServers": {');
    await expect(added).toContainText('New file');
    await expect(added).not.toContainText('@@');
    // Long lines are shown in full, without scrolling sideways.
    for (const region of await page.getByRole('region', { name: /^Change of/ }).all()) {
      expect(await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    }
    await expect(page.getByText('can get lessons automatically').first()).toBeVisible();
    await expect(page.getByText('gets lessons automatically')).toBeHidden();
    await expect(page.getByRole('region', { name: `Change of ${settings}` })).toContainText('-{ "model": "opus" }');
    expect(existsSync(servers)).toBe(false);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'Connect Claude Code' })).toBeFocused();
    // The preview of before is shown until the new one is there, and only that may differ from the file.
    const previewed = page.waitForResponse('**/api/client.preview');
    await page.keyboard.press('Enter');
    await previewed;
    await expect(page.getByRole('region', { name: `Change of ${settings}` })).toBeVisible();

    // A person agrees to what was shown: if the file changed in the meantime, the new preview is shown first.
    writeFileSync(settings, '{ "model": "sonnet", "disableAllHooks": true }\n');
    await page.getByRole('button', { name: 'Apply this change' }).click();
    await expect(page.getByRole('alert')).toContainText('A file was changed since you saw the preview');
    await expect(page.getByRole('region', { name: `Change of ${settings}` })).toContainText('sonnet');
    expect(existsSync(servers)).toBe(false);
    await page.getByRole('button', { name: 'Apply this change' }).click();
    const result = page.getByRole('status').filter({ hasText: 'Tested: its tools answer. Its hooks answer.' });
    await expect(result).toBeFocused();
    await expect(result).toContainText('disableAllHooks');
    expect(readFileSync(servers, 'utf8')).toContain('twicewise');
    expect(readFileSync(settings, 'utf8')).toContain('hooks');

    await expect(page.getByText('gets lessons automatically')).toBeVisible();

    await page.getByRole('button', { name: 'Remove from Claude Code' }).click();
    await expect(page.getByRole('region', { name: `Change of ${settings}` })).toContainText('-');
    await page.getByRole('button', { name: 'Remove it' }).click();
    await expect(page.getByRole('button', { name: 'Connect Claude Code' })).toBeVisible();
    expect(readFileSync(settings, 'utf8')).toBe('{ "model": "sonnet", "disableAllHooks": true }\n');
    expect(existsSync(servers)).toBe(false);
  });

  test('a configuration that cannot be changed says why', async ({ page, host, home }) => {
    writeFileSync(join(home, '.claude/settings.json'), '{ "model": ');
    await open(page, host, 'data');
    await page.getByRole('button', { name: 'Connect Claude Code' }).click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('The configuration of Claude Code cannot be changed.');
    await expect(alert).toContainText('Nothing was changed.');
    await expect(page.getByRole('button', { name: 'Apply this change' })).toBeHidden();
  });

  test('past sessions become drafts that say where they come from', async ({ page, host, home }) => {
    await open(page, host, 'today');
    await page.getByRole('button', { name: 'Import from Claude Code' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'There are no transcripts' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);

    const path = writeTranscript(home);
    await page.getByRole('button', { name: 'Import from Claude Code' }).click();
    await waiting(page, '1 draft to review');
    await expect(statusLine(page)).toContainText('1 transcript read: 1 new session, 1 new draft, 1 new attempt.');
    await expect(card(page)).toContainText('npm test -- price');
    await expect(card(page)).toContainText(path);
    await expect(card(page)).toContainText('lines 3, 8');
    const file = await card(page).getByRole('button', { name: path }).boundingBox();
    const lines = await card(page).getByText('lines 3, 8').boundingBox();
    expect(lines?.y).toBeGreaterThanOrEqual((file?.y ?? 0) + (file?.height ?? 0));
    await expect(card(page)).toContainText('The same command failed, something was changed, then it passed.');
    await expect(card(page).getByRole('meter', { name: 'Confidence' })).toHaveAttribute('value', '0.8');
    await expect(card(page)).toContainText('0.80');

    // The rule that found it is a filter with a count.
    await page.keyboard.press('f');
    await expect(page.getByRole('checkbox', { name: /^Failed, then passed/ })).toBeVisible();
    await page.getByRole('checkbox', { name: /^Failed, then passed/ }).check();
    await expect(page).toHaveURL(/rule=fail_then_pass/);
    await expect(drafts(page)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove filter Failed, then passed' }).click();
    await toTab(page, 'Shown to agents');
    await expect(page.getByRole('heading', { name: 'Sources', exact: true })).toBeVisible();
    const sources = page.getByRole('list', { name: 'Sources' });
    await expect(sources).toContainText('Make the price test pass');
    await expect(sources.getByTitle(path)).toBeVisible();
    await sources.getByRole('button', { name: 'Go to 1 draft from Make the price test pass' }).click();
    await expect(page.getByRole('listbox', { name: 'Drafts to review' })).toBeFocused();
    await page.keyboard.press('a');
    await toTab(page, 'Shown to agents');
    await expect(sources).toContainText('1 lesson');
    await expect(sources.getByRole('button')).toBeHidden();
  });
});

test('what an agent is told, and what came of it, appears as it happens', async ({ page, host }) => {
  const whatDidNotWork = ['Raising the token lifetime'];
  await store(host, { taskDescription: 'Fix token expiry', projectId: 'shop', whatDidNotWork });
  await open(page, host, 'today');
  await toTab(page, 'Shown to agents');
  await expect(page).toHaveURL(/waiting=shown/);
  await expect(page.getByText('No agent has been shown a lesson yet.')).toBeVisible();
  const agent = await startAgent({ data: host.ready.data, project: 'shop' });
  await agent.tool('memory_brief', { task: 'token expiry at login' });
  const told = page.getByRole('list', { name: 'What agents were shown, and what followed' });
  await expect(told).toContainText('Asked for a brief');
  await expect(told).toContainText('“token expiry at login”');
  await expect(told).toContainText('tokens');
  await expect(told).toContainText('no result yet');

  const attempt = { taskDescription: 'Token expiry, second try', outcome: 'success', whatWorked: ['x'] };
  await agent.tool('reflection_store', { ...attempt, whatDidNotWork, nextStrategy: 'n' });
  await agent.close();
  await expect(told).toContainText('Token expiry, second try');
  await expect(told.getByRole('img', { name: 'Success' })).toBeVisible();

  await store(host, { taskDescription: 'Token expiry in the app', projectId: 'shop', whatDidNotWork });
  const repeated = page.getByRole('list', { name: 'Repeated failures' });
  await expect(repeated).toContainText('2×');
  await expect(repeated.getByRole('button', { name: 'Fix token expiry' })).toBeVisible();

  await chooseProject(page, 'shop');
  await expect(page.getByRole('heading', { name: 'Sources, in all projects' })).toBeVisible();
  await told.getByRole('button', { name: 'Fix token expiry' }).press('Enter');
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText('Fix token expiry');
});

test('failures that repeat say among how many lessons they were counted', async ({ page, host }) => {
  await store(host, { taskDescription: 'A success', outcome: 'success', projectId: 'shop' });
  for (let number = 1; number <= 25; number++) {
    const projectId = number % 5 ? 'shop' : 'gateway';
    await store(host, { taskDescription: `Try ${number}`, projectId, whatDidNotWork: ['Raising the timeout'] });
  }
  const { failures } = await host.client.call('reflection.summary', {});
  const counted = failures[0]?.n ?? 0;
  expect(counted).toBeLessThan(25);
  await open(page, host, 'today');
  await toTab(page, 'Shown to agents');
  const panel = page.getByRole('region', { name: 'Repeated failures' });
  await expect(panel).toContainText(`in the newest ${counted} lessons that failed`);
  await expect(panel).toContainText(`${counted}×`);
  await page.getByRole('button', { name: /All projects/ }).click();
  await page.getByRole('menuitemcheckbox', { name: /gateway/ }).click();
  await expect(panel).toContainText('in the newest 5 lessons that failed');
});

test('a chosen project narrows all of it', async ({ page, host }) => {
  await store(host, { taskDescription: 'Of the shop', state: 'draft', projectId: 'shop' });
  await store(host, { taskDescription: 'Of the gateway', state: 'draft', projectId: 'gateway' });
  await open(page, host, 'today');
  await waiting(page, '2 drafts to review');
  await page.getByRole('button', { name: /All projects/ }).click();
  await page.getByRole('menuitemcheckbox', { name: /shop/ }).click();
  await waiting(page, '1 draft to review');
  await expect(drafts(page)).toHaveText([/Of the shop/]);
  await page.reload();
  await waiting(page, '1 draft to review');
});

test('search by meaning is set in Settings, and says what it is', async ({ page, host }) => {
  await open(page, host, 'settings');
  // Tests run without the built-in model, although it is set.
  await expect(page.getByText('The built-in model is not used here, so search goes by words.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Provider' }).selectOption('ollama');
  await page.getByRole('textbox', { name: 'Address' }).fill('ftp://nowhere');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('http://');
  // Nobody listens there: the page says so.
  await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(async () => (await host.client.call('settings.get', {})).settings['embedding.provider'])
    .toBe('ollama');
  await page.keyboard.press('8');
  await expect(page.getByText('Texts go to the server of search by meaning')).toBeVisible();
  await page.keyboard.press('9');
  const { settings } = await host.client.call('settings.get', {});
  expect(settings).toMatchObject({ 'embedding.provider': 'ollama', 'embedding.url': 'http://127.0.0.1:9' });

  // The form and the state follow what is stored, whoever changed it.
  const address = page.getByRole('textbox', { name: 'Address' });
  await page.keyboard.press('Control+z');
  await expect(page.getByText('The built-in model is not used here, so search goes by words.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Provider' })).toHaveValue('builtin');
  await expect(address).not.toHaveValue('http://127.0.0.1:9');
  await page.keyboard.press('Control+Shift+z');
  await expect(page.getByText('The built-in model is not used here, so search goes by words.')).toBeHidden();
  await expect(address).toHaveValue('http://127.0.0.1:9');
  await expect(page.getByRole('combobox', { name: 'Provider' })).toHaveValue('ollama');
});
