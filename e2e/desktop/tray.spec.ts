import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { findHost } from '@twicewise/host';
import { startAgent, tempFolder } from '@twicewise/testkit';
import { expect, inspector, open, store, test } from '../fixtures.ts';
import { NO_DESKTOP, startDesktop } from './app.ts';
import { findElectron, NO_ELECTRON } from './electron.ts';

// The stand-in keeps the items beside the clock, which Electron does not: what is shown there is tested on the stand-in only.
test.skip(!findElectron(), NO_ELECTRON);
test.skip(findElectron()?.kind === 'electron', 'Electron does not tell what stands beside the clock');

interface Item {
  label?: string;
  checked?: boolean;
  click?: () => void;
}
interface Kept {
  all: { toolTip: string; menu: { items: Item[] }; image: { path: string } }[];
}

/** The texts of the item's menu; a checked one has a tick. */
const entries = (app: ElectronApplication) =>
  app.evaluate(({ Tray }) => {
    const [item] = (Tray as unknown as Kept).all;
    return (item?.menu.items ?? []).flatMap(({ label, checked }) => (label ? [`${checked ? '✓ ' : ''}${label}`] : []));
  });

const choose = (app: ElectronApplication, label: string) =>
  app.evaluate(({ Tray }, label) => {
    const [item] = (Tray as unknown as Kept).all;
    const entry = item?.menu.items.find((entry) => entry.label === label);
    if (!entry?.click) throw new Error(`there is no ${label}`);
    entry.click();
  }, label);

test('the item beside the clock tells what agents were shown last, and opens it', async ({ desktop, page, host }) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  const { app } = desktop;
  await open(page, host, 'data');
  await expect.poll(() => entries(app)).toContain('Nothing was shown to agents yet');
  await store(host, {
    taskDescription: 'Keep the pool & its size',
    projectId: 'desk',
    nextStrategy: 'Ask for a larger pool',
  });
  const agent = await startAgent({ data: desktop.data, project: 'desk' });
  await agent.tool('reflection_search', { query: 'size of the pool' });
  const shown = async () => (await entries(app)).find((entry) => entry.includes('Keep the pool'));
  await expect.poll(shown, { timeout: 15_000 }).toContain(': Keep the pool && its size');
  await choose(app, (await shown()) ?? '');
  await expect(inspector(page).getByRole('heading', { name: 'Keep the pool & its size' })).toBeVisible();
  await agent.close();
});

test('it pauses what is shown to agents automatically, and says so', async ({ desktop, page, host }) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  const { app } = desktop;
  await open(page, host, 'data');
  const isOn = async () => (await host.client.call('settings.get', {})).settings['remind.enabled'];
  await expect.poll(() => entries(app)).toContain('Pause automatic lessons');
  await choose(app, 'Pause automatic lessons');
  await expect.poll(isOn).toBe(false);
  await expect.poll(() => entries(app)).toContain('✓ Pause automatic lessons');
  const tip = () => app.evaluate(({ Tray }) => (Tray as unknown as Kept).all[0]?.toolTip);
  expect(await tip()).toContain('paused');
  // It is a write like any other, of the person, and a change elsewhere shows here.
  const [write] = (await host.client.call('operation.list', { limit: 1 })).items;
  expect(write).toMatchObject({ door: 'ipc', author: { kind: 'person' } });
  await host.client.call('operation.undo', { operationId: write?.id ?? '' });
  await expect.poll(() => entries(app)).toContain('Pause automatic lessons');
});

test('asked to, the app goes on without a window, opens one again, and quits from there', async () => {
  // Not the app of the fixtures, which wants its window to the end.
  const folder = tempFolder('tray');
  const { app, page, host, data } = await startDesktop({ data: folder.path });
  const child = app.process();
  await open(page, host, 'data');
  await expect.poll(() => entries(app)).toContain('Keep running when the window is closed');
  await choose(app, 'Keep running when the window is closed');
  await expect.poll(() => entries(app)).toContain('✓ Keep running when the window is closed');
  expect(JSON.parse(readFileSync(join(data, 'run/desktop/tray.json'), 'utf8'))).toEqual({ stays: true });
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0);
  await host.client.call('host.status', {});
  const opening = app.waitForEvent('window');
  await choose(app, 'Open Twicewise');
  const again = await opening;
  await expect(again.getByText('Live', { exact: true })).toBeAttached({ timeout: 20_000 });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  await choose(app, 'Quit Twicewise').catch(() => {});
  await gone;
  expect(findHost(data)).toBeNull();
  folder.remove();
});
