import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../data/client.ts';
import { lessonsOfSession } from '../../data/queries/episodes.ts';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { StoredBlock, StoredLessons } from '../../groups/SessionRecord/RecordLessons.tsx';
import { sessionRecord as words } from '../../strings/session-record.ts';
import type { SessionPartProps } from './session-ways.ts';

/** The lessons that were stored in the session. */
export function LessonsPart({ sessionId, ways }: SessionPartProps) {
  const query = useQuery(lessonsOfSession(useClient(), sessionId));
  const { data } = query;
  return (
    <StoredBlock>
      {data && (
        <StoredLessons
          lessons={data.items}
          total={data.total ?? data.items.length}
          onGo={ways.toLesson}
          onAll={() => ways.toLessonsOf(sessionId)}
        />
      )}
      {!data && query.error && <QueryFailure title={words.lessons.failed} query={query} />}
      {!data && !query.error && <p className="animate-late text-ink-3">{words.lessons.loading}</p>}
    </StoredBlock>
  );
}
