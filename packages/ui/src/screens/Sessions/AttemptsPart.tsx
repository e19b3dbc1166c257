import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AttemptSummary, Episode } from '@twicewise/contract';
import { useClient } from '../../data/client.ts';
import { attemptAnalysis, attemptsOf, attemptsOfSession, attempt as oneAttempt } from '../../data/queries/attempts.ts';
import { AttemptDetails } from '../../groups/Attempts/AttemptDetails.tsx';
import { AttemptLadder } from '../../groups/Attempts/AttemptLadder.tsx';
import { BinnedAttempts } from '../../groups/Attempts/BinnedAttempts.tsx';
import { useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';
import { PurgeAsked } from '../Purge/PurgeAsked.tsx';
import { QueryFailure } from '../QueryFailure.tsx';

const words = strings.attempts;

function Details({ attempt, onLesson }: { attempt: AttemptSummary; onLesson: (lessonId: string) => void }) {
  const { id, task } = attempt;
  const query = useQuery(oneAttempt(useClient(), id));
  const { run } = useCommands();
  const { data } = query;
  if (!data) {
    return query.error ? (
      <QueryFailure title={words.detail.failed} query={query} />
    ) : (
      <p className="animate-late text-ink-3">{words.detail.loading}</p>
    );
  }
  const remove = () => void run('attempt.delete', { id }, words.done.deleted(task));
  return <AttemptDetails attempt={data.attempt} told={data.told} onLesson={onLesson} onRemove={remove} />;
}

/** Number of attempts of a session, once all were read. */
export function useAttemptCount({ sessionId }: Pick<Episode, 'sessionId'>): number | undefined {
  const { data, hasNextPage } = useInfiniteQuery(attemptsOfSession(useClient(), sessionId));
  return data && !hasNextPage ? attemptsOf(data.pages).length : undefined;
}

/** The attempts of the open session that are in the bin. Those that are shown are purged; then the next ones show. */
function Binned({ sessionId }: Pick<Episode, 'sessionId'>) {
  const query = useInfiniteQuery(attemptsOfSession(useClient(), sessionId, 'only'));
  const { data, error, hasNextPage, fetchNextPage } = query;
  const { run } = useCommands();
  const attempts = data ? attemptsOf(data.pages) : [];
  if (!data && error) return <QueryFailure title={words.binFailed} query={query} />;
  const [first, ...rest] = attempts.map(({ id }) => id);
  return (
    <BinnedAttempts
      attempts={attempts}
      atLeast={hasNextPage}
      onMore={hasNextPage ? () => void fetchNextPage() : undefined}
      onRestore={({ id, task }) => void run('attempt.restore', { id }, words.done.restored(task))}
      purge={
        first && (
          <PurgeAsked
            purged={{ kind: 'attempt', which: { ids: [first, ...rest] } }}
            className="border-t-0"
            onDone={() => {}}
            onCancel={() => {}}
          />
        )
      }
    />
  );
}

/** The attempts of the open session. */
export function AttemptsPart({ episode, onLesson }: { episode: Episode; onLesson: (lessonId: string) => void }) {
  const query = useInfiniteQuery(attemptsOfSession(useClient(), episode.sessionId));
  const { data: analysis, isError } = useQuery(attemptAnalysis(useClient(), episode.sessionId));
  const { data, error, hasNextPage, fetchNextPage } = query;
  if (!data) {
    return error ? (
      <QueryFailure title={words.failed} query={query} />
    ) : (
      <p className="animate-late text-ink-3">{words.loading}</p>
    );
  }
  return (
    <>
      <AttemptLadder
        attempts={attemptsOf(data.pages)}
        analysis={analysis}
        isNotAnalysed={isError && analysis === undefined}
        details={(attempt) => <Details attempt={attempt} onLesson={onLesson} />}
        onMore={hasNextPage ? () => void fetchNextPage() : undefined}
      />
      <Binned sessionId={episode.sessionId} />
    </>
  );
}
