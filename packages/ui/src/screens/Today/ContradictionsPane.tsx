import { useInfiniteQuery } from '@tanstack/react-query';
import type { Reflection } from '@twicewise/contract';
import { useMemo } from 'react';
import { useClient } from '../../data/client.ts';
import { contradictionList } from '../../data/queries/review.ts';
import { ContradictionCard } from '../../groups/Review/ContradictionCard.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';
import { NotRead } from './NotRead.tsx';
import { useWaiting } from './use-waiting.ts';
import { WaitingFrame } from './WaitingFrame.tsx';

const words = strings.contradictions;

interface ContradictionsPaneProps {
  project: string | undefined;
  onOpen: (lesson: Reflection) => void;
}

/** Pairs that say opposite things: shown, and left as they are or changed one by one. */
export function ContradictionsPane({ project, onOpen }: ContradictionsPaneProps) {
  const query = useInfiniteQuery(contradictionList(useClient(), project));
  const { data } = query;
  const first = data?.pages[0];
  const rows = useMemo(
    () =>
      (data?.pages ?? [])
        .flatMap(({ items }) => items)
        .map((item) => ({ ...item, id: `${item.one.id}~${item.other.id}` })),
    [data],
  );
  const queue = useWaiting(rows, first?.total ?? 0);
  const { run } = useCommands();
  const { current } = queue;
  const leave = () => {
    if (!current) return false;
    const { id, one, other } = current;
    queue.toList();
    queue.decide(id, () =>
      run('reflection.dismissContradiction', { ids: [one.id, other.id] }, words.left(one.taskDescription)),
    );
    return true;
  };
  useAction('dismiss', leave, current !== undefined || strings.whyNot.noneWaits);
  if (!first) return <NotRead query={query} />;
  return (
    <WaitingFrame
      list={words.list}
      card={words.card}
      none={words.none}
      note={first.comparing.isDone ? null : strings.waiting.comparing(first.comparing)}
      rows={queue.items.map(({ id, one, statements }) => ({
        id,
        title: one.taskDescription,
        detail: statements[0]?.worked.text ?? '',
      }))}
      index={queue.index}
      decided={queue.decided}
      listRef={queue.list}
      hasMore={query.hasNextPage}
      onMore={() => void query.fetchNextPage()}
      onPick={queue.goTo}
    >
      {current && (
        <ContradictionCard
          key={current.id}
          contradiction={current}
          place={strings.waiting.place(queue.index + 1, queue.total)}
          onLeave={leave}
          onOpen={onOpen}
        />
      )}
    </WaitingFrame>
  );
}
