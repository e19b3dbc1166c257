import { cpSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CHECKOUT, projectFiles } from '../../gate.ts';

/** What a copy does without: it is large, and no test that runs there reads it. */
const LEFT_OUT = /^(?:docs|packages\/ui|e2e\/(?:ui|pictures))\//;
const OWN = '@twicewise';

/**
 * Copies the checkout into an empty folder, where sources may be changed. What npm installed is linked, but for our own
 * packages, which a test imports by name and must find in the copy.
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
