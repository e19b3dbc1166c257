import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * How to start a host: the Node to use, its flags and the entry. Without an entry, `node` is the command itself.
 * @typedef {{ node: string, flags: string[], entry: string | null }} Program
 */

/**
 * Starts a host in the background, which outlives this process. If another host has the folder, the new one ends at once.
 * @param {Program} program
 * @param {string} data
 * @param {string[]} [more] Further arguments of `serve`.
 * @param {(reason: string) => void} [onFailed] Gets the message of a host that cannot start.
 */
export function startHost({ node, flags, entry }, data, more = [], onFailed = undefined) {
  const host = [...flags, ...(entry === null ? [] : [entry]), 'serve', '--background', '--data', data, ...more];
  const said = onFailed ? openNote() : null;
  const child = spawn(node, host, { detached: true, stdio: ['ignore', 'ignore', said?.file ?? 'ignore'] });
  // Without this listener, a missing Node would end the process that needs a host.
  child.on('error', (error) => onFailed?.(error.message));
  child.on('exit', (code) => {
    const words = said?.read() ?? '';
    if (code !== 0 && words !== '') onFailed?.(words);
  });
  child.unref();
}

/** Opens a file without a name, so that nobody has to delete it. A pipe would break when this process ends. */
function openNote() {
  try {
    const path = join(tmpdir(), `twicewise-start-${randomUUID()}`);
    const file = openSync(path, 'wx+', 0o600);
    rmSync(path);
    return { file, read: () => readNote(file) };
  } catch {
    // On Windows an open file keeps its name, so the reason is not reported there.
    return null;
  }
}

/** @param {number} file */
function readNote(file) {
  const bytes = Buffer.alloc(2000);
  const length = readSync(file, bytes, 0, bytes.length, 0);
  closeSync(file);
  const lines = bytes.toString('utf8', 0, length).split('\n');
  return lines
    .map((line) => line.trim())
    .join(' ')
    .trim();
}
