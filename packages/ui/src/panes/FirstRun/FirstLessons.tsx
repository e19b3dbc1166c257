import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../data/client.ts';
import { hostStatus } from '../../data/queries/host.ts';
import { EmptyMemory } from '../../groups/EmptyMemory/EmptyMemory.tsx';
import { useCommandState, useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';

/** The screen of an empty memory: starts an import or loads the sample; the status line shows the progress. */
export function FirstLessons({ onBin }: { onBin: () => void }) {
  const { run } = useCommands();
  const { awaited } = useCommandState();
  const { data: status } = useQuery(hostStatus(useClient()));
  return (
    <EmptyMemory
      command={status?.connectCommand ?? null}
      busy={awaited !== null}
      onImport={(path) => void run('import.lessons', { path }, strings.empty.importButton)}
      onSample={() => void run('import.sample', {}, strings.empty.sampleButton)}
      onBin={onBin}
    />
  );
}
