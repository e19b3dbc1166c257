import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OwnFolder, ownFolder } from './check/own-folder.ts';
import { ELECTRON_VERSION, stageApp } from './package-stage.ts';

// `npm run package`: builds the installers for this platform in .artefacts/package/out. Arguments go to electron-builder, such as
// `--linux dir`.

const root = join(import.meta.dirname, '..');

/** Folder for the packages. */
export const OUTPUT = join(root, '.artefacts/package/out');

/** The packager, in a folder of its own: its 93 MB are too large for everybody's install. */
export function packagingTools(): OwnFolder {
  return ownFolder('package', {
    'electron-builder': '26.17.0',
    '@electron/asar': '3.4.1',
    '@electron/fuses': '2.1.3',
  });
}

/** Assembles and packages the app; returns the packager's exit code. */
export async function packageApp(args: readonly string[], electronDist?: string): Promise<number> {
  const builder = packagingTools().require.resolve('electron-builder/cli.js');
  await stageApp(process.platform, process.arch);
  const config = [
    '--projectDir',
    root,
    '--config',
    'electron-builder.yml',
    '-c.directories.app=.artefacts/package/app',
    '-c.directories.output=.artefacts/package/out',
    `-c.electronVersion=${ELECTRON_VERSION}`,
    ...(electronDist === undefined ? [] : [`-c.electronDist=${electronDist}`]),
    '--publish',
    'never',
  ];
  return spawnSync(process.execPath, [builder, ...args, ...config], { cwd: root, stdio: ['ignore', 2, 2] }).status ?? 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await packageApp(process.argv.slice(2));
