import { lessonTitle, type Reflection } from '@twicewise/contract';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { repeated as words } from '../../strings/today.ts';
import { LessonLink } from '../LessonLink/LessonLink.tsx';

/** A failure with the lessons that mention it, as far as they have been read. */
export interface Repetition {
  text: string;
  count: number;
  lessons: readonly Reflection[];
  /** The number of lessons that are not shown. */
  more: number;
}

interface RepeatedFailuresProps {
  failures: readonly Repetition[];
  /** The number of lessons that were searched, which are the newest ones. */
  lookedAt: number;
  onGo: (lessonId: string) => void;
  onMore: (failure: Repetition) => void;
}

/** What went wrong more than once, most frequent first, each with its lessons. */
export function RepeatedFailures({ failures, lookedAt, onGo, onMore }: RepeatedFailuresProps) {
  if (failures.length === 0) {
    return <p className="px-4 py-2 text-ink-2">{lookedAt > 0 ? words.noneIn(lookedAt) : words.none}</p>;
  }
  return (
    <>
      <p className="px-4 pb-1 text-ink-2 text-small">{words.lookedAt(lookedAt)}</p>
      <ol aria-label={words.title}>
        {failures.map((failure) => (
          <li
            key={failure.text}
            className="grid grid-cols-[2rem_minmax(0,1fr)] border-line border-t px-4 py-2 first:border-t-0"
          >
            <span className="font-medium tabular-nums">{words.times(failure.count)}</span>
            <div className="min-w-0">
              <p dir="auto" className="line-clamp-3 wrap-anywhere" title={failure.text}>
                {failure.text}
              </p>
              <ul className="text-small">
                {failure.lessons.map((lesson) => (
                  <li key={lesson.id} className="flex items-baseline gap-2">
                    <LessonLink id={lesson.id} title={lessonTitle(lesson)} outcome={lesson.outcome} onGo={onGo} />
                  </li>
                ))}
              </ul>
              {failure.more > 0 && (
                <TextLink className="min-h-6 text-ink-2 text-small" onClick={() => onMore(failure)}>
                  {words.more(failure.more)}
                </TextLink>
              )}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
