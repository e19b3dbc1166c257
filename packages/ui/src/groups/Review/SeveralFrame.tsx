import type { ReactNode } from 'react';
import { Selected } from '../Bulk/BulkBar.tsx';
import { BulkFrame } from '../Bulk/BulkFrame.tsx';
import { Act } from './Act.tsx';

interface SeveralFrameProps {
  label: string;
  /** The number of selected rows; 0 where the preview is of all. */
  count: number;
  /** The decisions about the selected rows. */
  acts: readonly { keys: string; label: string; onPress: () => void }[];
  /** The decision that is previewed; null for none. */
  doing: unknown;
  /** Its preview, instead of the decisions. */
  preview: ReactNode;
  /** The button that began the preview, where one did. */
  at?: HTMLElement | null;
  /** Leaves the preview. */
  onCancel: () => void;
  /** Clears the selection. */
  onClear: () => void;
}

/** The selected rows and what can be decided about them, at the foot of the list, so that the rows do not move. */
export function SeveralFrame({ label, count, acts, doing, preview, at = null, onCancel, onClear }: SeveralFrameProps) {
  if (doing === null && count === 0) return null;
  return (
    <BulkFrame label={label} doing={doing} at={at} onLeave={onCancel} onClear={onClear}>
      {count > 0 && (
        <Selected count={count} all={false} matching={null} onAll={onClear} onExport={null} onClear={onClear} />
      )}
      {preview ? (
        <div className="flex min-h-0 flex-col pt-1">{preview}</div>
      ) : (
        <div className="flex flex-wrap gap-1">
          {acts.map(({ keys, label: name, onPress }, at) => (
            <Act key={keys} primary={at === 0} keys={keys} onPress={onPress}>
              {name}
            </Act>
          ))}
        </div>
      )}
    </BulkFrame>
  );
}
