import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRODUCT } from '@twicewise/contract';
import { OWN_ENTRY } from '../connect/our-command.ts';
import { installationOf } from '../installation.ts';

const CHECKOUT = fileURLToPath(new URL('../../../../', import.meta.url));

/** The command as a person in this folder would type it, so that printed lines can be run as they are. */
export function invocation(folder = process.cwd(), entry = OWN_ENTRY): string {
  const { kind } = installationOf(entry);
  if (kind === 'global') return PRODUCT.command;
  if (kind === 'npx') return `npx ${PRODUCT.command}`;
  const isInside = !/^(\.\.|[A-Za-z]:|\/)/.test(relative(CHECKOUT, folder));
  if (kind === 'checkout' && isInside) return `npx ${PRODUCT.command}`;
  return `node ${/\s/.test(entry) ? JSON.stringify(entry) : entry}`;
}

/** The option that names the data folder, repeated if the command was given one. */
export function dataOption(data: string | undefined): string {
  if (data === undefined) return '';
  return ` --data ${/\s/.test(data) ? JSON.stringify(data) : data}`;
}
