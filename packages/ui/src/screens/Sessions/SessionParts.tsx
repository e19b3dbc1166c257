import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useClient } from '../../data/client.ts';
import { answersOfSession } from '../../data/queries/agent-answers.ts';
import { lessonsOfSession } from '../../data/queries/episodes.ts';
import { AgentAnswers } from '../../groups/Exposures/AgentAnswers.tsx';
import { StoredBlock, StoredLessons } from '../../groups/SessionRecord/RecordLessons.tsx';
import { strings } from '../../strings.ts';
import { QueryFailure } from '../QueryFailure.tsx';
import { shownTextOf } from '../shown-text-on-demand.tsx';

const words = strings.record;

/** Links that lead away from a session. */
export interface SessionWays {
  toLesson: (lessonId: string) => void;
  toLessonsOf: (sessionId: string) => void;
  toProject: (projectId: string) => void;
}

interface SessionPartProps {
  sessionId: string;
  ways: SessionWays;
}

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

/** The answers that the agent got in the session, each with its tokens. */
export function ToldPart({ sessionId, ways }: SessionPartProps) {
  const query = useInfiniteQuery(answersOfSession(useClient(), sessionId));
  const { data, error, hasNextPage, fetchNextPage } = query;
  if (!data) {
    return error ? (
      <QueryFailure title={words.told.failed} query={query} />
    ) : (
      <p className="animate-late text-ink-3">{words.told.loading}</p>
    );
  }
  return (
    <div className="-mx-4">
      <AgentAnswers
        answers={data.pages.flatMap(({ items }) => items)}
        showProject={false}
        hasOlder={hasNextPage}
        empty={words.told}
        onOlder={() => void fetchNextPage()}
        text={shownTextOf}
        onGo={ways.toLesson}
      />
    </div>
  );
}
