import { lessonTitle, type Reflection } from '@twicewise/contract';
import type { ReactNode } from 'react';
import { LongText } from '../../elements/LongText/LongText.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { sessionRecord } from '../../strings/session-record.ts';
import { keyedByPlace } from '../LessonForm/place.ts';
import { LessonLink } from '../LessonLink/LessonLink.tsx';

const words = sessionRecord.lessons;

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-6">
      <h3 className="mb-1 font-medium text-small">{title}</h3>
      {children}
    </section>
  );
}

/** The lessons stated in the record itself. */
export function OwnLessons({ lessons }: { lessons: readonly string[] }) {
  return (
    <Block title={words.own}>
      {lessons.length === 0 ? (
        <p className="text-ink-2">{words.ownNone}</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {keyedByPlace(lessons).map(({ key, item }) => (
            <li key={key} className="border-line-strong border-l-2 pl-3">
              <LongText markdown text={item} />
            </li>
          ))}
        </ul>
      )}
    </Block>
  );
}

interface StoredLessonsProps {
  lessons: readonly Reflection[];
  total: number;
  onGo: (lessonId: string) => void;
  /** Opens all of them in the list of lessons. */
  onAll: () => void;
}

/** The lessons stored during the session. */
export function StoredLessons({ lessons, total, onGo, onAll }: StoredLessonsProps) {
  return (
    <>
      {total === 0 ? (
        <p className="text-ink-2">{words.storedNone}</p>
      ) : (
        <>
          <ul>
            {lessons.map((lesson) => (
              <li key={lesson.id} className="flex min-w-0 items-baseline gap-2">
                <LessonLink id={lesson.id} title={lessonTitle(lesson)} outcome={lesson.outcome} onGo={onGo} />
              </li>
            ))}
          </ul>
          <TextLink className="mt-1 min-h-6 text-ink-2 text-small" onClick={onAll}>
            {words.all(total)}
          </TextLink>
        </>
      )}
    </>
  );
}

/** The frame of {@link StoredLessons}, also while they load or after a failure. */
export function StoredBlock({ children }: { children: ReactNode }) {
  return <Block title={words.stored}>{children}</Block>;
}
