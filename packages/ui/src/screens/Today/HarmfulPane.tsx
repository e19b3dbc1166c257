import { useInfiniteQuery } from '@tanstack/react-query';
import type { Reflection } from '@twicewise/contract';
import { useMemo } from 'react';
import { useClient } from '../../data/client.ts';
import { harmfulList } from '../../data/queries/review.ts';
import { HarmfulCard } from '../../groups/Review/HarmfulCard.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';
import { NotRead } from './NotRead.tsx';
import { useWaiting } from './use-waiting.ts';
import { WaitingFrame } from './WaitingFrame.tsx';

const words = strings.harmful;

interface HarmfulPaneProps {
  project: string | undefined;
  onOpen: (lesson: Reflection) => void;
}

/** Lessons that somebody judged harmful: kept, which is a judgement of its own, or rejected. */
export function HarmfulPane({ project, onOpen }: HarmfulPaneProps) {
  const query = useInfiniteQuery(harmfulList(useClient(), project));
  const { data } = query;
  const first = data?.pages[0];
  const rows = useMemo(
    () => (data?.pages ?? []).flatMap(({ items }) => items).map((item) => ({ ...item, id: item.reflection.id })),
    [data],
  );
  const queue = useWaiting(rows, first?.total ?? 0);
  const { run } = useCommands();
  const { current } = queue;
  const withCurrent = (act: (lesson: Reflection) => void) => () => {
    if (!current) return false;
    queue.toList();
    act(current.reflection);
  };
  const act = {
    keep: withCurrent(({ id, taskDescription }) =>
      queue.decide(id, () =>
        run('memory.feedback', { reflectionId: id, verdict: 'helpful' }, words.kept(taskDescription)),
      ),
    ),
    reject: withCurrent(({ id, taskDescription }) =>
      queue.decide(id, () =>
        run('reflection.setState', { id, state: 'rejected' }, strings.done.state('rejected', taskDescription)),
      ),
    ),
  };
  const decidable = current !== undefined || strings.whyNot.noneWaits;
  useAction('dismiss', act.keep, decidable);
  useAction('reject', act.reject, decidable);
  useAction('open', withCurrent(onOpen), decidable);
  if (!first) return <NotRead query={query} />;
  return (
    <WaitingFrame
      list={words.list}
      card={words.card}
      none={words.none}
      note={null}
      rows={queue.items.map(({ id, reflection, counts, judgements: [last] }) => ({
        id,
        title: reflection.taskDescription,
        detail: last?.note || words.times(counts.harmful),
      }))}
      index={queue.index}
      decided={queue.decided}
      listRef={queue.list}
      hasMore={query.hasNextPage}
      onMore={() => void query.fetchNextPage()}
      onPick={queue.goTo}
    >
      {current && (
        <HarmfulCard
          key={current.id}
          harmful={current}
          place={strings.waiting.place(queue.index + 1, queue.total)}
          act={act}
        />
      )}
    </WaitingFrame>
  );
}
