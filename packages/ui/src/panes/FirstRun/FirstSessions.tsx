import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../data/client.ts';
import { hostStatus } from '../../data/queries/host.ts';
import { EmptySessions } from '../../groups/EmptySessions/EmptySessions.tsx';
import { useCommandState, useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';
import { SessionLogs } from '../SessionLogs.tsx';
import { TranscriptsPane } from '../TranscriptsPane.tsx';

/** Shown for a memory without recorded sessions: imports past sessions and session logs; the status line shows the progress. */
export function FirstSessions({ onBin }: { onBin: () => void }) {
  const { run } = useCommands();
  const { awaited } = useCommandState();
  const { data: status } = useQuery(hostStatus(useClient()));
  return (
    <EmptySessions
      history={<TranscriptsPane />}
      logs={<SessionLogs />}
      command={status?.connectCommand ?? null}
      busy={awaited !== null}
      onSample={() => void run('import.sample', {}, strings.empty.sampleButton)}
      onBin={onBin}
    />
  );
}
