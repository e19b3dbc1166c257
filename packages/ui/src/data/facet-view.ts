import type { Facet, FacetName } from '@twicewise/contract';
import { strings } from '../strings.ts';
import { type LessonsView, toggled, type ViewPatch } from './lessons-view.ts';

/** The filter that each facet sets, by its name in the link. The project is one place to be in, all others are lists. */
const FILTER_OF = {
  project: 'project',
  outcome: 'outcome',
  tag: 'tag',
  state: 'state',
  agent: 'agent',
  failureCategory: 'category',
  kind: 'kind',
  source: 'source',
  confidence: 'confidence',
  session: 'session',
  created: 'month',
} as const satisfies Record<FacetName, keyof LessonsView>;

/** The facets in the order in which they are shown. */
export const FACET_ORDER = Object.keys(FILTER_OF) as FacetName[];

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

function sourceName(value: string): string {
  if (value === 'person') return strings.facets.person;
  return value === 'agent' ? strings.facets.agent : strings.facets.importer(value.slice('importer:'.length));
}

/** A value of a facet as people read it. */
export function facetWord(name: FacetName, value: string): string {
  const words: Partial<Record<FacetName, Record<string, string>>> = {
    outcome: strings.outcome,
    state: strings.state,
    failureCategory: strings.category,
    kind: strings.kind,
    confidence: strings.confidence,
  };
  if (name === 'source') return sourceName(value);
  if (name === 'created') return MONTH.format(new Date(`${value}-01T00:00:00Z`));
  return name === 'tag' ? strings.filters.tag(value) : (words[name]?.[value] ?? value);
}

/** One value of a facet, with what choosing it does. */
export interface FacetChoice {
  value: string;
  word: string;
  count: number;
  chosen: boolean;
  patch: ViewPatch;
}

/** What the view asks of a facet. */
export function chosenOf(view: LessonsView, name: FacetName): readonly string[] {
  const asked = view[FILTER_OF[name]];
  return asked === undefined ? [] : [asked].flat();
}

/** The view with a value chosen, or no longer. A link may name a record by its own id: that is the same choice. */
function patchFor(view: LessonsView, name: FacetName, value: string, known: string | undefined): ViewPatch {
  if (name === 'project') return { project: known === undefined ? value : undefined, session: undefined };
  const asked = view[FILTER_OF[name]] as string[] | undefined;
  return { [FILTER_OF[name]]: toggled(asked, known ?? value) } as ViewPatch;
}

/** The values of a facet to choose from; what is chosen is among them, whatever its count. */
export function choicesOf(view: LessonsView, name: FacetName, { values }: Facet): FacetChoice[] {
  const asked = chosenOf(view, name);
  const choices = values.map(({ value, label, count }) => {
    const known = asked.find((item) => item === value || item === label);
    const patch = patchFor(view, name, value, known);
    return { value, word: label ?? facetWord(name, value), count, chosen: known !== undefined, patch, known };
  });
  const missing = asked.filter((item) => !choices.some(({ known }) => known === item));
  return [
    ...choices,
    ...missing.map((value) => ({
      value,
      word: facetWord(name, value),
      count: 0,
      chosen: true,
      patch: patchFor(view, name, value, value),
    })),
  ];
}
