import type { Change, Operation } from '@twicewise/contract';
import { Button } from '../../elements/Button/Button.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { strings } from '../../strings.ts';
import { DiffText } from './DiffText.tsx';
import { fieldChanges, fieldName } from './value.ts';

interface HistoryProps {
  operations: readonly Operation[];
  entityId: string;
  hasOlder: boolean;
  onOlder: () => void;
  onUndo: (operation: Operation) => void;
  onRedo: (operation: Operation) => void;
}

/** A value that fits a line is told in words; a text is told by its diff. */
const SHORT = 24;

function ChangedFields({ change }: { change: Change }) {
  if (!change.before || !change.after) return null;
  return (
    <dl className="mt-1 flex flex-col gap-1.5">
      {fieldChanges(change.before, change.after).map(({ field, before, after }) => (
        <div key={field}>
          <dt className="text-ink-3">{fieldName(field)}</dt>
          <dd>
            {before.length < SHORT && after.length < SHORT ? (
              <>
                <span className="text-ink-2">{before || strings.history.empty}</span>
                <span className="text-ink-3"> → </span>
                {after || strings.history.empty}
              </>
            ) : (
              <DiffText before={before} after={after} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A step of an import wrote many lessons; the button says so before it takes them all. */
function undoLabel({ jobId, changeCount }: Operation): string {
  return jobId ? strings.history.undoAll(changeCount) : strings.actions.undo;
}

interface EntryProps extends Pick<HistoryProps, 'entityId' | 'onUndo' | 'onRedo'> {
  operation: Operation;
}

function Entry({ operation, entityId, onUndo, onRedo }: EntryProps) {
  const undone = operation.reversedById !== null;
  return (
    <li className="relative border-line border-l pb-4 pl-3 last:pb-0">
      <span aria-hidden className="absolute top-1.5 -left-[3px] size-[5px] rounded-full bg-control" />
      <div className="flex items-start gap-2">
        <p className="min-w-0 grow wrap-anywhere">
          <span className={undone ? 'text-ink-2 line-through' : 'text-ink'}>{operation.summary}</span>
          <span className="block text-ink-3">
            {operation.author.name}, {strings.inspector.doors[operation.door]}, <RelativeTime at={operation.at} />
            {undone && `, ${strings.history.undone.toLowerCase()}`}
          </span>
        </p>
        {operation.kind !== 'undo' && (
          <Button tone="quiet" className="-mr-1.5 h-6 px-1.5" onClick={() => (undone ? onRedo : onUndo)(operation)}>
            {undone ? strings.actions.redo : undoLabel(operation)}
          </Button>
        )}
      </div>
      {operation.changes
        .filter((change) => change.entityId === entityId)
        .map((change) => (
          <ChangedFields key={change.entityId} change={change} />
        ))}
    </li>
  );
}

/** Every write that touched the lesson: who, when, what changed; each can be taken back by itself. */
export function History({ operations, entityId, hasOlder, onOlder, onUndo, onRedo }: HistoryProps) {
  return (
    <section className="text-small">
      <h3 className="mb-2 font-medium">{strings.inspector.history}</h3>
      <ol className="ml-0.5">
        {operations.map((operation) => (
          <Entry key={operation.id} operation={operation} entityId={entityId} onUndo={onUndo} onRedo={onRedo} />
        ))}
      </ol>
      {hasOlder && (
        <Button tone="quiet" className="mt-2" onClick={onOlder}>
          {strings.history.older}
        </Button>
      )}
    </section>
  );
}
