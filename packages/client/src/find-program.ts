import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PRODUCT } from '@twicewise/contract/product';
import { programsOnPath } from './on-path.ts';
import { nodeBeside } from './own-node.js';
import type { Program } from './start-host.js';

/** Oldest Node that runs a host by itself. Under an older one the command looks for a newer. */
const HOST_NODE = 24;

/** The Node of this process, if it is one: a bundled program may be its own executable. */
function ownNode(): string | null {
  const { electron, bun } = process.versions;
  return electron === undefined && bun === undefined ? process.execPath : null;
}

/** The Node that should run a command, whose entry is given: one that runs the host without a process between. */
function nodeFor(entry: string): string {
  const own = ownNode();
  if (own !== null && Number(process.versions.node.split('.')[0]) >= HOST_NODE) return own;
  return nodeBeside(entry) ?? own ?? 'node';
}

/** How to start the command that lies at a path: a script of ours, or any program. */
function programAt(path: string): Program {
  const entry = real(path);
  if (/\.[cm]?js$/.test(entry)) return { node: nodeFor(entry), flags: [], entry };
  return { node: path, flags: [], entry: null };
}

/** A path with its links resolved: npm links the command to its script. What is not there is reported by the attempt to start it. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The entry of the package `twicewise` that a module would get, at this path or URL; null if there is none. */
function installedFor(module: string): string | null {
  try {
    const manifest = createRequire(module).resolve(`${PRODUCT.command}/package.json`);
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> };
    const named = bin[PRODUCT.command];
    return named === undefined ? null : join(dirname(manifest), named);
  } catch {
    return null;
  }
}

/** On Windows npm puts a script of cmd on PATH, beside the packages; it is not started, because that needs a shell. */
function onPath(environment: NodeJS.ProcessEnv): string | null {
  for (const program of programsOnPath(PRODUCT.command, environment)) {
    const entry = program.endsWith('.cmd') ? installedFor(program) : program;
    if (entry !== null) return entry;
  }
  return null;
}

/**
 * How a host is started here: by the given command, else by the package `twicewise` of the working folder or of this package's
 * place, else by `twicewise` on PATH. Null if there is none of them.
 */
export function findProgram(
  command: string | undefined,
  workingFolder: string,
  environment: NodeJS.ProcessEnv,
): Program | null {
  const installed = () => installedFor(join(workingFolder, 'any.js')) ?? installedFor(import.meta.url);
  const path = command ?? installed() ?? onPath(environment);
  return path === null ? null : programAt(path);
}
