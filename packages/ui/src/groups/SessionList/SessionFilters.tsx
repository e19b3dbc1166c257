import type { Outcome } from '@twicewise/contract';
import clsx from 'clsx';
import { Search, Trash2, X } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { MAX_WORDS, OUTCOMES, toggled } from '../../data/lessons-view.ts';
import type { SessionsPatch, SessionsView } from '../../data/sessions-view.ts';
import { IconButton } from '../../elements/Button/Button.tsx';
import { Kbd, keysText } from '../../elements/Kbd/Kbd.tsx';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { TextField } from '../../elements/TextField/TextField.tsx';
import { IN_BAR, Toggle } from '../../elements/Toggle/Toggle.tsx';
import { strings } from '../../strings.ts';

const words = strings.sessions;

interface SessionFiltersProps {
  view: SessionsView;
  /** The words as they are typed; the view follows a moment later. */
  typed: string;
  fieldRef: RefObject<HTMLInputElement | null>;
  onType: (words: string) => void;
  onChange: (patch: SessionsPatch) => void;
}

function Words({ typed, fieldRef, onType }: Pick<SessionFiltersProps, 'typed' | 'fieldRef' | 'onType'>) {
  return (
    <div className="relative">
      <Search
        size={14}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-ink-3"
      />
      <input
        ref={fieldRef}
        type="search"
        value={typed}
        maxLength={MAX_WORDS}
        aria-label={words.search}
        placeholder={words.searchHint}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onType(event.target.value)}
        className="peer [&::-webkit-search-cancel-button]:hidden h-8 w-full rounded-sm border border-control bg-raised pr-8 pl-7.5 hover:border-ink-3 focus-visible:outline-offset-0"
      />
      {typed === '' ? (
        <span aria-hidden className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 peer-focus:hidden">
          <Kbd keys="/" />
        </span>
      ) : (
        <IconButton
          label={words.clearSearch}
          keys={keysText('Escape')}
          onClick={() => {
            onType('');
            fieldRef.current?.focus();
          }}
          className="absolute top-1/2 right-1 size-6 -translate-y-1/2"
        >
          <X size={13} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

function Outcomes({ chosen, onChoose }: { chosen: Outcome[] | undefined; onChoose: (outcomes: Outcome[]) => void }) {
  return (
    <fieldset className="flex min-w-0 @max-md:w-full">
      <legend className="sr-only">{strings.filters.outcome}</legend>
      {OUTCOMES.map((outcome) => (
        <Toggle
          key={outcome}
          pressed={chosen?.includes(outcome) ?? false}
          onClick={() => onChoose(toggled(chosen, outcome))}
          className={clsx(IN_BAR, 'min-w-0 @max-md:grow @max-md:justify-center @max-md:px-1')}
        >
          <OutcomeGlyph outcome={outcome} decorative />
          {strings.outcome[outcome]}
        </Toggle>
      ))}
    </fieldset>
  );
}

function Days({ view, onChange }: Pick<SessionFiltersProps, 'view' | 'onChange'>) {
  const id = useId();
  const field = (name: 'since' | 'until', label: string, hint: string) => (
    <>
      <label htmlFor={`${id}-${name}`} title={hint} className="shrink-0 text-ink-2 text-small">
        {label}
      </label>
      <TextField
        id={`${id}-${name}`}
        type="date"
        aria-label={hint}
        title={hint}
        className="min-w-0 max-w-34 grow basis-28 text-small"
        value={view[name] ?? ''}
        onChange={({ target }) => onChange({ [name]: target.value === '' ? undefined : target.value })}
      />
    </>
  );
  return (
    <span className="flex min-w-0 grow items-center gap-1.5">
      {field('since', words.since, words.sinceLabel)}
      {field('until', words.until, words.untilLabel)}
    </span>
  );
}

/** What narrows the list of sessions. */
export function SessionFilters({ view, typed, fieldRef, onType, onChange }: SessionFiltersProps) {
  return (
    <search aria-label={strings.filters.label} className="@container flex flex-col gap-2 px-3 pt-3 pb-2">
      <Words typed={typed} fieldRef={fieldRef} onType={onType} />
      <Outcomes chosen={view.outcome} onChoose={(outcome) => onChange({ outcome })} />
      <div className="flex items-center gap-2">
        <Days view={view} onChange={onChange} />
        <Toggle
          pressed={view.bin ?? false}
          title={`${strings.filters.bin}  ${keysText('b')}`}
          onClick={() => onChange({ bin: view.bin ? undefined : true, episode: undefined })}
          className="ml-auto rounded-sm"
        >
          <Trash2 size={13} aria-hidden />
          <span className="sr-only">{strings.filters.bin}</span>
        </Toggle>
      </div>
    </search>
  );
}
