import { parseArgs } from 'node:util';
import { dataFolder, findHost, folderNamed } from '@twicewise/client/data-folder';
import { startHost } from '@twicewise/client/start-host';
import { PRODUCT } from '@twicewise/contract/product';
import { Bridge } from '@twicewise/mcp/bridge';

/**
 * Runs the bridge between an agent's stdio and the host's socket. Starts a host in the background when there is none.
 * @param {string[]} args
 * @param {import('@twicewise/client/start-host').Program | null} program Null if no host can be started.
 */
export function runBridge(args, program) {
  const options = readArguments(args);
  const data = dataFolder(options.data, process.env);
  const idle = options['idle-end'] === undefined ? [] : ['--idle-end', options['idle-end']];
  const bridge = new Bridge({
    find: () => findHost(data),
    startHost: (failed) => {
      if (program) startHost(program, data, idle, failed);
      else failed(`${PRODUCT.name} is not running, and starting it here needs Node 24. Open the app.`);
    },
    doctor: [program?.node ?? 'node', program?.entry ?? PRODUCT.command, 'doctor', '--data', data]
      .map(quoted)
      .join(' '),
    cwd: process.cwd(),
    project: options.project ?? null,
    ...(options.profile === 'full' ? { profile: options.profile } : {}),
    parent: process.ppid,
    input: process.stdin,
    output: process.stdout,
    log: (message) => process.stderr.write(`${message}\n`),
    exit: () => process.exit(0),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(0));
  bridge.start();
}

/** @param {string} word */
const quoted = (word) => (/\s/.test(word) ? JSON.stringify(word) : word);

/** @param {string[]} args */
function readArguments(args) {
  try {
    const known = /** @type {const} */ ({ type: 'string' });
    const { profile = 'core', ...rest } = parseArgs({
      args,
      options: { data: known, project: known, 'idle-end': known, profile: known },
    }).values;
    if (rest.data !== undefined) folderNamed(rest.data);
    if (profile !== 'core' && profile !== 'full') throw new Error(`--profile is core or full, not ${profile}`);
    return { ...rest, profile };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\nSee ${PRODUCT.command} mcp --help.\n`);
    process.exit(2);
  }
}
