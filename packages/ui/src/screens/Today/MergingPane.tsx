import { useQuery } from '@tanstack/react-query';
import type { Reflection } from '@twicewise/contract';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../data/client.ts';
import { similarLessons } from '../../data/queries/search.ts';
import { Loading } from '../../elements/Message/Message.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { MergePane } from '../../groups/Review/MergePane.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { merging } from '../../strings/today.ts';

/** A draft can only be merged into a lesson that agents may get. */
function canStay({ state, deletedAt }: Reflection): boolean {
  return deletedAt === null && (state === 'accepted' || state === 'draft');
}

interface MergingPaneProps {
  draft: Reflection;
  onMerge: (into: string) => void;
  onCancel: () => void;
}

/** Chooses the lesson that a draft is merged into: j and k move among similar ones, Enter merges, Escape cancels. */
export function MergingPane({ draft, onMerge, onCancel }: MergingPaneProps) {
  const query = useQuery(similarLessons(useClient(), draft.id, false));
  const { data } = query;
  const candidates = (data ?? []).filter(({ reflection }) => canStay(reflection));
  const [chosen, setChosen] = useState(0);
  const index = Math.min(chosen, candidates.length - 1);
  const list = useRef<HTMLDivElement>(null);

  const step = (by: number) => setChosen(Math.max(0, Math.min(index + by, candidates.length - 1)));
  const merge = () => {
    const into = candidates[index];
    if (into) onMerge(into.reflection.id);
  };
  useAction('down', () => step(1));
  useAction('up', () => step(-1));
  useAction('arrowDown', () => step(1));
  useAction('arrowUp', () => step(-1));
  useAction('open', merge);
  useAction('back', onCancel);
  const ready = data !== undefined;
  useEffect(() => {
    if (ready) list.current?.focus({ preventScroll: true });
  }, [ready]);

  if (!data && query.error) return <QueryFailure title={merging.failed} query={query} />;
  if (!data) return <Loading text={merging.loading} />;
  return (
    <MergePane
      draft={draft}
      candidates={candidates}
      index={index}
      listRef={list}
      onPick={setChosen}
      onMerge={merge}
      onCancel={onCancel}
    />
  );
}
