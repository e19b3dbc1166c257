import type { Failure, OutputOf } from '@twicewise/contract';
import { useEffect, useRef } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { strings } from '../../strings.ts';
import { ChangedFields } from './ChangedFields.tsx';

const words = strings.versions.revert;

interface RevertPreviewProps {
  preview: OutputOf<'reflection.previewRevert'>;
  /** The lesson changed since an earlier preview; why it was refused otherwise. */
  conflict: boolean;
  failure: Failure | null;
  busy: boolean;
  onDo: () => void;
  onCancel: () => void;
}

/** What going back to a version would change, before it is done. */
export function RevertPreview({ preview, conflict, failure, busy, onDo, onCancel }: RevertPreviewProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const none = Object.keys(preview.change.after ?? {}).length === 0;
  return (
    <div className="flex flex-col gap-2">
      <div aria-live="polite">
        {conflict && <p className="mb-1 text-ink-2">{words.conflict}</p>}
        {failure && (
          <p role="alert" className="mb-1">
            <strong className="font-medium text-failure">{failure.message}</strong> {failure.hint}
          </p>
        )}
        <p className="font-medium">{none ? words.none : words.changes}</p>
        <ChangedFields change={preview.change} />
      </div>
      <div className="flex gap-2">
        {!none && (
          <Button ref={first} tone="solid" disabled={busy} onClick={onDo}>
            {words.run}
          </Button>
        )}
        <Button ref={none ? first : undefined} onClick={onCancel}>
          {strings.actions.cancel}
        </Button>
      </div>
    </div>
  );
}
