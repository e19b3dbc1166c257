import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ScreenId } from '../../data/screens.ts';
import { Dialog } from '../../elements/Dialog/Dialog.tsx';
import { Kbd, keysText } from '../../elements/Kbd/Kbd.tsx';
import { TextField } from '../../elements/TextField/TextField.tsx';
import { keysOf } from '../../state/action-keys.ts';
import { ACTIONS, type ActionId } from '../../state/actions.ts';
import { strings } from '../../strings.ts';

const words = strings.shortcuts;
type Group = keyof typeof strings.shortcuts.groups;

/** The rows of one group that hold what was typed. Actions with the same name share a row; actions without a key have none. */
function rowsOf(group: Group, typed: string): [label: string, keys: string[]][] {
  const looked = typed.trim().toLowerCase();
  const rows = new Map<string, string[]>();
  for (const id of Object.keys(ACTIONS) as ActionId[]) {
    const { title } = ACTIONS[id];
    if (ACTIONS[id].group === group) rows.set(title, [...(rows.get(title) ?? []), ...keysOf(id)]);
  }
  return [...rows].filter(([label, keys]) => keys.length > 0 && label.toLowerCase().includes(looked));
}

const GROUPS = Object.keys(strings.shortcuts.groups) as Group[];

/** The groups whose keys a screen has. */
const OF_SCREEN: Partial<Record<ScreenId, readonly Group[]>> = {
  today: ['today', 'list', 'select', 'edit', 'lesson'],
  lessons: ['search', 'list', 'select', 'edit', 'lesson'],
  sessions: ['search', 'list', 'select', 'lesson'],
  causes: ['map', 'search', 'list'],
};

/** All groups: those of the screen, and below these what works everywhere, and the others. */
function groupsFrom(screen: ScreenId | null): (readonly Group[])[] {
  const own = (screen && OF_SCREEN[screen]) ?? [];
  return [own, [...new Set<Group>(['window', ...GROUPS])].filter((group) => !own.includes(group))];
}

function GroupOfKeys({ group, typed }: { group: Group; typed: string }) {
  const rows = rowsOf(group, typed);
  if (rows.length === 0) return null;
  return (
    <section className="mb-4 break-inside-avoid">
      <h3 className="mb-1 font-medium text-ink-3 text-small">{words.groups[group]}</h3>
      <dl>
        {rows.map(([label, keys]) => (
          <div key={label} className="flex min-h-7 items-center justify-between gap-4 border-line border-t">
            <dt>{label}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key} keys={key} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Leads letters to the field wherever the focus is in the sheet, whose text has it first so that keys scroll it. */
function useTyping(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey) field.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [field]);
}

/** All keys, and a field to find one by words. What was typed goes with the sheet. */
function Keys({ screen }: { screen: ScreenId | null }) {
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useTyping(field);
  const groups = groupsFrom(screen);
  const found = groups.flat().some((group) => rowsOf(group, typed).length > 0);
  return (
    <>
      <TextField
        ref={field}
        type="search"
        aria-label={words.find}
        placeholder={words.find}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className="mb-4"
      />
      {groups.map((some) => (
        <div key={some.join()} className="gap-8 sm:columns-2">
          {some.map((group) => (
            <GroupOfKeys key={group} group={group} typed={typed} />
          ))}
        </div>
      ))}
      {!found && <p className="mb-4 text-ink-2">{words.none(keysText('Mod+k'))}</p>}
    </>
  );
}

interface ShortcutSheetProps {
  open: boolean;
  /** The screen below, whose keys come first. */
  screen: ScreenId | null;
  onOpenChange: (open: boolean) => void;
  singleKeys: boolean;
  onSingleKeys: (on: boolean) => void;
}

/** All shortcuts on one sheet, and the switch for shortcuts of a single key. */
export function ShortcutSheet({ open, screen, onOpenChange, singleKeys, onSingleKeys }: ShortcutSheetProps) {
  return (
    <Dialog title={words.title} open={open} onOpenChange={onOpenChange}>
      <Keys screen={screen} />
      <label className="flex min-h-7 cursor-pointer items-start gap-2 border-line border-t pt-3">
        <input
          type="checkbox"
          checked={singleKeys}
          onChange={(event) => onSingleKeys(event.target.checked)}
          className="mt-0.5 size-4 accent-ink"
        />
        <span>
          {words.single}
          <span className="block text-ink-2 text-small">{words.singleHint}</span>
        </span>
      </label>
    </Dialog>
  );
}
