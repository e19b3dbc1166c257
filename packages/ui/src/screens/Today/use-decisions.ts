import type { Envelope, Reflection } from '@twicewise/contract';
import { useEffect, useMemo, useRef } from 'react';
import { useCommandState, useCommands } from '../../app/commands.tsx';
import { strings } from '../../strings.ts';
import type { Queue } from './use-queue.ts';

/** What can be done with a draft. */
export interface Decisions {
  accept: (draft: Reflection) => void;
  reject: (draft: Reflection) => void;
  /** Brings the draft into another lesson. */
  merge: (draft: Reflection, into: string) => void;
  undo: () => void;
  redo: () => void;
}

/** Tells which decision was taken back last, by whatever way: keys, the status line. */
function useUndone(made: ReadonlyMap<string, string>, onUndone: (draftId: string) => void): void {
  const { notice } = useCommandState();
  useEffect(() => {
    const target = notice?.kind === 'done' ? notice.redo?.target : undefined;
    const draftId = target && 'operationId' in target ? made.get(target.operationId) : undefined;
    if (draftId !== undefined) onUndone(draftId);
  }, [notice, made, onUndone]);
}

/**
 * Decides drafts: the draft leaves the list with the key, the write follows. Writes and undos go out one after another, so
 * that however fast the keys come, what is undone is what was done last.
 */
export function useDecisions({ leave, stay }: Pick<Queue, 'leave' | 'stay'>): Decisions {
  const { run, undo, redo } = useCommands();
  const last = useRef<Promise<unknown>>(Promise.resolve());
  // The draft of each operation that decided one.
  const made = useRef(new Map<string, string>()).current;
  useUndone(made, stay);
  return useMemo(() => {
    const inTurn = (work: () => Promise<unknown>) => {
      last.current = last.current.then(work, work);
    };
    const decide = (id: string, send: () => Promise<Envelope<{ operationId: string | null }>>) => {
      leave(id);
      inTurn(async () => {
        const answer = await send();
        if (!answer.ok) return stay(id);
        const { operationId } = answer.value;
        if (operationId !== null) made.set(operationId, id);
      });
    };
    const setState = ({ id, taskDescription }: Reflection, state: 'accepted' | 'rejected') =>
      decide(id, () => run('reflection.setState', { id, state }, strings.done.state(state, taskDescription)));
    return {
      accept: (draft) => setState(draft, 'accepted'),
      reject: (draft) => setState(draft, 'rejected'),
      merge: ({ id, taskDescription }, into) =>
        decide(id, () => run('reflection.merge', { id, into }, strings.merging.done(taskDescription))),
      undo: () => inTurn(() => undo()),
      redo: () => inTurn(() => redo()),
    };
  }, [leave, stay, made, run, undo, redo]);
}
