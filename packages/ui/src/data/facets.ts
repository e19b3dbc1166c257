import type { Facet } from '@twicewise/contract';

/** One value of a facet, with the change to the view (`P`) that choosing it makes. */
export interface FacetChoice<P> {
  value: string;
  word: string;
  count: number;
  chosen: boolean;
  patch: P;
}

/** A facet as it is shown. */
export interface ShownFacet<P> {
  name: string;
  title: string;
  /** Expanded at first. */
  isOpen: boolean;
  choices: readonly FacetChoice<P>[];
  /** How many of its values are chosen. */
  chosen: number;
  /** The host left out some values. */
  more: boolean;
  /** A note to show once a value is chosen. */
  note?: string;
}

/** How a view represents the choices of a facet. */
interface Asking<P> {
  asked: readonly string[];
  wordOf: (value: string) => string;
  /** Toggles a value; when it was chosen, `known` is how the view names it. */
  patchOf: (value: string, known: string | undefined) => P;
  /** The order of the values; where they have none, they stand as the host sends them. */
  order?: readonly string[] | undefined;
}

/** The values of a facet to choose from; chosen values are included whatever their count. */
export function choicesAmong<P>({ values }: Facet, { asked, wordOf, patchOf, order }: Asking<P>): FacetChoice<P>[] {
  const known = (value: string, label?: string) => asked.find((item) => item === value || item === label);
  const choices = values.map(({ value, label, count }): FacetChoice<P> => {
    const chosen = known(value, label);
    return { value, word: label ?? wordOf(value), count, chosen: chosen !== undefined, patch: patchOf(value, chosen) };
  });
  const named = new Set(values.map(({ value, label }) => known(value, label)));
  const missing = asked.filter((item) => !named.has(item));
  const all = [
    ...choices,
    ...missing.map((value) => ({
      value,
      word: wordOf(value),
      count: 0,
      chosen: true,
      patch: patchOf(value, value),
    })),
  ];
  return order ? all.sort((a, b) => order.indexOf(a.value) - order.indexOf(b.value)) : all;
}
