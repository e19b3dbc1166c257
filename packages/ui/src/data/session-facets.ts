import { type EpisodeFacetName, type Facet, OUTCOMES, type OutputOf } from '@twicewise/contract';
import { monthName } from '../strings/names.ts';
import { strings } from '../strings.ts';
import { choicesAmong, type FacetChoice, type ShownFacet } from './facets.ts';
import { toggled } from './lessons-view.ts';
import type { SessionsPatch, SessionsView } from './sessions-view.ts';

const words = strings.sessions;

/** The filter that each facet sets, by its name in the link. Only one project can be chosen; all others are lists. */
const FILTER_OF = {
  project: 'project',
  outcome: 'outcome',
  has: 'has',
  outcomeSource: 'known',
  author: 'author',
  happened: 'month',
} as const satisfies Record<EpisodeFacetName, keyof SessionsView>;
const FACET_ORDER = Object.keys(FILTER_OF) as EpisodeFacetName[];

function authorName(value: string): string {
  if (value === 'person') return strings.facets.person;
  const [kind, name] = [value.slice(0, value.indexOf(':')), value.slice(value.indexOf(':') + 1)];
  return kind === 'importer' ? strings.facets.importer(name) : name;
}

/** The name to show for a value of a session facet. */
export function sessionFacetWord(name: EpisodeFacetName, value: string): string {
  if (name === 'author') return authorName(value);
  if (name === 'happened') return monthName(value);
  const known: Partial<Record<EpisodeFacetName, Record<string, string>>> = {
    outcome: strings.outcome,
    outcomeSource: words.known,
    has: words.parts,
  };
  return known[name]?.[value] ?? value;
}

const askedOf = (view: SessionsView, name: EpisodeFacetName): readonly string[] => {
  const asked = view[FILTER_OF[name]];
  return asked === undefined ? [] : [asked].flat();
};

/** The choices of a session facet. */
export function sessionChoices(view: SessionsView, name: EpisodeFacetName, facet: Facet): FacetChoice<SessionsPatch>[] {
  return choicesAmong(facet, {
    asked: askedOf(view, name),
    wordOf: (value) => sessionFacetWord(name, value),
    patchOf: (value, known): SessionsPatch =>
      name === 'project'
        ? { project: known === undefined ? value : undefined }
        : { [FILTER_OF[name]]: toggled(askedOf(view, name), known ?? value) },
    order: name === 'outcome' ? OUTCOMES : undefined,
  });
}

/** The facets of sessions in the order in which they are shown. */
export function shownSessionFacets(
  view: SessionsView,
  facets: OutputOf<'episode.facets'>['facets'],
): ShownFacet<SessionsPatch>[] {
  return FACET_ORDER.map((name) => ({
    name,
    title: words.facets[name],
    isOpen: true,
    choices: sessionChoices(view, name, facets[name]),
    chosen: askedOf(view, name).length,
    more: facets[name].more,
    ...(name === 'has' ? { note: words.hasAll } : {}),
  }));
}
