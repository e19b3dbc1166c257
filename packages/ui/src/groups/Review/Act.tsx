import type { ReactNode, Ref } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { Kbd } from '../../elements/Kbd/Kbd.tsx';

interface ActProps {
  keys: string;
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
      className="pr-1.5"
    >
      {children} <Kbd keys={keys} quiet={primary} />
    </Button>
  );
}
