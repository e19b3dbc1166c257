import { LESSON_FIELDS } from '@twicewise/contract';
import { useState } from 'react';
import { Select, TextArea, TextField } from '../../elements/TextField/TextField.tsx';
import type { Content, Field } from '../../state/lesson-draft.ts';
import { strings } from '../../strings.ts';
import { ListField } from './ListField.tsx';
import { type FieldMark, type Invalid, invalidBy } from './mark.ts';

/** The value of a field, and a function to change it. */
export interface ControlProps<F extends Field> {
  field: F;
  value: Content[F];
  /** Set when the field cannot be saved: marks the control, or the entry of a list. */
  mark?: FieldMark | undefined;
  onChange: (value: Content[F]) => void;
}

interface NumberFieldProps {
  label: string;
  mark: Invalid;
  value: number | null;
  step: number;
  onChange: (value: number | null) => void;
}

/** Keeps the text being typed, such as "0." on the way to "0.5", and passes on only numbers. */
function NumberField({ label, mark, value, step, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState(String(value ?? ''));
  const shown = typed !== '' && Number(typed) === value ? typed : String(value ?? '');
  return (
    <TextField
      type="number"
      aria-label={label}
      className="max-w-32 font-mono"
      min={0}
      step={step}
      value={shown}
      {...mark}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(event.target.value === '' ? null : event.target.valueAsNumber);
      }}
    />
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  names: Record<T, string>;
  value: T | null;
  optional?: boolean;
  onChange: (value: T | null) => void;
}

function Choice<T extends string>({ label, names, value, optional = false, onChange }: ChoiceProps<T>) {
  return (
    <Select
      aria-label={label}
      className="max-w-64"
      value={value ?? ''}
      onChange={(event) => onChange((event.target.value || null) as T | null)}
    >
      {optional && <option value="">{strings.form.notStated}</option>}
      {Object.entries<string>(names).map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </Select>
  );
}

/** Fields with choices are found by name, all others by their shape, which decides the type of the value. */
export function FieldControl({ field, value, mark, onChange }: ControlProps<Field>) {
  const label = strings.fields[field];
  const invalid = invalidBy(mark);
  const set = onChange as (value: unknown) => void;
  if (field === 'outcome')
    return <Choice label={label} names={strings.outcome} value={value as Content['outcome']} onChange={set} />;
  if (field === 'kind')
    return <Choice label={label} names={strings.kind} value={value as Content['kind']} onChange={set} />;
  switch (LESSON_FIELDS[field].shape) {
    case 'optional choice':
      return (
        <Choice
          label={label}
          names={strings.category}
          value={value as Content['failureCategory']}
          optional
          onChange={set}
        />
      );
    case 'count':
      return (
        <NumberField
          label={label}
          mark={invalid}
          value={value as number}
          step={1}
          onChange={(next) => set(next ?? 0)}
        />
      );
    case 'share':
      return <NumberField label={label} mark={invalid} value={value as number | null} step={0.05} onChange={set} />;
    case 'list':
      return <ListField label={label} items={value as string[]} mark={mark} onChange={set} />;
    case 'optional text':
      return (
        <TextArea
          aria-label={label}
          value={(value as string | null) ?? ''}
          onChange={(event) => set(event.target.value || null)}
          {...invalid}
        />
      );
    case 'text':
      return (
        <TextArea
          aria-label={label}
          value={value as string}
          onChange={(event) => set(event.target.value)}
          {...invalid}
        />
      );
  }
}
