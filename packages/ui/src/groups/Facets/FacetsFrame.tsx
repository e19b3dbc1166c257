import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { IconButton } from '../../elements/Button/Button.tsx';
import { keysText } from '../../elements/Kbd/Kbd.tsx';
import { strings } from '../../strings.ts';
import { firstStop } from './first-stop.ts';

interface FacetsFrameProps {
  paneRef: RefObject<HTMLElement | null>;
  /** True when the counts are loaded. */
  ready: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Beside the list if there is room; otherwise over the open record, so that the list stays visible while it is filtered. */
export function FacetsFrame({ paneRef, ready, onClose, children }: FacetsFrameProps) {
  // On opening, the first element in it gets the focus; until the counts are loaded, the pane itself.
  useEffect(() => {
    if (ready && document.activeElement === paneRef.current) firstStop(paneRef.current)?.focus();
  }, [ready, paneRef]);
  return (
    <aside
      ref={paneRef}
      tabIndex={-1}
      aria-label={strings.facets.label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        // Here Escape only closes the filters; it must not reach the handlers around.
        event.preventDefault();
        onClose();
      }}
      className="flex min-h-0 w-60 shrink-0 flex-col border-line border-r bg-ground focus-visible:outline-none max-xl:absolute max-xl:inset-y-0 max-xl:right-0 max-xl:z-20 max-xl:shadow-float"
    >
      <header className="flex h-11 shrink-0 items-center border-line border-b pr-1.5 pl-3">
        <h2 className="grow font-medium">{strings.facets.label}</h2>
        <IconButton label={strings.actions.close} keys={keysText('f')} onClick={onClose}>
          <X size={14} aria-hidden />
        </IconButton>
      </header>
      {children}
    </aside>
  );
}
