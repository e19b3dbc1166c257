import { type ReactNode, useEffect, useRef } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../Button/Button.tsx';
import { useNoDoubleClick } from '../Button/double-click.ts';

interface PreviewFootProps {
  /** The previewed action; absent when there is nothing to do. */
  act?: { name: string; busy: boolean; onDo: () => void } | undefined;
  /** What is previewed. */
  preview?: object;
  /** Whether the page scrolls to the focused button. */
  scrolls?: boolean;
  onCancel: () => void;
  /** A second confirmation instead of `act`; it follows Cancel, so that a second Enter confirms nothing. */
  children?: ReactNode;
}

/** The buttons below a preview, to confirm or cancel. The first one has the focus. */
export function PreviewFoot({ act, preview, scrolls = false, onCancel, children }: PreviewFootProps) {
  const first = useRef<HTMLButtonElement>(null);
  const onlyMeant = useNoDoubleClick(preview);
  useEffect(() => first.current?.focus({ preventScroll: !scrolls }), [scrolls]);
  return (
    <div data-keys="asked" className="flex gap-2">
      {act && (
        <Button
          ref={first}
          tone="solid"
          disabled={act.busy}
          onClickCapture={onlyMeant}
          onClick={act.onDo}
          className="min-w-0 shrink"
        >
          <span className="truncate">{act.name}</span>
        </Button>
      )}
      <Button tone="quiet" ref={act ? undefined : first} onClick={onCancel}>
        {strings.actions.cancel}
      </Button>
      {children}
    </div>
  );
}
