import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useClient } from '../data/client.ts';
import { backupList, hostStatus } from '../data/queries/host.ts';
import { strings } from '../strings.ts';
import { useAction } from './action-registry.tsx';
import { useCommandState, useCommands } from './commands.tsx';

/** Maintenance of the memory; each action reports its result in the status line. */
export function useUpkeep() {
  const { run, say } = useCommands();
  const client = useClient();
  const queries = useQueryClient();
  return useMemo(
    () => ({
      async backUp() {
        await run('backup.create', {}, strings.done.backup);
        // A backup changes no record, so no event reports it.
        void queries.invalidateQueries(backupList(client));
        void queries.invalidateQueries(hostStatus(client));
      },
      async check() {
        const answer = await client.envelope('host.check', {});
        if (answer.ok) say(strings.data.checked(answer.value.total), answer.value.total > 0);
        else say(`${answer.error.message} ${answer.error.hint}`);
        await queries.invalidateQueries(hostStatus(client));
      },
    }),
    [run, say, client, queries],
  );
}

/** Whether the sample is loaded, and its removal, which can be undone. */
export function useSample() {
  const { run } = useCommands();
  const { data: status } = useQuery(hostStatus(useClient()));
  return {
    loaded: status?.sample === true,
    remove: () => void run('import.removeSample', {}, strings.sample.removed),
  };
}

/** Registers the same as actions of every screen, and loading the sample. */
export function useUpkeepActions(): void {
  const { run, say } = useCommands();
  const { awaited } = useCommandState();
  const { backUp, check } = useUpkeep();
  const [isBusy, setBusy] = useState(false);
  const doing = (text: string, work: () => Promise<void>) => {
    setBusy(true);
    say(text);
    void work().finally(() => setBusy(false));
  };
  const unlessBusy = !isBusy || strings.whyNot.busy;
  useAction('backUp', () => doing(strings.backups.running, backUp), unlessBusy);
  useAction('check', () => doing(strings.data.checking, check), unlessBusy);
  const sample = () => void run('import.sample', {}, strings.empty.sampleButton);
  const { loaded, remove } = useSample();
  const why = loaded ? strings.sample.loaded : awaited !== null && strings.whyNot.busy;
  useAction('importSample', sample, why || true);
  useAction('removeSample', remove, loaded || strings.sample.none);
}
