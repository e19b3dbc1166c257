import { fileURLToPath, pathToFileURL } from 'node:url';
import { byLastingName } from '../app-copies.ts';
import { nodeBeside } from '../own-node.js';
import { programsOnPath } from './on-path.ts';
import { shellLine } from './shell-line.ts';

/** How an agent starts us: an executable and its arguments. */
export interface OurCommand {
  readonly command: string;
  /** Arguments before the command's own. */
  readonly args: readonly string[];
  /** Options of every command: which data folder, first, and perhaps which project. */
  readonly options: readonly string[];
}

/**
 * The command's entry: of the checkout, or of a bundle that keeps its files at the same distances. The desktop app, whose
 * code lies elsewhere, names the entry itself. In a copy that the app made, by the name that outlives the copy.
 */
export const OWN_ENTRY = byLastingName(fileURLToPath(new URL('../../bin/twicewise.mjs', import.meta.url)));
const ENTRY_NAME = /[\\/]twicewise\.mjs$/;

/** Where no Node is found: whatever an agent's program finds under that name. */
const ANY_NODE = 'node';

/**
 * The Node that starts us: this one or, in the desktop app, whose program is no Node, the one that it brings. Where there is
 * none, or its path holds white space, which a client may refuse beside arguments, the one that the person uses; hook and
 * bridge run under any from 18 on.
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

/** What to know of a program for which no Node was found; nothing mostly. */
export function lackOfNode({ command }: OurCommand): string[] {
  return command === ANY_NODE
    ? [
        'No Node was found here, and agents need one to start what was entered: install Node 24 (nodejs.org) and connect again.',
      ]
    : [];
}

/** This installation for a data folder: with absolute paths, so that it means the same wherever an agent works. */
export function findOurCommand(data: string, project: string | null, entry = OWN_ENTRY): OurCommand {
  const options = ['--data', data, ...(project === null ? [] : ['--project', project])];
  return { command: nodeFor(process.env, entry), args: [entry], options };
}

/** Our word for the kind of agent whose entries do not name it; see `hook-entry.mjs`. */
const UNNAMED_AGENT = 'claude-code';

/** Words that start the hook of an event, after the command. */
export function hookArguments({ args, options }: OurCommand, event: string, agent: string): string[] {
  // Our command takes a word with a capital letter for an event, and others for what a person typed.
  const word = event.charAt(0).toUpperCase() + event.slice(1);
  return [...args, 'hook', word, ...(agent === UNNAMED_AGENT ? [] : ['--agent', agent]), ...options];
}

/** Arguments with which the MCP server is started. */
export function serverArguments({ args, options }: OurCommand): string[] {
  return [...args, 'mcp', ...options];
}

/**
 * The same for a program that puts variables into whatever has a dollar sign in it, quoted or not: there the data folder is named by
 * a URL without any. The path of the command cannot be.
 */
export function serverArgumentsWithoutVariables(ourCommand: OurCommand): string[] {
  const [option = '', data = '', ...others] = ourCommand.options;
  if (!data.includes('$')) return serverArguments(ourCommand);
  const url = pathToFileURL(data).href.replaceAll('$', '%24');
  return serverArguments({ ...ourCommand, options: [option, url, ...others] });
}

/**
 * The line for a shell that starts the hook of an event. One line and no list of arguments: several programs read each other's
 * settings, and Copilot CLI and older versions of Claude Code start the bare command where they find a list.
 */
export function hookLine(
  ourCommand: OurCommand,
  event: string,
  agent = UNNAMED_AGENT,
  platform = process.platform,
): string {
  const rest = hookArguments(ourCommand, event, agent);
  // To PowerShell a quoted first word is a text, to cmd a slash in an unquoted one begins an option.
  if (platform === 'win32') return shellLine(['node', ...rest], platform);
  // Without `exec` some shells (dash) stay between us and the agent, whose process tells which session its server is in.
  return `exec ${shellLine([ourCommand.command, ...rest], platform)}`;
}

/** A line of ours, or a list of its words: our entry, however quoted, and the word `hook`. */
const OUR_HOOK = /[\\/]twicewise\.mjs[\\'",\s]{1,6}hook\b/;

/** Whether a text starts a hook of ours. */
export function holdsHook(text: string): boolean {
  return OUR_HOOK.test(text);
}

/** Fields by which a handler starts something. */
const STARTING = ['command', 'args', 'bash', 'powershell'];

/** Our handler in the place of one of ours that is there: what a person put into it, as variables for it, is theirs. */
export function handlerInPlace(present: unknown, handler: Readonly<Record<string, unknown>>): object {
  const theirs = Object.entries(present as object).filter(([key]) => !STARTING.includes(key));
  return { ...Object.fromEntries(theirs), ...handler };
}

/** Whether a hook's handler is ours, of this installation or another, in today's form or with the list of arguments it once had. */
export function isOurHook(handler: unknown): boolean {
  const { args, command, bash } = (handler ?? {}) as { args?: unknown; command?: unknown; bash?: unknown };
  if (Array.isArray(args)) return args.includes('hook') && args.some((one) => ENTRY_NAME.test(String(one)));
  return [command, bash].some((line) => typeof line === 'string' && holdsHook(line));
}
