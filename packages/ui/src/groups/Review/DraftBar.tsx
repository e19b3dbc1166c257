import { ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { RemovableChip } from '../../elements/Chip/Chip.tsx';
import { review as words } from '../../strings/today.ts';
import { strings } from '../../strings.ts';
import { Act } from './Act.tsx';

interface DraftBarProps {
  /** The active filters, each with its name. */
  chips: readonly { key: string; label: string; onRemove: () => void }[];
  /** The number of listed drafts. */
  total: number;
  filtersShown: boolean;
  onFilters: () => void;
  /** The choice of what they are grouped by. */
  grouping: ReactNode;
  onAccept: () => void;
  onReject: () => void;
}

/** Above the drafts: what filters them, and the decisions about all that are listed. */
export function DraftBar({ chips, total, filtersShown, onFilters, grouping, onAccept, onReject }: DraftBarProps) {
  return (
    <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-1.5 border-line border-b bg-surface px-3 py-1">
      <Button tone="quiet" aria-expanded={filtersShown} onClick={onFilters} className="px-1.5">
        <ListFilter size={13} aria-hidden />
        {strings.facets.label}
      </Button>
      {grouping}
      {chips.map(({ key, label, onRemove }) => (
        <RemovableChip key={key} label={label} removeLabel={strings.filters.remove(label)} onRemove={onRemove} />
      ))}
      {total > 1 && (
        <span className="ml-auto flex flex-wrap gap-1.5">
          <Act keys="A" onPress={onAccept}>
            {words.acceptAll(total)}
          </Act>
          <Act keys="R" onPress={onReject}>
            {words.rejectAll(total)}
          </Act>
        </span>
      )}
    </div>
  );
}
