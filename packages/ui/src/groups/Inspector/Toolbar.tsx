import type { Reflection, ReflectionState } from '@twicewise/contract';
import { Archive, Check, Ellipsis, Pencil, Pin, PinOff, Trash2, X } from 'lucide-react';
import { Button, IconButton } from '../../elements/Button/Button.tsx';
import { Kbd, keysText } from '../../elements/Kbd/Kbd.tsx';
import { Menu, MenuItem, MenuLine } from '../../elements/Menu/Menu.tsx';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { PaneToolbar } from '../../elements/PaneToolbar/PaneToolbar.tsx';
import { StateMark } from '../../elements/StateMark/StateMark.tsx';
import { keysOf } from '../../state/action-keys.ts';
import { ACTIONS, type ActionId } from '../../state/actions.ts';
import { strings } from '../../strings.ts';
import { BinnedActions, type PurgeRequest } from '../Binned/BinnedActions.tsx';
import { CompareItem } from './CompareItem.tsx';
import { type Copies, CopyItems } from './CopyItems.tsx';
import { SourceItem } from './SourceItem.tsx';

/** The actions on one lesson. */
export interface LessonActions {
  edit: () => void;
  pin: () => void;
  setState: (state: ReflectionState) => void;
  remove: () => void;
  restore: () => void;
  /** Called after a purge; the next lesson is opened. */
  purged: () => void;
  copies: Copies;
}

const { actions } = strings;
const ICON = 14;

const STATES = [
  { id: 'accept', state: 'accepted', Icon: Check },
  { id: 'reject', state: 'rejected', Icon: X },
  { id: 'archive', state: 'archived', Icon: Archive },
] as const satisfies readonly { id: ActionId; state: ReflectionState; Icon: unknown }[];

const keyOf = (id: ActionId) => keysOf(id)[0] ?? '';

function More({ lesson, act }: { lesson: Reflection; act: LessonActions }) {
  return (
    <Menu
      label={actions.more}
      align="end"
      trigger={
        <IconButton label={actions.more}>
          <Ellipsis size={15} aria-hidden />
        </IconButton>
      }
    >
      {STATES.filter(({ state }) => lesson.state !== state).map(({ id, state, Icon }) => (
        <MenuItem
          key={id}
          icon={<Icon size={ICON} aria-hidden />}
          hint={<Kbd keys={keyOf(id)} />}
          onSelect={() => act.setState(state)}
        >
          {ACTIONS[id].title}
        </MenuItem>
      ))}
      <MenuLine />
      <CopyItems copies={act.copies} />
      <MenuLine />
      <CompareItem />
      <SourceItem />
    </Menu>
  );
}

function LiveActions({ lesson, act }: { lesson: Reflection; act: LessonActions }) {
  const PinIcon = lesson.pinned ? PinOff : Pin;
  return (
    <>
      {lesson.state === 'draft' && (
        <Button
          tone="solid"
          onClick={() => act.setState('accepted')}
          title={keysText(keyOf('accept'))}
          className="mr-1"
        >
          <Check size={13} aria-hidden />
          {actions.accept}
        </Button>
      )}
      <Button onClick={act.edit} title={keysText(keyOf('edit'))} className="mr-1">
        <Pencil size={12} aria-hidden />
        {actions.edit}
      </Button>
      <IconButton label={lesson.pinned ? actions.unpin : actions.pin} keys={keyOf('pin')} onClick={act.pin}>
        <PinIcon size={ICON} aria-hidden />
      </IconButton>
      <IconButton label={actions.delete} keys={keyOf('delete')} onClick={act.remove}>
        <Trash2 size={ICON} aria-hidden />
      </IconButton>
      <More lesson={lesson} act={act} />
    </>
  );
}

interface ToolbarProps {
  lesson: Reflection;
  act: LessonActions;
  /** Whether the purge was requested; only in the bin. */
  purging: PurgeRequest;
  /** Set in a narrow window, where the lesson covers the list. */
  onBack: (() => void) | undefined;
}

/** The header of the inspector: the outcome, and the actions on the lesson. */
export function Toolbar({ lesson, act, purging, onBack }: ToolbarProps) {
  return (
    <PaneToolbar onBack={onBack}>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-small">
        <OutcomeGlyph outcome={lesson.outcome} decorative />
        <span className="font-medium">{strings.outcome[lesson.outcome]}</span>
        <StateMark state={lesson.state} />
        {lesson.pinned && <Pin size={12} aria-label={strings.list.pinned} role="img" className="text-ink-2" />}
      </p>
      <div className="ml-auto flex shrink-0 items-center gap-0.5">
        {lesson.deletedAt ? (
          <BinnedActions onRestore={act.restore} purging={purging} />
        ) : (
          <LiveActions lesson={lesson} act={act} />
        )}
      </div>
    </PaneToolbar>
  );
}
