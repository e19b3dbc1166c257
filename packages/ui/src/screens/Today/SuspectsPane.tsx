import { useInfiniteQuery } from '@tanstack/react-query';
import type { Suspect } from '@twicewise/contract';
import { useMemo, useState } from 'react';
import { useClient } from '../../data/client.ts';
import { suspectList } from '../../data/queries/review.ts';
import { type Choice, type ChosenField, mergeInput, type One, usualStay } from '../../groups/Review/choice.ts';
import { SuspectCard } from '../../groups/Review/SuspectCard.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';
import { NotRead } from './NotRead.tsx';
import { useWaiting } from './use-waiting.ts';
import { WaitingFrame } from './WaitingFrame.tsx';

const words = strings.suspects;

type Row = Suspect & { id: string };
/** What a person chose for one pair. */
interface Chosen {
  stays?: One;
  fields: Partial<Record<ChosenField, Choice>>;
}

/** Choices, by pair: whoever comes back to a pair finds them. */
function useChoices(current: Row | undefined) {
  const [all, setAll] = useState<Readonly<Record<string, Chosen>>>({});
  const chosen = (current && all[current.id]) ?? { fields: {} };
  const stays = chosen.stays ?? (current ? usualStay(current.one, current.other) : 'other');
  const set = (next: Chosen) => current && setAll({ ...all, [current.id]: next });
  return {
    stays,
    fields: chosen.fields,
    swap: () => set({ ...chosen, stays: stays === 'one' ? 'other' : 'one' }),
    choose: (field: ChosenField, choice: Choice) => set({ ...chosen, fields: { ...chosen.fields, [field]: choice } }),
  };
}

function useRows(project: string | undefined) {
  const query = useInfiniteQuery(suspectList(useClient(), project));
  const { data } = query;
  const rows = useMemo(
    (): Row[] =>
      (data?.pages ?? [])
        .flatMap(({ items }) => items)
        .map((item) => ({ ...item, id: `${item.one.id}~${item.other.id}` })),
    [data],
  );
  return { query, rows, first: data?.pages[0] };
}

/** Pairs that may say the same: merged field by field, or told apart. */
export function SuspectsPane({ project }: { project: string | undefined }) {
  const { query, rows, first } = useRows(project);
  const queue = useWaiting(rows, first?.total ?? 0);
  const { run } = useCommands();
  const { current } = queue;
  const { stays, fields, swap, choose } = useChoices(current);
  const withCurrent = (act: (pair: Row) => void) => () => {
    if (!current) return false;
    queue.toList();
    act(current);
  };
  const act = {
    merge: withCurrent((pair) => {
      const input = mergeInput(pair, stays, fields);
      queue.decide(pair.id, () => run('reflection.merge', input, strings.merging.done(pair.one.taskDescription)));
    }),
    dismiss: withCurrent(({ id, one, other }) =>
      queue.decide(id, () =>
        run('reflection.dismissSuspect', { ids: [one.id, other.id] }, words.dismissed(one.taskDescription)),
      ),
    ),
    swap: withCurrent(swap),
  };
  const decidable = current !== undefined || strings.whyNot.noneWaits;
  useAction('merge', act.merge, decidable);
  useAction('dismiss', act.dismiss, decidable);
  useAction('swap', act.swap, decidable);
  if (!first) return <NotRead query={query} />;
  return (
    <WaitingFrame
      list={words.list}
      card={words.card}
      none={words.none}
      note={first.comparing.isDone ? null : strings.waiting.comparing(first.comparing)}
      rows={queue.items.map(({ id, one, other }) => ({
        id,
        title: one.taskDescription,
        detail: other.taskDescription,
      }))}
      index={queue.index}
      decided={queue.decided}
      listRef={queue.list}
      hasMore={query.hasNextPage}
      onMore={() => void query.fetchNextPage()}
      onPick={queue.goTo}
    >
      {current && (
        <SuspectCard
          key={current.id}
          suspect={current}
          stays={stays}
          chosen={fields}
          place={strings.waiting.place(queue.index + 1, queue.total)}
          act={act}
          onChoose={choose}
        />
      )}
    </WaitingFrame>
  );
}
