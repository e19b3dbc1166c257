import { expect, test } from '@playwright/test';
import { verifies } from '@twicewise/testkit/verifies';
import { asMarkup, NOTHING, watch } from '../ui/hostile-page.ts';
import { FOR_POLICY } from '../ui/payloads.ts';
import { startDesktop } from './app.ts';
import { findElectron, NO_ELECTRON } from './electron.ts';

test('should text ever become markup in the window of the app, its policy lets nothing happen (T43)', async () => {
  verifies('T43', 'P10');
  test.skip(!findElectron(), NO_ELECTRON);
  test.setTimeout(120_000);
  const { app, page, stop } = await startDesktop();
  try {
    const deeds = await watch(page, app.context(), new URL(page.url()).origin);
    await expect(page.getByText('Live', { exact: true })).toBeAttached();
    expect(await asMarkup(page, FOR_POLICY)).toBe(FOR_POLICY.length);
    expect(deeds).toEqual(NOTHING);
  } finally {
    await stop();
  }
});
