import { type RefObject, useEffect, useRef, useState } from 'react';
import { Menu } from '../elements/Menu/Menu.tsx';
import { ActionGroups } from '../groups/ActionMenu/ActionGroups.tsx';
import { type Offer, useActionRunner } from '../state/action-registry.tsx';
import { ACTIONS, type ActionId, isOfRecord } from '../state/actions.ts';
import { NODE_MENU } from '../state/node-menu.ts';
import { strings } from '../strings.ts';

interface Point {
  x: number;
  y: number;
}

/** Rows of lists, and the map: what stands for a record. Everything else keeps the menu of the browser. */
const RECORDS = '[role="option"], [role="listbox"], [data-place="map"]';

/**
 * Where the menu opens: at the pointer, or, for a menu that a key asked for, at the current row. A key names the list, which may be
 * much taller than its row.
 */
function pointOf({ target, clientX, clientY }: MouseEvent): Point | null {
  const place = target instanceof Element ? target.closest(RECORDS) : null;
  if (!place) return null;
  const row = place.getAttribute('aria-activedescendant');
  const current = row === null ? null : document.getElementById(row);
  if (!current) return place.matches('[role="listbox"]') ? null : { x: clientX, y: clientY };
  const { left, bottom } = current.getBoundingClientRect();
  return { x: left + 24, y: bottom };
}

/** The actions before which a line is drawn: what they are about is another thing. */
const APART: ReadonlySet<ActionId> = new Set(['helpful', 'source', 'copyId']);

/** What is offered in groups: for a node by what people do with it, else in the order of all actions. */
function grouped(offered: readonly ActionId[]): ActionId[][] {
  if (offered.includes('nodeWhy')) {
    const known = new Set(NODE_MENU.flat());
    const others = offered.filter((id) => !known.has(id));
    return [...NODE_MENU, others].map((group) => group.filter((id) => offered.includes(id)));
  }
  const groups: ActionId[][] = [[]];
  for (const id of offered) {
    if (APART.has(id)) groups.push([]);
    groups.at(-1)?.push(id);
  }
  return groups;
}

/** Actions that do and undo: here the record is known, so the menu names which of the two it is. */
const TWO_WAYS: ReadonlySet<ActionId> = new Set(['pin', 'nodePin', 'nodeOnly']);

/** The menu on a row or a node: the actions that the registry offers for it, with their keys. */
export function ContextMenu({ main }: { main: RefObject<HTMLElement | null> }) {
  const { offers, run, wordOf, watch } = useActionRunner();
  const [point, setPoint] = useState<Point | null>(null);
  const [offered, setOffered] = useState<Offer[]>([]);
  const chosen = useRef<ActionId | null>(null);

  useEffect(() => {
    const ask = (event: MouseEvent) => {
      const next = event.shiftKey && event.button === 2 ? null : pointOf(event);
      if (!next) return;
      event.preventDefault();
      setPoint(next);
    };
    const within = main.current;
    within?.addEventListener('contextmenu', ask);
    return () => within?.removeEventListener('contextmenu', ask);
  }, [main]);

  const isOpen = point !== null;
  useEffect(() => {
    if (!isOpen) return;
    // What the record offers may come a moment after it became the current one.
    const read = () => setOffered(offers().filter(({ id, why }) => isOfRecord(id) && why === null));
    read();
    return watch(read);
  }, [isOpen, offers, watch]);

  const close = () => {
    const id = chosen.current;
    chosen.current = null;
    if (id !== null) run(id);
  };
  const nameOf = (id: ActionId) => {
    const word = TWO_WAYS.has(id) ? wordOf(id) : '';
    return word === '' ? ACTIONS[id].title : word.charAt(0).toUpperCase() + word.slice(1);
  };
  return (
    <Menu
      label={strings.actions.more}
      side="right"
      opened={[isOpen, (open) => !open && setPoint(null)]}
      // Some actions move the focus, so they come after it has returned.
      onClosed={close}
      trigger={<span aria-hidden className="fixed" style={{ left: point?.x ?? 0, top: point?.y ?? 0 }} />}
    >
      <ActionGroups
        groups={grouped(offered.map(({ id }) => id))}
        nameOf={nameOf}
        onChoose={(id) => {
          chosen.current = id;
        }}
      />
    </Menu>
  );
}
