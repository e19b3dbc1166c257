import { useState } from 'react';
import type { FacetChoice } from '../../data/facets.ts';

/** The order in which values stood before, with each new one below the value that it now follows. */
export function steadyOrder(before: readonly string[], values: readonly string[]): readonly string[] {
  const known = new Set(before);
  const order = [...before];
  for (const [index, value] of values.entries()) {
    if (!known.has(value)) order.splice(order.indexOf(values[index - 1] ?? '') + 1, 0, value);
  }
  return order;
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((value, index) => value === other[index]);

/**
 * The choices, while `isHeld` in the order in which they stood when that began. Each choice changes the counts, by which values are
 * ordered, and no row may move away from somebody who goes on choosing.
 */
export function useSteadyOrder<P>(choices: readonly FacetChoice<P>[], isHeld: boolean): readonly FacetChoice<P>[] {
  const [before, setBefore] = useState<readonly string[]>([]);
  const counted = choices.map(({ value }) => value);
  const order = isHeld ? steadyOrder(before, counted) : counted;
  // During rendering, because after it the rows would have stood in another order for a moment.
  if (!isSame(order, before)) setBefore(order);
  const place = new Map(order.map((value, index) => [value, index]));
  return choices.toSorted((one, other) => (place.get(one.value) ?? 0) - (place.get(other.value) ?? 0));
}
