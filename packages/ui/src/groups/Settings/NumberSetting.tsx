import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { TextField } from '../../elements/TextField/TextField.tsx';
import { settings as words } from '../../strings/settings.ts';

interface NumberSettingProps {
  label: string;
  value: number;
  least: number;
  most: number;
  /** Resolves to true when it is saved. */
  onSave: (value: number) => Promise<boolean>;
}

/**
 * A number with its range. It is saved by Enter and when the field is left, as every other setting is at once; an invalid value is
 * explained and stays until it is mended. Escape goes back to the stored one.
 */
export function NumberSetting({ label, value, least, most, onSave }: NumberSettingProps) {
  const [typed, type] = useState<string | null>(null);
  // Escape gives up what was typed and leaves the field in one press, and Enter saves before the field is left: both come before
  // the next render.
  const latest = useRef<string | null>(null);
  const sent = useRef<string | null>(null);
  const setTyped = (text: string | null) => {
    latest.current = text;
    type(text);
  };
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    // The stored value changed (saved, undone, or changed elsewhere), so the field starts from it again, unless more was typed.
    setSeen(value);
    if (latest.current !== null && Number(latest.current) === value) setTyped(null);
    if (Number(sent.current) === value) sent.current = null;
  }
  const id = useId();
  const text = typed ?? String(value);
  const isGood = (given: string) => /^\d+$/.test(given) && Number(given) >= least && Number(given) <= most;
  const isBad = typed !== null && !isGood(text);
  const save = async () => {
    const given = latest.current;
    if (given === null || !isGood(given)) return;
    if (sent.current === null && Number(given) === value) return setTyped(null);
    if (sent.current !== null && Number(given) === Number(sent.current)) return;
    sent.current = given;
    // What could not be saved stays in the field, and the next try sends it again.
    if (!(await onSave(Number(given))) && sent.current === given) sent.current = null;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const giveUp = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setTyped(null);
  };
  return (
    <form
      onSubmit={submit}
      onKeyDown={giveUp}
      className="grid min-h-10 grid-cols-[minmax(0,1fr)_6rem] items-center gap-3 border-line border-t py-1.5"
    >
      <label htmlFor={id} className="text-ink-2">
        {label}
        {isBad && (
          <span role="alert" className="block text-failure text-small">
            {words.limits.bad(least, most)}
          </span>
        )}
      </label>
      <TextField
        id={id}
        inputMode="numeric"
        title={words.limits.range(least, most)}
        aria-invalid={isBad}
        className="text-right"
        value={text}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => void save()}
      />
    </form>
  );
}
