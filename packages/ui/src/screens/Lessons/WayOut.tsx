import type { ViewPatch } from '../../data/lessons-view.ts';
import { Button, type ButtonTone } from '../../elements/Button/Button.tsx';
import type { ChangeView } from './use-view.ts';

interface WayOutProps {
  label: string;
  patch: ViewPatch;
  tone?: ButtonTone;
  onChange: ChangeView;
  /** The focus goes to the list: the button that led there is gone then. */
  onList: () => void;
}

/** Leads from a list without rows to one that has some. Marked, so that keys of the search field lead to it. */
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
