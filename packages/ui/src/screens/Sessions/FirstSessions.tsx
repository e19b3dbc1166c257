import { useCommandState, useCommands } from '../../app/commands.tsx';
import { EmptySessions } from '../../groups/EmptySessions/EmptySessions.tsx';
import { strings } from '../../strings.ts';

/** The screen of a memory without any recorded session: reads logs; the status line follows it. */
export function FirstSessions({ onBin }: { onBin: () => void }) {
  const { run } = useCommands();
  const { awaited } = useCommandState();
  return (
    <EmptySessions
      busy={awaited !== null}
      onRead={(path) => void run('episode.extract', { path }, strings.noSessions.logsDone)}
      onBin={onBin}
    />
  );
}
