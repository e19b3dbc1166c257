import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@twicewise/testkit';
import { expect, test } from '../fixtures.ts';
import { startDesktop } from './app.ts';
import { findElectron, NO_ELECTRON } from './electron.ts';

test.skip(!findElectron(), NO_ELECTRON);

test('a memory that stopped and cannot be opened again is told of, and the app quits', async () => {
  const folder = tempFolder('failed-host');
  const { app, host, stop } = await startDesktop({ data: folder.path });
  const told = join(folder.path, 'told.txt');
  // In a file, because the app is gone by the time the test looks.
  await app.evaluate(({ dialog }, told) => {
    const { appendFileSync } = process.getBuiltinModule('node:fs');
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    dialog.showMessageBox = (async ({ message }: { message: string }) => {
      appendFileSync(told, `asked: ${message}\n`);
      return { response: 0, checkboxChecked: false };
    }) as unknown as typeof dialog.showMessageBox;
    dialog.showErrorBox = (message) => appendFileSync(told, `told: ${message}\n`);
    // The next message breaks the thread of the memory, and the first one that of each memory after it.
    Worker.prototype.postMessage = function (this: InstanceType<typeof Worker>) {
      setImmediate(() => this.emit('error', new Error('broken on purpose')));
    };
  }, told);
  await host.client.call('host.status', {}).catch(() => {});
  const lines = () => (existsSync(told) ? readFileSync(told, 'utf8').split('\n').filter(Boolean) : []);
  await expect.poll(lines).toEqual(['asked: The memory stopped working.', expect.stringMatching(/^told: ./)]);
  await expect.poll(() => host.child.exitCode, { timeout: 20_000 }).toBe(0);
  await stop();
  folder.remove();
});
