import { expect, test } from '../fixtures.ts';
import { type DesktopApp, NO_DESKTOP } from './app.ts';
import { findElectron, NO_ELECTRON } from './electron.ts';

test.skip(!findElectron(), NO_ELECTRON);

/**
 * Makes the page end a moment after each load. `answers` are the person's answers: 0 tries again, 1 quits. After the last one,
 * the page works again.
 */
function endAtEachStart({ app }: DesktopApp, answers: number[]) {
  return app.evaluate(({ BrowserWindow, dialog }, answers) => {
    const seen = { loads: 0, asked: [] as { message: string; detail?: string; buttons?: string[] }[] };
    (globalThis as { seen?: typeof seen }).seen = seen;
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (!contents) throw new Error('no window');
    const end = () => contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    contents.reload = () => {
      seen.loads++;
      if (seen.asked.length < answers.length) setTimeout(end, 5);
    };
    dialog.showMessageBox = (async (options: (typeof seen.asked)[number]) => {
      seen.asked.push(options);
      return { response: answers[seen.asked.length - 1] ?? 1, checkboxChecked: false };
    }) as unknown as typeof dialog.showMessageBox;
    setTimeout(end, 5);
  }, answers);
}

interface Seen {
  loads: number;
  asked: { message: string; detail?: string; buttons?: string[] }[];
}
const seenBy = ({ app }: DesktopApp) => app.evaluate(() => (globalThis as { seen?: unknown }).seen) as Promise<Seen>;

test('a page that ends at each start is loaded three times, then the person is told what to do', async ({
  desktop,
}) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  await endAtEachStart(desktop, [0, 0]);
  await expect.poll(async () => (await seenBy(desktop)).asked.length).toBe(2);
  // One more load for the second answer; this one stays.
  await expect.poll(async () => (await seenBy(desktop)).loads).toBe(8);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { loads, asked } = await seenBy(desktop);
  expect([loads, asked.length]).toEqual([8, 2]);
  expect(asked[0]?.message).toContain('its page ended several times');
  expect(asked[0]?.detail).toContain('What is stored is safe');
  expect(asked[0]?.detail).toContain('serve --open');
  expect(asked[0]?.buttons).toEqual(['Try again', 'Quit']);
  // The host continued in the meantime.
  expect(await desktop.host.client.call('host.status', {})).toMatchObject({ store: { state: 'ready' } });
});

test('the person who is told so may quit', async ({ desktop }) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  await endAtEachStart(desktop, [1]);
  await expect.poll(() => desktop.host.child.exitCode, { timeout: 45_000 }).toBe(0);
});
