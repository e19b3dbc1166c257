import { useInfiniteQuery } from '@tanstack/react-query';
import type { Contradiction, Reflection } from '@twicewise/contract';
import { useState } from 'react';
import { useClient } from '../../data/client.ts';
import { contradictionList } from '../../data/queries/review.ts';
import { BulkPreview } from '../../groups/Bulk/BulkPreview.tsx';
import { ContradictionCard } from '../../groups/Review/ContradictionCard.tsx';
import { SeveralFrame } from '../../groups/Review/SeveralFrame.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';
import { comparingNote, type PairRow, pairRow, totalOf } from './queue.ts';
import type { Several } from './use-several.ts';
import { useWaiting } from './use-waiting.ts';
import { WaitingPane } from './WaitingPane.tsx';

const words = strings.contradictions;

const EXAMPLES = 5;

/** Previews leaving several pairs as they are, and leaves them as one. */
function Leaving({ several }: { several: Several<PairRow<Contradiction>> }) {
  const { attempt } = useCommands();
  const [busy, setBusy] = useState(false);
  const { selected } = several;
  const pairs = selected.map(({ one, other }) => [one.id, other.id]);
  const leave = async () => {
    setBusy(true);
    const answer = await attempt('reflection.dismissContradiction', { pairs }, words.leftSeveral(pairs.length));
    setBusy(false);
    if (answer.ok)
      several.done(
        answer.value.operationId,
        selected.map(({ id }) => id),
      );
  };
  return (
    <BulkPreview
      name={words.leave}
      preview={{
        changes: pairs.length,
        already: 0,
        refused: [],
        examples: selected.slice(0, EXAMPLES).map(({ id, one }) => ({ id, taskDescription: one.taskDescription })),
        asJob: false,
      }}
      effect={words.leaves(pairs.length)}
      conflict={false}
      failure={null}
      busy={busy}
      onDo={() => void leave()}
      onCancel={several.cancel}
    />
  );
}

interface ContradictionsPaneProps {
  project: string | undefined;
  onOpen: (lesson: Reflection) => void;
}

/** Contradictions: each pair is shown, and left as it is or resolved. */
export function ContradictionsPane({ project, onOpen }: ContradictionsPaneProps) {
  const query = useInfiniteQuery(contradictionList(useClient(), project));
  const waiting = useWaiting(query, pairRow<Contradiction>, totalOf, true);
  const { decide, decidable, withCurrent, several } = waiting;
  const { run } = useCommands();
  const leave = withCurrent(({ id, one, other }) =>
    decide(id, () =>
      run('reflection.dismissContradiction', { ids: [one.id, other.id] }, words.left(one.taskDescription)),
    ),
  );
  // While several are selected, the key means all of them.
  useAction('dismiss', () => (several.selected.length > 0 ? several.begin('left') : leave()), decidable);
  return (
    <WaitingPane
      words={words}
      waiting={waiting}
      note={comparingNote(waiting.first)}
      foot={
        <SeveralFrame
          label={strings.waiting.several}
          count={several.selected.length}
          acts={[{ keys: 'x', label: words.leaveThese, onPress: () => several.begin('left') }]}
          preview={several.doing === 'left' && <Leaving several={several} />}
          onCancel={several.cancel}
          onClear={several.clear}
        />
      }
      line={({ one, statements }) => ({ title: one.taskDescription, detail: statements[0]?.worked.text ?? '' })}
      card={(contradiction, place) => (
        <ContradictionCard contradiction={contradiction} place={place} onLeave={leave} onOpen={onOpen} />
      )}
    />
  );
}
