import type { ReactNode } from 'react';
import { CopyId } from '../CopyId/CopyId.tsx';

/** One fact in a list: its name in a column, and its value beside it. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.75rem_minmax(0,1fr)] gap-2">
      <dt className="wrap-anywhere py-1 text-ink-3">{label}</dt>
      <dd className="min-w-0 wrap-anywhere py-1 text-ink">{children}</dd>
    </div>
  );
}

/** An id that is too long for the column, shown unbroken under its label. */
export function IdFact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="pt-1 text-ink-3">{label}</dt>
      <dd>
        <CopyId value={value} />
      </dd>
    </div>
  );
}
