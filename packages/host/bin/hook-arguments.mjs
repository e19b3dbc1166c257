import { parseArgs } from 'node:util';

const text = /** @type {const} */ ({ type: 'string' });

/**
 * The words after `hook`. Takes any: a hook must not fail for an option that it does not know.
 * @param {string[]} args
 */
export function readHookArguments(args) {
  const options = { data: text, agent: text, project: text };
  return parseArgs({ args, options, allowPositionals: true, strict: false });
}
