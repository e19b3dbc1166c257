import { lessonTitle, type Reflection, type ReflectionState } from '@twicewise/contract';
import { useMemo } from 'react';
import type { LessonsView } from '../../data/lessons-view.ts';
import type { LessonActions } from '../../groups/Inspector/Toolbar.tsx';
import { useCopies, useCopyActions } from '../../panes/use-copies.ts';
import { useAction } from '../../state/action-registry.tsx';
import { useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';

const { hint } = strings.shortcuts;

interface Effects {
  edit: (lesson: Reflection) => void;
  /** Called when the lesson leaves the list. */
  onLeave: () => void;
  view: LessonsView;
}

/** True when a lesson in this state stays in the list; without a filter, only rejected lessons are left out. */
export function isListed(view: LessonsView, state: ReflectionState): boolean {
  return view.state ? view.state.includes(state) : state !== 'rejected';
}

/** The actions on a lesson; each can be undone. */
export function useActions(lesson: Reflection | undefined, { edit, onLeave, view }: Effects): LessonActions | null {
  const { run } = useCommands();
  const copies = useCopies(lesson);
  return useMemo(() => {
    if (!lesson || !copies) return null;
    const { id, pinned } = lesson;
    const title = lessonTitle(lesson);
    const { done } = strings;
    const leave = async (answer: Promise<{ ok: boolean }>, leaves = true) => {
      if ((await answer).ok && leaves) onLeave();
    };
    return {
      copies,
      edit: () => edit(lesson),
      pin: () => {
        const answer = run('reflection.pin', { id, pinned: !pinned }, (pinned ? done.unpinned : done.pinned)(title));
        void leave(answer, Boolean(view.pinned && pinned));
      },
      setState: (state) =>
        void leave(run('reflection.setState', { id, state }, done.state(state, title)), !isListed(view, state)),
      remove: () => void leave(run('reflection.delete', { id }, done.deleted(title))),
      purged: onLeave,
      restore: () => void leave(run('reflection.restore', { id }, done.restored(title))),
    };
  }, [lesson, copies, run, edit, onLeave, view]);
}

/**
 * Registers the same as actions of the window. In the bin a lesson can only be restored; outside it, it can be anything but
 * restored. `off`: the keys are used for an edit or for several lessons.
 */
export function useLessonActions(lesson: Reflection | undefined, act: LessonActions | null, off: boolean): void {
  const { whyNot } = strings;
  const there = off ? false : act !== null && lesson !== undefined ? true : whyNot.noLesson;
  const gone = there === true && lesson?.deletedAt !== null;
  const live = gone ? whyNot.inBin : there;
  const unless = (state: ReflectionState) =>
    live === true && lesson?.state === state ? whyNot.already(strings.state[state]) : live;
  useAction('edit', () => act?.edit(), live);
  useAction('pin', () => act?.pin(), live, lesson?.pinned ? hint.unpin : hint.pin);
  useAction('accept', () => act?.setState('accepted'), unless('accepted'));
  useAction('reject', () => act?.setState('rejected'), unless('rejected'));
  useAction('archive', () => act?.setState('archived'), unless('archived'));
  useAction('delete', () => act?.remove(), live);
  // The open lesson offers it itself.
  useAction('compare', () => false, there === whyNot.noLesson && there);
  useAction('restore', () => act?.restore(), there === true && !gone ? whyNot.notInBin : there);
  useCopyActions(act?.copies ?? null, there);
}
