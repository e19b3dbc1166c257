import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCT } from '@twicewise/contract';
import { OWN_ENTRY } from './connect/our-command.ts';

/**
 * How this program was installed: by `npm install --global` (with its prefix), by `npx` (which may delete it at any time), as a
 * dependency of a project, with the desktop app, or as a checkout of the source.
 */
export type Installation =
  | { readonly kind: 'global'; readonly prefix: string }
  | { readonly kind: 'npx' | 'project' | 'app' | 'checkout' };

const INSTALLED = new RegExp(`^(.*?)[\\\\/](?:lib[\\\\/])?node_modules[\\\\/]${PRODUCT.command}[\\\\/]`);

/** Determines the {@link Installation} from the path of the command's entry. */
export function installationOf(entry: string = OWN_ENTRY): Installation {
  if (/[\\/]app\.asar\.unpacked[\\/]/.test(entry)) return { kind: 'app' };
  const top = INSTALLED.exec(entry)?.[1];
  if (top === undefined) return { kind: 'checkout' };
  if (/[\\/]_npx[\\/]/.test(entry)) return { kind: 'npx' };
  return existsSync(join(top, 'package.json')) ? { kind: 'project' } : { kind: 'global', prefix: top };
}
