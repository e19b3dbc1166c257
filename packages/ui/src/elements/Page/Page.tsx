import clsx from 'clsx';
import type { ReactNode } from 'react';

interface PageProps {
  /** True for what is laid out in columns, where there is room. */
  wide?: boolean;
  children: ReactNode;
}

/** A screen to read from top to bottom: one column in the middle, which scrolls. */
export function Page({ wide = false, children }: PageProps) {
  return (
    <div data-place="page" className="h-full overflow-y-auto bg-reading">
      <div className={clsx('mx-auto px-6 py-10', wide ? 'max-w-300' : 'max-w-190')}>{children}</div>
    </div>
  );
}
