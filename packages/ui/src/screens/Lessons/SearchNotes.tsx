import type { ReactNode } from 'react';
import { isNarrowed, type LessonsView, NO_FILTERS } from '../../data/lessons-view.ts';
import { Message } from '../../elements/Message/Message.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { useVectors } from '../../panes/use-vectors.ts';
import { search } from '../../strings/retrieval.ts';
import { strings } from '../../strings.ts';
import type { SearchFindings } from './rows.ts';
import type { ChangeView } from './use-view.ts';
import { WayOut } from './WayOut.tsx';

interface SearchNotesProps {
  found: SearchFindings;
  onChange: ChangeView;
}

function Turn(props: { children: ReactNode; onClick: () => void }) {
  return <TextLink className="-my-1 min-h-6 whitespace-nowrap rounded-sm font-medium text-ink" {...props} />;
}

/** What the answer leaves open: words that could not be searched for, and a search by meaning that has not answered. */
function notesOf({ unknown, cut, isMeaningLate }: SearchFindings): string[] {
  return [
    ...(unknown.length > 0 ? [search.unknown(unknown)] : []),
    ...(cut ? [search.cut] : []),
    ...(isMeaningLate ? [search.late] : []),
  ];
}

/** Shown below the hits: what they leave out. It is at the bottom, so that the rows do not move when it appears. */
export function SearchNotes({ found, onChange }: SearchNotesProps) {
  const vectors = useVectors();
  const notes = [...notesOf(found), ...(vectors?.state === 'filling' ? [search.byMeaning(vectors)] : [])];
  if (notes.length === 0 && found.weak === 0 && !found.all) return null;
  return (
    <div className="shrink-0 border-line border-t px-3 py-2 text-ink-2 text-small">
      {notes.map((note) => (
        <p key={note} className="wrap-anywhere">
          {note}
        </p>
      ))}
      {found.weak > 0 && (
        <p>
          {search.weak(found.weak)} <Turn onClick={() => onChange({ weak: true })}>{showLabel(found.weak)}</Turn>
        </p>
      )}
      {found.all && <Turn onClick={() => onChange({ weak: undefined })}>{search.hideWeak}</Turn>}
    </div>
  );
}

function showLabel(weak: number): string {
  return weak === 1 ? search.showWeakOne : search.showWeak;
}

interface NoHitsProps extends SearchNotesProps {
  view: LessonsView;
  /** Moves the focus to the list, because the button that was pressed disappears. */
  onList: () => void;
}

/** Shown instead of hits: that nothing was found, what was searched for, and what to do. */
export function NoHits({ found, view, ...ways }: NoHitsProps) {
  const { words, terms, weak, isByMeaning } = found;
  const vectors = useVectors();
  // Other words for the same thing are found by meaning alone.
  const byWords = vectors === undefined || vectors.state === 'ready' ? [] : [search.byMeaning(vectors)];
  const looked = terms.length > 0 ? [search.lookedFor(terms, isByMeaning)] : [];
  const { q, weak: _weak, ...beside } = view;
  const filtered = isNarrowed(beside);
  const lines = [...looked, ...notesOf(found), ...(weak > 0 ? [search.weak(weak)] : [])];
  return (
    <Message title={(terms.length > 0 ? search.nothing : search.noWord)(words)}>
      <div className="flex w-full flex-col gap-1 text-ink-2">
        {[...lines, ...(filtered ? [search.filtered] : []), ...byWords].map((line) => (
          <p key={line} className="wrap-anywhere">
            {line}
          </p>
        ))}
      </div>
      {weak > 0 && <WayOut label={showLabel(weak)} patch={{ weak: true }} {...ways} />}
      <WayOut
        label={strings.list.clearSearch}
        patch={{ q: undefined, weak: undefined }}
        tone={weak > 0 ? 'quiet' : 'outline'}
        {...ways}
      />
      {filtered && <WayOut label={strings.list.clearFilters} patch={{ ...NO_FILTERS, q }} tone="quiet" {...ways} />}
      {view.project && (
        <WayOut label={strings.rail.allProjects} patch={{ project: undefined }} tone="quiet" {...ways} />
      )}
    </Message>
  );
}
