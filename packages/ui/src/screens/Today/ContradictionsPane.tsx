import { useInfiniteQuery } from '@tanstack/react-query';
import { type Contradiction, lessonTitle, MAX_SELECTED_IDS, type Reflection } from '@twicewise/contract';
import { useClient } from '../../data/client.ts';
import { contradictionList } from '../../data/queries/review.ts';
import { ContradictionCard } from '../../groups/Review/ContradictionCard.tsx';
import { SeveralFrame } from '../../groups/Review/SeveralFrame.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { useCommands } from '../../state/commands.tsx';
import { waiting as waitingWords, contradictions as words } from '../../strings/waiting.ts';
import { strings } from '../../strings.ts';
import { comparingNote, type PairRow, pairRow, totalOf } from './queue.ts';
import { RowsPreview } from './RowsPreview.tsx';
import type { Several } from './use-several.ts';
import { useWaiting } from './use-waiting.ts';
import { WaitingPane } from './WaitingPane.tsx';

type Pairs = Several<PairRow<Contradiction>>;

/** Previews leaving several pairs as they are, and leaves them as one. */
function Leaving({ rows, several }: { rows: NonNullable<Pairs['doing']>['rows']; several: Pairs }) {
  const { attempt } = useCommands();
  const pairs = rows.map(({ one, other }) => [one.id, other.id]);
  const leave = () => attempt('reflection.dismissContradiction', { pairs }, words.leftSeveral(pairs.length));
  return (
    <RowsPreview
      name={words.leave}
      effect={words.leaves(pairs.length)}
      rows={rows.map(({ id, one }) => ({ id, taskDescription: lessonTitle(one) }))}
      decide={leave}
      onDone={(operationId) =>
        several.done(
          operationId,
          rows.map(({ id }) => id),
        )
      }
      onCancel={several.cancel}
    />
  );
}

interface ContradictionsPaneProps {
  project: string | undefined;
  onOpen: (lesson: Reflection) => void;
}

/** Contradictions: each pair is shown, and left as it is, or one of the two is rejected. */
export function ContradictionsPane({ project, onOpen }: ContradictionsPaneProps) {
  const query = useInfiniteQuery(contradictionList(useClient(), project));
  const waiting = useWaiting(query, pairRow<Contradiction>, totalOf, MAX_SELECTED_IDS);
  const { decide, decidable, withCurrent, several } = waiting;
  const { run } = useCommands();
  const reject = (pair: string, lesson: Reflection) =>
    decide(pair, () =>
      run(
        'reflection.setState',
        { id: lesson.id, state: 'rejected' },
        strings.done.state('rejected', lessonTitle(lesson)),
      ),
    );
  const act = {
    leave: withCurrent(({ id, one, other }) =>
      decide(id, () =>
        run('reflection.dismissContradiction', { ids: [one.id, other.id] }, words.left(lessonTitle(one))),
      ),
    ),
    rejectOlder: withCurrent(({ id, one }) => reject(id, one)),
    rejectNewer: withCurrent(({ id, other }) => reject(id, other)),
  };
  const isOne = several.selected.length === 0;
  // While several are selected, the key means all of them.
  useAction('dismiss', () => (isOne ? act.leave() : several.begin('left')), decidable);
  useAction('rejectOlder', act.rejectOlder, isOne ? decidable : words.oneByOne);
  useAction('rejectNewer', act.rejectNewer, isOne ? decidable : words.oneByOne);
  return (
    <WaitingPane
      words={words}
      waiting={waiting}
      note={comparingNote(waiting.first)}
      foot={
        <SeveralFrame
          label={waitingWords.several}
          count={several.selected.length}
          acts={[{ keys: 'x', label: words.leaveThese, onPress: () => several.begin('left') }]}
          doing={several.doing}
          preview={several.doing && <Leaving rows={several.doing.rows} several={several} />}
          onCancel={several.cancel}
          onClear={several.clear}
        />
      }
      keysOfSelected={['x', 'r', 's']}
      line={({ one, statements }) => ({ title: lessonTitle(one), detail: statements[0]?.worked.text ?? '' })}
      card={(contradiction, place) => (
        <ContradictionCard contradiction={contradiction} place={place} act={act} onOpen={onOpen} />
      )}
    />
  );
}
