import clsx from 'clsx';
import type { ReactNode, RefObject } from 'react';
import { usePanes } from '../../state/panes.ts';
import { Divider } from './Divider.tsx';
import { scrollByKey } from './scroll-keys.ts';

interface TwoPanesProps {
  /** True when there is room for both panes; otherwise the open record takes all of it. */
  wide: boolean;
  isOpen: boolean;
  /** The names of the list and of the open pane. */
  labels: readonly [list: string, open: string];
  sectionRef: RefObject<HTMLElement | null>;
  openRef: RefObject<HTMLElement | null>;
  /** Shown before the list, such as its facets. */
  before?: ReactNode;
  list: ReactNode;
  children: ReactNode;
}

/** A list, and the open record beside it. */
export function TwoPanes({ wide, isOpen, labels, sectionRef, openRef, before, list, children }: TwoPanesProps) {
  const { width } = usePanes();
  return (
    <div className="relative flex h-full">
      {before}
      <section
        ref={sectionRef}
        tabIndex={-1}
        data-keys="list"
        aria-label={labels[0]}
        className={clsx(
          // Its focus frame is within it: it would lie over the rail, and a part of it under what is beside it.
          'flex min-h-0 flex-col bg-surface focus-visible:-outline-offset-2',
          wide ? 'border-line border-r' : 'w-full',
          // A width that was chosen in a larger window gives way to the record.
          wide && (width === null ? 'w-[38%] min-w-85 max-w-130 shrink-0' : 'max-w-[calc(100%-22rem)] shrink-0'),
          !wide && isOpen && 'hidden',
        )}
        style={wide && width !== null ? { width } : undefined}
      >
        {list}
      </section>
      {wide && <Divider list={sectionRef} />}
      <article
        ref={openRef}
        tabIndex={-1}
        aria-label={labels[1]}
        onKeyDown={scrollByKey}
        className={clsx(
          // A large area shows its focus as an edge instead of a frame.
          '@container min-h-0 min-w-0 grow flex-col bg-reading focus-visible:shadow-[inset_0_2px_0_var(--signal)] focus-visible:outline-none',
          wide || isOpen ? 'flex' : 'hidden',
        )}
      >
        {children}
      </article>
    </div>
  );
}
