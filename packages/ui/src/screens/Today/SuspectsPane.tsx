import { useInfiniteQuery } from '@tanstack/react-query';
import { type DuplicateGroup, type Envelope, lessonTitle, MAX_GROUPS, type Reflection } from '@twicewise/contract';
import { useState } from 'react';
import { useClient } from '../../data/client.ts';
import { duplicateList } from '../../data/queries/review.ts';
import { type Choice, type ChosenField, mergeInput, type One } from '../../groups/Review/choice.ts';
import { DuplicatesBar } from '../../groups/Review/DuplicatesBar.tsx';
import { GroupCard } from '../../groups/Review/GroupCard.tsx';
import { SeveralFrame } from '../../groups/Review/SeveralFrame.tsx';
import { SuspectCard } from '../../groups/Review/SuspectCard.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { useCommands } from '../../state/commands.tsx';
import { merging as mergingWords } from '../../strings/today.ts';
import { suspects as words } from '../../strings/waiting.ts';
import { groupLine, pairOf, titleOfGroup, usualStayOf } from './duplicate-groups.ts';
import { MergeManyPane } from './MergeManyPane.tsx';
import { comparingNote, totalOf } from './queue.ts';
import type { Several } from './use-several.ts';
import { useWaiting } from './use-waiting.ts';
import { WaitingPane } from './WaitingPane.tsx';

const asRow = (group: DuplicateGroup) => group;

/** A person's choices for one group. */
interface Chosen {
  stays?: string;
  /** For a group of two: whose value of a field is kept. */
  fields: Partial<Record<ChosenField, Choice>>;
}

/** The choices by group, kept for when the person returns to one. */
function useChoices(current: DuplicateGroup | undefined) {
  const [all, setAll] = useState<Readonly<Record<string, Chosen>>>({});
  const chosenFor = (group: DuplicateGroup) => all[group.id] ?? { fields: {} };
  const staysIn = (group: DuplicateGroup): Reflection | undefined =>
    group.lessons.find(({ id }) => id === chosenFor(group).stays) ?? usualStayOf(group);
  const set = (group: DuplicateGroup, next: Partial<Chosen>) =>
    setAll({ ...all, [group.id]: { ...chosenFor(group), ...next } });
  return {
    staysIn,
    fields: current ? chosenFor(current).fields : {},
    swap: (group: DuplicateGroup) => {
      const at = group.lessons.findIndex(({ id }) => id === staysIn(group)?.id);
      const next = group.lessons[(at + 1) % group.lessons.length];
      if (next) set(group, { stays: next.id });
    },
    choose: (field: ChosenField, choice: Choice) =>
      current && set(current, { fields: { ...chosenFor(current).fields, [field]: choice } }),
  };
}

type Choices = ReturnType<typeof useChoices>;

/** The groups as the host merges them. */
function merging(groups: readonly DuplicateGroup[], { staysIn }: Choices) {
  return groups.map((group) => ({
    ids: group.lessons.map(({ id }) => id),
    into: staysIn(group)?.id ?? group.lessons[0]?.id ?? '',
  }));
}

/** Which lesson of a pair stays. */
function sideOf(pair: { one: Reflection }, stays: Reflection | undefined): One {
  return stays?.id === pair.one.id ? 'one' : 'other';
}

/** A merge that was not tried, because its preview says that it cannot be. */
function refusal(message: string): Envelope<{ operationId: string | null }> {
  return { ok: false, error: { code: 'conflict', message, hint: '' } };
}

