import { parseArgs } from 'node:util';

const text = /** @type {const} */ ({ type: 'string' });

/**
 * Parses the words after `hook`. Accepts any, because a hook must not fail for an unknown option.
 * @param {string[]} args
 */
export function readHookArguments(args) {
  const options = { data: text, agent: text, project: text };
  return parseArgs({ args, options, allowPositionals: true, strict: false });
}
