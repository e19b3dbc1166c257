import type { Reflection, ReflectionState } from '@twicewise/contract';
import { Archive, ArrowLeft, Check, Ellipsis, Pencil, Pin, PinOff, RotateCcw, Trash2, X } from 'lucide-react';
import { Button, IconButton } from '../../elements/Button/Button.tsx';
import { Kbd, keysText } from '../../elements/Kbd/Kbd.tsx';
import { Menu, MenuItem, MenuLine } from '../../elements/Menu/Menu.tsx';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { StateMark } from '../../elements/StateMark/StateMark.tsx';
import { strings } from '../../strings.ts';
import { CopyItems, type LessonCopies } from './CopyItems.tsx';

/** What can be done with one lesson. */
export interface LessonActions {
  edit: () => void;
  pin: () => void;
  setState: (state: ReflectionState) => void;
  remove: () => void;
  restore: () => void;
  copies: LessonCopies;
}

const { actions } = strings;
const ICON = 14;

function More({ lesson, act }: { lesson: Reflection; act: LessonActions }) {
  const offer = (state: ReflectionState) => lesson.state !== state;
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
      {offer('accepted') && (
        <MenuItem
          icon={<Check size={ICON} aria-hidden />}
          hint={<Kbd keys="a" />}
          onSelect={() => act.setState('accepted')}
        >
          {actions.accept}
        </MenuItem>
      )}
      {offer('rejected') && (
        <MenuItem
          icon={<X size={ICON} aria-hidden />}
          hint={<Kbd keys="r" />}
          onSelect={() => act.setState('rejected')}
        >
          {actions.reject}
        </MenuItem>
      )}
      {offer('archived') && (
        <MenuItem
          icon={<Archive size={ICON} aria-hidden />}
          hint={<Kbd keys="h" />}
          onSelect={() => act.setState('archived')}
        >
          {actions.archive}
        </MenuItem>
      )}
      <MenuLine />
      <CopyItems copies={act.copies} />
    </Menu>
  );
}

function LiveActions({ lesson, act }: { lesson: Reflection; act: LessonActions }) {
  const PinIcon = lesson.pinned ? PinOff : Pin;
  return (
    <>
      {lesson.state === 'draft' && (
        <Button onClick={() => act.setState('accepted')} title={keysText('a')} className="mr-1">
          <Check size={13} aria-hidden />
          {actions.accept}
        </Button>
      )}
      <Button onClick={act.edit} title={keysText('e')} className="mr-1">
        <Pencil size={12} aria-hidden />
        {actions.edit}
      </Button>
      <IconButton label={lesson.pinned ? actions.unpin : actions.pin} keys="p" onClick={act.pin}>
        <PinIcon size={ICON} aria-hidden />
      </IconButton>
      <IconButton label={actions.delete} keys="#" onClick={act.remove}>
        <Trash2 size={ICON} aria-hidden />
      </IconButton>
      <More lesson={lesson} act={act} />
    </>
  );
}

interface ToolbarProps {
  lesson: Reflection;
  act: LessonActions;
  /** Given in a narrow window, where the list is behind the lesson. */
  onBack: (() => void) | undefined;
}

/** The head of the inspector: how the attempt ended, and what can be done with the lesson. */
export function Toolbar({ lesson, act, onBack }: ToolbarProps) {
  return (
    <div className="flex min-h-11 shrink-0 items-center gap-2 border-line border-b @lg:pr-4 pr-2 @lg:pl-6 pl-4">
      {onBack && (
        <IconButton label={strings.inspector.back} keys={keysText('Escape')} onClick={onBack} className="-ml-2">
          <ArrowLeft size={15} aria-hidden />
        </IconButton>
      )}
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-small">
        <OutcomeGlyph outcome={lesson.outcome} decorative />
        <span className="font-medium">{strings.outcome[lesson.outcome]}</span>
        <StateMark state={lesson.state} />
        {lesson.pinned && <Pin size={12} aria-label={strings.list.pinned} role="img" className="text-ink-2" />}
      </p>
      <div className="ml-auto flex shrink-0 items-center gap-0.5">
        {lesson.deletedAt ? (
          <Button onClick={act.restore} title={keysText('u')}>
            <RotateCcw size={13} aria-hidden />
            {actions.restore}
          </Button>
        ) : (
          <LiveActions lesson={lesson} act={act} />
        )}
      </div>
    </div>
  );
}