/** Merges one group. A pair is merged field by field, as the person chose; of more lessons the one that stays gets the rest. */
function useMergeOne(choices: Choices) {
  const client = useClient();
  const { run, say } = useCommands();
  return async (group: DuplicateGroup) => {
    const stays = choices.staysIn(group);
    const done = mergingWords.doneInto(stays ? lessonTitle(stays) : titleOfGroup(group));
    const pair = pairOf(group);
    if (pair)
      return run('reflection.merge', mergeInput(pair, sideOf(pair, choices.staysIn(group)), choices.fields), done);
    const which = { groups: merging([group], choices) };
    const preview = await client.envelope('reflection.previewMergeMany', { which });
    const refused = preview.ok ? preview.value.refused[0] : preview.error;
    if (preview.ok && !refused) return run('reflection.mergeMany', { which, digest: preview.value.digest }, done);
    say(refused?.message ?? '');
    return refusal(refused?.message ?? '');
  };
}

interface MergingSeveralProps {
  several: Several<DuplicateGroup>;
  choices: Choices;
  project: string | undefined;
}

/** The selected groups, and the preview of their merge, or of that of all exact ones. */
function MergingSeveral({ several, choices, project }: MergingSeveralProps) {
  const { selected, doing, begin, done, cancel, clear } = several;
  const isExact = doing?.decision === 'exact';
  const which = isExact
    ? { exact: true as const, ...(project ? { projectId: project } : {}) }
    : { groups: merging(doing?.rows ?? [], choices) };
  return (
    <SeveralFrame
      label={words.bulk}
      count={isExact ? 0 : selected.length}
      acts={[{ keys: 'm', label: words.mergeThese, onPress: () => begin('merge') }]}
      doing={doing}
      preview={
        doing && (
          <MergeManyPane
            key={doing.decision}
            which={which}
            // Which groups were refused is not known, so none leaves before the list is read again.
            onDone={(operationId, isWhole) => done(operationId, isWhole ? doing.rows.map(({ id }) => id) : [])}
            onCancel={cancel}
          />
        )
      }
      onCancel={cancel}
      onClear={clear}
    />
  );
}

/** Probable duplicates as groups: merged, or marked as different; all exact ones are merged by one decision. */
export function SuspectsPane({ project }: { project: string | undefined }) {
  const query = useInfiniteQuery(duplicateList(useClient(), project));
  const waiting = useWaiting(query, asRow, totalOf, MAX_GROUPS);
  const { decide, decidable, withCurrent, several, first } = waiting;
  const { run } = useCommands();
  const choices = useChoices(waiting.current);
  const mergeOne = useMergeOne(choices);
  const isOne = several.selected.length === 0;
  const act = {
    merge: withCurrent((group) => decide(group.id, () => mergeOne(group))),
    dismiss: withCurrent(({ id, lessons }) => {
      const ids = lessons.map((lesson) => lesson.id);
      const done = words.dismissed(titleOfGroup({ lessons }));
      decide(id, () => run('reflection.dismissSuspect', { ids }, done));
    }),
    swap: withCurrent(choices.swap),
  };
  const exact = first?.exact.lessons ?? 0;
  const mergeExact = () =>
    several.beginOn(
      'exact',
      waiting.items.filter(({ isExact }) => isExact),
    );
  useAction('merge', () => (isOne ? act.merge() : several.begin('merge')), decidable);
  useAction('dismiss', act.dismiss, isOne ? decidable : words.oneByOne);
  useAction('swap', act.swap, isOne ? decidable : words.oneByOne);
  useAction('mergeExact', mergeExact, exact > 0 && decidable);
  return (
    <WaitingPane
      words={words}
      waiting={waiting}
      keysOfSelected={['m', 'x', 's']}
      note={comparingNote(first)}
      line={groupLine}
      head={<DuplicatesBar exact={exact} onMerge={mergeExact} />}
      foot={<MergingSeveral several={several} choices={choices} project={project} />}
      card={(group, place) => {
        const [pair, stays] = [pairOf(group), choices.staysIn(group)];
        if (!pair) return stays && <GroupCard group={group} stays={stays} place={place} act={act} />;
        const side = sideOf(pair, stays);
        const { fields, choose } = choices;
        return <SuspectCard suspect={pair} stays={side} chosen={fields} place={place} act={act} onChoose={choose} />;
      }}
    />
  );
}
