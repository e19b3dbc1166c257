import type { FacetName } from '@twicewise/contract';
import type { ComponentType } from 'react';
import { choicesOf, facetWord } from '../../data/facet-view.ts';
import type { LessonsView, ViewPatch } from '../../data/lessons-view.ts';
import { exact, limit } from '../../elements/RelativeTime/relative.ts';
import { strings } from '../../strings.ts';
import { FilterChip } from './FilterChip.tsx';

/** What a chip says: a text, and what its tooltip says instead; or a record, which names the filter. */
type Said = { label: string; title?: string } | { record: Pick<RecordFilter, 'kind' | 'id'> };

type ActiveFilter = Said & { key: string; without: ViewPatch };

/** A filter for what belongs to one record, whose name the view does not contain. */
export interface RecordFilter {
  kind: 'session' | 'import';
  id: string;
  /** True when no other filter is on. */
  isOnly: boolean;
  onRemove: () => void;
}

/** The beginning or the end of a range of time, to the second in its tooltip. */
function timeLimit(name: 'since' | 'until', at: string | undefined): ActiveFilter[] {
  const label = strings.filters[name];
  return at ? [{ key: name, label: label(limit(at)), title: label(exact(at)), without: { [name]: undefined } }] : [];
}

/** A chip for each value of a filter that holds several. */
function each(view: LessonsView, name: FacetName, saidOf: (value: string) => Said): ActiveFilter[] {
  return choicesOf(view, name, NO_VALUES).map(({ value, patch }) => ({
    key: `${name} ${value}`,
    ...saidOf(value),
    without: patch,
  }));
}

const several = (view: LessonsView, name: FacetName, labelOf: (value: string) => string) =>
  each(view, name, (value) => ({ label: labelOf(value) }));

const NO_VALUES = { values: [], more: false };

/** The active filters in words and in a fixed order. States share one chip, because they are one choice. */
function activeFilters(view: LessonsView): ActiveFilter[] {
  const { filters, state } = strings;
  const one = (key: string, on: unknown, label: string, without: ViewPatch) => (on ? [{ key, label, without }] : []);
  return [
    ...several(view, 'outcome', (value) => facetWord('outcome', value)),
    ...one('state', view.state, filters.states((view.state ?? []).map((item) => state[item]).join(', ')), {
      state: undefined,
    }),
    ...several(view, 'failureCategory', (value) => facetWord('failureCategory', value)),
    ...several(view, 'kind', (value) => filters.kind(facetWord('kind', value))),
    ...several(view, 'confidence', (value) => filters.confidence(facetWord('confidence', value))),
    ...several(view, 'feedback', (value) => filters.feedback(facetWord('feedback', value))),
    ...each(view, 'session', (id) => ({ record: { kind: 'session', id } })),
    ...several(view, 'agent', (value) => filters.agent(value)),
    ...several(view, 'source', (value) => filters.source(facetWord('source', value))),
    ...(view.import
      ? [{ key: 'import', record: { kind: 'import' as const, id: view.import }, without: { import: undefined } }]
      : []),
    ...several(view, 'tag', (value) => facetWord('tag', value)),
    ...several(view, 'created', (value) => facetWord('created', value)),
    ...timeLimit('since', view.since),
    ...timeLimit('until', view.until),
    ...one('pinned', view.pinned, filters.pinned, { pinned: undefined }),
    ...one('bin', view.bin, filters.inBin, { bin: undefined, lesson: undefined }),
  ];
}

interface ActiveFiltersProps {
  view: LessonsView;
  /** The chip of a filter that a record names. */
  RecordChip: ComponentType<RecordFilter>;
  onChange: (patch: ViewPatch) => void;
  /** Saves them as a view; null where they are saved. */
  onSave: (() => void) | null;
}

const QUIET = 'h-6 shrink-0 px-1.5 text-ink-2 text-small hover:text-ink hover:underline';

/** Removes what the chips show, and nothing else: not the words, nor the project of the window. */
const withoutAll = (active: readonly ActiveFilter[]): ViewPatch =>
  Object.fromEntries(active.flatMap(({ without }) => Object.keys(without)).map((name) => [name, undefined]));

/**
 * The active filters as chips, each of which removes its filter, and a way to save them, which stays where it is when chips come
 * and go. The words of a search are in its field, and the project in its switcher.
 */
export function ActiveFilters({ view, RecordChip, onChange, onSave }: ActiveFiltersProps) {
  const active = activeFilters(view);
  if (active.length === 0) return null;
  const isOnly = active.length === 1;
  return (
    <div className="flex items-start gap-1 pr-1.5 pb-2 pl-3">
      <div className="flex min-w-0 grow flex-wrap items-center gap-1">
        {active.map(({ key, without, ...said }) => {
          const onRemove = () => onChange(without);
          return 'record' in said ? (
            <RecordChip key={key} {...said.record} isOnly={isOnly} onRemove={onRemove} />
          ) : (
            <FilterChip key={key} {...said} isOnly={isOnly} onRemove={onRemove} />
          );
        })}
        {!isOnly && (
          <button
            type="button"
            data-deed="filters remove reset"
            onClick={() => onChange(withoutAll(active))}
            className={QUIET}
          >
            {strings.actions.clearAll}
          </button>
        )}
      </div>
      {onSave && (
        <button type="button" onClick={onSave} className={QUIET}>
          {strings.views.save}
        </button>
      )}
    </div>
  );
}
