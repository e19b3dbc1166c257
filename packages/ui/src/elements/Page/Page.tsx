import type { ReactNode } from 'react';

/** A screen to read from top to bottom: one column in the middle, which scrolls. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <div data-place="page" className="h-full overflow-y-auto bg-reading">
      <div className="mx-auto max-w-190 px-6 py-10">{children}</div>
    </div>
  );
}
