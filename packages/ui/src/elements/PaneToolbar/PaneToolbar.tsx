import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { strings } from '../../strings.ts';
import { IconButton } from '../Button/Button.tsx';
import { keysText } from '../Kbd/Kbd.tsx';

interface PaneToolbarProps {
  /** Set in a narrow window, where the pane covers the list. */
  onBack?: (() => void) | undefined;
  children: ReactNode;
}

/** The line at the top of a pane beside a list: what is open there, and the actions on it. */
export function PaneToolbar({ onBack, children }: PaneToolbarProps) {
  return (
    <div className="flex min-h-11 shrink-0 items-center gap-2 border-line border-b @lg:pr-4 pr-2 @lg:pl-6 pl-4">
      {onBack && (
        <IconButton label={strings.inspector.back} keys={keysText('Escape')} onClick={onBack} className="-ml-2">
          <ArrowLeft size={15} aria-hidden />
        </IconButton>
      )}
      {children}
    </div>
  );
}
