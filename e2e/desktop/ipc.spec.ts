import type { Envelope } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { expect, store, test } from '../fixtures.ts';
import { NO_DESKTOP } from './app.ts';

/**
 * Values that are not valid requests, as the main process would receive them. They are made there, because most cannot be sent.
 */
const BAD = `(() => {
  let seed = 44;
  const random = (below) => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % below;
  const cycle = {}; cycle.self = cycle;
  const deep = '['.repeat(5000) + ']'.repeat(5000);
  const fixed = [[], [undefined], [null], [{}], [[]], [7], [7n], [() => 1], [Symbol('x')], [new Map()], [cycle], [''],
    ['{'], [deep], ['['.repeat(200)], ['x'.repeat(2_200_000)], ['null'], ['7'], ['"x"'], ['{}'], ['[]'], ['[null]'],
    ['[7]'], ['[[]]'], ['["no.such"]'], ['["__proto__",{}]'], ['["constructor",{}]'], ['["toString"]'],
    ['["reflection.delete",{"id":"../x"}]'], ['["reflection.get",{"id":7}]'], ['["reflection.list",{"limit":-1}]'],
    ['["reflection.list",{"__proto__":{"a":1},"x":1}]'], ['["host.status",{},7]'], ['["host.status",{},"' + 'k'.repeat(201) + '"]'],
    ['["openFile","../etc"]'], ['["openFile",{}]'], ['["saveFile","constructor","x"]'], ['["rm","-rf"]'],
    ['["openFile","lessons"]', 1], ['["host.status",{}]', '["host.status",{}]']];
  const parts = ['"reflection.store"', '"openFile"', '{"a":', '[', ']', '}', '7', 'null', ',', '"', '\\\\u0000', '\\ud800', 'NaN', '-'];
  while (fixed.length < 200) fixed.push([Array.from({ length: 1 + random(8) }, () => parts[random(parts.length)]).join('')]);
  return fixed;
})()`;

/** Answers to bad requests that were not a refusal in an envelope, with their channel and sender. */
async function holes(app: import('@playwright/test').ElectronApplication, channels: readonly string[]) {
  return app.evaluate(
    async ({ ipcMain, BrowserWindow }, { channels, bad }) => {
      const inner = ipcMain as unknown as Record<string, Map<string, (...args: unknown[]) => unknown>>;
      const handlers = inner._invokeHandlers ?? inner._h;
      const { webContents: sender } = BrowserWindow.getAllWindows()[0] as Electron.BrowserWindow;
      const page = sender.mainFrame;
      const good = '["host.status",{}]';
      // biome-ignore lint/security/noGlobalEval: the values cannot be sent, and the text is our own
      const requests = eval(bad) as unknown[][];
      // A window that navigated to another page, whose own frame is then the main frame.
      const elsewhere = { url: 'https://twicewise/' };
      const foreign = [null, undefined, {}, { url: page.url }, { ...page, url: page.url, parent: page }, elsewhere];
      const attempts = [
        ...requests.map((args) => ({ frame: page as unknown, args })),
        ...foreign.flatMap((frame) => [good, '["openFile","lessons"]'].map((text) => ({ frame, args: [text] }))),
      ];
      const found: string[] = [];
      let refused = 0;
      for (const channel of channels) {
        for (const [index, { frame, args }] of attempts.entries()) {
          // Subscribing takes no arguments, so any list is accepted from the page itself.
          if (channel === 'twicewise:subscribe' && frame === page) continue;
          try {
            const isElsewhere = frame === elsewhere;
            const event = { sender: isElsewhere ? { mainFrame: elsewhere } : sender, senderFrame: frame };
            const answer = (await handlers?.get(channel)?.(event, ...args)) as {
              ok?: boolean;
              error?: { code: string };
            };
            const isRefusal = answer?.ok === false && ['invalid_input', 'refused'].includes(String(answer.error?.code));
            if (isRefusal) refused++;
            else found.push(`${channel} ${index}: ${JSON.stringify(answer)?.slice(0, 200)}`);
          } catch (error) {
            found.push(`${channel} ${index} threw ${error}`);
          }
        }
      }
      return { found, refused, requests: requests.length, channels: handlers ? [...handlers.keys()] : [] };
    },
    { channels, bad: BAD },
  );
}

test('each channel refuses 200 bad requests and every foreign frame, in an envelope (T44)', async ({
  desktop,
  host,
}) => {
  verifies('T44');
  if (!desktop) throw new Error(NO_DESKTOP);
  const lesson = await store(host);
  const channels = ['twicewise:call', 'twicewise:native', 'twicewise:subscribe'];
  const result = await holes(desktop.app, channels);
  expect(result.channels.sort()).toEqual([...channels].sort());
  expect(result.requests).toBe(200);
  expect(result.found).toEqual([]);
  expect(result.refused).toBe(2 * (200 + 12) + 12);
  const { items } = await host.client.call('reflection.list', {});
  expect(items.map(({ id }) => id)).toEqual([lesson.id]);
});

test('a request may be as large as over HTTP, and no larger', async ({ desktop, page }) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  const answers = await page.evaluate(async () => {
    const { call } = (window as unknown as { twicewise: { call(...request: unknown[]): Promise<Envelope> } }).twicewise;
    // A megabyte of lines, of which JSON needs two bytes for each break.
    const text = `a line\n`.repeat(149_796);
    const saved = await call('turn.save', {
      projectId: 'shop',
      sessionId: 's',
      context: [{ kind: 'workspace', text }],
    });
    return [saved, await call('host.status', { padding: text + text })];
  });
  expect(answers).toMatchObject([{ ok: true }, { ok: false, error: { reason: 'too_large' } }]);
});

test('negative control: a handler without the wrapper is found out', async ({ desktop }) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  await desktop.app.evaluate(({ ipcMain }) => {
    ipcMain.handle('careless', (_event, text: string) => JSON.parse(text));
  });
  expect((await holes(desktop.app, ['careless'])).found.length).toBeGreaterThan(100);
});

test('the page has call, subscribe and native, and nothing of Node or Electron', async ({ desktop, page }) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  const has = await page.evaluate(() => {
    const own = window as unknown as Record<string, Record<string, object>>;
    const names = ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron', 'global'];
    return {
      bridge: Object.keys(own.twicewise ?? {}),
      native: Object.keys(own.twicewise?.native ?? {}),
      leaks: names.filter((name) => name in window),
    };
  });
  expect(has).toEqual({
    bridge: ['call', 'subscribe', 'native'],
    native: ['openFile', 'saveFile', 'revealSaved', 'revealData', 'pathOf', 'offer', 'openWindow'],
    leaks: [],
  });
});

test('a page cannot leave, open a window, frame another page or reach the network', async ({ desktop }) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  // Not the fixture's page: the fixture fails a test in which the content policy refuses something.
  const { page } = desktop;
  await expect(page).toHaveURL(/#\/today/);
  const before = page.url();
  await page.evaluate(() => {
    open('https://example.org/');
    const frame = document.createElement('iframe');
    frame.src = 'https://example.org/';
    document.body.append(frame);
    const link = document.createElement('a');
    link.href = 'https://example.org/';
    link.click();
  });
  const reached = await page.evaluate(() =>
    fetch('https://example.org/').then(
      () => true,
      () => false,
    ),
  );
  expect(reached).toBe(false);
  expect(page.url()).toBe(before);
  expect(await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});
