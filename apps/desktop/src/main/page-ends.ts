import { PRODUCT } from '@twicewise/contract';
import { app, type BrowserWindow, dialog } from 'electron';
import { PageLoads } from './page-loads.ts';

const ASKED = {
  type: 'error' as const,
  message: 'The window could not be shown: its page ended several times in a row.',
  detail:
    'What is stored is safe, and agents are still served. ' +
    'Restarting the computer or updating its graphics driver often helps. ' +
    `Until then ${PRODUCT.name} can be used in a browser: quit here and run “${PRODUCT.command} serve --open” in a terminal. ` +
    'The log file in the data folder says when and why the page ended.',
  buttons: ['Try again', 'Quit'],
  defaultId: 0,
  cancelId: 1,
};

/** Reloads the page of a window when its process ended. Asks the person if reloading does not help. */
export function reloadWhenGone(window: BrowserWindow, log: (line: string) => void): void {
  const loads = new PageLoads(Date.now());
  const reload = () => {
    if (!window.isDestroyed()) window.webContents.reload();
  };
  const ask = async () => {
    // Not attached to the window, which has nothing to show.
    const { response } = await dialog.showMessageBox(ASKED);
    if (response !== 0) return app.quit();
    loads.beginAnew(Date.now());
    reload();
  };
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    log(`the window's process ended: ${reason}`);
    if (loads.mayLoad(Date.now())) reload();
    else ask().catch((error) => log(`the person could not be asked: ${error}`));
  });
}
