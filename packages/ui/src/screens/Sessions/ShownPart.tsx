import { useInfiniteQuery } from '@tanstack/react-query';
import { useClient } from '../../data/client.ts';
import { answersOfSession } from '../../data/queries/agent-answers.ts';
import { AgentAnswers } from '../../groups/Exposures/AgentAnswers.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { shownTextOf } from '../../panes/shown-text-on-demand.tsx';
import { sessionRecord as words } from '../../strings/session-record.ts';
import type { SessionPartProps } from './session-ways.ts';

/** The answers that the agent got in the session, each with its tokens. */
export function ShownPart({ sessionId, ways }: SessionPartProps) {
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
