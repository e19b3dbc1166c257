import type { CausalRelation, EvidenceBasis } from '@twicewise/contract';
import { useId } from 'react';
import { BASES, type CausesPatch, type CausesView, narrowsEdges, RELATIONS, USUAL } from '../../data/causes-view.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { DateField } from '../../elements/DateField/DateField.tsx';
import { localDay } from '../../elements/DateField/local-day.ts';
import { Menu, MenuChoice } from '../../elements/Menu/Menu.tsx';
import { Select } from '../../elements/TextField/TextField.tsx';
import { Toggle } from '../../elements/Toggle/Toggle.tsx';
import { causes } from '../../strings/causes.ts';

const words = causes.filters;
const WEIGHTS = [10, 25, 38, 50, 60, 75];

interface MapFiltersProps {
  view: CausesView;
  onChange: (patch: CausesPatch) => void;
}

/** A day stands for its beginning. */
const toDay = (instant: string | undefined) => (instant ? localDay(new Date(instant)) : '');
const fromDay = (day: string) => (day === '' ? undefined : new Date(`${day}T00:00`).toISOString());

interface ManyProps<T extends string> {
  label: string;
  summary: string;
  all: readonly T[];
  names: Record<T, string>;
  chosen: readonly T[];
  onChoose: (chosen: T[]) => void;
}

function Many<T extends string>({ label, summary, all, names, chosen, onChoose }: ManyProps<T>) {
  const toggled = (value: T) => all.filter((other) => (other === value) !== chosen.includes(other));
  return (
    <Menu
      label={label}
      trigger={
        <Toggle className="max-w-60 rounded-sm" title={`${label}: ${summary}`}>
          <span className="truncate">
            {label}: {summary}
          </span>
        </Toggle>
      }
    >
      {all.map((value) => (
        <MenuChoice key={value} several checked={chosen.includes(value)} onSelect={() => onChoose(toggled(value))}>
          {names[value]}
        </MenuChoice>
      ))}
    </Menu>
  );
}

interface DayFieldProps {
  label: string;
  /** An instant. */
  value: string | undefined;
  onChange: (instant: string | undefined) => void;
}

function DayField({ label, value, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex items-center gap-1.5 whitespace-nowrap">
      {label}
      <DateField
        id={id}
        label={label}
        className="w-30"
        value={toDay(value)}
        onChange={(day) => onChange(fromDay(day))}
      />
    </label>
  );
}

/** Filters the edges on the map by relation, by how they are known, by weight and by time. */
export function MapFilters({ view, onChange }: MapFiltersProps) {
  const { relations, bases } = causes;
  const weight = useId();
  const shown = view.relation ?? USUAL;
  const known = view.basis ?? BASES;
  const summary = view.relation ? view.relation.map((relation) => relations[relation]).join(', ') : words.usual;
  const basisOf = (chosen: EvidenceBasis[]) => (chosen.length === BASES.length ? undefined : chosen);
  return (
    <fieldset className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 text-small">
      <legend className="sr-only">{words.label}</legend>
      <Many<CausalRelation>
        label={words.relations}
        summary={summary}
        all={RELATIONS}
        names={relations}
        chosen={shown}
        onChoose={(relation) => onChange({ relation })}
      />
      <Many<EvidenceBasis>
        label={words.bases}
        summary={view.basis ? view.basis.map((basis) => bases[basis]).join(', ') : words.all}
        all={BASES}
        names={bases}
        chosen={known}
        onChoose={(basis) => onChange({ basis: basisOf(basis) })}
      />
      <label htmlFor={weight} className="flex items-center gap-1.5 whitespace-nowrap">
        {words.weight}
        <Select
          id={weight}
          className="w-18"
          value={String(view.weight ?? 0)}
          onChange={({ target }) => onChange({ weight: Number(target.value) || undefined })}
        >
          <option value="0">{words.any}</option>
          {[...new Set([...WEIGHTS, ...(view.weight ? [view.weight] : [])])]
            .sort((a, b) => a - b)
            .map((value) => (
              <option key={value} value={value}>
                {causes.weight(value / 100)}
              </option>
            ))}
        </Select>
      </label>
      <DayField label={words.since} value={view.since} onChange={(since) => onChange({ since })} />
      <DayField label={words.until} value={view.until} onChange={(until) => onChange({ until })} />
      {narrowsEdges(view) && (
        <Button
          tone="quiet"
          onClick={() =>
            onChange({ relation: undefined, basis: undefined, weight: undefined, since: undefined, until: undefined })
          }
        >
          {words.clear}
        </Button>
      )}
    </fieldset>
  );
}
