import { FACET_FILTERS, type Facet, type FacetName, OUTCOMES, type OutputOf } from '@twicewise/contract';
import { monthName } from '../strings/names.ts';
import { strings } from '../strings.ts';
import { choicesAmong, type FacetChoice, type ShownFacet } from './facets.ts';
import { type LessonsView, partAsking, toggled, type ViewPatch } from './lessons-view.ts';

/** The facets in the order of display. */
const FACET_ORDER = [
  'project',
  'outcome',
  'tag',
  'state',
  'agent',
  'failureCategory',
  'kind',
  'source',
  'confidence',
  'feedback',
  'session',
  'created',
] as const satisfies FacetName[];

/** The part of a link that a facet sets. A link has one project, but lists of all other values. */
function partOf(name: FacetName): keyof LessonsView {
  return partAsking(FACET_FILTERS[name][0]);
}

/** Facets that are expanded at first: those that people choose by most. */
const OPEN: ReadonlySet<FacetName> = new Set(['project', 'outcome', 'tag', 'state', 'agent', 'failureCategory']);

function sourceName(value: string): string {
  if (value === 'person') return strings.facets.person;
  return value === 'agent' ? strings.facets.agent : strings.facets.importer(value.slice('importer:'.length));
}

/** The label of a facet's value. */
export function facetWord(name: FacetName, value: string): string {
  const words: Partial<Record<FacetName, Record<string, string>>> = {
    outcome: strings.outcome,
    state: strings.state,
    failureCategory: strings.category,
    kind: strings.kind,
    confidence: strings.confidence,
    feedback: strings.verdict.name,
  };
  if (name === 'source') return sourceName(value);
  if (name === 'created') return monthName(value);
  return name === 'tag' ? strings.filters.tag(value) : (words[name]?.[value] ?? value);
}

function chosenOf(view: LessonsView, name: FacetName): readonly string[] {
  const asked = view[partOf(name)];
  // No facet is a switch.
  return asked === undefined || asked === true ? [] : [asked].flat();
}

/** Toggles a value in the view. A link may name a record by its native id: that counts as the same choice. */
function patchFor(view: LessonsView, name: FacetName, value: string, known: string | undefined): ViewPatch {
  if (name === 'project') return { project: known === undefined ? value : undefined, session: undefined };
  const asked = view[partOf(name)] as string[] | undefined;
  return { [partOf(name)]: toggled(asked, known ?? value) } as ViewPatch;
}

/** The values of a facet to choose from; chosen values are included whatever their count. */
export function choicesOf(view: LessonsView, name: FacetName, facet: Facet): FacetChoice<ViewPatch>[] {
  return choicesAmong(facet, {
    asked: chosenOf(view, name),
    wordOf: (value) => facetWord(name, value),
    patchOf: (value, known) => patchFor(view, name, value, known),
    order: name === 'outcome' ? OUTCOMES : undefined,
  });
}

/** The facets of lessons in the order of display. */
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
