import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Reflection } from '@twicewise/contract';
import { type HostProcess, startAgent } from '@twicewise/testkit';
import { addressOf, expect, inspector, open, rows, store, test } from '../fixtures.ts';
import { chooseProject, current, holdBack, waiting } from './parts.ts';
import { tell } from './session-parts.ts';

test('one project is chosen for the window: Today, Lessons and Brief are about it, Data is about everything', async ({
  page,
  host,
}) => {
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name });
  const chosen = page.getByRole('banner').getByRole('button', { name: /^Project/ });
  await store(host, { taskDescription: 'Accepted of the shop', projectId: 'shop' });
  await store(host, { taskDescription: 'Draft of the shop', projectId: 'shop', state: 'draft' });
  await store(host, { taskDescription: 'Draft of the gateway', projectId: 'gateway', state: 'draft' });
  await open(page, host, 'today');
  await waiting(page, '2 drafts to review');
  await expect(link('Lessons')).toContainText('3');
  await chooseProject(page, 'shop');
  await waiting(page, '1 draft to review');
  await expect(link('Lessons')).toContainText('2');

  await page.keyboard.press('2');
  await expect(rows(page)).toHaveCount(2);
  await expect(chosen).toContainText('shop');
  await page.keyboard.press('5');
  await expect(page.getByText('To an agent in the project shop')).toBeVisible();
  await expect(page.getByRole('main').getByRole('combobox')).toHaveCount(0);
  await link('Data').click();
  await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeVisible();
  // It cannot be chosen here, and is named: the links and their counts are of it.
  await expect(chosen).toBeHidden();
  for (const screen of ['Settings', 'Data']) {
    await link(screen).click();
    await expect(page.getByRole('heading', { name: screen, exact: true })).toBeVisible();
    await expect(page.getByRole('banner').getByTitle(/^This screen is about all projects/)).toHaveText(
      'This screen is about all projects. Other screens show shop.shop',
    );
    await expect(page.getByRole('banner').getByText('All projects', { exact: true })).toHaveCount(0);
    await expect(link('Lessons')).toContainText('2');
  }
  await link('Lessons').click();
  await expect(chosen).toContainText('shop');
  await expect(rows(page)).toHaveCount(2);

  // A project chosen elsewhere is chosen here too; a lesson that is opened from Today stays in it.
  await link('Lessons').click();
  await chooseProject(page, 'gateway');
  await expect(rows(page)).toHaveCount(1);
  await link('Today').click();
  await expect(current(page)).toContainText('Draft of the gateway');
  await current(page).click();
  await page.keyboard.press('Enter');
  await expect(inspector(page).getByRole('heading', { level: 2 })).toHaveText('Draft of the gateway');
  await expect(chosen).toContainText('gateway');
  await expect(rows(page)).toHaveCount(1);
  await chooseProject(page, 'All projects');
  await link('Today').click();
  await waiting(page, '2 drafts to review');
});

test('the rail counts as the lists do: rejected ones not, waiting drafts at Today', async ({ page, host }) => {
  const { projectId, id } = await store(host, { projectId: 'alpha', state: 'draft' });
  for (let times = 0; times < 2; times++) await store(host, { projectId: 'beta', state: 'draft' });
  const nonsense = await store(host, { projectId: 'beta' });
  await host.client.call('reflection.setState', { id: nonsense.id, state: 'rejected' });
  await open(page, host);
  const link = (name: string) => page.getByRole('link', { name });
  await expect(page.getByText('3 lessons', { exact: true })).toBeVisible();
  await expect(link('Lessons')).toHaveText('Lessons3');
  await expect(link('Today')).toHaveText('Today3 drafts');
  await page.goto(addressOf(host, `lessons?project=${projectId}`));
  await expect(link('Lessons')).toHaveText('Lessons1');
  await expect(link('Today')).toHaveText('Today1 draft');
  await host.client.call('reflection.setState', { id, state: 'rejected' });
  await expect(link('Lessons')).toHaveText('Lessons0');
  await expect(link('Today')).toHaveText('Today');
});

/** The node of what happened to the shop. */
async function nodeOf(host: HostProcess): Promise<string> {
  const { items } = await host.client.call('causal.nodes', { text: 'The shop is down' });
  return items[0]?.id ?? '';
}

