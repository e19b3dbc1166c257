import { ListFilter, Trash2 } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { MAX_WORDS } from '../../data/lessons-view.ts';
import type { SessionsPatch, SessionsView } from '../../data/sessions-view.ts';
import { IconButton } from '../../elements/Button/Button.tsx';
import { DateField } from '../../elements/DateField/DateField.tsx';
import { keysText } from '../../elements/Kbd/Kbd.tsx';
import { SearchField } from '../../elements/SearchField/SearchField.tsx';
import { Toggle } from '../../elements/Toggle/Toggle.tsx';
import { ACTIONS } from '../../state/actions.ts';
import { strings } from '../../strings.ts';
import { OutcomeFilter } from '../OutcomeFilter/OutcomeFilter.tsx';

const words = strings.sessions;

interface SessionFiltersProps {
  view: SessionsView;
  /** The words being typed; the view follows a moment later. */
  typed: string;
  fieldRef: RefObject<HTMLInputElement | null>;
  /** Whether the filters with counts are shown, and a function that toggles them. */
  counts: readonly [boolean, () => void];
  onType: (words: string) => void;
  onChange: (patch: SessionsPatch) => void;
}

function Days({ view, onChange }: Pick<SessionFiltersProps, 'view' | 'onChange'>) {
  const id = useId();
  const field = (name: 'since' | 'until', label: string, hint: string) => (
    <>
      <label htmlFor={`${id}-${name}`} title={hint} className="shrink-0 text-ink-2 text-small">
        {label}
      </label>
      <DateField
        id={`${id}-${name}`}
        label={hint}
        title={hint}
        className="min-w-0 max-w-34 grow basis-28"
        value={view[name] ?? ''}
        onChange={(day) => onChange({ [name]: day === '' ? undefined : day })}
      />
    </>
  );
  return (
    <span className="flex min-w-0 grow items-center gap-1">
      {field('since', words.since, words.sinceLabel)}
      {field('until', words.until, words.untilLabel)}
    </span>
  );
}

/** The search field and the filters of the list of sessions. */
export function SessionFilters({ view, typed, fieldRef, counts, onType, onChange }: SessionFiltersProps) {
  return (
    <search aria-label={strings.filters.label} className="@container flex flex-col gap-2 px-3 pt-3 pb-2">
      <div className="flex items-center gap-1">
        <SearchField
          className="min-w-0 grow"
          value={typed}
          maxLength={MAX_WORDS}
          label={words.search}
          hint={words.searchHint}
          clear={words.clearSearch}
          fieldRef={fieldRef}
          onType={onType}
        />
        <IconButton
          label={ACTIONS.facets.title}
          keys={keysText('f')}
          pressed={counts[0]}
          onClick={counts[1]}
          className="-mr-1.5 aria-pressed:bg-signal-tint"
        >
          <ListFilter size={15} aria-hidden />
        </IconButton>
      </div>
      <OutcomeFilter chosen={view.outcome} onChoose={(outcome) => onChange({ outcome })} />
      <div className="flex items-center gap-2">
        <Days view={view} onChange={onChange} />
        <Toggle
          pressed={view.bin ?? false}
          title={`${strings.filters.bin}  ${keysText('b')}`}
          onClick={() => onChange({ bin: view.bin ? undefined : true, episode: undefined })}
          className="ml-auto rounded-sm"
        >
          {/* The same sign as in the list of lessons, where the list is as narrow. */}
          <Trash2 size={13} aria-hidden className="@[30.5rem]:hidden" />
          {strings.filters.bin}
        </Toggle>
      </div>
    </search>
  );
}
