import { isId, PRODUCT } from '@twicewise/contract';

const LESSON = `${PRODUCT.scheme}://lesson/`;

/**
 * The view that a link asks for, behind `#/`, or null for what is no link of ours. A link can come from any page in any
 * browser: all that it can do is show a lesson that is there, and no other form is known.
 */
export function viewOfLink(link: unknown): string | null {
  if (typeof link !== 'string' || !link.startsWith(LESSON)) return null;
  const id = link.slice(LESSON.length);
  return isId('reflection', id) ? `lessons?lesson=${id}` : null;
}

/** The first link of ours among the arguments of a start. */
export function viewOfArguments(args: readonly unknown[]): string | null {
  for (const argument of args) {
    const view = viewOfLink(argument);
    if (view !== null) return view;
  }
  return null;
}
