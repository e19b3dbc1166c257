import { Button } from '../../elements/Button/Button.tsx';
import { Message } from '../../elements/Message/Message.tsx';
import { strings } from '../../strings.ts';

/** A link that leads to no session, and the way back to those there are. */
export function GoneSession({ onList }: { onList: () => void }) {
  return (
    <Message title={strings.record.gone} text={strings.record.goneHint}>
      <Button onClick={onList}>{strings.sessions.toList}</Button>
    </Message>
  );
}
