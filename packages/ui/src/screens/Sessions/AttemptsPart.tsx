import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type AttemptSummary, type Episode, plainText } from '@twicewise/contract';
import { useEffect, useState } from 'react';
import { useClient } from '../../data/client.ts';
import { itemsOf } from '../../data/pages.ts';
import { attemptAnalysis, attemptsOfSession, attempt as oneAttempt } from '../../data/queries/attempts.ts';
import { isDoubtful } from '../../data/shown-outcome.ts';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { AttemptComparison } from '../../groups/Attempts/AttemptComparison.tsx';
import { AttemptDetails } from '../../groups/Attempts/AttemptDetails.tsx';
import { AttemptLadder } from '../../groups/Attempts/AttemptLadder.tsx';
import { rungId } from '../../groups/Attempts/AttemptRow.tsx';
import { BinnedItems } from '../../groups/Binned/BinnedItems.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { PurgeAsked } from '../../panes/Purge/PurgeAsked.tsx';
import { useCommands } from '../../state/commands.tsx';
import { attemptComparison } from '../../strings/attempt-comparison.ts';
import { attempts as words } from '../../strings/attempts.ts';

interface DetailsProps {
  attempt: AttemptSummary;
  onLesson: (lessonId: string) => void;
  /** Called when the attempt left the ladder, and the button that had the focus with it. */
  onGone: () => void;
}

function Details({ attempt, onLesson, onGone }: DetailsProps) {
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
  const remove = async () => {
    if ((await run('attempt.delete', { id }, words.done.deleted(task))).ok) onGone();
  };
  return <AttemptDetails {...data} onLesson={onLesson} onRemove={() => void remove()} />;
}

/** The attempts of the open session that are in the bin. Those that are shown are purged; then the next ones show. */
function Binned({ sessionId, onGone }: Pick<Episode, 'sessionId'> & Pick<DetailsProps, 'onGone'>) {
  const query = useInfiniteQuery(attemptsOfSession(useClient(), sessionId, 'only'));
  const { data, error, hasNextPage, fetchNextPage } = query;
  const { run } = useCommands();
  const attempts = data ? itemsOf(data.pages) : [];
  if (!data && error) return <QueryFailure title={words.binFailed} query={query} />;
  const restore = async (id: string) => {
    const task = attempts.find((attempt) => attempt.id === id)?.task ?? '';
    if ((await run('attempt.restore', { id }, words.done.restored(task))).ok) onGone();
  };
  const [first, ...rest] = attempts.map(({ id }) => id);
  return (
    <BinnedItems
      items={attempts.map((attempt) => ({
        id: attempt.id,
        name: plainText(attempt.strategy || attempt.task),
        mark: <OutcomeGlyph outcome={attempt.outcome} doubtful={isDoubtful(attempt)} />,
      }))}
      words={words}
      onMore={hasNextPage ? () => void fetchNextPage() : undefined}
      onRestore={(id) => void restore(id)}
      purge={
        first && (
          <PurgeAsked
            purged={{ kind: 'attempt', which: { ids: [first, ...rest] } }}
            className="border-t-0"
            onDone={onGone}
            onCancel={() => {}}
          />
        )
      }
    />
  );
}

interface ComparedProps extends Pick<DetailsProps, 'onLesson'> {
  /** Ids of the earlier attempt and the later one. */
  pair: readonly [string, string];
  onClose: () => void;
}

function Compared({ pair: [first, second], onLesson, onClose }: ComparedProps) {
  const client = useClient();
  const [earlier, later] = [useQuery(oneAttempt(client, first)), useQuery(oneAttempt(client, second))];
  const broken = [earlier, later].find(({ error, data }) => error && !data);
  if (broken) return <QueryFailure title={attemptComparison.failed} query={broken} />;
  if (!earlier.data || !later.data) return <p className="animate-late text-ink-3">{attemptComparison.loading}</p>;
  return <AttemptComparison pair={[earlier.data, later.data]} onLesson={onLesson} onClose={onClose} />;
}

/** At most two attempts that are chosen to be compared. A third takes the place of the one that was chosen last. */
function useChosen(attempts: readonly AttemptSummary[]) {
  // In the order in which they were chosen.
  const [ids, setIds] = useState<readonly string[]>([]);
  const here = ids.filter((id) => attempts.some((attempt) => attempt.id === id));
  const choose = (id: string) =>
    setIds(here.includes(id) ? here.filter((one) => one !== id) : [...here.slice(0, 1), id]);
  const chosen = attempts.map(({ id }) => id).filter((id) => here.includes(id));
  const [first, second] = chosen;
  return {
    chosen,
    choose,
    clear: () => setIds([]),
    pair: first !== undefined && second !== undefined ? ([first, second] as const) : null,
  };
}

interface AttemptsPartProps extends Omit<DetailsProps, 'attempt'> {
  sessionId: string;
  /** An attempt to scroll to and focus. */
  target?: string | null;
  onReached?: () => void;
}

/** Goes to an attempt once it is drawn; reads more of them until it is among them. */
function useTarget(
  target: string | null,
  isHere: boolean,
  readMore: (() => unknown) | undefined,
  onReached: (() => void) | undefined,
): void {
  useEffect(() => {
    if (target === null) return;
    if (!isHere) return void readMore?.();
    const rung = document.getElementById(rungId(target));
    rung?.scrollIntoView({ block: 'center' });
    rung?.focus({ preventScroll: true });
    onReached?.();
  }, [target, isHere, readMore, onReached]);
}

/** The attempts of the open session. */
export function AttemptsPart({ sessionId, target = null, onReached, onLesson, onGone }: AttemptsPartProps) {
  const query = useInfiniteQuery(attemptsOfSession(useClient(), sessionId));
  const { data: binned } = useInfiniteQuery(attemptsOfSession(useClient(), sessionId, 'only'));
  const { data: analysis, isError } = useQuery(attemptAnalysis(useClient(), sessionId));
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const attempts = data ? itemsOf(data.pages) : [];
  const { chosen, choose, clear, pair } = useChosen(attempts);
  const isHere = attempts.some(({ id }) => id === target);
  const readMore = hasNextPage && !isFetchingNextPage ? fetchNextPage : undefined;
  useTarget(target, isHere, readMore, onReached);
  if (!data) {
    return error ? (
      <QueryFailure title={words.failed} query={query} />
    ) : (
      <p className="animate-late text-ink-3">{words.loading}</p>
    );
  }
  return (
    <>
      {pair && <Compared key={pair.join()} pair={pair} onLesson={onLesson} onClose={clear} />}
      <AttemptLadder
        attempts={attempts}
        areInBin={itemsOf(binned?.pages ?? []).length > 0}
        chosen={chosen}
        onChoose={choose}
        analysis={analysis}
        isNotAnalysed={isError && analysis === undefined}
        details={(attempt) => <Details attempt={attempt} onLesson={onLesson} onGone={onGone} />}
        onMore={hasNextPage ? () => void fetchNextPage() : undefined}
      />
      <Binned sessionId={sessionId} onGone={onGone} />
    </>
  );
}
