import type { ReactNode } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { Kbd } from '../../elements/Kbd/Kbd.tsx';

interface ActProps {
  keys: string;
  onPress: () => void;
  children: ReactNode;
}

/** A button for a decision, with its key. */
export function Act({ keys, onPress, children }: ActProps) {
  return (
    <Button onClick={onPress} className="pr-1.5">
      {children} <Kbd keys={keys} />
    </Button>
  );
}
