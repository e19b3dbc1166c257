import clsx from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { strings } from '../../strings.ts';
import { IconButton } from '../Button/Button.tsx';
import { Kbd } from '../Kbd/Kbd.tsx';
import { onFindKey } from './find-key.ts';
import { useOrigin } from './origin.ts';

interface DialogProps {
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The element that gets the focus first; by default the text, so that keys scroll it at once. */
  firstRef?: RefObject<HTMLElement | null>;
  /** The buttons; they stay visible while the rest scrolls. */
  foot?: ReactNode;
  children: ReactNode;
}

/** Says what to do first, once the key of the palette was pressed. That does not open over a sheet, which may hold what a person typed. */
function CloseFirst({ wanted }: { wanted: boolean }) {
  return (
    <p aria-live="polite" className="ml-auto flex shrink-0 items-center gap-1.5 px-2 text-ink-2 text-small">
      {wanted && (
        <>
          {strings.palette.closeFirst} <Kbd keys="Escape" />
        </>
      )}
    </p>
  );
}

/** A modal sheet. The overlay is our own, because Radix's writes a style element, which the page's policy refuses. */
export function Dialog({ title, open, onOpenChange, firstRef, foot, children }: DialogProps) {
  const body = useRef<HTMLDivElement>(null);
  const toOrigin = useOrigin(open);
  const [wanted, setWanted] = useState(false);
  if (wanted && !open) setWanted(false);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div className="fixed inset-0 z-40 grid place-items-center bg-shade p-4">
          <Radix.Content
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => {
              // The close button does not get the focus, because Escape closes from anywhere.
              event.preventDefault();
              (firstRef ?? body).current?.focus();
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              toOrigin();
            }}
            onKeyDown={onFindKey(() => setWanted(true))}
            className="flex max-h-full w-full max-w-180 flex-col overflow-hidden rounded-md bg-reading shadow-float"
          >
            <header className="flex min-h-11 shrink-0 items-center border-line border-b pr-2 pl-4">
              <Radix.Title className="font-semibold text-base">{title}</Radix.Title>
              <CloseFirst wanted={wanted} />
              <Radix.Close asChild>
                <IconButton label={strings.actions.close}>
                  <X size={15} aria-hidden />
                </IconButton>
              </Radix.Close>
            </header>
            <div
              ref={body}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
              tabIndex={0}
              className="overflow-y-auto p-4 focus-visible:shadow-[inset_0_2px_0_var(--signal)] focus-visible:outline-none"
            >
              {children}
              {/* Text that is cut off fades, to show that there is more. */}
              <div
                aria-hidden
                data-more
                className={clsx(
                  'pointer-events-none sticky -bottom-4 -mx-4 -mb-4 bg-linear-to-t from-reading to-transparent',
                  foot ? 'h-8' : 'h-12',
                )}
              />
            </div>
            {foot && (
              <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-t px-4 py-3">{foot}</div>
            )}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
