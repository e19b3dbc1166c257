import type { FacetName, OutputOf } from '@twicewise/contract';
import { ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { choicesOf, chosenOf, FACET_ORDER } from '../../data/facet-view.ts';
import type { LessonsView, ViewPatch } from '../../data/lessons-view.ts';
import { strings } from '../../strings.ts';
import { FacetValues } from './FacetValues.tsx';

const words = strings.facets;

/** Facets that are unfolded at first: what most choices are made by. */
const OPEN: ReadonlySet<FacetName> = new Set(['project', 'outcome', 'tag', 'state', 'agent', 'failureCategory']);

interface FacetProps {
  name: FacetName;
  view: LessonsView;
  facet: OutputOf<'reflection.facets'>['facets'][FacetName];
  onChange: (patch: ViewPatch) => void;
}

function OneFacet({ name, view, facet, onChange }: FacetProps) {
  const choices = choicesOf(view, name, facet);
  const chosen = chosenOf(view, name).length;
  // Folding is left to whoever looks: what is chosen or taken away by key must not fold in under it.
  const [open, setOpen] = useState(OPEN.has(name) || chosen > 0);
  if (choices.length === 0) return null;
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group/facet border-line border-b px-2"
    >
      <summary
        data-stop
        className="flex h-8 list-none items-center gap-1 rounded-sm px-1 font-medium text-small focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden"
      >
        <ChevronRight size={12} aria-hidden className="shrink-0 text-ink-3 group-open/facet:rotate-90" />
        <span>{words.names[name]}</span>
        {chosen > 0 && <span className="ml-auto font-normal text-ink-3 text-micro">{words.chosen(chosen)}</span>}
      </summary>
      {name === 'tag' && chosen > 0 && <p className="px-1.5 pb-1 text-ink-3 text-micro">{words.tags}</p>}
      <FacetValues name={words.names[name]} choices={choices} more={facet.more} onChange={onChange} />
    </details>
  );
}

/** Arrows go from one choice to the next, over the edges of the facets; what is folded in is passed over. */
function stepByKey(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  // A menu has arrows of its own.
  if (event.defaultPrevented) return;
  if (by === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]')].filter((stop) =>
    stop.checkVisibility(),
  );
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[Math.max(0, Math.min(stops.length - 1, at + by))]?.focus();
  event.preventDefault();
}

interface FacetsProps {
  view: LessonsView;
  /** Null until the first answer is here. */
  facets: OutputOf<'reflection.facets'>['facets'] | null;
  /** Stands in place of the facets: not counted yet, or why not. */
  instead: ReactNode;
  searching: boolean;
  /** Views that were saved, above the facets. */
  saved: ReactNode;
  onChange: (patch: ViewPatch) => void;
}

/** What the lessons of the list have in common, to choose from. Each count is what choosing it would show. */
export function Facets({ view, facets, instead, searching, saved, onChange }: FacetsProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only passes the focus on among what is in it
    <div data-place="facets" onKeyDown={stepByKey} className="min-h-0 grow overflow-y-auto overscroll-contain">
      {saved}
      {searching && <p className="border-line border-b px-3 py-2 text-ink-2 text-small">{words.words}</p>}
      {facets
        ? FACET_ORDER.map((name) => (
            <OneFacet key={name} name={name} view={view} facet={facets[name]} onChange={onChange} />
          ))
        : instead}
    </div>
  );
}
