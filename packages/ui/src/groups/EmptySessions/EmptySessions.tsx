import type { ReactNode } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { CopyId } from '../../elements/CopyId/CopyId.tsx';
import { noSessions as words } from '../../strings/no-sessions.ts';
import { strings } from '../../strings.ts';
import { FirstSteps, Way } from '../FirstSteps/FirstSteps.tsx';

interface EmptySessionsProps {
  /** The form to read past sessions from programs that keep them. */
  history: ReactNode;
  /** The form to import session logs. */
  logs: ReactNode;
  /** The command that an agent runs to record its session; null while it is unknown. */
  command: string | null;
  busy: boolean;
  onSample: () => void;
  /** Opens the bin: a memory whose sessions were all deleted looks empty too. */
  onBin: () => void;
}

/** Shown before any session is recorded: the ways to get sessions in. */
export function EmptySessions({ history, logs, command, busy, onSample, onBin }: EmptySessionsProps) {
  return (
    <FirstSteps title={words.title} text={words.text} bin={words.bin} onBin={onBin}>
      <Way title={words.history} text={words.historyText}>
        {history}
      </Way>
      <Way title={words.logs} text={words.logsText}>
        {logs}
      </Way>
      <Way title={words.shell} text={words.shellText}>
        <CopyId block value={words.command} />
      </Way>
      <Way title={words.agents} text={words.agentsText}>
        <CopyId block value={command ? `${command} --profile full` : words.agentsCommand} />
      </Way>
      <Way title={strings.empty.sample} text={strings.empty.sampleText}>
        <Button className="h-8" disabled={busy} onClick={onSample}>
          {strings.empty.sampleButton}
        </Button>
      </Way>
    </FirstSteps>
  );
}
