import { type Episode, OUTCOMES, type Outcome } from '@twicewise/contract';
import { ChevronDown, Ellipsis, Trash2 } from 'lucide-react';
import { isDoubtful } from '../../data/shown-outcome.ts';
import { Button, IconButton } from '../../elements/Button/Button.tsx';
import { keysText } from '../../elements/Kbd/Kbd.tsx';
import { Menu, MenuChoice, MenuLine } from '../../elements/Menu/Menu.tsx';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { PaneToolbar } from '../../elements/PaneToolbar/PaneToolbar.tsx';
import { keysOf } from '../../state/action-keys.ts';
import type { ActionId } from '../../state/actions.ts';
import { sessionRecord as words } from '../../strings/session-record.ts';
import { strings } from '../../strings.ts';
import { BinnedActions, type PurgeRequest } from '../Binned/BinnedActions.tsx';
import { type Copies, CopyItems } from '../Inspector/CopyItems.tsx';
import { SourceItem } from '../Inspector/SourceItem.tsx';
import { KnownBy } from '../SessionList/KnownBy.tsx';

/** The actions on one recorded session. */
export interface RecordActions {
  correct: (outcome: Outcome) => void;
  remove: () => void;
  restore: () => void;
  /** Called after a purge; the next session is opened. */
  purged: () => void;
  copies: Copies;
}

interface RecordToolbarProps {
  episode: Episode;
  act: RecordActions;
  /** Whether the menu of outcomes is open; a key opens it as well. */
  correcting: readonly [boolean, (open: boolean) => void];
  /** Whether the purge was requested; only in the bin. */
  purging: PurgeRequest;
  /** Set in a narrow window, where the session covers the list. */
  onBack: (() => void) | undefined;
}

const keyOf = (id: ActionId) => keysText(keysOf(id)[0] ?? '');

function Live({ episode, act, correcting }: Omit<RecordToolbarProps, 'purging' | 'onBack'>) {
  const trigger = (
    <Button tone="quiet" title={`${words.correctTitle}  ${keyOf('correct')}`} className="mr-1">
      {words.correct}
      <ChevronDown size={12} aria-hidden className="text-ink-3" />
    </Button>
  );
  const more = (
    <IconButton label={strings.actions.more}>
      <Ellipsis size={15} aria-hidden />
    </IconButton>
  );
  return (
    <>
      <Menu label={words.correctTitle} align="end" trigger={trigger} opened={correcting}>
        {OUTCOMES.map((outcome) => (
          <MenuChoice
            key={outcome}
            checked={outcome === episode.outcome}
            hint={<OutcomeGlyph outcome={outcome} decorative />}
            onSelect={() => act.correct(outcome)}
          >
            {strings.outcome[outcome]}
          </MenuChoice>
        ))}
      </Menu>
      <IconButton label={strings.actions.delete} keys={keyOf('delete')} onClick={act.remove}>
        <Trash2 size={14} aria-hidden />
      </IconButton>
      <Menu label={strings.actions.more} align="end" trigger={more}>
        <CopyItems copies={act.copies} />
        <MenuLine />
        <SourceItem />
      </Menu>
    </>
  );
}

/** The header of the open session: its outcome, how that is known, and the actions. */
export function RecordToolbar({ episode, act, correcting, purging, onBack }: RecordToolbarProps) {
  return (
    <PaneToolbar onBack={onBack}>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-small">
        <OutcomeGlyph outcome={episode.outcome} doubtful={isDoubtful(episode)} decorative />
        <span className="font-medium">{strings.outcome[episode.outcome]}</span>
        <KnownBy of={episode} />
      </p>
      <div className="ml-auto flex shrink-0 items-center gap-0.5">
        {episode.deletedAt ? (
          <BinnedActions onRestore={act.restore} purging={purging} />
        ) : (
          <Live episode={episode} act={act} correcting={correcting} />
        )}
      </div>
    </PaneToolbar>
  );
}
