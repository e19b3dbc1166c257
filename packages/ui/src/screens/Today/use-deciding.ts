import type { Envelope } from '@twicewise/contract';
import { useEffect, useMemo, useRef } from 'react';
import { useCommandState, useCommands } from '../../state/commands.tsx';

/** Decides waiting items of any kind. */
export interface Deciding {
  /** Removes the item from the list at once; `send` stores the decision. */
  decide: (id: string, send: () => Promise<Envelope<{ operationId: string | null }>>) => void;
  undo: () => void;
  redo: () => void;
}

interface Leaving {
  leave: (id: string) => void;
  stay: (id: string) => void;
}

/** Reports which decision was last undone, by key or in the status line. */
function useUndone(made: ReadonlyMap<string, string>, onUndone: (id: string) => void): void {
  const { notice } = useCommandState();
  useEffect(() => {
    const target = notice?.kind === 'done' ? notice.redo?.target : undefined;
    const id = target && 'operationId' in target ? made.get(target.operationId) : undefined;
    if (id !== undefined) onUndone(id);
  }, [notice, made, onUndone]);
}

/**
 * Decides waiting items: an item leaves the list at once, and the write follows. Writes and undos are sent one after another,
 * so that undo always concerns the last decision, however fast the keys come.
 */
export function useDeciding({ leave, stay }: Leaving): Deciding {
  const { undo, redo } = useCommands();
  const last = useRef<Promise<unknown>>(Promise.resolve());
  // The item that each operation decided.
  const made = useRef(new Map<string, string>()).current;
  useUndone(made, stay);
  return useMemo(() => {
    const inTurn = (work: () => Promise<unknown>) => {
      last.current = last.current.then(work, work);
    };
    return {
      decide: (id, send) => {
        leave(id);
        inTurn(async () => {
          const answer = await send();
          if (!answer.ok) return stay(id);
          const { operationId } = answer.value;
          if (operationId !== null) made.set(operationId, id);
        });
      },
      undo: () => inTurn(() => undo()),
      redo: () => inTurn(() => redo()),
    };
  }, [leave, stay, made, undo, redo]);
}
