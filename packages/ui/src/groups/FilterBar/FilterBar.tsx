import type { ReflectionState } from '@twicewise/contract';
import clsx from 'clsx';
import { ChevronDown, ListFilter, Pin, Plus, Trash2 } from 'lucide-react';
import type { RefObject } from 'react';
import { type LessonsView, MAX_WORDS, STATES, toggled, type ViewPatch } from '../../data/lessons-view.ts';
import { IconButton } from '../../elements/Button/Button.tsx';
import { keysText } from '../../elements/Kbd/Kbd.tsx';
import { Menu, MenuChoice } from '../../elements/Menu/Menu.tsx';
import { SearchField } from '../../elements/SearchField/SearchField.tsx';
import { IN_BAR, Toggle } from '../../elements/Toggle/Toggle.tsx';
import { ACTIONS } from '../../state/actions.ts';
import { search } from '../../strings/retrieval.ts';
import { strings } from '../../strings.ts';
import { OutcomeFilter } from '../OutcomeFilter/OutcomeFilter.tsx';

interface FilterBarProps {
  view: LessonsView;
  /** The words being typed; the view follows a moment later. */
  words: string;
  fieldRef: RefObject<HTMLInputElement | null>;
  onWords: (words: string) => void;
  /** Starts a new lesson. */
  onNew: () => void;
  onChange: (patch: ViewPatch) => void;
  /** Whether the filters with counts are shown, and a function that toggles them. */
  counts: readonly [boolean, () => void];
}

function States({
  chosen,
  onChoose,
}: {
  chosen: ReflectionState[] | undefined;
  onChoose: (states: ReflectionState[]) => void;
}) {
  const trigger = (
    <Toggle className={clsx('rounded-sm', chosen && 'bg-signal-tint text-ink')}>
      {strings.filters.state}
      <ChevronDown size={12} aria-hidden className="text-ink-3" />
    </Toggle>
  );
  return (
    <Menu trigger={trigger} label={strings.filters.state}>
      <MenuChoice checked={!chosen} onSelect={() => onChoose([])}>
        {strings.filters.anyState}
      </MenuChoice>
      {STATES.map((state) => (
        <MenuChoice
          key={state}
          several
          checked={chosen?.includes(state) ?? false}
          onSelect={() => onChoose(toggled(chosen, state))}
        >
          {strings.state[state]}
        </MenuChoice>
      ))}
    </Menu>
  );
}

/** From this width on all filters fit on one line, the last two without a sign; the narrowest of such lines has less padding. */
const ON_ONE_LINE = '@[30.5rem]:gap-1.5 @[30.5rem]:[&_button]:px-1.5 @lg:[&_button]:px-2';

/** The search field and the filters of the list. */
export function FilterBar({ view, words, fieldRef, onWords, onNew, onChange, counts }: FilterBarProps) {
  return (
    <search aria-label={strings.filters.label} className="@container flex flex-col gap-2 px-3 pt-3 pb-2">
      <div className="flex items-center gap-1">
        <SearchField
          className="min-w-0 grow"
          value={words}
          maxLength={MAX_WORDS}
          label={search.label}
          hint={search.hint}
          clear={strings.list.clearSearch}
          fieldRef={fieldRef}
          onType={onWords}
        />
        <IconButton
          label={ACTIONS.facets.title}
          keys={keysText('f')}
          pressed={counts[0]}
          onClick={counts[1]}
          className="aria-pressed:bg-signal-tint"
        >
          <ListFilter size={15} aria-hidden />
        </IconButton>
        <IconButton label={ACTIONS.create.title} keys={keysText('n')} onClick={onNew} className="-mr-1.5">
          <Plus size={15} aria-hidden />
        </IconButton>
      </div>
      <div className={`flex flex-wrap items-center gap-2 ${ON_ONE_LINE}`}>
        <OutcomeFilter chosen={view.outcome} onChoose={(outcome) => onChange({ outcome })} />
        <States chosen={view.state} onChoose={(state) => onChange({ state })} />
        <span className="ml-auto flex">
          <Toggle
            pressed={view.pinned ?? false}
            title={strings.filters.pinned}
            onClick={() => onChange({ pinned: view.pinned ? undefined : true })}
            className={IN_BAR}
          >
            <Pin size={13} aria-hidden className="@[30.5rem]:hidden" />
            {strings.filters.pinned}
          </Toggle>
          <Toggle
            pressed={view.bin ?? false}
            title={`${strings.filters.bin}  ${keysText('b')}`}
            onClick={() => onChange({ bin: view.bin ? undefined : true, lesson: undefined })}
            className={IN_BAR}
          >
            <Trash2 size={13} aria-hidden className="@[30.5rem]:hidden" />
            {strings.filters.bin}
          </Toggle>
        </span>
      </div>
    </search>
  );
}
