import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { TextField } from '../../elements/TextField/TextField.tsx';
import { settings as words } from '../../strings/settings.ts';

interface NumberSettingProps {
  label: string;
  value: number;
  least: number;
  most: number;
  onSave: (value: number) => void;
}

/** A number with its range. Enter saves it, or the button that appears after a change; Escape goes back to the stored one. An invalid value is explained. */
export function NumberSetting({ label, value, least, most, onSave }: NumberSettingProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    // The stored value changed (saved, undone, or changed elsewhere), so the field starts from it again.
    setSeen(value);
    setTyped(null);
  }
  const id = useId();
  const text = typed ?? String(value);
  const number = Number(text);
  const isGood = /^\d+$/.test(text) && number >= least && number <= most;
  const isChanged = typed !== null && text !== String(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && isGood) onSave(number);
  };
  const takeBack = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setTyped(null);
  };
  return (
    <form
      onSubmit={submit}
      onKeyDown={takeBack}
      className="grid min-h-10 grid-cols-[minmax(0,1fr)_5rem_6rem] items-center gap-3 border-line border-t py-1.5"
    >
      <label htmlFor={id} className="text-ink-2">
        {label}
        {isChanged && !isGood && (
          <span role="alert" className="block text-failure text-small">
            {words.limits.bad(least, most)}
          </span>
        )}
      </label>
      <TextField
        id={id}
        inputMode="numeric"
        title={words.limits.range(least, most)}
        aria-invalid={isChanged && !isGood}
        className="col-start-3 row-start-1 text-right"
        value={text}
        onChange={({ target }) => setTyped(target.value)}
      />
      {isChanged && (
        <Button type="submit" disabled={!isGood} className="col-start-2 row-start-1 justify-self-end">
          {words.save}
        </Button>
      )}
    </form>
  );
}
