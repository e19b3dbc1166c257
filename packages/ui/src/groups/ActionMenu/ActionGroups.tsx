import { Fragment } from 'react';
import { Kbd } from '../../elements/Kbd/Kbd.tsx';
import { MenuItem, MenuLine } from '../../elements/Menu/Menu.tsx';
import { keysOf } from '../../state/action-keys.ts';
import { ACTIONS, type ActionId } from '../../state/actions.ts';

interface ActionGroupsProps {
  groups: readonly (readonly ActionId[])[];
  /** The name of an action, where it depends on what the action would do now; otherwise its title. */
  nameOf?: (id: ActionId) => string;
  onChoose: (id: ActionId) => void;
}

/** The items of a menu of actions, each with its key, and a line between two groups. Empty groups are left out. */
export function ActionGroups({ groups, nameOf = (id) => ACTIONS[id].title, onChoose }: ActionGroupsProps) {
  return groups
    .filter(({ length }) => length > 0)
    .map((group, index) => (
      <Fragment key={group[0]}>
        {index > 0 && <MenuLine />}
        {group.map((id) => {
          const [key] = keysOf(id);
          return (
            <MenuItem
              key={id}
              danger={id === 'delete' || id === 'purge'}
              hint={key && <Kbd keys={key} />}
              onSelect={() => onChoose(id)}
            >
              {nameOf(id)}
            </MenuItem>
          );
        })}
      </Fragment>
    ));
}
