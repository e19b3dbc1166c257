import { lessonTitle, type Reflection, type SearchHit } from '@twicewise/contract';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { StateMark } from '../../elements/StateMark/StateMark.tsx';
import { useProjectName } from '../../state/chosen-project.tsx';
import { similar } from '../../strings/retrieval.ts';
import { leadOf } from '../LessonList/lead.ts';

interface SimilarLessonsProps {
  hits: readonly SearchHit[];
  showProject: boolean;
  onGo: (lesson: Reflection) => void;
}

/** Lessons similar to the open one, each as a link. */
export function SimilarLessons({ hits, showProject, onGo }: SimilarLessonsProps) {
  const nameOf = useProjectName();
  if (hits.length === 0) return <p className="text-ink-2 text-base">{similar.none}</p>;
  return (
    <ul className="flex flex-col">
      {hits.map(({ reflection }) => (
        <li key={reflection.id}>
          <button
            type="button"
            onClick={() => onGo(reflection)}
            className="-mx-1.5 flex w-[calc(100%+0.75rem)] items-baseline gap-2 rounded-sm px-1.5 py-1 text-left text-base hover:bg-hover"
          >
            <span className="mt-1 self-start">
              <OutcomeGlyph outcome={reflection.outcome} />
            </span>
            <span className="flex min-w-0 grow flex-col">
              <span className="flex items-baseline gap-1.5">
                <span dir="auto" className="line-clamp-2 wrap-anywhere" title={lessonTitle(reflection)}>
                  {lessonTitle(reflection)}
                </span>
                <StateMark state={reflection.state} />
              </span>
              {/* Lessons of one task are told apart by what they say. */}
              <span dir="auto" className="truncate text-ink-2 text-small">
                {leadOf(reflection)?.text}
              </span>
            </span>
            {showProject && (
              <span
                className="max-w-[30%] shrink-0 truncate text-ink-3 text-small"
                title={nameOf(reflection.projectId, reflection.projectName)}
              >
                {nameOf(reflection.projectId, reflection.projectName)}
              </span>
            )}
            <span className="min-w-10 shrink-0 text-right text-ink-3 text-small">
              <RelativeTime at={reflection.createdAt} quality={reflection.timeQuality} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
