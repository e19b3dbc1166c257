import { GitCompare } from 'lucide-react';
import { Kbd } from '../../elements/Kbd/Kbd.tsx';
import { MenuItem } from '../../elements/Menu/Menu.tsx';
import { keysOf } from '../../state/action-keys.ts';
import { useActionRunner } from '../../state/action-registry.tsx';
import { ACTIONS } from '../../state/actions.ts';

/** The menu item that compares two versions; absent where there is only one. */
export function CompareItem() {
  const { offers, run } = useActionRunner();
  if (!offers().some(({ id, why }) => id === 'compare' && why === null)) return null;
  return (
    <MenuItem
      icon={<GitCompare size={14} aria-hidden />}
      hint={<Kbd keys={keysOf('compare')[0] ?? ''} />}
      onSelect={() => run('compare')}
    >
      {ACTIONS.compare.title}
    </MenuItem>
  );
}
