import { Button } from '../../elements/Button/Button.tsx';
import { Message } from '../../elements/Message/Message.tsx';
import type { HiddenCount } from '../../graph/picture.ts';
import { causes } from '../../strings/causes.ts';

/** Stands for a map of which everything is hidden. */
export function AllHidden({ hidden, onShow }: { hidden: HiddenCount; onShow: () => void }) {
  return (
    <Message title={causes.empty.hidden}>
      <Button onClick={onShow}>{causes.map.hidden(hidden.chosen, hidden.alone)}</Button>
    </Message>
  );
}
