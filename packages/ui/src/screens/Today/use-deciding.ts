import type { Envelope } from '@twicewise/contract';
import { useEffect, useMemo, useRef } from 'react';
import { useCommandState, useCommands } from '../../state/commands.tsx';

/** Decides waiting items of any kind. */
export interface Deciding {
  /** Removes the item from the list at once; `send` stores the decision. */
  decide: (id: string, send: () => Promise<Envelope<{ operationId: string | null }>>) => void;
  /** Remembers what one operation decided, so that its items return when it is undone. */
  note: (operationId: string | null, ids: readonly string[]) => void;
  /** Runs it when every decision so far is stored: a preview made earlier would be out of date. */
  afterAll: (work: () => void) => void;
  undo: () => void;
  redo: () => void;
}

interface Leaving {
  leave: (id: string) => void;
  stay: (...ids: readonly string[]) => void;
}

/** Reports which decision was last undone, by key or in the status line. */
function useUndone(made: ReadonlyMap<string, readonly string[]>, onUndone: Leaving['stay']): void {
  const { notice } = useCommandState();
  useEffect(() => {
    const target = notice?.kind === 'done' ? notice.redo?.target : undefined;
    const ids = target && 'operationId' in target ? made.get(target.operationId) : undefined;
    if (ids !== undefined) onUndone(...ids);
  }, [notice, made, onUndone]);
}

/**
 * Decides waiting items: an item leaves the list at once, and the write follows. Writes and undos are sent one after another,
 * so that undo always concerns the last decision, however fast the keys come.
 */
export function useDeciding({ leave, stay }: Leaving): Deciding {
  const { undo, redo } = useCommands();
  const last = useRef<Promise<unknown>>(Promise.resolve());
  // The items that each operation decided.
  const made = useRef(new Map<string, readonly string[]>()).current;
  useUndone(made, stay);
  return useMemo(() => {
    const inTurn = (work: () => Promise<unknown>) => {
      last.current = last.current.then(work, work);
    };
    const note: Deciding['note'] = (operationId, ids) => {
      if (operationId !== null) made.set(operationId, ids);
    };
    return {
      decide: (id, send) => {
        leave(id);
        inTurn(async () => {
          const answer = await send();
          if (!answer.ok) return stay(id);
          note(answer.value.operationId, [id]);
        });
      },
      note,
      afterAll: (work) => inTurn(async () => work()),
      undo: () => inTurn(() => undo()),
      redo: () => inTurn(() => redo()),
    };
  }, [leave, stay, made, undo, redo]);
}
