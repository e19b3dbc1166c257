import { ListFilter } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { review as words } from '../../strings/today.ts';
import { strings } from '../../strings.ts';
import { FilterChip } from '../FilterBar/FilterChip.tsx';
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
  /** The group of the current draft, which is decided instead of all; undefined where they are not grouped. */
  group: { name: string; count: number } | undefined;
  /** The buttons that decide all, or the group. */
  acceptRef: Ref<HTMLButtonElement>;
  rejectRef: Ref<HTMLButtonElement>;
  onAccept: (at: HTMLElement) => void;
  onReject: (at: HTMLElement) => void;
}

/** What a key decides: all that are listed, or a group, whose name is cut, because it changes with the current draft. */
function Decision({ all, ofGroup }: { all: string; ofGroup: string | undefined }) {
  if (ofGroup === undefined) return all;
  return (
    <span title={ofGroup} className="max-w-36 truncate @5xl:max-w-64">
      {ofGroup}
    </span>
  );
}

/** Above the drafts: what filters them, and the decisions about all that are listed, or about the group of the current one. */
export function DraftBar(props: DraftBarProps) {
  const { chips, total, filtersShown, onFilters, grouping, group, acceptRef, rejectRef, onAccept, onReject } = props;
  return (
    <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-1.5 border-line border-b bg-surface px-3 py-1">
      <Button tone="quiet" aria-expanded={filtersShown} onClick={onFilters} className="px-1.5">
        <ListFilter size={13} aria-hidden />
        {strings.facets.label}
      </Button>
      {grouping}
      {chips.map(({ key, label, onRemove }) => (
        <FilterChip key={key} label={label} isOnly={chips.length === 1} onRemove={onRemove} />
      ))}
      {(total > 1 || group) && (
        <span className="ml-auto flex flex-wrap gap-1.5">
          <Act keys="A" ref={acceptRef} onPress={onAccept}>
            <Decision
              all={words.acceptAll(total)}
              ofGroup={group && words.group.acceptShort(group.name, group.count)}
            />
          </Act>
          <Act keys="R" ref={rejectRef} onPress={onReject}>
            <Decision
              all={words.rejectAll(total)}
              ofGroup={group && words.group.rejectShort(group.name, group.count)}
            />
          </Act>
        </span>
      )}
    </div>
  );
}
