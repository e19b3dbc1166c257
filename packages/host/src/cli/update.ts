import { existsSync } from 'node:fs';
import { dataFolder } from '@twicewise/client/data-folder';
import { PRODUCT } from '@twicewise/contract';
import { shellLine } from '../connect/shell-line.ts';
import { type Installation, installationOf } from '../installation.ts';
import { agrees } from './ask.ts';
import { refuseOpenHost, runNpm, withoutHost } from './npm.ts';
import { type Command, readArguments, UsageError } from './usage.ts';

const HELP = `Usage: ${PRODUCT.command} update [VERSION|FILE] [--yes] [--data DIR]

Brings this installation up to date with npm: to the newest version, to VERSION, or to a package in FILE. The memory stays as
it is; a newer version copies it before it changes its form. Programs that are connected stay connected.

  --yes  do not ask
`;

/** How to update where npm did not install the command globally. */
const INSTEAD: Readonly<Record<Exclude<Installation['kind'], 'global'>, string>> = {
  checkout: 'This is a checkout of the source: run "git pull" and then "npm start" in it.',
  npx: `npx fetches it anew: run "npx ${PRODUCT.command}@latest".`,
  project: `It is a dependency of a project: run "npm install ${PRODUCT.command}@latest" there.`,
  app: 'It came with the desktop app: install the newer app.',
};

/** A path rather than a version. */
const isFile = (named: string) => /[\\/]|\.tgz$/.test(named);

/** The package that npm is to install. */
function packageOf(named: string | undefined): string {
  if (named === undefined) return `${PRODUCT.command}@latest`;
  return isFile(named) ? named : `${PRODUCT.command}@${named}`;
}

/** `twicewise update` */
export const runUpdate: Command = async (args) => {
  const options = { yes: { type: 'boolean', default: false }, data: { type: 'string' } } as const;
  const parsed = readArguments(args, options, HELP);
  if (!parsed) return 0;
  const { values, positionals } = parsed;
  if (positionals.length > 1) throw new UsageError(`Name one version or file.\n\n${HELP}`);
  const installation = installationOf();
  if (installation.kind !== 'global') {
    process.stdout.write(`${INSTEAD[installation.kind]}\n`);
    return 1;
  }
  const command = ['install', '--global', '--prefix', installation.prefix, packageOf(positionals[0])];
  const file = positionals[0];
  if (file !== undefined && isFile(file) && !existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  process.stdout.write(`This runs: npm ${shellLine(command, process.platform)}\n`);
  if (!values.yes && !(await agrees('Go on?', 'say --yes to update.'))) {
    process.stdout.write('Nothing was changed.\n');
    return 1;
  }
  const data = dataFolder(values.data, process.env);
  await refuseOpenHost(data);
  // A running host would keep the old code until the last agent has disconnected.
  const code = await withoutHost(data, () => runNpm(command));
  process.stdout.write(code === 0 ? 'Up to date. Agents that run already must be started anew.\n' : 'npm failed.\n');
  return code === 0 ? 0 : 1;
};
