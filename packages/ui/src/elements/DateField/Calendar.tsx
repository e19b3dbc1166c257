import clsx from 'clsx';
import { ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { strings } from '../../strings.ts';
import { IconButton } from '../Button/Button.tsx';
import { addDays, addMonths, weeksOf } from './day-text.ts';
import { localDay } from './local-day.ts';

const words = strings.dates;
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });
const LONG = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
const at = (day: string) => new Date(`${day}T00:00Z`);
/** Any Monday and the days after it. */
const WEEK = Array.from({ length: 7 }, (_, index) => WEEKDAY.format(at(addDays('2026-11-23', index))));

/** Where a key leads from a day; undefined for other keys. */
function ledTo(day: string, key: string): string | undefined {
  const weekday = (at(day).getUTCDay() + 6) % 7;
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekday);
    case 'End':
      return addDays(day, 6 - weekday);
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
    default:
      return undefined;
  }
}

interface MonthProps {
  /** The day that keys act on; its month is shown. */
  day: string;
  value: string;
  onDay: (day: string) => void;
  onPick: (day: string) => void;
}

/** The days of a month, of which Tab reaches one. */
function Month({ day, value, onDay, onPick }: MonthProps) {
  const grid = useRef<HTMLTableElement>(null);
  const today = localDay(new Date());
  // At first, and then after keys: a button that shows another month keeps the focus.
  const isLed = useRef(true);
  useEffect(() => {
    if (isLed.current) grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
    isLed.current = false;
  }, [day]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = ledTo(day, event.key);
    if (next === undefined) return;
    event.preventDefault();
    isLed.current = true;
    onDay(next);
  };
  return (
    <table ref={grid} aria-label={MONTH.format(at(day))} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          {WEEK.map((name) => (
            <th key={name} scope="col" className="size-8 font-normal text-ink-3 text-small">
              {name.slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(day).map((week) => (
          <tr key={week.find((one) => one !== null)}>
            {week.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the places of a week never move
              <td key={index} className="p-0">
                {one && (
                  <button
                    type="button"
                    data-day={one}
                    tabIndex={one === day ? 0 : -1}
                    aria-pressed={one === value}
                    aria-label={LONG.format(at(one))}
                    aria-current={one === today ? 'date' : undefined}
                    onClick={() => onPick(one)}
                    className={clsx(
                      'size-8 rounded-sm text-small tabular-nums hover:bg-hover',
                      one === value && 'bg-signal-tint font-medium text-signal-ink',
                      one === today && one !== value && 'font-medium underline underline-offset-4',
                    )}
                  >
                    {Number(one.slice(8))}
                  </button>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CalendarProps {
  label: string;
  /** The chosen day; empty for none. */
  value: string;
  /** What the calendar stands below, or above where there is no room. */
  anchor: RefObject<HTMLElement | null>;
  onPick: (day: string) => void;
  onClose: () => void;
}

const GAP = 4;
const EDGE = 8;

/** Puts the calendar beside its field, within the window. */
function place(calendar: HTMLElement, field: DOMRect): void {
  const { width, height } = calendar.getBoundingClientRect();
  const isBelow = field.bottom + GAP + height + EDGE <= innerHeight || field.top < height + GAP + EDGE;
  const top = isBelow ? Math.min(field.bottom + GAP, innerHeight - height - EDGE) : field.top - GAP - height;
  const left = Math.max(EDGE, Math.min(field.left, innerWidth - width - EDGE));
  calendar.style.translate = `${Math.round(left)}px ${Math.round(Math.max(EDGE, top))}px`;
}

/**
 * A calendar to pick a day from, for a field. It is a popover of the browser, which closes it on Escape and on a press elsewhere and gives the
 * focus back. In a file of its own, because few fields are filled with it.
 */
export function Calendar({ label, value, anchor, onPick, onClose }: CalendarProps) {
  const [day, setDay] = useState(value === '' ? localDay(new Date()) : value);
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [calendar, field] = [frame.current, anchor.current];
    if (!calendar || !field) return;
    calendar.showPopover();
    place(calendar, field.getBoundingClientRect());
  }, [anchor]);
  return (
    <div
      ref={frame}
      popover="auto"
      role="dialog"
      aria-label={label}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      className="fixed inset-auto top-0 left-0 m-0 rounded-md border-0 bg-raised p-2 text-ink shadow-float"
    >
      <div className="flex items-center">
        <span aria-live="polite" className="grow pl-2 font-medium">
          {MONTH.format(at(day))}
        </span>
        <IconButton label={words.monthBefore} keys="PageUp" onClick={() => setDay(addMonths(day, -1))}>
          <ChevronRight size={14} aria-hidden className="-scale-x-100" />
        </IconButton>
        <IconButton label={words.monthAfter} keys="PageDown" onClick={() => setDay(addMonths(day, 1))}>
          <ChevronRight size={14} aria-hidden />
        </IconButton>
      </div>
      <Month day={day} value={value} onDay={setDay} onPick={onPick} />
    </div>
  );
}
