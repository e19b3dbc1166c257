import type { Envelope } from '@twicewise/contract';
import { BulkPreview } from '../../groups/Bulk/BulkPreview.tsx';
import { usePreviewed } from '../../panes/use-previewed.ts';

const EXAMPLES = 5;
/** The rows are the preview, and there is none to read again. */
const NO_PREVIEW = { refetch: () => Promise.resolve() };

interface RowsPreviewProps {
  name: string;
  /** What the decision does, in words. */
  effect: string;
  /** A lesson of each row, to name it by. */
  rows: readonly { id: string; taskDescription: string }[];
  /** Carries the decision out for all rows. */
  decide: () => Promise<Envelope<{ operationId: string | null }>>;
  onDone: (operationId: string | null) => void;
  onCancel: () => void;
}

/** Previews a decision that changes no text, and carries it out for several rows as one. */
export function RowsPreview({ name, effect, rows, decide, onDone, onCancel }: RowsPreviewProps) {
  const { state, send } = usePreviewed(NO_PREVIEW);
  return (
    <BulkPreview
      name={name}
      preview={{ changes: rows.length, already: 0, refused: [], examples: rows.slice(0, EXAMPLES), asJob: false }}
      effect={effect}
      {...state}
      onDo={() => void send(decide, ({ operationId }) => onDone(operationId))}
      onCancel={onCancel}
    />
  );
}
