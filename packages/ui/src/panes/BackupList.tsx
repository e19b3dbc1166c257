import { useQuery } from '@tanstack/react-query';
import type { Backup } from '@twicewise/contract';
import { useState } from 'react';
import { useClient } from '../data/client.ts';
import { backupAdvice, backupList, backupPreview } from '../data/queries/host.ts';
import { Loading } from '../elements/Message/Message.tsx';
import { exact } from '../elements/RelativeTime/relative.ts';
import { Backups } from '../groups/Backups/Backups.tsx';
import { QueryFailure } from '../groups/QueryFailure/QueryFailure.tsx';
import { useCommands } from '../state/commands.tsx';
import { strings } from '../strings.ts';

/** The backups with buttons to restore them, in any state of the list. */
export function BackupList({ advise = false }: { advise?: boolean }) {
  const { run } = useCommands();
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<string | null>(null);
  const query = useQuery(backupList(client));
  const preview = useQuery({ ...backupPreview(client, asked ?? ''), enabled: asked !== null });
  const advice = useQuery({ ...backupAdvice(client), enabled: advise });
  const { data } = query;
  if (query.error && !data) return <QueryFailure title={strings.data.failed} query={query} />;
  if (!data) return <Loading text={strings.data.loading} />;
  if (data.length === 0) return <p className="text-ink-2">{strings.data.noBackups}</p>;

  const restore = async ({ name, createdAt }: Backup) => {
    setBusy(true);
    // The person agreed to what the question said.
    const told = preview.data?.backup.name === name && preview.data.total > 0;
    const done = strings.done.restoredBackup(exact(createdAt));
    await run('backup.restore', told ? { name, acceptProblems: true } : { name }, done);
    setBusy(false);
  };
  /** A backup that cannot be inspected is refused at the restore, with the reason. */
  const question = ({ name, createdAt }: Backup) => {
    const moment = exact(createdAt);
    if (preview.data?.backup.name === name) return strings.backups.holds(moment, preview.data);
    return preview.isFetching && asked === name ? strings.backups.looking : strings.store.restoreSure(moment);
  };
  return (
    <Backups
      backups={data}
      busy={busy}
      recommended={advice.data?.backup?.name ?? null}
      question={question}
      onAsk={({ name }) => setAsked(name)}
      onRestore={(backup) => void restore(backup)}
    />
  );
}
