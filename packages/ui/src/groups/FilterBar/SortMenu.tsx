import { ArrowDownUp } from 'lucide-react';
import { type LessonsView, ORDERS, orderOf, type ViewPatch } from '../../data/lessons-view.ts';
import { Menu, MenuChoice } from '../../elements/Menu/Menu.tsx';
import { strings } from '../../strings.ts';

const { orders, label, lastDeleted } = strings.sort;

interface SortMenuProps {
  view: LessonsView;
  onChange: (patch: ViewPatch) => void;
}

/** Chooses the order of the list. A search is ordered by relevance. */
export function SortMenu({ view, onChange }: SortMenuProps) {
  const current = orderOf(view);
  const offered = ORDERS.filter((order) => order !== 'stored' || !view.bin);
  const names = view.bin ? { ...orders, updated: lastDeleted } : orders;
  return (
    <Menu
      label={label}
      align="end"
      trigger={
        <button
          type="button"
          title={label}
          className="-mr-1 flex h-6 shrink-0 items-center gap-1 rounded-sm px-1 hover:bg-hover hover:text-ink"
        >
          <span className="sr-only">{label}</span>
          {names[current]}
          <ArrowDownUp size={11} aria-hidden className="text-ink-3" />
        </button>
      }
    >
      {offered.map((order) => (
        <MenuChoice key={order} checked={order === current} onSelect={() => onChange({ sort: order })}>
          {names[order]}
        </MenuChoice>
      ))}
    </Menu>
  );
}
