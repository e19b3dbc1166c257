import type { Page } from '@playwright/test';
import type { HostProcess } from '@twicewise/testkit';
import { expect, open, statusLine, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { chooseProject } from './parts.ts';

const switcher = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Project/ });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Checks of shop' });
const field = (page: Page) => dialog(page).getByRole('textbox', { name: 'Commands, one on each line' });

async function begin(page: Page): Promise<void> {
  await switcher(page).click();
  await page.getByRole('menuitem', { name: 'Checks…' }).click();
  await expect(field(page)).toBeFocused();
}

/** A window on a project, with the form of its checks open. */
async function beginOnShop(page: Page, host: HostProcess): Promise<void> {
  await store(host, { projectId: 'shop', taskDescription: 'Parse CSV' });
  await open(page, host);
  await chooseProject(page, 'shop');
  await begin(page);
}

test('the checks of a project are named, one on each line, refused where they are several, and one undo takes them back', async ({
  page,
  host,
}) => {
  const checks = async () => (await host.client.call('project.get', { id: 'shop' })).project.checks;
  await beginOnShop(page, host);
  expect(await violations(page)).toEqual([]);
  await field(page).fill('just gate && make lint');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toContainText('is not one command');
  expect(await checks()).toEqual([]);
  await field(page).fill('just gate\n\n  ./scripts/gate.sh  ');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(statusLine(page)).toContainText('Checks of shop changed');
  expect(await checks()).toEqual(['just gate', './scripts/gate.sh']);
  await begin(page);
  await expect(field(page)).toHaveValue('just gate\n./scripts/gate.sh');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect.poll(checks).toEqual([]);
});

test('the form follows the project until something is typed in it, and changes nothing before', async ({
  page,
  host,
}) => {
  await beginOnShop(page, host);
  const { project } = await host.client.call('project.get', { id: 'shop' });
  await host.client.call('project.setChecks', { id: project.id, checks: ['just gate'] });
  await expect(field(page)).toHaveValue('just gate');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(statusLine(page)).not.toContainText('Checks of shop changed');
  await begin(page);
  await field(page).fill('make lint');
  await host.client.call('project.setChecks', { id: project.id, checks: ['just test'] });
  await store(host, { projectId: 'shop', taskDescription: 'Shown when the change was read' });
  await expect(page.getByRole('option', { name: /Shown when/, includeHidden: true })).toBeAttached();
  await expect(field(page)).toHaveValue('make lint');
});
