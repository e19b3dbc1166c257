import type { ReactNode } from 'react';

interface BulkFrameProps {
  label: string;
  /** What is being done, which Escape leaves first; then it clears the selection. */
  isDoing: boolean;
  onLeave: () => void;
  onClear: () => void;
  children: ReactNode;
}

/** The selected rows and what can be done about them. It is at the foot of the list, so that the rows do not move. */
export function BulkFrame({ label, isDoing, onLeave, onClear, children }: BulkFrameProps) {
  return (
    <section
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        // Goes back one step: from the preview to the rows, then to no selection.
        event.preventDefault();
        if (isDoing) onLeave();
        else onClear();
      }}
      className="flex max-h-[70%] shrink-0 flex-col gap-2 border-line-strong border-t bg-ground px-3 pt-1 pb-3"
    >
      {children}
    </section>
  );
}
