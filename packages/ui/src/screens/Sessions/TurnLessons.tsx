import { useQuery } from '@tanstack/react-query';
import { isId, lessonTitle, type TurnPart } from '@twicewise/contract';
import { isGone, useClient } from '../../data/client.ts';
import { lesson } from '../../data/queries/reflections.ts';
import { LessonLink } from '../../groups/LessonLink/LessonLink.tsx';
import { Section } from '../../groups/LessonText/Section.tsx';
import { attempts } from '../../strings/attempts.ts';
import { turns as words } from '../../strings/turns.ts';

/** Lessons of one turn that are drawn: each is read by itself. */
const MOST = 20;

function ShownLesson({ id, onLesson }: { id: string; onLesson: (lessonId: string) => void }) {
  const { data, error } = useQuery(lesson(useClient(), id));
  if (isGone(error)) return <span className="text-ink-3">{words.toldGone}</span>;
  if (!data) return <span className="text-ink-3">{id}</span>;
  return <LessonLink id={id} title={lessonTitle(data)} outcome={data.outcome} onGo={onLesson} />;
}

/** The lessons whose text the model was given in a turn. */
export function TurnLessons({ parts, onLesson }: { parts: readonly TurnPart[]; onLesson: (lessonId: string) => void }) {
  const given = parts.filter(({ side }) => side === 'context').flatMap(({ about }) => about);
  const ids = [...new Set(given)].filter((id) => isId('reflection', id));
  if (ids.length === 0) return null;
  return (
    <Section label={words.told}>
      <ul className="text-base">
        {ids.slice(0, MOST).map((id) => (
          <li key={id} className="flex min-w-0 items-baseline gap-2">
            <ShownLesson id={id} onLesson={onLesson} />
          </li>
        ))}
      </ul>
      {ids.length > MOST && <p className="text-ink-3 text-small">{attempts.detail.more(ids.length - MOST)}</p>}
    </Section>
  );
}
