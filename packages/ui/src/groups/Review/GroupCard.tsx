import type { DuplicateGroup, Reflection } from '@twicewise/contract';
import { suspects as words } from '../../strings/waiting.ts';
import { strings } from '../../strings.ts';
import { DraftHeading, DraftText } from './DraftText.tsx';
import { ReviewCard } from './ReviewCard.tsx';
import { type SuspectActions, SuspectActs } from './SuspectActs.tsx';

interface GroupCardProps {
  group: DuplicateGroup;
  /** The lesson that is kept in a merge. */
  stays: Reflection;
  place: string;
  act: SuspectActions;
}

/** Several lessons that say the same: all of them, and which one a merge keeps. Of copies the text is shown once. */
export function GroupCard({ group: { lessons, size, isExact }, stays, place, act }: GroupCardProps) {
  return (
    <ReviewCard acts={<SuspectActs act={act} stays={null} />} place={place}>
      <p className="border-line border-b px-4 py-2 text-ink-2 text-small">
        <span className="font-medium text-ink">{isExact ? words.copies(size) : words.group(size)}.</span>{' '}
        {isExact ? words.exactText : words.groupText} {size > lessons.length && words.more(size - lessons.length)}
      </p>
      {lessons.map((lesson, index) => (
        <section key={lesson.id} aria-label={words.lesson(index + 1)} className="border-line border-b px-4 py-3">
          <p className="mb-1 text-ink-3 text-small">
            {words.lesson(index + 1)}
            {lesson.state === 'draft' && <> · {strings.state.draft.toLowerCase()}</>}
            {lesson.id === stays.id && <span className="text-ink"> · {words.stays}</span>}
          </p>
          <DraftHeading lesson={lesson} />
          {(!isExact || lesson.id === stays.id) && (
            <div className="@container mt-3">
              <DraftText lesson={lesson} />
            </div>
          )}
        </section>
      ))}
    </ReviewCard>
  );
}
