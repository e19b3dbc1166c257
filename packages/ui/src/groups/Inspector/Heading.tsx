import { lessonTitle, type Reflection } from '@twicewise/contract';
import clsx from 'clsx';
import { Marked } from '../../elements/Marked/Marked.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { useProjectName } from '../../state/chosen-project.tsx';
import { strings } from '../../strings.ts';
import { SessionLink } from '../SessionLink/SessionLink.tsx';

/** Longer tasks are set as text instead of a title. */
const TITLE_LENGTH = 160;

/** Whose it is and when it was, where the margin that says more is below the text. */
function Byline({ lesson }: { lesson: Reflection }) {
  const { projectId, projectName, agent, author, createdAt, timeQuality } = lesson;
  const project = useProjectName()(projectId, projectName);
  // An importer is named for what it reads, which says nothing here.
  const by = agent ?? (author.kind === 'importer' ? null : author.name);
  return (
    <span className="@3xl/lesson:hidden">
      {' · '}
      <bdi>{project}</bdi>
      {by !== null && (
        <>
          {' · '}
          <bdi>{by}</bdi>
        </>
      )}
      {' · '}
      <RelativeTime at={createdAt} quality={timeQuality} />
    </span>
  );
}

/** The task, how its outcome is known, and where it comes from. */
export function Heading({ lesson }: { lesson: Reflection }) {
  const { inspector } = strings;
  const known = [
    inspector.attempt(lesson.attemptNumber),
    strings.outcomeSource[lesson.outcomeSource],
    lesson.originalOutcome ? inspector.was(strings.outcome[lesson.originalOutcome]) : null,
    lesson.outcomeNative ? inspector.native(lesson.outcomeNative) : null,
  ];
  const title = lessonTitle(lesson);
  const long = title.length > TITLE_LENGTH;
  return (
    <header>
      <h2
        dir="auto"
        className={clsx(
          'max-w-[56ch] whitespace-pre-wrap wrap-anywhere font-semibold',
          long ? 'text-read' : 'text-title',
        )}
      >
        <Marked text={title} />
      </h2>
      <p className="mt-1 wrap-anywhere text-ink-2 text-small">
        {known.filter((part) => part !== null).join(' · ')}
        {lesson.sessionId && (
          <>
            {' · '}
            <SessionLink episodeId={lesson.sessionId} projectId={lesson.projectId}>
              {inspector.ofSession}
            </SessionLink>
          </>
        )}
        <Byline lesson={lesson} />
      </p>
      {lesson.deletedAt && (
        <p className="mt-1 wrap-anywhere text-ink-2 text-small">
          {inspector.deleted} <RelativeTime at={lesson.deletedAt} full />
        </p>
      )}
    </header>
  );
}
