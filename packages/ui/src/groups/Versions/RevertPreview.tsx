import type { Failure, OutputOf } from '@twicewise/contract';
import { FailureLine } from '../../elements/Message/FailureLine.tsx';
import { PreviewFoot } from '../../elements/PreviewFoot/PreviewFoot.tsx';
import { strings } from '../../strings.ts';
import { ChangedFields } from './ChangedFields.tsx';

const words = strings.versions.revert;

interface RevertPreviewProps {
  preview: OutputOf<'reflection.previewRevert'>;
  /** True when the lesson changed since an earlier preview; any other refusal is in `failure`. */
  conflict: boolean;
  failure: Failure | null;
  busy: boolean;
  onDo: () => void;
  onCancel: () => void;
}

/** Shows what going back to a version would change, before it is done. */
export function RevertPreview({ preview, conflict, failure, busy, onDo, onCancel }: RevertPreviewProps) {
  const none = Object.keys(preview.change.after ?? {}).length === 0;
  return (
    <div className="flex flex-col gap-2">
      <div aria-live="polite">
        {conflict && <p className="mb-1 text-ink-2">{words.conflict}</p>}
        <FailureLine failure={failure} className="mb-1" />
        <p className="font-medium">{none ? words.none : words.changes}</p>
        <ChangedFields change={preview.change} />
      </div>
      <PreviewFoot
        preview={preview}
        act={none ? undefined : { name: words.run, busy, onDo }}
        scrolls
        onCancel={onCancel}
      />
    </div>
  );
}
