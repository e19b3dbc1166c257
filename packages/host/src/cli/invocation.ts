import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRODUCT } from '@twicewise/contract';

const CHECKOUT = fileURLToPath(new URL('../../../../', import.meta.url));
const ENTRY = fileURLToPath(new URL('../../bin/twicewise.mjs', import.meta.url));

/** How a person in this folder runs a command of ours, so that a line that we print can be run as it stands. */
export function invocation(folder = process.cwd()): string {
  const isInside = !/^(\.\.|[A-Za-z]:|\/)/.test(relative(CHECKOUT, folder));
  if (isInside) return `npx ${PRODUCT.command}`;
  return `node ${/\s/.test(ENTRY) ? JSON.stringify(ENTRY) : ENTRY}`;
}

/** The option that names the data folder again, where a command was given one. */
export function dataOption(data: string | undefined): string {
  if (data === undefined) return '';
  return ` --data ${/\s/.test(data) ? JSON.stringify(data) : data}`;
}
