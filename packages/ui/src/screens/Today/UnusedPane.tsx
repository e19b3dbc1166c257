import { useInfiniteQuery } from '@tanstack/react-query';
import type { Reflection } from '@twicewise/contract';
import { useMemo } from 'react';
import { useClient } from '../../data/client.ts';
import { unusedList } from '../../data/queries/review.ts';
import { UnusedCard } from '../../groups/Review/UnusedCard.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';
import { NotRead } from './NotRead.tsx';
import { useWaiting } from './use-waiting.ts';
import { WaitingFrame } from './WaitingFrame.tsx';

const words = strings.unused;

interface UnusedPaneProps {
  project: string | undefined;
  onOpen: (lesson: Reflection) => void;
}

/** Lessons that no agent reads: kept, archived or rejected. */
export function UnusedPane({ project, onOpen }: UnusedPaneProps) {
  const query = useInfiniteQuery(unusedList(useClient(), project));
  const { data } = query;
  const first = data?.pages[0];
  const rows = useMemo(
    () => (data?.pages ?? []).flatMap(({ items }) => items).map((item) => ({ ...item, id: item.reflection.id })),
    [data],
  );
  const queue = useWaiting(rows, first ? first.neverShown + first.stale : 0);
  const { run } = useCommands();
  const { current } = queue;
  const withCurrent = (act: (lesson: Reflection) => void) => () => {
    if (!current) return false;
    queue.toList();
    act(current.reflection);
  };
  const setState = (state: 'archived' | 'rejected') =>
    withCurrent(({ id, taskDescription }) =>
      queue.decide(id, () => run('reflection.setState', { id, state }, strings.done.state(state, taskDescription))),
    );
  const act = {
    keep: withCurrent(({ id, taskDescription }) =>
      queue.decide(id, () => run('reflection.keep', { id }, words.kept(taskDescription))),
    ),
    archive: setState('archived'),
    reject: setState('rejected'),
  };
  const decidable = current !== undefined || strings.whyNot.noneWaits;
  useAction('dismiss', act.keep, decidable);
  useAction('archive', act.archive, decidable);
  useAction('reject', act.reject, decidable);
  useAction('open', withCurrent(onOpen), decidable);
  if (!first) return <NotRead query={query} />;
  return (
    <WaitingFrame
      list={words.list}
      card={words.card}
      none={words.none}
      note={null}
      rows={queue.items.map(({ id, reflection, reason }) => ({
        id,
        title: reflection.taskDescription,
        detail: reason === 'never_shown' ? words.neverShown : words.stale,
      }))}
      index={queue.index}
      decided={queue.decided}
      listRef={queue.list}
      hasMore={query.hasNextPage}
      onMore={() => void query.fetchNextPage()}
      onPick={queue.goTo}
    >
      {current && (
        <UnusedCard
          key={current.id}
          unused={current}
          place={strings.waiting.place(queue.index + 1, queue.total)}
          act={act}
        />
      )}
    </WaitingFrame>
  );
}
