import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../data/client.ts';
import { backupList, hostStatus } from '../data/queries/host.ts';
import { strings } from '../strings.ts';
import { useAction } from './action-registry.tsx';
import { useCommandState, useCommands } from './commands.tsx';

/** Whether the sample is loaded, and its removal, which can be undone. */
export function useSample() {
  const { run } = useCommands();
  const { data: status } = useQuery(hostStatus(useClient()));
  return {
    loaded: status?.sample === true,
    remove: () => void run('import.removeSample', {}, strings.sample.removed),
  };
}

/** Registers an action of maintenance. While it runs, what it does is why it cannot be done once more. */
function useUpkeepAction(id: 'backUp' | 'check', running: string, work: () => Promise<void>): void {
  const { say } = useCommands();
  const [isBusy, setBusy] = useState(false);
  const start = () => {
    setBusy(true);
    say(running);
    void work().finally(() => setBusy(false));
  };
  useAction(id, start, !isBusy || running);
}

/** Registers the maintenance of the memory as actions of every screen, and loading the sample. Each reports its result in the status line. */
export function useUpkeepActions(): void {
  const { run, say } = useCommands();
  const { awaited } = useCommandState();
  const client = useClient();
  const queries = useQueryClient();
  useUpkeepAction('backUp', strings.backups.running, async () => {
    await run('backup.create', {}, strings.done.backup);
    // A backup changes no record, so no event reports it.
    void queries.invalidateQueries(backupList(client));
    void queries.invalidateQueries(hostStatus(client));
  });
  useUpkeepAction('check', strings.data.checking, async () => {
    const answer = await client.envelope('host.check', {});
    if (answer.ok) say(strings.data.checked(answer.value.total), answer.value.total > 0);
    else say(`${answer.error.message} ${answer.error.hint}`);
    await queries.invalidateQueries(hostStatus(client));
  });
  const sample = () => void run('import.sample', {}, strings.empty.sampleButton);
  const { loaded, remove } = useSample();
  const why = loaded ? strings.sample.loaded : awaited !== null && strings.whyNot.busy;
  useAction('importSample', sample, why || true);
  useAction('removeSample', remove, loaded || strings.sample.none);
}
