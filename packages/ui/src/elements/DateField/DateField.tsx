import clsx from 'clsx';
import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { strings } from '../../strings.ts';
import { onDemand } from '../OnDemand/on-demand.tsx';
import { TextField } from '../TextField/TextField.tsx';
import { addDays, readDate } from './day-text.ts';
import { localDay } from './local-day.ts';

const Calendar = onDemand(async () => (await import('./Calendar.tsx')).Calendar);
const words = strings.dates;

interface DateFieldProps {
  id?: string;
  label: string;
  title?: string;
  /** A day as `2026-11-25`, with `withTime` also `2026-11-25T14:30`; empty for none. */
  value: string;
  withTime?: boolean;
  className?: string;
  onChange: (value: string) => void;
}

const shown = (value: string) => value.replace('T', ' ');
const dayOf = (value: string) => value.slice(0, 10);

/**
 * A field for a day. It reads a day in several ways of writing, as soon as it is a whole one; the arrow keys go to the day before and after,
 * and its button opens a calendar. A text that is no day stays until it is corrected or emptied, and changes nothing.
 */
export function DateField({ id, label, title, value, withTime = false, className, onChange }: DateFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLSpanElement>(null);
  const read = (text: string) => (text.trim() === '' ? '' : readDate(text, { now: new Date(), withTime }));
  const isWrong = typed !== null && read(typed) === null;
  const give = (next: string) => {
    setTyped(null);
    if (next !== value) onChange(next);
  };
  const type = (text: string) => {
    setTyped(text);
    // What a longer text may begin with waits for Enter, or for the field to be left.
    const isWhole = text === '' || /^\d{4}-\d{2}-\d{2}/.test(text);
    const next = isWhole ? read(text) : null;
    if (next !== null && next !== value) onChange(next);
  };
  const end = () => {
    const next = typed === null ? null : read(typed);
    if (next !== null) give(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === 'Enter') end();
    if (by === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (event.altKey) return setOpen(by < 0);
    const today = localDay(new Date());
    give(value === '' ? today : addDays(dayOf(value), by) + value.slice(10));
  };
  return (
    <span ref={frame} className={clsx('relative block', className)}>
      <TextField
        ref={field}
        id={id}
        aria-label={label}
        title={title}
        placeholder={words.any}
        className="pr-5.5 pl-1.5 tabular-nums"
        value={typed ?? shown(value)}
        {...(isWrong ? { 'aria-invalid': true, title: words.wrong } : {})}
        onChange={({ target }) => type(target.value)}
        onBlur={end}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        aria-label={words.open(label)}
        title={words.open(label)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="absolute inset-y-0 right-0 flex w-6 items-center justify-center rounded-sm text-ink-3 hover:text-ink"
      >
        <CalendarDays size={13} aria-hidden />
      </button>
      {isOpen && (
        <Calendar
          label={label}
          value={dayOf(value)}
          anchor={frame}
          onPick={(day) => {
            give(withTime ? `${day}T${value.slice(11) || '00:00'}` : day);
            setOpen(false);
            field.current?.focus();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  );
}
