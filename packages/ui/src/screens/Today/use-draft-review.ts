import { lessonTitle, type Reflection } from '@twicewise/contract';
import { useMemo } from 'react';
import { useCommands } from '../../state/commands.tsx';
import { merging } from '../../strings/today.ts';
import { strings } from '../../strings.ts';
import { type Deciding, useDeciding } from './use-deciding.ts';
import type { Queue } from './use-queue.ts';

/** The decisions about a draft. */
export interface DraftReview extends Pick<Deciding, 'note' | 'afterAll' | 'undo' | 'redo'> {
  accept: (draft: Reflection) => void;
  reject: (draft: Reflection) => void;
  /** Merges the draft into another lesson. */
  merge: (draft: Reflection, into: string) => void;
}

/** Decides drafts. */
export function useDraftReview(queue: Pick<Queue, 'leave' | 'stay'>): DraftReview {
  const { run } = useCommands();
  const { decide, note, afterAll, undo, redo } = useDeciding(queue);
  return useMemo(() => {
    const setState = (lesson: Reflection, state: 'accepted' | 'rejected') =>
      decide(lesson.id, () =>
        run('reflection.setState', { id: lesson.id, state }, strings.done.state(state, lessonTitle(lesson))),
      );
    return {
      accept: (draft) => setState(draft, 'accepted'),
      reject: (draft) => setState(draft, 'rejected'),
      merge: (lesson, into) =>
        decide(lesson.id, () => run('reflection.merge', { id: lesson.id, into }, merging.done(lessonTitle(lesson)))),
      note,
      afterAll,
      undo,
      redo,
    };
  }, [decide, note, afterAll, undo, redo, run]);
}
