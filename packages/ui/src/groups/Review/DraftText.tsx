import { lessonTitle, type Reflection } from '@twicewise/contract';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { useProjectName } from '../../state/chosen-project.tsx';
import { LessonText } from '../LessonText/LessonText.tsx';

/** The task of a lesson, with its project, agent and age. */
export function DraftHeading({ lesson }: { lesson: Reflection }) {
  const nameOf = useProjectName();
  return (
    <header className="flex gap-2">
      <span className="mt-1.5">
        <OutcomeGlyph outcome={lesson.outcome} />
      </span>
      <div className="min-w-0">
        <h2 dir="auto" className="max-w-[64ch] whitespace-pre-wrap wrap-anywhere font-semibold text-read">
          {lessonTitle(lesson)}
        </h2>
        <p className="wrap-anywhere text-ink-2 text-small">
          <bdi>{nameOf(lesson.projectId, lesson.projectName)}</bdi> · <bdi>{lesson.agent ?? lesson.author.name}</bdi> ·{' '}
          <RelativeTime at={lesson.createdAt} quality={lesson.timeQuality} />
        </p>
      </div>
    </header>
  );
}

/** The texts of a lesson, without what else is known of it. */
export function DraftText({ lesson }: { lesson: Reflection }) {
  return (
    <div className="flex flex-col gap-4">
      <LessonText lesson={lesson} />
    </div>
  );
}
