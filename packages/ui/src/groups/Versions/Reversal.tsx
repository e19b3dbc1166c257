import type { Operation } from '@twicewise/contract';
import { Button } from '../../elements/Button/Button.tsx';
import { Confirm } from '../../elements/Confirm/Confirm.tsx';
import { strings } from '../../strings.ts';

/** Takes a write back, and does it again. */
export interface ReversalActions {
  onUndo: (operation: Operation) => void;
  onRedo: (operation: Operation) => void;
}

/** True for the record of a session that nobody asked for. */
export function isByItself({ name }: Operation): boolean {
  return name === 'job.capture';
}

/** What taking back is called, what is asked before, and what doing it again is called, for a write of several steps. */
function wordsFor(operation: Operation) {
  const { actions, versions } = strings;
  if (isByItself(operation)) return { undo: actions.undo, sure: versions.undoSessionSure, redo: actions.redo };
  return operation.author.kind === 'importer'
    ? { undo: versions.undoImport, sure: versions.undoImportSure, redo: versions.redoImport }
    : { undo: versions.undoGroup, sure: versions.undoGroupSure, redo: versions.redoGroup };
}

/**
 * Takes the write back, or does it again. A step of an import or of a change of many wrote other lessons too, and its
 * steps belong together: all of it goes, which is said and asked before.
 */
export function Reversal({ operation, onUndo, onRedo }: ReversalActions & { operation: Operation }) {
  const { actions } = strings;
  const whole = operation.jobId !== null;
  const words = wordsFor(operation);
  if (operation.reversedById !== null) {
    return (
      <Button tone="quiet" className="-mr-1.5 h-6 px-1.5" onClick={() => onRedo(operation)}>
        {whole ? words.redo : actions.redo}
      </Button>
    );
  }
  if (whole) return <Confirm label={words.undo} question={words.sure} onConfirm={() => onUndo(operation)} />;
  return (
    <Button tone="quiet" className="-mr-1.5 h-6 px-1.5" onClick={() => onUndo(operation)}>
      {actions.undo}
    </Button>
  );
}
