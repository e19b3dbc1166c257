import { X } from 'lucide-react';
import type { ReactNode } from 'react';

interface RemovableChipProps {
  label: string;
  removeLabel: string;
  /** What a tooltip says; the label, if absent. */
  title?: string | undefined;
  onRemove: () => void;
  /** Other words by which the palette finds it; absent where it is not to be found there. */
  deed?: string | undefined;
  /** The label as it is drawn, where it is not cut at its end. */
  children?: ReactNode;
}

/** An active filter; pressing it removes the filter. */
export function RemovableChip({ label, removeLabel, title = label, onRemove, deed, children }: RemovableChipProps) {
  return (
    <button
      type="button"
      data-deed={deed}
      aria-label={removeLabel}
      title={title}
      onClick={onRemove}
      className="inline-flex h-6 max-w-full items-center gap-1 rounded-sm border border-line-strong bg-raised pr-1 pl-1.5 text-small text-ink-2 hover:border-control hover:text-ink"
    >
      {children ?? <span className="truncate">{label}</span>}
      <X size={11} aria-hidden className="shrink-0 text-ink-3" />
    </button>
  );
}

interface ChipProps {
  label: string;
  title: string;
  onPress: () => void;
}

/** A word that links to everything that has it. */
export function Chip({ label, title, onPress }: ChipProps) {
  return (
    <button
      type="button"
      title={title}
      onClick={onPress}
      className="inline-flex min-h-6 max-w-full items-center rounded-sm border border-line px-1.5 text-left text-small text-ink-2 hover:border-control hover:text-ink"
    >
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </button>
  );
}
