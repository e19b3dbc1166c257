import { Braces, Copy, Globe, Link, Text } from 'lucide-react';
import { Kbd } from '../../elements/Kbd/Kbd.tsx';
import { MenuItem } from '../../elements/Menu/Menu.tsx';
import { keysOf } from '../../state/action-keys.ts';
import { ACTIONS, type ActionId } from '../../state/actions.ts';

/** The forms in which a record can be copied. */
export interface Copies {
  id: () => void;
  /** Copies a link for this program. */
  link: () => void;
  /** Copies a link for a browser; null where there is none. */
  address: (() => void) | null;
  /** Copies the record as Markdown; null where there is no such form. */
  markdown: (() => void) | null;
  json: () => void;
}

const ICON = 14;

const ITEMS = [
  { id: 'copyId', form: 'id', icon: <Copy size={ICON} aria-hidden /> },
  { id: 'copyLink', form: 'link', icon: <Link size={ICON} aria-hidden /> },
  { id: 'copyAddress', form: 'address', icon: <Globe size={ICON} aria-hidden /> },
  { id: 'copyMarkdown', form: 'markdown', icon: <Text size={ICON} aria-hidden /> },
  { id: 'copyJson', form: 'json', icon: <Braces size={ICON} aria-hidden /> },
] as const satisfies readonly { id: ActionId; form: keyof Copies; icon: unknown }[];

/** The menu items that copy a record. */
export function CopyItems({ copies }: { copies: Copies }) {
  return ITEMS.map(({ id, form, icon }) => {
    const copy = copies[form];
    const [key = ''] = keysOf(id);
    return (
      copy && (
        <MenuItem key={id} icon={icon} hint={<Kbd keys={key} />} onSelect={copy}>
          {ACTIONS[id].title}
        </MenuItem>
      )
    );
  });
}
