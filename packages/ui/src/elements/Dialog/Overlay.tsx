import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { onFindKey } from './find-key.ts';
import { useOrigin } from './origin.ts';

interface OverlayProps {
  /** For screen readers only; the content explains itself to others. */
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called when it is closed and the focus is back; the next action may move the focus. */
  onClosed: () => void;
  children: ReactNode;
}

/** A temporary sheet near the top of the window, over everything. The key that opens it closes it. */
export function Overlay({ title, open, onOpenChange, onClosed, children }: OverlayProps) {
  const toOrigin = useOrigin(open);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div className="fixed inset-0 z-40 grid content-start justify-items-center bg-shade px-4 pt-[min(12vh,6rem)]">
          <Radix.Content
            aria-describedby={undefined}
            onKeyDown={onFindKey(() => onOpenChange(false))}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              toOrigin();
              onClosed();
            }}
            className="flex max-h-[min(32rem,76vh)] w-full max-w-160 flex-col overflow-hidden rounded-md bg-raised shadow-float focus-visible:outline-none"
          >
            <Radix.Title className="sr-only">{title}</Radix.Title>
            {children}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
