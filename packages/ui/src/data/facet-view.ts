import type { Facet, FacetName, OutputOf } from '@twicewise/contract';
import { monthName } from '../strings/names.ts';
import { strings } from '../strings.ts';
import { choicesAmong, type FacetChoice, type ShownFacet } from './facets.ts';
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

const FACET_ORDER = Object.keys(FILTER_OF) as FacetName[];

/** Facets that are unfolded at first: what most choices are made by. */
const OPEN: ReadonlySet<FacetName> = new Set(['project', 'outcome', 'tag', 'state', 'agent', 'failureCategory']);

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
  if (name === 'created') return monthName(value);
  return name === 'tag' ? strings.filters.tag(value) : (words[name]?.[value] ?? value);
}

function chosenOf(view: LessonsView, name: FacetName): readonly string[] {
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
export function choicesOf(view: LessonsView, name: FacetName, facet: Facet): FacetChoice<ViewPatch>[] {
  return choicesAmong(facet, {
    asked: chosenOf(view, name),
    wordOf: (value) => facetWord(name, value),
    patchOf: (value, known) => patchFor(view, name, value, known),
  });
}

/** The facets of lessons in the order in which they are shown. */
export function shownFacets(
  view: LessonsView,
  facets: OutputOf<'reflection.facets'>['facets'],
): ShownFacet<ViewPatch>[] {
  return FACET_ORDER.map((name) => ({
    name,
    title: strings.facets.names[name],
    isOpen: OPEN.has(name),
    choices: choicesOf(view, name, facets[name]),
    chosen: chosenOf(view, name).length,
    more: facets[name].more,
    ...(name === 'tag' ? { note: strings.facets.tags } : {}),
  }));
}
