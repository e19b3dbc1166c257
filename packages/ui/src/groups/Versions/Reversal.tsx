import type { Job, Operation } from '@twicewise/contract';
import { Button } from '../../elements/Button/Button.tsx';
import { Confirm } from '../../elements/Confirm/Confirm.tsx';
import { strings } from '../../strings.ts';

/** Undoes a write, or redoes it. */
export interface ReversalActions {
  onUndo: (operation: Operation) => void;
  onRedo: (operation: Operation) => void;
  /** The job that was asked about last, once it was read. */
  askedJob: Job | undefined;
  /** Called with the id of the job that is about to be undone, so that it can be named. */
  onAskJob: (jobId: string) => void;
}

/** True when the session was recorded automatically. */
export function isAutomatic({ name }: Operation): boolean {
  return name === 'job.capture';
}

/** The labels of undo and redo, and the question before undo, for a write of several steps. */
function wordsFor(operation: Operation, asked: Job | undefined) {
  const { actions, versions } = strings;
  if (isAutomatic(operation)) return { undo: actions.undo, sure: versions.undoSessionSure, redo: actions.redo };
  return operation.author.kind === 'importer'
    ? { undo: versions.undoImport, sure: versions.undoImportSure(asked), redo: versions.redoImport }
    : { undo: versions.undoGroup, sure: versions.undoGroupSure, redo: versions.redoGroup };
}

/**
 * Undoes or redoes a write. A step of an import or of a bulk change belongs to steps that wrote other lessons too, so all of them
 * are undone together, after a question that says so. What later writes make impossible is not offered.
 */
export function Reversal({
  operation,
  isOvertaken,
  askedJob,
  onAskJob,
  onUndo,
  onRedo,
}: ReversalActions & { operation: Operation; isOvertaken: boolean }) {
  const { actions, versions } = strings;
  const { jobId } = operation;
  const words = wordsFor(operation, askedJob?.id === jobId ? askedJob : undefined);
  if (isOvertaken) {
    return <span className="text-ink-3 text-small">{versions.overtaken}</span>;
  }
  if (operation.reversedById !== null) {
    return (
      <Button tone="quiet" className="-mr-1.5 h-6 px-1.5" onClick={() => onRedo(operation)}>
        {jobId !== null ? words.redo : actions.redo}
      </Button>
    );
  }
  if (jobId !== null) {
    return (
      <Confirm
        label={words.undo}
        tone="quiet"
        className="-mr-1.5 h-6 px-1.5"
        question={words.sure}
        onAsk={() => onAskJob(jobId)}
        onConfirm={() => onUndo(operation)}
      />
    );
  }
  return (
    <Button tone="quiet" className="-mr-1.5 h-6 px-1.5" onClick={() => onUndo(operation)}>
      {actions.undo}
    </Button>
  );
}
