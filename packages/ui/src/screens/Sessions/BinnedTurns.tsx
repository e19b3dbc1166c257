import { useInfiniteQuery } from '@tanstack/react-query';
import { useClient } from '../../data/client.ts';
import { itemsOf } from '../../data/pages.ts';
import { turnsOfSession } from '../../data/queries/turns.ts';
import { BinnedItems } from '../../groups/Binned/BinnedItems.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { PurgeAsked } from '../../panes/Purge/PurgeAsked.tsx';
import { useCommands } from '../../state/commands.tsx';
import { turns as words } from '../../strings/turns.ts';

/** The turns of the open session that are in the bin. Those that are shown are purged; then the next ones show. */
export function BinnedTurns({ sessionId, onGone }: { sessionId: string; onGone: () => void }) {
  const query = useInfiniteQuery(turnsOfSession(useClient(), sessionId, 'only'));
  const { data, error, hasNextPage, fetchNextPage } = query;
  const { run } = useCommands();
  const turns = data ? itemsOf(data.pages) : [];
  if (!data && error) return <QueryFailure title={words.binFailed} query={query} />;
  const restore = async (id: string) => {
    const turn = turns.find((one) => one.id === id);
    if (turn && (await run('turn.restore', { id }, words.done.restored(turn))).ok) onGone();
  };
  const [first, ...rest] = turns.map(({ id }) => id);
  return (
    <BinnedItems
      items={turns.map((turn) => ({ id: turn.id, name: words.title(turn) }))}
      words={words}
      onMore={hasNextPage ? () => void fetchNextPage() : undefined}
      onRestore={(id) => void restore(id)}
      purge={
        first && (
          <PurgeAsked
            purged={{ kind: 'turn', which: { ids: [first, ...rest] } }}
            className="border-t-0"
            onDone={onGone}
            onCancel={() => {}}
          />
        )
      }
    />
  );
}
