import clsx from 'clsx';
import type { ReactNode, Ref } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { Kbd } from '../../elements/Kbd/Kbd.tsx';

interface ActProps {
  /** Absent where the key means something else at this time. */
  keys?: string | undefined;
  /** True for the one decision that is most often right. */
  primary?: boolean;
  ref?: Ref<HTMLButtonElement>;
  onPress: (at: HTMLElement) => void;
  children: ReactNode;
}

/** A button for a decision, with its key. */
export function Act({ keys, primary = false, ref, onPress, children }: ActProps) {
  return (
    <Button
      ref={ref}
      tone={primary ? 'solid' : 'quiet'}
      onClick={({ currentTarget }) => onPress(currentTarget)}
      className={clsx(keys !== undefined && 'pr-1.5')}
    >
      {children} {keys !== undefined && <Kbd keys={keys} quiet={primary} />}
    </Button>
  );
}
