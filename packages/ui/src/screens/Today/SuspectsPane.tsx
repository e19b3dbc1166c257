import { useInfiniteQuery } from '@tanstack/react-query';
import type { Suspect } from '@twicewise/contract';
import { useState } from 'react';
import { useClient } from '../../data/client.ts';
import { suspectList } from '../../data/queries/review.ts';
import { type Choice, type ChosenField, mergeInput, type One, usualStay } from '../../groups/Review/choice.ts';
import { SuspectCard } from '../../groups/Review/SuspectCard.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';
import { comparingNote, type PairRow, pairRow, totalOf } from './queue.ts';
import { useWaiting } from './use-waiting.ts';
import { WaitingPane } from './WaitingPane.tsx';

const words = strings.suspects;

/** A person's choices for one pair. */
interface Chosen {
  stays?: One;
  fields: Partial<Record<ChosenField, Choice>>;
}

/** The choices by pair, kept for when the person returns to a pair. */
function useChoices(current: PairRow<Suspect> | undefined) {
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

/** Probable duplicates: merged field by field, or marked as different. */
export function SuspectsPane({ project }: { project: string | undefined }) {
  const query = useInfiniteQuery(suspectList(useClient(), project));
  const waiting = useWaiting(query, pairRow<Suspect>, totalOf);
  const { decide, decidable, withCurrent } = waiting;
  const { run } = useCommands();
  const { stays, fields, swap, choose } = useChoices(waiting.current);
  const act = {
    merge: withCurrent((pair) => {
      const input = mergeInput(pair, stays, fields);
      decide(pair.id, () => run('reflection.merge', input, strings.merging.done(pair.one.taskDescription)));
    }),
    dismiss: withCurrent(({ id, one, other }) =>
      decide(id, () =>
        run('reflection.dismissSuspect', { ids: [one.id, other.id] }, words.dismissed(one.taskDescription)),
      ),
    ),
    swap: withCurrent(swap),
  };
  useAction('merge', act.merge, decidable);
  useAction('dismiss', act.dismiss, decidable);
  useAction('swap', act.swap, decidable);
  return (
    <WaitingPane
      words={words}
      waiting={waiting}
      note={comparingNote(waiting.first)}
      line={({ one, other }) => ({ title: one.taskDescription, detail: other.taskDescription })}
      card={(suspect, place) => (
        <SuspectCard suspect={suspect} stays={stays} chosen={fields} place={place} act={act} onChoose={choose} />
      )}
    />
  );
}
