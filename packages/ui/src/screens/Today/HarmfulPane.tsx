import { useInfiniteQuery } from '@tanstack/react-query';
import { type Harmful, lessonTitle, MAX_SELECTED_IDS, type Reflection } from '@twicewise/contract';
import { useClient } from '../../data/client.ts';
import { harmfulList } from '../../data/queries/review.ts';
import { HarmfulCard } from '../../groups/Review/HarmfulCard.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { useCommands } from '../../state/commands.tsx';
import { harmful as words } from '../../strings/waiting.ts';
import { strings } from '../../strings.ts';
import { lessonRow, totalOf } from './queue.ts';
import { SeveralPane } from './SeveralPane.tsx';
import { useWaiting } from './use-waiting.ts';
import { WaitingPane } from './WaitingPane.tsx';

interface HarmfulPaneProps {
  project: string | undefined;
  onOpen: (lesson: Reflection) => void;
}

/** Lessons judged harmful: kept, which is itself a verdict, or rejected. */
export function HarmfulPane({ project, onOpen }: HarmfulPaneProps) {
  const query = useInfiniteQuery(harmfulList(useClient(), project));
  const waiting = useWaiting(query, lessonRow<Harmful>, totalOf, MAX_SELECTED_IDS);
  const { decide, decidable, withCurrent, several } = waiting;
  const isOne = several.selected.length === 0;
  const { run } = useCommands();
  const act = {
    keep: withCurrent(({ id, reflection }) =>
      decide(id, () =>
        run('memory.feedback', { reflectionId: id, verdict: 'helpful' }, words.kept(lessonTitle(reflection))),
      ),
    ),
    reject: withCurrent(({ id, reflection }) =>
      decide(id, () =>
        run('reflection.setState', { id, state: 'rejected' }, strings.done.state('rejected', lessonTitle(reflection))),
      ),
    ),
  };
  // A verdict is about one lesson, so several cannot be kept at once.
  useAction('dismiss', act.keep, isOne ? decidable : words.oneByOne);
  useAction('reject', () => (isOne ? act.reject() : several.begin('rejected')), decidable);
  useAction(
    'open',
    withCurrent(({ reflection }) => onOpen(reflection)),
    decidable,
  );
  return (
    <WaitingPane
      words={words}
      waiting={waiting}
      keysOfSelected={['r', 'x']}
      foot={<SeveralPane several={several} decisions={['rejected']} />}
      line={({ reflection, counts, judgements: [last] }) => ({
        title: lessonTitle(reflection),
        detail: last?.note || words.times(counts.harmful),
      })}
      card={(harmful, place) => <HarmfulCard harmful={harmful} place={place} act={act} />}
    />
  );
}
