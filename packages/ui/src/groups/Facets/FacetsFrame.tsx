import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { IconButton } from '../../elements/Button/Button.tsx';
import { Kbd, keysText } from '../../elements/Kbd/Kbd.tsx';
import { strings } from '../../strings.ts';

const { hint } = strings.palette;

interface FacetsFrameProps {
  paneRef: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
}

/** Beside the list if there is room; otherwise over the open record, so that the list stays visible while it is filtered. */
export function FacetsFrame({ paneRef, onClose, children }: FacetsFrameProps) {
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
      {/* They differ from those of the list beside. */}
      <p className="shrink-0 border-line border-t px-3 py-1.5 text-ink-3 text-small">
        <Kbd keys="ArrowUp" /> <Kbd keys="ArrowDown" /> {hint.move} <Kbd keys="Space" /> {hint.choose}
      </p>
    </aside>
  );
}
