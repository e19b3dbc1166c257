import { spawn } from 'node:child_process';

/**
 * How to start a host: under which Node, with which flags, by which entry.
 * @typedef {{ node: string, flags: string[], entry: string }} Program
 */

/**
 * Starts a host in the background, which outlives this process. If another has the folder it ends at once.
 * @param {Program} program
 * @param {string} data
 * @param {string[]} [more] Further arguments of `serve`.
 */
export function startHost({ node, flags, entry }, data, more = []) {
  const host = [...flags, entry, 'serve', '--background', '--data', data, ...more];
  spawn(node, host, { detached: true, stdio: 'ignore' }).unref();
}
