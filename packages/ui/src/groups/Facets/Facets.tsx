import { ChevronRight } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react';
import type { ShownFacet } from '../../data/facets.ts';
import { Loading } from '../../elements/Message/Message.tsx';
import { useProjectName } from '../../state/chosen-project.tsx';
import { strings } from '../../strings.ts';
import { QueryFailure } from '../QueryFailure/QueryFailure.tsx';
import { FacetValues } from './FacetValues.tsx';
import { useFirstFilter } from './first-filter.ts';

const words = strings.facets;

interface FacetProps<P> {
  facet: ShownFacet<P>;
  isHeld: boolean;
  onChange: (patch: P) => void;
}

function OneFacet<P>({ facet, isHeld, onChange }: FacetProps<P>) {
  const { name, title, isOpen, choices: given, chosen, more, note } = facet;
  const projectName = useProjectName();
  // The project is no filter of the list: it is chosen for the window, and Clear filters leaves it.
  const said = name === 'project' ? words.project(chosen > 0) : chosen > 0 && note;
  const choices = name === 'project' ? given.map((one) => ({ ...one, word: projectName(one.value, one.word) })) : given;
  // Only the person expands or collapses a facet. It stays as it is when a value is chosen or removed by key.
  const [open, setOpen] = useState(isOpen || chosen > 0);
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
        <span>{title}</span>
        {chosen > 0 && <span className="ml-auto font-normal text-ink-3 text-small">{words.chosen(chosen)}</span>}
      </summary>
      {said && <p className="px-1.5 pb-1 text-ink-3 text-small">{said}</p>}
      <FacetValues name={title} choices={choices} more={more} isHeld={isHeld} onChange={onChange} />
    </details>
  );
}

/** Arrow keys move from one choice to the next, across facets; collapsed ones are skipped. */
function stepByKey(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  // A menu handles the arrow keys itself.
  if (event.defaultPrevented) return;
  if (by === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]')].filter((stop) =>
    stop.checkVisibility(),
  );
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[Math.max(0, Math.min(stops.length - 1, at + by))]?.focus();
  event.preventDefault();
}

interface FacetsProps<Counted, P> {
  paneRef: RefObject<HTMLElement | null>;
  /** The question for the counts, and what is said when it failed. */
  query: ComponentProps<typeof QueryFailure>['query'] & { data: { facets: Counted } | undefined };
  failed: string;
  /** What of the answer is shown. */
  shownOf: (counted: Counted) => readonly ShownFacet<P>[];
  /** Shown above the facets, such as saved views. */
  above?: ReactNode;
  onChange: (patch: P) => void;
}

/** Filters with counts: each count is the number of records that choosing it would show. */
export function Facets<Counted, P>(props: FacetsProps<Counted, P>) {
  const { paneRef, query, failed, shownOf, above, onChange } = props;
  const { data, error } = query;
  useFirstFilter(paneRef, data !== undefined);
  // Who has the focus here is choosing; what else changes the counts, such as other words, orders the values anew.
  const [isChoosing, setChoosing] = useState(false);
  const instead = error ? <QueryFailure title={failed} query={query} /> : <Loading text={words.loading} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only passes the focus on among what is in it
    <div
      data-place="facets"
      onKeyDown={stepByKey}
      onFocus={() => setChoosing(true)}
      onBlur={() => setChoosing(false)}
      className="min-h-0 grow overflow-y-auto overscroll-contain"
    >
      {above}
      {data
        ? shownOf(data.facets).map((facet) => (
            <OneFacet key={facet.name} facet={facet} isHeld={isChoosing} onChange={onChange} />
          ))
        : instead}
    </div>
  );
}
