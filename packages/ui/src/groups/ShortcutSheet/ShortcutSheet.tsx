import type { ScreenId } from '../../data/screens.ts';
import { Dialog } from '../../elements/Dialog/Dialog.tsx';
import { Kbd } from '../../elements/Kbd/Kbd.tsx';
import { keysOf } from '../../state/action-keys.ts';
import { ACTIONS, type ActionId } from '../../state/actions.ts';
import { strings } from '../../strings.ts';

type Group = keyof typeof strings.shortcuts.groups;

/** The rows of one group. Actions with the same name share a row; actions without a key have none. */
function rowsOf(group: Group): [label: string, keys: string[]][] {
  const rows = new Map<string, string[]>();
  for (const id of Object.keys(ACTIONS) as ActionId[]) {
    const { title } = ACTIONS[id];
    if (ACTIONS[id].group === group) rows.set(title, [...(rows.get(title) ?? []), ...keysOf(id)]);
  }
  return [...rows].filter(([, keys]) => keys.length > 0);
}

const GROUPS = Object.keys(strings.shortcuts.groups) as Group[];

/** The groups whose keys a screen has. */
const OF_SCREEN: Partial<Record<ScreenId, readonly Group[]>> = {
  today: ['today', 'list', 'select', 'edit', 'lesson'],
  lessons: ['search', 'list', 'select', 'edit', 'lesson'],
  sessions: ['search', 'list', 'select', 'lesson'],
  causes: ['map', 'search', 'list'],
};

/** All groups: those of the screen, what works everywhere, and the others. */
const groupsFrom = (screen: ScreenId | null): Group[] => [
  ...new Set([...((screen && OF_SCREEN[screen]) ?? []), 'window' as const, ...GROUPS]),
];

function GroupOfKeys({ group }: { group: Group }) {
  return (
    <section className="mb-4 break-inside-avoid">
      <h3 className="mb-1 font-medium text-ink-3 text-small">{strings.shortcuts.groups[group]}</h3>
      <dl>
        {rowsOf(group).map(([label, keys]) => (
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
    <Dialog title={strings.shortcuts.title} open={open} onOpenChange={onOpenChange}>
      <div className="gap-8 sm:columns-2">
        {groupsFrom(screen).map((group) => (
          <GroupOfKeys key={group} group={group} />
        ))}
      </div>
      <label className="flex min-h-7 cursor-pointer items-start gap-2 border-line border-t pt-3">
        <input
          type="checkbox"
          checked={singleKeys}
          onChange={(event) => onSingleKeys(event.target.checked)}
          className="mt-0.5 size-4 accent-ink"
        />
        <span>
          {strings.shortcuts.single}
          <span className="block text-ink-2 text-small">{strings.shortcuts.singleHint}</span>
        </span>
      </label>
    </Dialog>
  );
}
