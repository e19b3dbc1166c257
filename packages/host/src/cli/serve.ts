import { dataFolder } from '@twicewise/client/data-folder';
import { PRODUCT } from '@twicewise/contract';
import { WORKER } from './begin-thread.ts';
import { type Command, integer, readArguments, refuseWords, UsageError } from './usage.ts';

/** Default port; fixed, so that bookmarks keep working. */
const USUAL_PORT = 4877;

/** Largest process id on any system. */
const MAX_PID = 0xffff_ffff;

const HELP = `Usage: ${PRODUCT.command} serve [--data DIR] [--port N] [--open] [--background] [--take-over | --take-over-from PID]

Runs the host of a data folder until it is interrupted. Prints one JSON line when it is ready:
  {"ready":true,"url","api","token","socket","pid","data"}
When another host has the folder it prints {"ready":false,…} and ends with exit code 0.

  --data DIR       data folder
  --port N         HTTP port on 127.0.0.1; 0 for any free one (default ${USUAL_PORT}, or any when that is taken)
  --open           open the interface in the browser
  --background     as bridges start it: no HTTP, ends after 10 minutes without client or job
  --idle-end S     with --background: end after S seconds instead
  --take-over      take the folder over from a host that runs already
  --take-over-from PID
                   take it over from that process only, as from an app that quits; any other host keeps it
`;

/** `twicewise serve` */
export const runServe: Command = async (args) => {
  const options = {
    data: { type: 'string' },
    port: { type: 'string' },
    open: { type: 'boolean', default: false },
    background: { type: 'boolean', default: false },
    'take-over': { type: 'boolean', default: false },
    'take-over-from': { type: 'string' },
    'idle-end': { type: 'string' },
  } as const;
  const parsed = readArguments(args, options, HELP);
  if (!parsed) return 0;
  const { values, positionals } = parsed;
  refuseWords(positionals, HELP);
  const data = dataFolder(values.data, process.env);
  const port = integer('port', values.port, 0, 65_535);
  const idleEnd = integer('idle-end', values['idle-end'], 1, 86_400);
  const from = integer('take-over-from', values['take-over-from'], 1, MAX_PID);
  if (from !== undefined && values['take-over']) {
    throw new UsageError(
      `--take-over takes the folder from any host, --take-over-from from one: give only one of them.\n\n${HELP}`,
    );
  }
  // Loaded for this command alone.
  const { runHost } = await import('./run-host.ts');
  return runHost({
    data,
    port: port ?? USUAL_PORT,
    anyPortWhenTaken: port === undefined,
    idleEnd,
    workerUrl: WORKER,
    isBackground: values.background,
    takeOver: from !== undefined ? { pid: from } : values['take-over'] ? 'any' : undefined,
    opensBrowser: values.open,
  });
};
