import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How an agent starts us: an executable and its arguments, never a line for a shell, so that spaces in paths do no harm. */
export interface Program {
  readonly command: string;
  /** Arguments before the command's own. */
  readonly args: readonly string[];
  /** Options of every command: which data folder, and perhaps which project. */
  readonly options: readonly string[];
}

/**
 * The command's entry: of the checkout, or of a bundle that keeps its files at the same distances. The desktop app, whose
 * code lies elsewhere, names the entry itself.
 */
export const OWN_ENTRY = fileURLToPath(new URL('../../bin/twicewise.mjs', import.meta.url));
const ENTRY_NAME = /[\\/]twicewise\.mjs$/;

/**
 * The Node that starts us: this one. Where its path holds white space, which a client may refuse beside arguments, and in
 * the desktop app, whose program is no Node, the one that the person uses; hook and bridge run under any from 18 on.
 */
export function nodeFor(environment: NodeJS.ProcessEnv, isElectron = process.versions.electron !== undefined): string {
  if (!isElectron && !/\s/.test(process.execPath)) return process.execPath;
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const places = (environment.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  return (
    places.find((place) => isAbsolute(place) && !/\s/.test(place) && existsSync(place)) ??
    (isElectron ? 'node' : process.execPath)
  );
}

/** This installation for a data folder: with absolute paths, so that it means the same wherever an agent works. */
export function thisProgram(data: string, project: string | null, entry = OWN_ENTRY): Program {
  const options = ['--data', data, ...(project === null ? [] : ['--project', project])];
  return { command: nodeFor(process.env), args: [entry], options };
}

/** Arguments with which the MCP server is started. */
export function serverArguments({ args, options }: Program): string[] {
  return [...args, 'mcp', ...options];
}

/** Arguments with which the hook of an event is started. */
export function hookArguments({ args, options }: Program, event: string): string[] {
  return [...args, 'hook', event, ...options];
}

/** Whether a hook's handler is ours, of this installation or another. */
export function isOurHook(handler: unknown): boolean {
  const args = (handler as { args?: unknown } | null)?.args;
  return Array.isArray(args) && args.includes('hook') && args.some((one) => ENTRY_NAME.test(String(one)));
}
