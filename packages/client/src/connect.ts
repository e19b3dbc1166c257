import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { createClient, type Failure, type MemoryClient, PRODUCT, toFailure } from '@twicewise/contract';
import { callerOfCall, checkedProject, invalidOption, type ProgramOptions, programCaller } from './caller.ts';
import type { Asker } from './control.ts';
import { dataFolder, findHost } from './data-folder.js';
import { findProgram } from './find-program.ts';
import { HostConnection } from './host-connection.ts';
import { writeMessage } from './message.ts';
import { type Program, startHost } from './start-host.js';

/** Choices of {@link connect}. */
export interface ConnectOptions extends ProgramOptions {
  /** The data folder, as a path or `file:` URL; default: the one of `TWICEWISE_DATA`, else that of the person. */
  data?: string;
  /** False to use only a host that is running already. Default: one is started in the background. */
  start?: boolean;
  /** Path of the `twicewise` command that starts a host; default: the installed package, else the one on PATH. */
  command?: string;
  /** Longest wait for an answer, in milliseconds; default 60,000. A call that waits longer fails with `unavailable`. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 60_000;
/** Longest time that a timer takes, in milliseconds. */
const MAX_TIMEOUT_MS = 2_147_483_647;

function checkedTimeout(timeoutMs: number): number {
  if (timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS) return timeoutMs;
  throw invalidOption(`timeoutMs: must be more than 0 and at most ${MAX_TIMEOUT_MS} milliseconds`);
}

function checkedFolder(data: string | undefined): string {
  try {
    return dataFolder(data, process.env);
  } catch (error) {
    throw invalidOption(`data: ${error instanceof Error ? error.message : 'names no folder'}`);
  }
}

function callerOf(options: ConnectOptions): Asker {
  const project = checkedProject(options);
  return {
    ...programCaller(options, `@twicewise/client ${PRODUCT.version}`),
    project: project === undefined ? null : 'folder' in project ? { path: resolve(project.folder) } : project,
  };
}

/** What calls are told when no host runs and none can be started. */
function absent(data: string, program: Program | null, mayStart: boolean, reason: string | null): Failure {
  const none = `No host of ${data} is running`;
  const told = (message: string, hint: string): Failure => ({ code: 'unavailable', message, hint });
  if (!mayStart)
    return told(
      `${none}, and none was to be started.`,
      `Open the ${PRODUCT.name} app, run: ${PRODUCT.command} serve, or connect without start: false.`,
    );
  if (program === null)
    return told(
      `${none}, and no ${PRODUCT.name} is installed here to start one.`,
      `Install it beside your program (npm install ${PRODUCT.command}) or for everything (npm install --global ${PRODUCT.command}), or open its app.`,
    );
  const command = program.entry ?? program.node;
  const why = reason === null ? '' : ` ${reason}`;
  return told(
    `${none}, and ${command} could not start one.${why}`,
    `Run this in a terminal: ${PRODUCT.command} doctor --data ${JSON.stringify(data)}`,
  );
}

/**
 * Connects to the memory: to the host of a data folder that runs, else to one that it starts in the background. The client
 * reconnects by itself when the host dies or is replaced, and sends again what was not answered; nothing is lost, and nothing is
 * done twice. Throws `AppError`: `invalid_input` for wrong options, `unavailable` when there is no host, or it does not answer.
 */
export async function connect(options: ConnectOptions): Promise<MemoryClient> {
  const { start = true, timeoutMs = TIMEOUT_MS } = options;
  const patience = checkedTimeout(timeoutMs);
  const caller = callerOf(options);
  const data = checkedFolder(options.data);
  const program = start ? findProgram(options.command, process.cwd(), process.env) : null;
  const connection = new HostConnection({
    find: () => findHost(data),
    start: program === null ? null : (failed) => startHost(program, data, [], failed),
    absent: (reason) => absent(data, program, start, reason),
  });
  const run = randomUUID();
  let calls = 0;
  // Queued in the turn of the call, so that calls keep their order and `close` waits for each made before it.
  const client = createClient((name, input, { key = `${run}:${++calls}`, forAgent } = {}) => {
    try {
      const asked = { name, input: input ?? {}, key, caller: callerOfCall(caller, forAgent) };
      return connection.ask(writeMessage({ command: 'call', ...asked }), patience);
    } catch (error) {
      return Promise.resolve({ ok: false, error: toFailure(error) });
    }
  });
  try {
    // The first answer shows that the host is one of ours and lets this program in.
    await client.call('host.status', {});
  } catch (error) {
    await connection.close();
    throw error;
  }
  return { ...client, close: () => connection.close() };
}
