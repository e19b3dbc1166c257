import type { ReactNode } from 'react';
import { CopyId } from '../../elements/CopyId/CopyId.tsx';
import { strings } from '../../strings.ts';
import { FirstSteps, PathForm, Way } from '../FirstSteps/FirstSteps.tsx';

const words = strings.noSessions;

interface EmptySessionsProps {
  /** Reads past sessions of the programs that keep them. */
  history: ReactNode;
  /** What an agent launches to record its session; null while it is not known. */
  command: string | null;
  busy: boolean;
  onRead: (path: string) => void;
  /** A memory whose sessions were all deleted looks empty too. */
  onBin: () => void;
}

/** Before any session is recorded: the ways in which that comes about. */
export function EmptySessions({ history, command, busy, onRead, onBin }: EmptySessionsProps) {
  return (
    <FirstSteps title={words.title} text={words.text} bin={words.bin} onBin={onBin}>
      <Way title={words.history} text={words.historyText}>
        {history}
      </Way>
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
      <Way title={words.agents} text={words.agentsText}>
        <CopyId block value={command ? `${command} --profile full` : words.agentsCommand} />
      </Way>
    </FirstSteps>
  );
}
