import { useQuery } from '@tanstack/react-query';
import type { Backup, StoreHealth } from '@twicewise/contract';
import { useState } from 'react';
import { useCommands } from '../../app/commands.tsx';
import { useClient } from '../../data/client.ts';
import { backupList } from '../../data/queries/host.ts';
import { Loading } from '../../elements/Message/Message.tsx';
import { Backups } from '../../groups/Backups/Backups.tsx';
import { BrokenStore } from '../../groups/BrokenStore/BrokenStore.tsx';
import { strings } from '../../strings.ts';
import { QueryFailure } from '../QueryFailure.tsx';

/** The backups with their restore, in whatever state the list is. */
export function BackupList() {
  const { run } = useCommands();
  const [busy, setBusy] = useState(false);
  const query = useQuery(backupList(useClient()));
  const { data } = query;
  if (query.error && !data) return <QueryFailure title={strings.data.failed} query={query} />;
  if (!data) return <Loading text={strings.data.loading} />;
  if (data.length === 0) return <p className="text-ink-2">{strings.data.noBackups}</p>;

  const restore = async ({ name }: Backup) => {
    setBusy(true);
    await run('backup.restore', { name }, strings.done.restoredBackup);
    setBusy(false);
  };
  return <Backups backups={data} busy={busy} onRestore={(backup) => void restore(backup)} />;
}

/** In place of a screen while the store cannot be read. */
export function Broken({ store }: { store: StoreHealth }) {
  const { run } = useCommands();
  const startEmpty = () => void run('store.startEmpty', {}, strings.done.startedEmpty);
  return <BrokenStore store={store} backups={<BackupList />} onStartEmpty={startEmpty} />;
}
