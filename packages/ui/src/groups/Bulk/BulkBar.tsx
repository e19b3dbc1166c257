import type { LessonChange, Project } from '@twicewise/contract';
import { ChevronDown, FileOutput, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { STATES } from '../../data/lessons-view.ts';
import { projectsApart } from '../../data/project-label.ts';
import { Button, IconButton } from '../../elements/Button/Button.tsx';
import { keysText } from '../../elements/Kbd/Kbd.tsx';
import { Menu, MenuItem } from '../../elements/Menu/Menu.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { keysOf } from '../../state/action-keys.ts';
import { strings } from '../../strings.ts';

const words = strings.bulk;
const DELETE_KEY = keysText(keysOf('delete')[0] ?? '');

/** Lets all five buttons fit side by side in the narrowest list; each class replaces one of the button's own. */
const NARROW = 'gap-0.5! px-1.5!';

interface SelectedProps {
  count: number;
  all: boolean;
  /** The number of all matches, when more of them can be selected. */
  matching: number | null;
  onAll: () => void;
  /** Null while exporting is not possible. */
  onExport: (() => void) | null;
  onClear: () => void;
}

/** The number of selected rows, with buttons to select all and to export them to a bundle. */
export function Selected({ count, all, matching, onAll, onExport, onClear }: SelectedProps) {
  return (
    <div className="flex min-h-7 items-center gap-2 text-small">
      <p role="status" className="font-medium">
        {(all ? words.all : words.selected)(count)}
      </p>
      {matching !== null && (
        <TextLink onClick={onAll} className="min-h-6 rounded-sm">
          {words.selectAll(matching)}
        </TextLink>
      )}
      <span className="-mr-1.5 ml-auto flex">
        {onExport && (
          <IconButton label={strings.bulk.exportSelected} data-deed="save share file bundle lessons" onClick={onExport}>
            <FileOutput size={14} aria-hidden />
          </IconButton>
        )}
        <IconButton label={words.clear} keys={keysText('Escape')} onClick={onClear}>
          <X size={14} aria-hidden />
        </IconButton>
      </span>
    </div>
  );
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu
      label={label}
      trigger={
        <Button tone="quiet" className={NARROW} data-deed="selected several lessons project accept reject archive">
          {label}
          <ChevronDown size={12} aria-hidden className="text-ink-3" />
        </Button>
      }
    >
      {children}
    </Menu>
  );
}

interface ChangesProps {
  projects: readonly Project[];
  onTags: () => void;
  onChange: (change: LessonChange) => void;
}

/** The changes possible for many lessons. Each leads to its preview. */
export function BulkChanges({ projects, onTags, onChange }: ChangesProps) {
  return (
    <div className="-mx-1.5 flex flex-wrap gap-1">
      <Button tone="quiet" className={NARROW} data-deed="add tag label selected lessons several" onClick={onTags}>
        {words.tags}
      </Button>
      <Choice label={words.state}>
        {STATES.map((state) => (
          <MenuItem key={state} onSelect={() => onChange({ kind: 'state', state })}>
            {strings.state[state]}
          </MenuItem>
        ))}
      </Choice>
      <Choice label={words.pin}>
        <MenuItem onSelect={() => onChange({ kind: 'pin', pinned: true })}>{strings.actions.pin}</MenuItem>
        <MenuItem onSelect={() => onChange({ kind: 'pin', pinned: false })}>{strings.actions.unpin}</MenuItem>
      </Choice>
      <Choice label={words.move}>
        {projectsApart(projects).map(({ id, name }) => (
          <MenuItem key={id} onSelect={() => onChange({ kind: 'move', projectId: id })}>
            {name}
          </MenuItem>
        ))}
      </Choice>
      <Button tone="quiet" className={NARROW} title={DELETE_KEY} onClick={() => onChange({ kind: 'delete' })}>
        {words.delete}
      </Button>
    </div>
  );
}

/** What can be done to many sessions. */
export function SessionChanges({ onDelete }: { onDelete: () => void }) {
  return (
    <div className="flex flex-wrap gap-1">
      <Button tone="quiet" title={DELETE_KEY} onClick={onDelete}>
        {words.delete}
      </Button>
    </div>
  );
}

interface BinChangesProps {
  /** True when everything that matches is selected, rather than single lessons. */
  all: boolean;
  /** What is said then instead of purging. */
  filtered?: string;
  onRestore: () => void;
  onPurge: () => void;
}

/** The changes possible for many lessons or sessions in the bin. */
export function BinChanges({ all, filtered = strings.bulk.purgeFiltered, onRestore, onPurge }: BinChangesProps) {
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Button tone="quiet" title={keysText('u')} onClick={onRestore}>
        {words.restore}
      </Button>
      {all ? (
        <p className="text-ink-2 text-small">{filtered}</p>
      ) : (
        <Button tone="danger" onClick={onPurge}>
          {strings.actions.purge}
        </Button>
      )}
    </div>
  );
}
