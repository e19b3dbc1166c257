import { Button } from '../../elements/Button/Button.tsx';
import { GoneRecord } from '../../panes/GoneRecord.tsx';
import { sessionRecord } from '../../strings/session-record.ts';
import { strings } from '../../strings.ts';

/** A link that leads to no session, and the way back to those there are. */
export function GoneSession({ id, onList }: { id: string; onList: () => void }) {
  return (
    <GoneRecord id={id} title={sessionRecord.gone}>
      <Button onClick={onList}>{strings.sessions.toList}</Button>
    </GoneRecord>
  );
}