test('a link to a session stays in the chosen project before the projects are known', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  const of = { projectId: 'shop', sessionId: 'night' };
  const { episode } = await host.client.call('episode.store', { ...of, task: 'Mend the shop' });
  const lesson = await store(host, of);
  const release = await holdBack(page, 'project.list');
  await open(page, host, `lessons?project=${episode.projectId}&lesson=${lesson.id}`);
  await page.getByRole('link', { name: 'its session', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Mend the shop' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`sessions\\?.*project=${episode.projectId}`));
  release();
});

test('a link to a session stays in the chosen project, and leaves it for a session of another', async ({
  page,
  host,
}) => {
  const chosen = page.getByRole('banner').getByRole('button', { name: /^Project/ });
  const told = async (projectId: string) => {
    const { episode } = await host.client.call('episode.store', {
      ...{ projectId, sessionId: `night of ${projectId}`, task: `Mend the ${projectId}` },
      decisions: [{ chosen: `Restart the ${projectId}`, effects: ['e001'] }],
      events: [{ type: 'error', content: `The ${projectId} is down` }],
    });
    const lesson = await store(host, {
      ...{ projectId, sessionId: `night of ${projectId}`, taskDescription: `Lesson of the ${projectId}` },
    });
    return { project: episode.projectId, lesson: lesson.id };
  };
  const [shop, gateway] = [await told('shop'), await told('gateway')];
  const task = page.getByRole('heading', { level: 2, name: 'Mend the shop' });
  const stays = async (view: string, link: string) => {
    await open(page, host, view);
    await page.getByRole('link', { name: link, exact: true }).first().click();
    await expect(task).toBeVisible();
    await expect(chosen).toContainText('shop');
  };
  await stays(`lessons?project=${shop.project}&lesson=${shop.lesson}`, 'its session');
  // Named otherwise, it is the same project.
  await stays(`lessons?project=shop&lesson=${shop.lesson}`, 'its session');
  await stays(`causes?project=${shop.project}&ask=connect`, 'Mend the shop');
  await stays(`causes?project=${shop.project}&ask=why&from=The+shop+is+down&at=${await nodeOf(host)}`, 'Mend the shop');

  await open(page, host, `lessons?project=${gateway.project}&lesson=${shop.lesson}`);
  await page.getByRole('link', { name: 'its session' }).click();
  await expect(task).toBeVisible();
  await expect(chosen).toContainText('All projects');
});

/** Two lessons of projects that have one name and are in other folders, as agents in these store them; one each is a draft. */
async function furnishAlike(host: HostProcess): Promise<void> {
  for (const place of ['devenv', 'wks']) {
    const folder = join(host.ready.data, 'work', place, 'cli');
    mkdirSync(folder, { recursive: true });
    const agent = await startAgent({ data: host.ready.data, cwd: folder });
    const lesson = { taskDescription: `Learned in ${place}`, outcome: 'success', nextStrategy: 'Look first' };
    const answer = await agent.tool('reflection_store', lesson);
    await agent.close();
    const { projectId } = (answer as unknown as { value: { reflection: Reflection } }).value.reflection;
    await store(host, { taskDescription: `Draft of ${place}`, projectId, state: 'draft' });
    await tell(host, { projectId, task: `Session of ${place}`, sessionId: place });
  }
}

test('projects of one name are told apart by their folders wherever they are named', async ({ page, host }) => {
  await furnishAlike(host);
  const named = [/cli · devenv/, /cli · wks/];
  const facets = page.getByRole('complementary', { name: 'Filters' });
  for (const screen of ['lessons', 'sessions']) {
    await open(page, host, screen);
    for (const name of named) await expect(rows(page).filter({ hasText: name }).first()).toBeVisible();
    await page.keyboard.press('f');
    for (const name of named) await expect(facets.getByRole('checkbox', { name })).toBeVisible();
  }
  await open(page, host, 'today?group=project');
  for (const name of named) await expect(page.getByRole('listbox').getByText(name).first()).toBeVisible();
  await open(page, host, 'insights');
  const byProject = page.getByRole('figure', { name: 'By project', exact: true });
  for (const name of named) await expect(byProject.getByRole('button', { name })).toBeVisible({ timeout: 30_000 });
  await open(page, host, 'lessons');
  await rows(page).filter({ hasText: 'Learned in wks' }).click();
  await expect(inspector(page).getByRole('button', { name: 'cli · wks' })).toBeVisible();
});

test('projects of one name are told apart where one is chosen for a change, and in what the change says', async ({
  page,
  host,
}) => {
  await furnishAlike(host);
  await open(page, host, 'lessons');
  await chooseProject(page, 'cli devenv');
  const switcher = page.getByRole('banner').getByRole('button', { name: /^Project/ });
  await expect(switcher).toContainText('cli · devenv');
  await switcher.click();
  await page.getByRole('menuitem', { name: 'Merge into…' }).click();
  const merging = page.getByRole('dialog', { name: 'Merge cli · devenv into another project' });
  await merging.getByRole('combobox', { name: 'Into' }).selectOption('cli · wks');
  await expect(merging).toContainText(/from cli · devenv to cli · wks\./);
  await page.keyboard.press('Escape');
  await rows(page).first().click();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByRole('menuitem', { name: 'cli · wks' }).click();
  await expect(page.getByRole('main')).toContainText('Move to cli · wks');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('export lessons');
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'Some projects' }).check();
  for (const name of ['cli · devenv', 'cli · wks']) await expect(page.getByRole('checkbox', { name })).toBeVisible();
});
