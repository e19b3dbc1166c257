import type { UnusedLesson } from '@twicewise/contract';
import { Archive, Check, X } from 'lucide-react';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { unused as words } from '../../strings/waiting.ts';
import { strings } from '../../strings.ts';
import { Act } from './Act.tsx';
import { ReviewCard, ReviewedLesson } from './ReviewCard.tsx';

/** The decisions about an unused lesson. */
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

/** A lesson that no agent was shown, and for how long. */
export function UnusedCard({ unused, place, act }: UnusedCardProps) {
  const { reflection: lesson, shown, lastShownAt, lastChangedAt } = unused;
  return (
    <ReviewCard
      acts={
        <>
          <Act primary keys="x" onPress={act.keep}>
            <Check size={13} aria-hidden />
            {words.keep}
          </Act>
          <Act keys="h" onPress={act.archive}>
            <Archive size={13} aria-hidden />
            {words.archive}
          </Act>
          <Act keys="r" onPress={act.reject}>
            <X size={13} aria-hidden />
            {strings.actions.reject}
          </Act>
        </>
      }
      place={place}
    >
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
      <ReviewedLesson lesson={lesson} />
    </ReviewCard>
  );
}
