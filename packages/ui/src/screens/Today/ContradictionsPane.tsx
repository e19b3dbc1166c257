import { useInfiniteQuery } from '@tanstack/react-query';
import type { Contradiction, Reflection } from '@twicewise/contract';
import { useClient } from '../../data/client.ts';
import { contradictionList } from '../../data/queries/review.ts';
import { ContradictionCard } from '../../groups/Review/ContradictionCard.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';
import { comparingNote, pairRow, totalOf } from './queue.ts';
import { useWaiting } from './use-waiting.ts';
import { WaitingPane } from './WaitingPane.tsx';

const words = strings.contradictions;

interface ContradictionsPaneProps {
  project: string | undefined;
  onOpen: (lesson: Reflection) => void;
}

/** Contradictions: each pair is shown, and left as it is or resolved. */
export function ContradictionsPane({ project, onOpen }: ContradictionsPaneProps) {
  const query = useInfiniteQuery(contradictionList(useClient(), project));
  const waiting = useWaiting(query, pairRow<Contradiction>, totalOf);
  const { decide, decidable, withCurrent } = waiting;
  const { run } = useCommands();
  const leave = withCurrent(({ id, one, other }) =>
    decide(id, () =>
      run('reflection.dismissContradiction', { ids: [one.id, other.id] }, words.left(one.taskDescription)),
    ),
  );
  useAction('dismiss', leave, decidable);
  return (
    <WaitingPane
      words={words}
      waiting={waiting}
      note={comparingNote(waiting.first)}
      line={({ one, statements }) => ({ title: one.taskDescription, detail: statements[0]?.worked.text ?? '' })}
      card={(contradiction, place) => (
        <ContradictionCard contradiction={contradiction} place={place} onLeave={leave} onOpen={onOpen} />
      )}
    />
  );
}
