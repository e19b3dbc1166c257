import { cpSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CHECKOUT, projectFiles } from '../../gate.ts';

/** Folders that are not copied: they are large, and no test in the copy reads them. */
const LEFT_OUT = /^(?:docs|packages\/ui|e2e\/(?:ui|pictures))\//;
const OWN = '@twicewise';

/**
 * Copies the checkout into an empty folder, where sources may be changed. Installed packages are linked, except for our own: a
 * test that imports one of these by name must find the copy.
 */
export function copyCheckout(into: string): void {
  for (const file of projectFiles(CHECKOUT).filter((name) => !LEFT_OUT.test(name))) {
    mkdirSync(dirname(join(into, file)), { recursive: true });
    cpSync(join(CHECKOUT, file), join(into, file));
  }
  const [from, to] = [join(CHECKOUT, 'node_modules'), join(into, 'node_modules')];
  mkdirSync(join(to, OWN), { recursive: true });
  for (const name of readdirSync(from)) if (name !== OWN) symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(from, OWN))) {
    const place = resolve(to, OWN, readlinkSync(join(from, OWN, name)));
    symlinkSync(place, join(to, OWN, name));
  }
}
