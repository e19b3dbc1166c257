import type { UnusedLesson } from '@twicewise/contract';
import { Archive, Check, X } from 'lucide-react';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { strings } from '../../strings.ts';
import { Act } from './Act.tsx';
import { DraftHeading, DraftText } from './DraftText.tsx';

const words = strings.unused;

/** The decisions about a lesson that nobody reads. */
export interface UnusedActions {
  keep: () => void;
  archive: () => void;
  reject: () => void;
}

interface UnusedCardProps {
  unused: UnusedLesson;
  place: string;
  act: UnusedActions;
}

/** A lesson that no agent reads, with how long so. */
export function UnusedCard({ unused, place, act }: UnusedCardProps) {
  const { reflection: lesson, shown, lastShownAt, lastChangedAt } = unused;
  return (
    <>
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-1.5 gap-y-1 border-line border-b px-4 py-1.5">
        <Act keys="x" onPress={act.keep}>
          <Check size={13} aria-hidden />
          {words.keep}
        </Act>
        <Act keys="h" onPress={act.archive}>
          <Archive size={13} aria-hidden />
          {words.archive}
        </Act>
        <Act keys="r" onPress={act.reject}>
          <X size={13} aria-hidden className="text-failure" />
          {strings.actions.reject}
        </Act>
        <span className="ml-auto pl-2 text-ink-3 text-small tabular-nums">{place}</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <div tabIndex={0} className="@container min-h-0 grow overflow-y-auto focus-visible:-outline-offset-2">
        <p className="border-line border-b px-4 py-1.5 text-ink-2 text-small">
          {lastShownAt === null ? (
            words.neverShown
          ) : (
            <>
              {words.shown(shown)} <RelativeTime at={lastShownAt} />
            </>
          )}
          , {words.changed} <RelativeTime at={lastChangedAt} />.
        </p>
        <div className="flex flex-col gap-4 p-4">
          <DraftHeading lesson={lesson} />
          <DraftText lesson={lesson} />
        </div>
      </div>
    </>
  );
}
