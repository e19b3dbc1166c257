import { useInfiniteQuery } from '@tanstack/react-query';
import { lessonTitle, MAX_SELECTED_IDS, type Reflection, type UnusedLesson } from '@twicewise/contract';
import { useMemo } from 'react';
import { useClient } from '../../data/client.ts';
import { unusedList } from '../../data/queries/review.ts';
import type { RowLines } from '../../groups/LessonList/lead.ts';
import { particularLines } from '../../groups/LessonList/particular.ts';
import { UnusedCard } from '../../groups/Review/UnusedCard.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { useCommands } from '../../state/commands.tsx';
import { unused as words } from '../../strings/waiting.ts';
import { strings } from '../../strings.ts';
import { lessonRow } from './queue.ts';
import { type SeveralDecision, SeveralPane } from './SeveralPane.tsx';
import { useWaiting } from './use-waiting.ts';
import { WaitingPane } from './WaitingPane.tsx';

const countAll = (first: { neverShown: number; stale: number }) => first.neverShown + first.stale;

/** Why it is here, which its card says in full, is the same of most; so a row says what tells it from the others, if anything does. */
function lineOf({ reflection, reason }: UnusedLesson, lines: RowLines | undefined) {
  const task = lessonTitle(reflection);
  const why = reason === 'never_shown' ? words.neverShown : words.stale;
  const lead = lines?.lead?.text;
  return lines?.leads && lead ? { title: lead, detail: task } : { title: task, detail: lead ?? why };
}

interface UnusedPaneProps {
  project: string | undefined;
  onOpen: (lesson: Reflection) => void;
}

/** Unused lessons: kept, archived or rejected. */
export function UnusedPane({ project, onOpen }: UnusedPaneProps) {
  const query = useInfiniteQuery(unusedList(useClient(), project));
  const waiting = useWaiting(query, lessonRow<UnusedLesson>, countAll, MAX_SELECTED_IDS);
  const { decide, decidable, items, withCurrent, several } = waiting;
  const lines = useMemo(() => particularLines(items.map(({ reflection }) => reflection)), [items]);
  const { run } = useCommands();
  const setState = (state: 'archived' | 'rejected') =>
    withCurrent(({ id, reflection }) =>
      decide(id, () => run('reflection.setState', { id, state }, strings.done.state(state, lessonTitle(reflection)))),
    );
  const act = {
    keep: withCurrent(({ id, reflection }) =>
      decide(id, () => run('reflection.keep', { id }, words.kept(lessonTitle(reflection)))),
    ),
    archive: setState('archived'),
    reject: setState('rejected'),
  };
  // While several are selected, the keys mean all of them.
  const either = (decision: SeveralDecision, one: () => void) =>
    several.selected.length > 0 ? several.begin(decision) : one();
  useAction('dismiss', () => either('kept', act.keep), decidable);
  useAction('archive', () => either('archived', act.archive), decidable);
  useAction('reject', () => either('rejected', act.reject), decidable);
  useAction(
    'open',
    withCurrent(({ reflection }) => onOpen(reflection)),
    decidable,
  );
  return (
    <WaitingPane
      words={words}
      waiting={waiting}
      foot={<SeveralPane several={several} decisions={['kept', 'archived', 'rejected']} />}
      keysOfSelected={['x', 'h', 'r']}
      line={(unused) => lineOf(unused, lines.get(unused.id))}
      card={(unused, place) => <UnusedCard unused={unused} place={place} act={act} />}
    />
  );
}
