import { expect, open, test } from '../fixtures.ts';
import { record, sessionRows, tell } from './session-parts.ts';

test('a row says what came of the session: what went wrong, what is left, what was decided', async ({ page, host }) => {
  const events = [
    { type: 'error', content: 'The port is taken' },
    { type: 'next_step', content: 'Ask for a `free` port' },
  ];
  const decisions = [{ chosen: 'Use the old way' }, { chosen: 'Use **WAL** mode' }];
  await tell(host, { task: 'Alpha', outcome: 'failure', events, decisions });
  await tell(host, { task: 'Beta', outcome: 'partial', events, decisions });
  await tell(host, { task: 'Gamma', outcome: 'success', events, decisions });
  await tell(host, { task: 'Delta', outcome: 'success', lessons: ['Measure first'] });
  await tell(host, { task: 'Epsilon' });
  await open(page, host, 'sessions');
  const row = (task: string) => sessionRows(page).filter({ hasText: task });
  await expect(row('Alpha')).toContainText('Error: The port is taken');
  await expect(row('Beta')).toContainText('Next: Ask for a free port');
  await expect(row('Gamma')).toContainText('Decided: Use WAL mode');
  await expect(row('Delta')).toContainText('Lesson: Measure first');
  await expect(row('Epsilon')).toContainText('nothing in it');
});

test('a search shows the line that it found in each session, with the words marked', async ({ page, host }) => {
  const events = [{ type: 'note', content: 'First\nThe port was taken by the import\nLast' }];
  await tell(host, { task: 'Mend the login', outcome: 'failure', events });
  await tell(host, { task: 'Mend the imports', decisions: [{ chosen: 'Anything' }] });
  await open(page, host, 'sessions?q=port');
  const row = (task: string) => sessionRows(page).filter({ hasText: task });
  await expect(row('Mend the login')).toContainText('The port was taken by the import');
  await expect(row('Mend the login').locator('mark')).toHaveText(['port', 'port']);
  await expect(row('Mend the imports').locator('mark')).toHaveText(['port']);
  await expect(row('Mend the imports')).toContainText('Decided: Anything');
  await page.getByRole('searchbox').fill('taken');
  await expect(sessionRows(page)).toHaveCount(1);
  await expect(row('Mend the login').locator('mark')).toHaveText(['taken']);
  await page.keyboard.press('Enter');
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText('Mend the login');
});

test('a search has the sessions first that answer it best, with attempts alone or recorded, and says so', async ({
  page,
  host,
}) => {
  await tell(host, { task: 'Solve the merge conflict', occurredAt: '2026-01-01T00:00:00Z' });
  await tell(host, { task: 'Ship it', events: [{ type: 'error', content: 'merge failed: conflict' }] });
  await tell(host, { task: 'Merge the docs', events: [{ type: 'error', content: 'a conflict of names' }] });
  const attempt = { task: 'A conflict, and no merge', outcome: 'failure' as const, projectId: 'shop' };
  await host.client.call('attempt.record', { ...attempt, sessionId: 'tried', startedAt: '2026-01-02T00:00:00Z' });
  await open(page, host, 'sessions');
  await expect(sessionRows(page).first()).not.toContainText('Solve');
  await expect(page.getByText('Best match first')).toBeHidden();
  await page.getByRole('searchbox').fill('merge conflict');
  await expect(page.getByText('Best match first')).toBeVisible();
  await expect(sessionRows(page)).toHaveText([/Solve the merge/, /A conflict, and/, /Ship it/, /Merge the docs/]);
});

test('the bin has what was deleted last first and says when each was, as that of lessons does', async ({
  page,
  host,
}) => {
  const { call } = host.client;
  const old = await tell(host, { task: 'Of last year', occurredAt: '2025-01-01T00:00:00Z' });
  const late = await tell(host, { task: 'Of this year', occurredAt: '2026-03-01T00:00:00Z' });
  const tried = { task: 'Without a log', outcome: 'failure' as const, startedAt: '2026-02-01T00:00:00Z' };
  const { attempt } = await call('attempt.record', { ...tried, projectId: 'shop', sessionId: 'tried' });
  const lesson = { projectId: 'shop', taskDescription: 'A lesson', outcome: 'success' as const };
  const { reflection } = await call('reflection.store', { ...lesson, observedAt: '2025-06-01T00:00:00Z' });
  await call('episode.delete', { id: late.id });
  await call('attempt.delete', { id: attempt.id });
  const { deletedAt } = (await call('episode.delete', { id: old.id })).episode;
  await call('reflection.delete', { id: reflection.id });
  await open(page, host, 'sessions?bin=1');
  await expect(sessionRows(page)).toHaveText([/Of last year/, /Without a log/, /Of this year/]);
  await expect(sessionRows(page).first().locator('time')).toHaveAttribute('datetime', deletedAt ?? '');
  for (const row of await sessionRows(page).all()) await expect(row.locator('time')).toHaveText('now');
  await expect(page.getByText('Last deleted first')).toBeVisible();
  const sign = page.getByRole('search').getByRole('button', { name: 'Bin', exact: true });
  const drawn = await sign.innerHTML();
  await open(page, host, 'lessons?bin=1');
  await expect(page.getByRole('option').locator('time')).toHaveText('now');
  await expect(page.getByText('Last deleted first')).toBeVisible();
  expect(await sign.innerHTML()).toBe(drawn);
  // A search among them says the same of each.
  await page.getByRole('searchbox').fill('lesson');
  await expect(page).toHaveURL(/q=lesson/);
  await expect(page.getByRole('option').locator('time')).toHaveText('now');
});

