import { type IdKind, isId, PRODUCT } from '@twicewise/contract';

/** What a link can show: its word, the kind of id behind it, and the view that is opened. */
const SHOWN: readonly (readonly [word: string, kind: IdKind, view: string])[] = [
  ['lesson', 'reflection', 'lessons?lesson='],
  ['session', 'episode', 'sessions?episode='],
];

/**
 * The view that a link asks for, behind `#/`, or null for what is no link of ours. A link can come from any page in any
 * browser: all that it can do is show a lesson or a session that is there, and no other form is known.
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

/** The first link of ours among the arguments of a start. */
export function viewOfArguments(args: readonly unknown[]): string | null {
  for (const argument of args) {
    const view = viewOfLink(argument);
    if (view !== null) return view;
  }
  return null;
}
