import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCommands } from '../../app/commands.tsx';
import { useClient } from '../../data/client.ts';
import { backupList, hostStatus } from '../../data/queries/host.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { Loading } from '../../elements/Message/Message.tsx';
import { Page } from '../../elements/Page/Page.tsx';
import { HostFacts } from '../../groups/HostFacts/HostFacts.tsx';
import { strings } from '../../strings.ts';
import { QueryFailure } from '../QueryFailure.tsx';
import { BackupList } from './Broken.tsx';

function BackupNow() {
  const { run } = useCommands();
  const queries = useQueryClient();
  const client = useClient();
  const [running, setRunning] = useState(false);
  const start = async () => {
    setRunning(true);
    await run('backup.create', {}, strings.done.backup);
    // A backup changes no record, so no event tells of it.
    void queries.invalidateQueries(backupList(client));
    void queries.invalidateQueries(hostStatus(client));
    setRunning(false);
  };
  return (
    <Button disabled={running} onClick={() => void start()}>
      {running ? strings.backups.running : strings.backups.now}
    </Button>
  );
}

/** Where is my data: the folder, how it is doing, and its backups. */
export function DataScreen() {
  const query = useQuery(hostStatus(useClient()));
  const { data: status } = query;
  if (query.error && !status) return <QueryFailure title={strings.data.failed} query={query} />;
  if (!status) return <Loading text={strings.data.loading} />;
  return (
    <Page>
      <h1 className="font-semibold text-title">{strings.data.title}</h1>
      <p className="mb-6 text-ink-2 text-read">{strings.data.text}</p>
      <HostFacts status={status} />
      <div className="mt-10 mb-3 flex items-end gap-4">
        <div className="min-w-0 grow">
          <h2 className="font-semibold text-read">{strings.data.backups}</h2>
          <p className="text-ink-2">{strings.data.backupsText}</p>
        </div>
        <BackupNow />
      </div>
      <BackupList />
    </Page>
  );
}
