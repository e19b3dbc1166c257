import type { Failure, OutputOf } from '@twicewise/contract';
import { useEffect, useRef } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { useNoDoubleClick } from '../../elements/Button/double-click.ts';
import { activity } from '../../strings/activity.ts';
import { strings } from '../../strings.ts';

const words = activity.many;

interface UndoManyProps {
  preview: OutputOf<'operation.previewUndoMany'>;
  /** Why the undo failed, once it was tried. */
  failure: Failure | null;
  onRun: () => void;
  onCancel: () => void;
}

/** Shows what undoing many writes would do, before it is done. */
export function UndoMany({ preview, failure, onRun, onCancel }: UndoManyProps) {
  const { matches, undoes, already, conflicts, examples } = preview;
  const cancel = useRef<HTMLButtonElement>(null);
  const onlyMeant = useNoDoubleClick(preview);
  // Cancel gets the focus, so that pressing Enter twice does not undo anything.
  useEffect(() => cancel.current?.focus(), []);
  return (
    <section aria-label={words.title} className="flex flex-col gap-2 border-signal border-l-2 py-1 pl-4">
      <p role="status" className="font-medium tabular-nums">
        {words.says(undoes, matches)}
      </p>
      {already > 0 && <p className="text-ink-2">{words.already(already)}</p>}
      {conflicts > 0 && (
        <div className="text-ink-2">
          <p>{words.conflicts(conflicts)}</p>
          <ul className="max-h-40 overflow-y-auto text-small">
            {examples.map(({ operationId, summary, message }) => (
              <li key={operationId} className="wrap-anywhere">
                <bdi>{summary}</bdi> <span className="text-ink-3">{message}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {failure && (
        <p role="alert" className="text-failure">
          {failure.reason === 'changed_since' ? words.changed : `${failure.message} ${failure.hint}`}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {undoes > 0 && (
          <Button tone="danger" onClickCapture={onlyMeant} onClick={onRun}>
            {words.run(undoes)}
          </Button>
        )}
        <Button ref={cancel} onClick={onCancel}>
          {strings.actions.cancel}
        </Button>
        <span className="text-ink-3 text-small">{undoes > 0 && words.redo}</span>
      </div>
    </section>
  );
}
