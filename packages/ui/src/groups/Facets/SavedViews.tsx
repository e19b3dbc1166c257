import type { SavedView } from '@twicewise/contract';
import clsx from 'clsx';
import { Ellipsis } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../elements/Button/Button.tsx';
import { Menu, MenuItem } from '../../elements/Menu/Menu.tsx';
import { strings } from '../../strings.ts';
import { type Naming, ViewNameForm } from './ViewNameForm.tsx';

const words = strings.views;

interface NamingProps {
  initial: string;
  onName: Naming;
  onEnd: () => void;
}

/** The form of a name in its line, which has the focus at once. */
function InLine(props: NamingProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <div className="px-1.5 py-1">
      <ViewNameForm {...props} className="gap-1" fieldRef={field} />
    </div>
  );
}

interface SavedViewsProps {
  views: readonly SavedView[];
  /** The view that is shown now. */
  current: string | undefined;
  /** Why the present view cannot be saved, such as that it has no filter; null where it can be. */
  whyNot: string | null;
  onOpen: (view: SavedView) => void;
  onSave: Naming;
  onRename: (view: SavedView, name: string) => ReturnType<Naming>;
  onReplace: (view: SavedView) => void;
  onDelete: (view: SavedView) => void;
}

function OneView({ view, ...props }: Omit<SavedViewsProps, 'views' | 'onSave'> & { view: SavedView }) {
  const [renaming, setRenaming] = useState(false);
  const used = view.id === props.current;
  if (renaming) {
    const rename = (name: string) => props.onRename(view, name);
    return (
      <li>
        <InLine initial={view.name} onName={rename} onEnd={() => setRenaming(false)} />
      </li>
    );
  }
  return (
    <li className={clsx('flex items-center rounded-sm', used ? 'bg-signal-tint text-ink' : 'text-ink-2')}>
      <button
        type="button"
        data-stop
        aria-current={used || undefined}
        title={view.name}
        onClick={() => props.onOpen(view)}
        className="min-h-6 min-w-0 grow truncate rounded-sm px-1.5 text-left text-small hover:text-ink hover:underline"
      >
        <bdi>{view.name}</bdi>
      </button>
      <Menu
        label={words.more(view.name)}
        align="end"
        trigger={
          <IconButton label={words.more(view.name)} className="size-6">
            <Ellipsis size={13} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setRenaming(true)}>{words.rename}</MenuItem>
        {!used && props.whyNot === null && <MenuItem onSelect={() => props.onReplace(view)}>{words.replace}</MenuItem>}
        <MenuItem onSelect={() => props.onDelete(view)}>{words.delete}</MenuItem>
      </Menu>
    </li>
  );
}

/** The saved views, and a way to save the present one. */
export function SavedViews({ views, onSave, ...props }: SavedViewsProps) {
  const [naming, setNaming] = useState(false);
  const why = props.whyNot;
  return (
    <section aria-label={words.title} className="border-line border-b px-2 py-2">
      <h3 className="px-1.5 pb-1 font-medium text-small">{words.title}</h3>
      <ul>
        {views.map((view) => (
          <OneView key={view.id} view={view} {...props} />
        ))}
      </ul>
      {naming && <InLine initial="" onName={onSave} onEnd={() => setNaming(false)} />}
      {!naming && (
        <Button
          data-stop
          tone="quiet"
          className="h-6 px-1.5 focus-visible:-outline-offset-2"
          disabled={why !== null}
          {...(why === null ? {} : { title: why, 'aria-description': why })}
          onClick={() => setNaming(true)}
        >
          {words.save}
        </Button>
      )}
      {/* Always a line, so that a filter that is chosen below moves nothing. */}
      {!naming && views.length === 0 && <p className="px-1.5 text-ink-3 text-small">{why ?? words.where}</p>}
    </section>
  );
}