test('the rail leads out of a bin that was left, and going back leads to it', async ({ page, host }) => {
  const gone = await tell(host, { task: 'Thrown away' });
  await tell(host, { task: 'Still here' });
  await host.client.call('episode.delete', { id: gone.id });
  await open(page, host, 'sessions?bin=1&q=away');
  await expect(sessionRows(page)).toHaveText([/Thrown away/]);
  await page.getByRole('link', { name: /^Lessons/ }).click();
  await expect(page).toHaveURL(/lessons/);
  await page.goBack();
  await expect(sessionRows(page)).toHaveText([/Thrown away/]);
  await page.getByRole('link', { name: /^Lessons/ }).click();
  await expect(page).toHaveURL(/lessons/);
  await page.getByRole('link', { name: /^Sessions/ }).click();
  // The search stays, as it does outside the bin.
  await expect(page).toHaveURL(/#\/sessions\?q=away$/);
});

test('what has no room before the end of the name of a project is left out whole, in every row alike', async ({
  page,
  host,
}) => {
  const names = ['sample-infrastructure-repo', 'sample-data-pipeline-repo', 'sample-storefront-web-repo'];
  for (const projectId of names) await tell(host, { task: `Work on ${projectId}`, projectId });
  /** The share of the beginning of each name that is in sight. */
  const shares = () =>
    Promise.all(
      names.map((name) =>
        sessionRows(page)
          .getByTitle(name, { exact: true })
          .evaluate((whole) => {
            const beginning = whole.querySelector('[data-part="sample-"]');
            const [inner, outer] = [beginning?.getBoundingClientRect(), whole.getBoundingClientRect()];
            if (!beginning || !inner || inner.top >= outer.bottom) return 0;
            return inner.width / beginning.scrollWidth;
          }),
      ),
    );
  await page.setViewportSize({ width: 1024, height: 700 });
  await open(page, host, 'sessions');
  await expect(sessionRows(page)).toHaveCount(3);
  await expect.poll(shares).toEqual([0, 0, 0]);
  await page.setViewportSize({ width: 800, height: 700 });
  await expect.poll(shares).toEqual([1, 1, 1]);
  await expect(sessionRows(page).getByTitle('sample-data-pipeline-repo', { exact: true })).toHaveText(
    'sample-data-pipeline-repo',
  );
});

test('a success says the check or the milestone that it ended with; a hash alone comes last', async ({
  page,
  host,
}) => {
  const milestone = { type: 'milestone', content: 'Merged the **port**' };
  const commit = { type: 'commit', content: 'Commit: 684455f0aa11bb22', commitSha: '684455f0aa11bb22' };
  const note = { type: 'note', content: 'Scope' };
  await tell(host, {
    task: 'Use `Alpha` **now**',
    outcome: 'success',
    events: [milestone, note, commit],
    decisions: [{ chosen: 'x' }],
  });
  await tell(host, { task: 'Beta', outcome: 'success', events: [commit] });
  await open(page, host, 'sessions');
  const row = (task: string) => sessionRows(page).filter({ hasText: task });
  await expect(row('Use Alpha now')).toContainText('Last: Merged the port');
  await expect(row('Beta')).toContainText('Commit 684455f0aa');
  await expect(page.getByRole('status').filter({ hasText: '2 sessions' })).toHaveText('2 sessions');
  await row('Use Alpha now').click();
  await expect(record(page).getByRole('heading', { level: 2 })).toHaveText('Use Alpha now');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('use alpha');
  await expect(page.getByRole('dialog').getByRole('option', { name: /Use Alpha now/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await row('Beta').click();
  const item = record(page).getByRole('listitem').filter({ hasText: '684455f0aa11bb22' });
  await expect(item).toHaveCount(1);
  expect((await item.textContent())?.match(/684455f/g)).toHaveLength(1);
});

test('every row of a search says where its words are', async ({ page, host }) => {
  const task = `Mend what was left open of the import of yesterday before the rate limit is met`;
  await tell(host, { task, events: [{ type: 'milestone', content: 'Merged' }] });
  const attempt = { outcome: 'failure' as const, projectId: 'shop', startedAt: '2026-01-02T00:00:00Z' };
  await host.client.call('attempt.record', {
    ...attempt,
    sessionId: 'tried',
    task: 'Load 300 records',
    strategy: 'Wait at the rate limit',
  });
  const context = [{ kind: 'workspace', text: 'The rate has a limit' }];
  await host.client.call('turn.save', { projectId: 'shop', sessionId: 'thinker', context });
  await open(page, host, 'sessions?q=rate%20limit');
  const row = (text: string) => sessionRows(page).filter({ hasText: text });
  await expect(sessionRows(page)).toHaveCount(3);
  await expect(row('Mend what was left')).toContainText('… before the rate limit is met');
  await expect(row('Load 300 records')).toContainText('Wait at the rate limit');
  await expect(row('Load 300 records').locator('mark')).toHaveText(['rate', 'limit']);
  await expect(row('thinker')).toContainText('The words are in its turns');
});
