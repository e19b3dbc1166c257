import type { Operation } from '@twicewise/contract';
import { Button } from '../../elements/Button/Button.tsx';
import { Confirm } from '../../elements/Confirm/Confirm.tsx';
import { strings } from '../../strings.ts';

/** Takes a write back, and does it again. */
export interface Act {
  onUndo: (operation: Operation) => void;
  onRedo: (operation: Operation) => void;
}

/**
 * Takes the write back, or does it again. A step of an import or of a change of many wrote other lessons too, and its
 * steps belong together: all of it goes, which is said and asked before.
 */
export function Reversal({ operation, onUndo, onRedo }: Act & { operation: Operation }) {
  const { actions, history } = strings;
  const whole = operation.jobId !== null;
  const isImport = operation.author.kind === 'importer';
  if (operation.reversedById !== null) {
    return (
      <Button tone="quiet" className="-mr-1.5 h-6 px-1.5" onClick={() => onRedo(operation)}>
        {whole ? (isImport ? history.redoImport : history.redoGroup) : actions.redo}
      </Button>
    );
  }
  if (whole) {
    const [label, question] = isImport
      ? [history.undoImport, history.undoImportSure]
      : [history.undoGroup, history.undoGroupSure];
    return <Confirm label={label} question={question} onConfirm={() => onUndo(operation)} />;
  }
  return (
    <Button tone="quiet" className="-mr-1.5 h-6 px-1.5" onClick={() => onUndo(operation)}>
      {actions.undo}
    </Button>
  );
}
