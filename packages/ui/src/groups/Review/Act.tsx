import clsx from 'clsx';
import { type ReactNode, type Ref, useContext } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { Kbd } from '../../elements/Kbd/Kbd.tsx';
import { SelectedKeys } from './selected-keys.ts';

interface ActProps {
  keys: string;
  /** True for the one decision that is most often right. */
  primary?: boolean;
  ref?: Ref<HTMLButtonElement>;
  onPress: (at: HTMLElement) => void;
  children: ReactNode;
}

/** A button for a decision, with its key while that means it. */
export function Act({ keys, primary = false, ref, onPress, children }: ActProps) {
  const isNamed = !useContext(SelectedKeys).includes(keys);
  return (
    <Button
      ref={ref}
      tone={primary ? 'solid' : 'quiet'}
      onClick={({ currentTarget }) => onPress(currentTarget)}
      className={clsx(isNamed && 'pr-1.5')}
    >
      {children} {isNamed && <Kbd keys={keys} quiet={primary} />}
    </Button>
  );
}
