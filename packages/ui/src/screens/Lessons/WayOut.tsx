import type { ViewPatch } from '../../data/lessons-view.ts';
import { Button, type ButtonTone } from '../../elements/Button/Button.tsx';
import type { ChangeView } from './use-view.ts';

interface WayOutProps {
  label: string;
  patch: ViewPatch;
  tone?: ButtonTone;
  onChange: ChangeView;
  /** Moves the focus to the list, because the button that was pressed disappears. */
  onList: () => void;
}

/** A button that leads from an empty list to one with rows. It is marked, so that keys of the search field reach it. */
export function WayOut({ label, patch, tone = 'outline', onChange, onList }: WayOutProps) {
  const go = () => {
    onChange(patch);
    onList();
  };
  return (
    <Button data-way-out tone={tone} onClick={go}>
      {label}
    </Button>
  );
}
