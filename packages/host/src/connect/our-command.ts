import { fileURLToPath, pathToFileURL } from 'node:url';
import { programsOnPath } from '@twicewise/client/host-side';
import { nodeBeside } from '@twicewise/client/own-node';
import { byLastingName } from '../app-copies.ts';
import { shellLine } from './shell-line.ts';

/** The command by which an agent starts us: an executable and its arguments. */
export interface OurCommand {
  readonly command: string;
  /** Arguments that come before those of the command. */
  readonly args: readonly string[];
  /** Options of every command: first the data folder, then perhaps the project. */
  readonly options: readonly string[];
}

/**
 * Path of the command's entry, in the checkout or in a bundle with the same relative paths. The desktop app, whose code lies
 * elsewhere, names the entry itself. In a copy that the app made, the path goes through the link that outlives the copy.
 */
export const OWN_ENTRY = byLastingName(fileURLToPath(new URL('../../bin/twicewise.mjs', import.meta.url)));
const ENTRY_NAME = /[\\/]twicewise\.mjs$/;

/** If no Node is found: whatever program has that name where the agent runs. */
const ANY_NODE = 'node';

/**
 * The Node that starts us: the current one or, in the desktop app, whose program is not Node, the one that the app brings. If
 * there is none, or its path contains white space (which a client may reject when arguments follow), the Node that the person
 * uses; hook and bridge run under any version from 18 on.
 */
export function nodeFor(
  environment: NodeJS.ProcessEnv,
  entry: string,
  isElectron = process.versions.electron !== undefined,
): string {
  const own = isElectron ? nodeBeside(entry) : byLastingName(process.execPath);
  const places = [...(own === null ? [] : [own]), ...programsOnPath('node', environment)];
  return places.find((place) => !/\s|\.cmd$/.test(place)) ?? own ?? ANY_NODE;
}

/** What a person should know if no Node was found for a program; usually empty. */
export function lackOfNode({ command }: OurCommand): string[] {
  return command === ANY_NODE
    ? [
        'No Node was found here, and agents need one to start what was entered: install Node 24 (nodejs.org) and connect again.',
      ]
    : [];
}

/** The command of this installation for a data folder. Its paths are absolute, so that it works in every working folder. */
export function findOurCommand(data: string, project: string | null, entry = OWN_ENTRY): OurCommand {
  const options = ['--data', data, ...(project === null ? [] : ['--project', project])];
  return { command: nodeFor(process.env, entry), args: [entry], options };
}

/** Kind of agent that is assumed when an entry names none; see `hook-entry.mjs`. */
const UNNAMED_AGENT = 'claude-code';

/** Arguments that start the hook for an event, after the executable. */
export function hookArguments({ args, options }: OurCommand, event: string, agent: string): string[] {
  // Our command reads a word that begins with a capital letter as an event, and any other as typed by a person.
  const word = event.charAt(0).toUpperCase() + event.slice(1);
  return [...args, 'hook', word, ...(agent === UNNAMED_AGENT ? [] : ['--agent', agent]), ...options];
}

/** Arguments that start the MCP server. */
export function serverArguments({ args, options }: OurCommand): string[] {
  return [...args, 'mcp', ...options];
}

/**
 * The same for a program that replaces variables wherever it sees a dollar sign, quoted or not. The data folder is then written
 * as a URL without dollar signs; the path of the command cannot be.
 */
export function serverArgumentsWithoutVariables(ourCommand: OurCommand): string[] {
  const [option = '', data = '', ...others] = ourCommand.options;
  if (!data.includes('$')) return serverArguments(ourCommand);
  const url = pathToFileURL(data).href.replaceAll('$', '%24');
  return serverArguments({ ...ourCommand, options: [option, url, ...others] });
}

/**
 * The shell line that starts the hook for an event. It is one line, not a list of arguments: several programs read each other's
 * settings, and Copilot CLI and older versions of Claude Code start the command without its arguments if they are a list.
 */
export function hookLine(
  ourCommand: OurCommand,
  event: string,
  agent = UNNAMED_AGENT,
  platform = process.platform,
): string {
  const rest = hookArguments(ourCommand, event, agent);
  // PowerShell reads a quoted first word as a text, and cmd reads a slash in an unquoted one as the start of an option.
  if (platform === 'win32') return shellLine(['node', ...rest], platform);
  // Without `exec` some shells (dash) keep running between us and the agent. The agent's process must be our parent, because it
  // identifies the session of the MCP server.
  return `exec ${shellLine([ourCommand.command, ...rest], platform)}`;
}

/** Matches our shell line, or a list of its words: our entry, however quoted, and the word `hook`. */
const OUR_HOOK = /[\\/]twicewise\.mjs[\\'",\s]{1,6}hook\b/;

/** Whether a text contains a command that starts our hook. */
export function holdsHook(text: string): boolean {
  return OUR_HOOK.test(text);
}

/** Fields of a handler that hold a command. */
const STARTING = ['command', 'args', 'bash', 'powershell'];

/** Replaces a handler of ours, but keeps the fields that a person added to it, such as variables. */
export function handlerInPlace(present: unknown, handler: Readonly<Record<string, unknown>>): object {
  const theirs = Object.entries(present as object).filter(([key]) => !STARTING.includes(key));
  return { ...Object.fromEntries(theirs), ...handler };
}

/**
 * Whether a handler is our hook, of this installation or another, in today's form or in the earlier one with a list of arguments.
 */
export function isOurHook(handler: unknown): boolean {
  const { args, command, bash } = (handler ?? {}) as { args?: unknown; command?: unknown; bash?: unknown };
  if (Array.isArray(args)) return args.includes('hook') && args.some((one) => ENTRY_NAME.test(String(one)));
  return [command, bash].some((line) => typeof line === 'string' && holdsHook(line));
}
