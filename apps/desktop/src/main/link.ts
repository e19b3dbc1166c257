import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type IdKind, isId, PRODUCT } from '@twicewise/contract';

/** What a link can show: its word, the kind of id after the word, and the view that is opened. */
const SHOWN: readonly (readonly [word: string, kind: IdKind, view: string])[] = [
  ['lesson', 'reflection', 'lessons?lesson='],
  ['session', 'episode', 'sessions?episode='],
];

/**
 * The view that a link requests, as the part of the address after `#/`, or null for any other link. Links may come from any page
 * in any browser, so they can only show an existing lesson or session; no other form is accepted.
 */
export function viewOfLink(link: unknown): string | null {
  if (typeof link !== 'string') return null;
  for (const [word, kind, view] of SHOWN) {
    const start = `${PRODUCT.scheme}://${word}/`;
    const id = link.slice(start.length);
    if (link.startsWith(start) && isId(kind, id)) return view + id;
  }
  return null;
}

/** The first of our links among the start arguments. */
export function viewOfArguments(args: readonly unknown[]): string | null {
  for (const argument of args) {
    const view = viewOfLink(argument);
    if (view !== null) return view;
  }
  return null;
}

/** True for a path of a bundle that is there. */
export function isBundle(path: string): boolean {
  if (!path.endsWith(PRODUCT.bundleExtension) || path.includes('\0')) return false;
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * The first bundle among the start arguments, as a whole path; a relative one is meant from `folder`. What is in it is shown to
 * the person, who decides whether to import it.
 */
export function bundleOfArguments(args: readonly unknown[], folder: string): string | null {
  for (const argument of args) {
    if (typeof argument !== 'string' || argument.startsWith('-')) continue;
    const path = resolve(folder, argument);
    if (isBundle(path)) return path;
  }
  return null;
}
