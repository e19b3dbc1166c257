import { PathForm } from '../groups/FirstSteps/FirstSteps.tsx';
import { useCommandState, useCommands } from '../state/commands.tsx';
import { noSessions as words } from '../strings/no-sessions.ts';

/** Imports session logs, which no program keeps for its agents, by their path. */
export function SessionLogs() {
  const { run } = useCommands();
  const { awaited } = useCommandState();
  return (
    <PathForm
      label={words.logsLabel}
      example="/home/me/sessions"
      button={words.logsButton}
      busy={awaited !== null}
      onPath={(path) => void run('episode.extract', { path }, words.logsDone)}
    />
  );
}

/** The same on demand, below the programs that keep their sessions. */
export function FoldedSessionLogs() {
  return (
    <details className="mt-2">
      <summary className="min-h-6 text-ink-2">{words.logsFolded}</summary>
      <div className="mt-2">
        <SessionLogs />
      </div>
    </details>
  );
}
