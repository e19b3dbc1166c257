import { useQueries } from '@tanstack/react-query';
import { lessonTitle } from '@twicewise/contract';
import { useState } from 'react';
import { useClient } from '../../data/client.ts';
import { lesson } from '../../data/queries/reflections.ts';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { LessonLink } from '../../groups/LessonLink/LessonLink.tsx';
import { repeated } from '../../strings/today.ts';

/** The number of lessons read at once. */
const PER_PAGE = 10;

/** Lessons by their ids, a page at a time. Lessons that no longer exist are left out. */
export function LessonLines({ ids, onGo }: { ids: readonly string[]; onGo: (id: string) => void }) {
  const client = useClient();
  const [shown, setShown] = useState(PER_PAGE);
  const queries = useQueries({ queries: ids.slice(0, shown).map((id) => lesson(client, id)) });
  return (
    <>
      <ul className="text-small">
        {queries.map(
          ({ data }) =>
            data && (
              <li key={data.id} className="flex items-baseline gap-2">
                <LessonLink id={data.id} title={lessonTitle(data)} outcome={data.outcome} onGo={onGo} />
              </li>
            ),
        )}
      </ul>
      {ids.length > shown && (
        <TextLink className="min-h-6 text-ink-2 text-small" onClick={() => setShown(shown + PER_PAGE)}>
          {repeated.more(ids.length - shown)}
        </TextLink>
      )}
    </>
  );
}
