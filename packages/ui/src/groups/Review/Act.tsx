import type { ReactNode } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { Kbd } from '../../elements/Kbd/Kbd.tsx';

interface ActProps {
  keys: string;
  /** True for the one decision that is most often right. */
  primary?: boolean;
  onPress: (at: HTMLElement) => void;
  children: ReactNode;
}

/** A button for a decision, with its key. */
export function Act({ keys, primary = false, onPress, children }: ActProps) {
  return (
    <Button
      tone={primary ? 'solid' : 'quiet'}
      onClick={({ currentTarget }) => onPress(currentTarget)}
      className="pr-1.5"
    >
      {children} <Kbd keys={keys} quiet={primary} />
    </Button>
  );
}
