import { Layers } from 'lucide-react';
import { useState } from 'react';
import { type DraftPatch, GROUPINGS, type TodayView } from '../../data/today-view.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { Menu, MenuChoice } from '../../elements/Menu/Menu.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { review } from '../../strings/today.ts';

const words = review.group;

interface GroupingMenuProps {
  view: TodayView;
  onChange: (patch: DraftPatch) => void;
}

/** Chooses what the drafts are grouped by. */
export function GroupingMenu({ view, onChange }: GroupingMenuProps) {
  const [open, setOpen] = useState(false);
  useAction('groupDrafts', () => setOpen(true));
  const { group, project } = view;
  const offered = GROUPINGS.filter((name) => name !== 'project' || project === undefined);
  return (
    <Menu
      label={words.label}
      opened={[open, setOpen]}
      trigger={
        <Button tone="quiet" className="px-1.5">
          <Layers size={13} aria-hidden />
          {group ? words.by[group] : words.label}
        </Button>
      }
    >
      <MenuChoice checked={group === undefined} onSelect={() => onChange({ group: undefined })}>
        {words.none}
      </MenuChoice>
      {offered.map((name) => (
        <MenuChoice key={name} checked={name === group} onSelect={() => onChange({ group: name })}>
          {words.by[name]}
        </MenuChoice>
      ))}
    </Menu>
  );
}
