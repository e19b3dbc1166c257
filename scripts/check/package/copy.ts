import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { nodeBeside } from '@twicewise/client/own-node';
import { tempFolder } from '@twicewise/testkit';
import { lastingEntry } from '../../../apps/desktop/src/main/lasting-copy.ts';
import { bridgeAnswers } from './command.ts';

/** Problems when the packaged app acts as a mounted AppImage, which is no longer there when an agent starts the bridge. */
export async function copyAnswers(beside: string): Promise<string[]> {
  const folder = tempFolder('lasting copy');
  const problems: string[] = [];
  const mount = join(beside, '../..');
  const entry = await lastingEntry(join(beside, 'host/bin/twicewise.mjs'), {
    folder: join(folder.path, 'app'),
    version: '1.0.0',
    environment: { APPIMAGE: '/opt/Twicewise.AppImage', APPDIR: mount },
    log: (message, error) => problems.push(`${message}: ${error}`),
  });
  const node = nodeBeside(entry);
  renameSync(mount, `${mount}.gone`);
  try {
    if (!node?.startsWith(folder.path)) return [...problems, `its Node would be ${node}`];
    return [...problems, ...(await bridgeAnswers(node, join(entry, '../../..')))];
  } finally {
    renameSync(`${mount}.gone`, mount);
    folder.remove();
  }
}
