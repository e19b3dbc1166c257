import { type ReactNode, useEffect, useRef } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../Button/Button.tsx';

interface PreviewFootProps {
  /** What the preview is of; none where there is nothing to do. */
  act?: { name: string; busy: boolean; onDo: () => void } | undefined;
  /** Whether the page goes to where the focus goes. */
  scrolls?: boolean;
  onCancel: () => void;
  /** In place of `act`, what asks once more: behind Cancel, so that a second Enter says yes to nothing. */
  children?: ReactNode;
}

/** Below a preview: doing what it shows, or not. What comes first has the focus. */
export function PreviewFoot({ act, scrolls = false, onCancel, children }: PreviewFootProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus({ preventScroll: !scrolls }), [scrolls]);
  return (
    <div className="flex gap-2">
      {act && (
        <Button ref={first} tone="solid" disabled={act.busy} onClick={act.onDo} className="min-w-0 shrink">
          <span className="truncate">{act.name}</span>
        </Button>
      )}
      <Button ref={act ? undefined : first} onClick={onCancel}>
        {strings.actions.cancel}
      </Button>
      {children}
    </div>
  );
}
