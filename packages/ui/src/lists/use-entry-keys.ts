import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react';
import { useAction } from '../state/action-registry.tsx';

/** A part of an entry that a key presses. */
type Part = 'open' | 'undo';

/** The parts that the entry with the focus has. */
interface Parts {
  open: boolean;
  /** What the key would do, in a word; null where nothing can be undone. */
  undo: string | null;
}

const NONE: Parts = { open: false, undo: null };

/** The button of a part, which is marked itself or inside of what is marked. */
function buttonOf(entry: Element | null, part: Part): HTMLButtonElement | null {
  return entry?.querySelector<HTMLButtonElement>(`button[data-press="${part}"], [data-press="${part}"] button`) ?? null;
}

const partsOf = (entry: Element): Parts => ({
  open: buttonOf(entry, 'open') !== null,
  undo: buttonOf(entry, 'undo')?.closest('[data-does]')?.getAttribute('data-does') ?? null,
});

/**
 * Keys for a page of entries to read, such as a log: `j` and `k` go to the next and the previous entry, Enter opens what belongs to
 * it, and `u` undoes it. An entry is marked `data-entry`, has the focus itself, and names the parts that its keys press as
 * `data-press`: `open` and `undo`, with what that does at present as `data-does`. The component that draws the entries, of which
 * there are `count`, calls this, so that it looks again when they change. Returns what its container needs.
 */
export function useEntryKeys(count: number) {
  const ref = useRef<HTMLDivElement>(null);
  const [parts, setParts] = useState(NONE);
  const current = () => document.activeElement?.closest<HTMLElement>('[data-entry]') ?? null;
  const go = (step: number) => {
    const all = [...(ref.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])];
    const entry = current();
    // Without one, both keys begin at the first.
    const next = all[entry ? all.indexOf(entry) + step : 0];
    next?.focus();
    return next !== undefined;
  };
  const look = (at: Element | null) => {
    const entry = at?.closest('[data-entry]');
    const next = entry ? partsOf(entry) : NONE;
    setParts((known) => (known.open === next.open && known.undo === next.undo ? known : next));
  };
  // After each rendering: what was undone is redone by the same key.
  useLayoutEffect(() => look(document.activeElement));
  const press = (part: Part) => {
    const entry = current();
    // A question that was left open is answered, and not asked again.
    const asked = entry?.querySelector<HTMLElement>(`[data-press="${part}"] [data-keys="asked"] button:last-of-type`);
    if (asked) return void asked.focus();
    const button = buttonOf(entry, part);
    button?.click();
    return button !== null;
  };
  useAction('down', () => go(1), count > 0);
  useAction('up', () => go(-1), count > 0);
  useAction('open', () => press('open'), parts.open);
  useAction('undoEntry', () => press('undo'), parts.undo !== null, parts.undo ?? true);
  return {
    ref,
    onFocus: ({ target }: FocusEvent) => look(target),
    // What gets the focus next is looked at once.
    onBlur: ({ relatedTarget }: FocusEvent) => relatedTarget === null && look(null),
  };
}
