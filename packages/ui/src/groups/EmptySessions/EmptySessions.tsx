import { CopyId } from '../../elements/CopyId/CopyId.tsx';
import { strings } from '../../strings.ts';
import { FirstSteps, PathForm, Way } from '../FirstSteps/FirstSteps.tsx';

const words = strings.noSessions;

interface EmptySessionsProps {
  busy: boolean;
  onRead: (path: string) => void;
  /** A memory whose sessions were all deleted looks empty too. */
  onBin: () => void;
}

/** Before any session is recorded: the ways in which that comes about. */
export function EmptySessions({ busy, onRead, onBin }: EmptySessionsProps) {
  return (
    <FirstSteps title={words.title} text={words.text} bin={words.bin} onBin={onBin}>
      <Way title={words.logs} text={words.logsText}>
        <PathForm
          label={words.logsLabel}
          example="/home/me/sessions"
          button={words.logsButton}
          busy={busy}
          onPath={onRead}
        />
      </Way>
      <Way title={words.shell} text={words.shellText}>
        <CopyId block value={words.command} />
      </Way>
      <Way title={words.end} text={words.endText}>
        <CopyId block value={words.endCommand} />
      </Way>
      <Way title={words.agents} text={words.agentsText}>
        <CopyId block value={words.agentsCommand} />
      </Way>
    </FirstSteps>
  );
}
