import type { Reflection, Source } from '@twicewise/contract';
import { Check, GitMerge, Pencil, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { review as words } from '../../strings/today.ts';
import { strings } from '../../strings.ts';
import { Act } from './Act.tsx';
import { Origin } from './Origin.tsx';
import { ReviewCard, ReviewedLesson } from './ReviewCard.tsx';

/** The decisions about one draft. */
export interface DraftActions {
  accept: () => void;
  reject: () => void;
  edit: () => void;
  merge: () => void;
}

interface DraftCardProps {
  lesson: Reflection;
  /** An unsaved edit and what can be done with it. */
  kept: ReactNode;
  source: Source | undefined;
  /** The position in the list, from 1; `total` is the length of the list. */
  place: number;
  total: number;
  act: DraftActions;
}

/** One complete draft; the buttons for its decisions are always in the same place. */
export function DraftCard({ lesson, kept, source, place, total, act }: DraftCardProps) {
  return (
    <ReviewCard
      acts={
        <>
          <Act primary keys="a" onPress={act.accept}>
            <Check size={13} aria-hidden />
            {strings.actions.accept}
          </Act>
          <Act keys="r" onPress={act.reject}>
            <X size={13} aria-hidden />
            {strings.actions.reject}
          </Act>
          <Act keys="e" onPress={act.edit}>
            <Pencil size={12} aria-hidden />
            {strings.actions.edit}
          </Act>
          <Act keys="m" onPress={act.merge}>
            <GitMerge size={13} aria-hidden />
            {words.merge}
          </Act>
        </>
      }
      place={words.place(place, total)}
      notice={kept}
    >
      <ReviewedLesson lesson={lesson}>
        <Origin lesson={lesson} source={source} />
      </ReviewedLesson>
    </ReviewCard>
  );
}
