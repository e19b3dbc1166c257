import { join } from 'node:path';
import { installClaudeCode, startAgent, startHost } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { expect, inspector, open, pretend, rows, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { bundleOf, exporting, importing, takeIn } from './bundle-parts.ts';

test.describe('in both themes', () => {
  test('empty memory', async ({ page, host }) => {
    await open(page, host);
    await expect(page.getByRole('heading', { name: 'No lessons yet' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await open(page, host, 'insights');
    await expect(page.getByText('Nothing to count yet')).toBeVisible({ timeout: 30_000 });
    expect(await violations(page)).toEqual([]);
  });

  test('activity: writes, their changes, taking many back, answers', async ({ page, host }) => {
    const lesson = await store(host, { taskDescription: 'Fix the login' });
    await host.client.call('reflection.update', { id: lesson.id, changes: { nextStrategy: 'Other' } });
    await open(page, host, 'activity?by=person');
    await page
      .getByRole('button', { name: /^1 (lesson|setting|project)/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Undo all of these…' }).click();
    await expect(page.getByRole('region', { name: 'Undo all of these' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('radio', { name: 'Answers' }).check();
    await expect(page.getByText('No agent has asked anything yet.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  test('insights: charts and their tables', async ({ page, host }) => {
    await host.client.call('import.sample', {});
    await open(page, host, 'insights');
    await expect(page.getByRole('slider').first()).toBeVisible({ timeout: 30_000 });
    await page.getByRole('slider').first().focus();
    await page.keyboard.press('ArrowLeft');
    expect(await violations(page)).toEqual([]);
    const toTable = page.getByRole('button', { name: 'Table', exact: true });
    // A chart that shows its table has a button for the drawing instead.
    while ((await toTable.count()) > 0) await toTable.first().click();
    await expect(page.getByRole('table').first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  test('what waits: duplicates, contradictions, lessons that nobody reads', async ({ page, host }) => {
    const task = { taskDescription: 'Keep the login test stable', nextStrategy: 'Wait for the page, never for time' };
    await store(host, { ...task, whatDidNotWork: ['Raising the timeout'], tags: ['ci'] });
    await store(host, { ...task, whatDidNotWork: ['Raising the timeout'], tags: ['login'] });
    await store(host, { ...task, outcome: 'success', whatWorked: ['Raise the timeout'] });
    await host.client.call('settings.set', { changes: { 'review.unreadDays': 0 } });
    await open(page, host, 'today');
    for (const name of ['Possible duplicate', 'contradict each other', 'Unused lesson']) {
      await page.keyboard.press(']');
      await expect(page.getByRole('article', { name: new RegExp(name) })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('j');
      expect(await violations(page)).toEqual([]);
    }
  });

  test('ten lessons: list, inspector, form, conflict, menus, sheet, bin', async ({ page, host }) => {
    verifies('T46', 'P18');
    const outcomes = ['success', 'partial', 'failure', 'unknown'] as const;
    for (let index = 0; index < 10; index++) {
      const outcome = outcomes[index % 4] ?? 'unknown';
      const state = index % 3 ? ('accepted' as const) : ('draft' as const);
      const rest = {
        whatWorked: ['A'],
        whatDidNotWork: ['B'],
        tags: ['t'],
        relatedEntityIds: ['f.ts'],
        rootCause: 'C',
      };
      await store(host, {
        taskDescription: `Lesson ${index}`,
        outcome,
        state,
        confidence: 0.5,
        nextStrategy: 'N',
        ...rest,
      });
    }
    await open(page, host);
    await expect(rows(page)).toHaveCount(10);
    expect(await violations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Failure', exact: true }).click();
    await expect(rows(page)).toHaveCount(2);
    await page.keyboard.press('j');
    await page.keyboard.press('p');
    await expect(inspector(page).getByRole('listitem').filter({ hasText: 'Pinned' }).first()).toBeVisible();
    expect(await violations(page)).toEqual([]);

    await page.getByRole('button', { name: 'More actions' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.keyboard.press('e');
    await page.getByRole('spinbutton', { name: 'Confidence' }).fill('7');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('A number from 0 to 1')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Next time' }).fill('Changed');
    const [lesson] = (await host.client.call('reflection.list', { outcome: 'failure', limit: 1 })).items;
    await host.client.call('reflection.update', { id: lesson?.id ?? '', changes: { nextStrategy: 'Theirs' } });
    await expect(page.getByRole('button', { name: 'Take theirs' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.keyboard.press('#');
    await expect(rows(page)).toHaveCount(1);
    await page.keyboard.press('b');
    await expect(page.getByText('1 lesson in the bin')).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    await rows(page).first().click();
    await expect(inspector(page).getByRole('button', { name: 'Restore', exact: true })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  test('search: hits, why, similar, shown to agents, hardly relevant, nothing', async ({ page, host }) => {
    const whatDidNotWork = ['Raising the token lifetime'];
    const lesson = await store(host, { taskDescription: 'Fix token expiry', whatDidNotWork, projectId: 'shop' });
    await store(host, { taskDescription: 'Token expiry in the gateway', outcome: 'success', projectId: 'shop' });
    for (const name of ['Parse CSV', 'Warm the cache', 'Rename a queue']) await store(host, { taskDescription: name });
    const agent = await startAgent({ data: host.ready.data, project: 'shop' });
    await agent.tool('memory_brief', { task: 'token expiry' });
    const after = { taskDescription: 'Next', outcome: 'success', whatWorked: ['x'], whatDidNotWork: [] };
    await agent.tool('reflection_store', { ...after, nextStrategy: 'n', lessonsUsed: [lesson.id] });
    await agent.close();
    await open(page, host);
    await page.keyboard.press('/');
    await page.keyboard.type('token expiry banana');
    await expect(page.getByText('2 relevant lessons')).toBeVisible();
    await rows(page).filter({ hasText: 'Fix token expiry' }).click();
    await page.keyboard.press('w');
    await expect(inspector(page).getByRole('table')).toBeVisible();
    await inspector(page).getByText('Similar', { exact: true }).scrollIntoViewIfNeeded();
    await expect(inspector(page).getByRole('button', { name: /in the gateway/ })).toBeVisible();
    await page.keyboard.press('+');
    await expect(inspector(page)).toContainText('1 helpful');
    await expect(inspector(page).getByRole('button', { name: 'Next', exact: true })).toBeVisible();
    expect(await violations(page)).toEqual([]);

    await page.getByRole('searchbox').fill('espresso queue machine xyzzyx manufacturer');
    await expect(page.getByText('Nothing relevant to')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Show (it|them)$/ }).click();
    await expect(rows(page).first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  test('Brief: empty, with lessons, nothing relevant', async ({ page, host }) => {
    await store(host, { taskDescription: 'Fix token expiry', projectId: 'shop' });
    for (const name of ['Parse CSV', 'Warm the cache']) await store(host, { taskDescription: name });
    await open(page, host, 'brief');
    await expect(page.getByText('No task yet')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Task' }).fill('token expiry');
    await expect(page.getByRole('heading', { name: '1 lesson in it' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Task' }).fill('espresso');
    await expect(page.getByText('No lesson is relevant to this task')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  test('Today: nothing yet, a change to agree to, drafts, merging, editing, all decided', async ({
    page,
    host,
    home,
  }) => {
    installClaudeCode(home);
    await open(page, host, 'today');
    await expect(page.getByRole('button', { name: 'Connect Claude Code' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Connect Claude Code' }).click();
    await expect(page.getByRole('button', { name: 'Apply this change' })).toBeVisible();
    expect(await violations(page)).toEqual([]);

    const same = { whatDidNotWork: ['Raising the token lifetime'], projectId: 'shop' };
    await store(host, { taskDescription: 'Fix token expiry', whatWorked: ['A'], nextStrategy: 'N', ...same });
    await store(host, { taskDescription: 'Token expiry at login', ...same });
    const draft = { state: 'draft' as const, confidence: 0.8, sessionId: 's', extra: { rule: 'rejection' } };
    await store(host, { taskDescription: 'Fix token expiry once more', ...draft, ...same });
    const agent = await startAgent({ data: host.ready.data, project: 'shop' });
    await agent.tool('memory_brief', { task: 'token expiry' });
    await agent.close();
    await expect(page.getByRole('article', { name: 'Draft', exact: true })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('m');
    await expect(page.getByRole('region', { name: 'The lesson that stays' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('e');
    await expect(page.getByRole('textbox', { name: 'Task' })).toBeFocused();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    await expect(page.getByText('All drafts are reviewed.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  test('10,000 lessons', { tag: '@browser' }, async ({ page, largeHost }) => {
    verifies('T46', 'P18');
    await open(page, largeHost);
    await expect(rows(page).first()).toBeVisible();
    await page.keyboard.press('j');
    await expect(inspector(page).getByRole('heading', { level: 2 })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  test('Data', async ({ page, host }) => {
    await host.client.call('backup.create', {});
    await open(page, host, 'data');
    await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  test('bundles: export with findings and projects, what was written, import with conflicts', async ({
    page,
    host,
    desktop,
  }) => {
    verifies('T46', 'P18');
    const other = await startHost();
    const { id } = await store(other, { taskDescription: 'Fix /home/ada/work', projectId: 'shop' });
    await takeIn(host, await bundleOf(other, 'first'));
    await host.client.call('reflection.update', { id, changes: { nextStrategy: 'from here' } });
    await other.client.call('reflection.update', { id, changes: { nextStrategy: 'from there' } });
    await store(other, { taskDescription: 'More', projectId: 'attic' });
    await open(page, host, 'data');
    await page.getByRole('button', { name: 'Export…' }).click();
    await page.getByRole('radio', { name: 'Some projects' }).check();
    await page.getByRole('checkbox', { name: 'shop' }).check();
    await expect(exporting(page).getByText('Home folder, 1 time')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    // In the desktop app a dialog of the system asks where to save.
    const field = exporting(page).getByRole('textbox', { name: 'File', exact: true });
    if (!desktop) {
      await field.fill('/nowhere/at/all.twicewise');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await field.fill(join(host.ready.data, 'mine.twicewise'));
      await page.keyboard.press('Enter');
      await expect(exporting(page).getByText('The bundle is written')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Import…' }).click();
      await importing(page)
        .getByRole('textbox', { name: 'File', exact: true })
        .fill(await bundleOf(other, 'second'));
      await page.keyboard.press('Enter');
      await expect(importing(page).getByRole('radio', { name: 'Undecided' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
    }
    await other.stop();
  });

  test('without a token, and with trouble', { tag: '@browser' }, async ({ page, host }) => {
    await page.goto(new URL(host.ready.url).origin);
    await expect(page.getByRole('heading')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await pretend(page, { state: 'damaged', message: 'Bad pages.', hint: 'Restore.', setAside: '/a/b.db' });
    await page.goto('about:blank');
    await open(page, host);
    await expect(page.getByRole('heading', { name: 'The memory is damaged' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
});

test('reduced motion is obeyed', async ({ page, host }) => {
  const longest = () =>
    page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('*')].map((element) => {
          const { transitionDuration, animationDuration } = getComputedStyle(element);
          return Math.max(Number.parseFloat(transitionDuration), Number.parseFloat(animationDuration) || 0);
        }),
      ),
    );
  await store(host);
  await open(page, host);
  await page.keyboard.press('j');
  const usual = await longest();
  expect(usual).toBeGreaterThan(0);
  expect(usual).toBeLessThanOrEqual(0.15);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(longest).toBeLessThanOrEqual(0.001);
});

test('a search and a brief scroll sideways nowhere at 200 % zoom', { tag: '@browser' }, async ({ page, host }) => {
  await page.setViewportSize({ width: 512, height: 350 });
  await store(host, { taskDescription: 'A task with a rather long name', nextStrategy: 'x'.repeat(300) });
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await open(page, host, 'lessons?q=task');
  await expect(rows(page)).toHaveCount(1);
  expect(await sideways()).toBe(0);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.keyboard.press('w');
  await expect(inspector(page).getByRole('table')).toBeVisible();
  expect(await sideways()).toBe(0);
  await page.keyboard.press('5');
  await expect(page.getByRole('textbox', { name: 'Task' })).toBeFocused();
  await page.keyboard.type('rather long task');
  await expect(page.getByRole('region', { name: 'Text of the brief' })).toContainText('xxxx');
  expect(await sideways()).toBe(0);
});

test('Today at 200 % zoom: nothing scrolls sideways, every target is 24 px', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await page.setViewportSize({ width: 512, height: 350 });
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const small = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('button, a, input, select, [role="option"], summary')]
        .map((element) => ({ box: element.getBoundingClientRect(), name: element.outerHTML }))
        .filter(({ box }) => box.width > 0 && (box.width < 23.9 || box.height < 23.9))
        .map(({ box, name }) => `${name}: ${box.width} × ${box.height}`),
    );
  await open(page, host, 'today');
  await expect(page.getByRole('heading', { name: 'Help your agents stop repeating failures' })).toBeVisible();
  expect([await sideways(), await small()]).toEqual([0, []]);
  const same = { whatDidNotWork: ['x'.repeat(300)], sessionId: 'y'.repeat(200), projectId: 'shop' };
  await store(host, { taskDescription: 'Fix the login of the shop', ...same });
  await store(host, { taskDescription: 'Fix the login of the shop again', state: 'draft', ...same });
  await expect(page.getByRole('article', { name: 'Draft' })).toContainText('Fix the login of the shop again');
  expect([await sideways(), await small()]).toEqual([0, []]);
  await page.keyboard.press('m');
  await expect(page.getByRole('region', { name: 'The lesson that stays' })).toBeVisible();
  expect([await sideways(), await small()]).toEqual([0, []]);
});

test('at 200 % zoom nothing is lost and nothing scrolls sideways', { tag: '@browser' }, async ({ page, host }) => {
  verifies('T46', 'P18');
  await page.setViewportSize({ width: 512, height: 350 });
  await store(host, {
    taskDescription: 'A task with a rather long name that has to wrap somewhere',
    nextStrategy: 'Next',
  });
  await open(page, host);
  await expect(rows(page)).toHaveCount(1);
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await sideways()).toBe(0);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(inspector(page).getByRole('heading', { level: 2 })).toBeVisible();
  await inspector(page).getByText('Provenance').scrollIntoViewIfNeeded();
  await expect(inspector(page).getByText('Provenance')).toBeVisible();
  for (const name of ['Edit', 'Pin', 'Delete', 'More actions', 'Back to the list']) {
    await expect(inspector(page).getByRole('button', { name })).toBeVisible();
  }
  expect(await sideways()).toBe(0);
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('listbox')).toBeFocused();
});

test('targets are at least 24 px, apart from links in text', async ({ page, host }) => {
  await store(host, { tags: ['a'], relatedEntityIds: ['b.ts'], sessionId: 's', agent: 'x' });
  await open(page, host);
  await page.keyboard.press('j');
  await expect(inspector(page).getByRole('heading', { level: 2 })).toBeVisible();
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('button, a, input, select, textarea, [role="option"], summary')]
      .map((element) => ({ box: element.getBoundingClientRect(), name: element.textContent ?? element.outerHTML }))
      .filter(({ box }) => box.width > 0 && (box.width < 23.9 || box.height < 23.9))
      .map(({ box, name }) => `${name}: ${box.width} × ${box.height}`),
  );
  expect(small).toEqual([]);
});
