import { CodeXml } from 'lucide-react';
import { Kbd } from '../../elements/Kbd/Kbd.tsx';
import { MenuItem } from '../../elements/Menu/Menu.tsx';
import { keysOf } from '../../state/action-keys.ts';
import { useReading } from '../../state/reading.tsx';
import { strings } from '../../strings.ts';

/** The menu item that shows texts as written, or formatted again. */
export function SourceItem() {
  const { source, toggle } = useReading();
  return (
    <MenuItem
      icon={<CodeXml size={14} aria-hidden />}
      hint={<Kbd keys={keysOf('source')[0] ?? ''} />}
      onSelect={toggle}
    >
      {source ? strings.reading.formatted : strings.reading.source}
    </MenuItem>
  );
}
