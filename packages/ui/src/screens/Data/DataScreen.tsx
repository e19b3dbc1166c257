import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useClient } from '../../data/client.ts';
import type { DataPart } from '../../data/data-view.ts';
import { sessionCount } from '../../data/queries/episodes.ts';
import { hostStatus } from '../../data/queries/host.ts';
import { lessonCount } from '../../data/queries/reflections.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { Loading } from '../../elements/Message/Message.tsx';
import { IndexedPage, type PagePart } from '../../elements/Page/IndexedPage.tsx';
import { HostFacts } from '../../groups/HostFacts/HostFacts.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { AgentsPane } from '../../panes/AgentsPane.tsx';
import { BackupList } from '../../panes/BackupList.tsx';
import { FoldedSessionLogs } from '../../panes/SessionLogs.tsx';
import { TranscriptsPane } from '../../panes/TranscriptsPane.tsx';
import { useActionRunner } from '../../state/action-registry.tsx';
import { agents } from '../../strings/agents.ts';
import { bundles } from '../../strings/bundles.ts';
import { importFiles } from '../../strings/import-files.ts';
import { settings } from '../../strings/settings.ts';
import { strings } from '../../strings.ts';
import { BundleButtons } from './BundleButtons.tsx';
import { ImportFilesPane } from './ImportFilesPane.tsx';

const { privacy } = settings;

const TITLES = {
  agents: agents.title,
  files: importFiles.title,
  transcripts: strings.pastSessions.title,
} as const satisfies Record<DataPart, string>;

interface UpkeepButtonProps {
  id: 'backUp' | 'check';
  name: string;
  tone?: 'outline' | 'quiet';
}

/** Does what the action of every screen does; while that runs, from wherever it was started, it says so. */
function UpkeepButton({ id, name, tone = 'outline' }: UpkeepButtonProps) {
  const { run, offers, watch } = useActionRunner();
  const why = useSyncExternalStore(watch, () => offers().find((offer) => offer.id === id)?.why);
  return (
    <Button tone={tone} disabled={Boolean(why)} onClick={() => run(id)}>
      {why || name}
    </Button>
  );
}

/** Past sessions that programs keep, and those that were logged. */
function PastSessions() {
  return (
    <>
      <TranscriptsPane />
      <FoldedSessionLogs />
    </>
  );
}

/** Data: the folder, its state, its backups, what is carried elsewhere, and the connected programs. */
export function DataScreen() {
  const client = useClient();
  const query = useQuery(hostStatus(client));
  const { part } = useSearch({ from: '/data' });
  const navigate = useNavigate();
  const { data: lessons } = useQuery(lessonCount(client, {}));
  const { data: sessions } = useQuery(sessionCount(client, undefined));
  const { data: status } = query;
  if (query.error && !status) return <QueryFailure title={strings.data.failed} query={query} />;
  if (!status) return <Loading text={strings.data.loading} />;
  const { provider } = status.vectors;
  const parts: PagePart[] = [
    {
      title: strings.data.backups,
      text: strings.data.backupsText,
      action: <UpkeepButton id="backUp" name={strings.backups.now} />,
      content: <BackupList />,
    },
    { title: TITLES.agents, text: agents.text, content: <AgentsPane /> },
    { title: TITLES.files, text: importFiles.text, content: <ImportFilesPane /> },
    { title: TITLES.transcripts, text: strings.pastSessions.text, content: <PastSessions /> },
    {
      title: bundles.title,
      text: bundles.text,
      action: <BundleButtons />,
      content: <p className="max-w-[68ch] text-ink-2 text-small">{bundles.again}</p>,
    },
    {
      title: privacy.title,
      text: privacy.text,
      content: (
        <ul className="flex max-w-[68ch] list-disc flex-col gap-1 pl-5 text-ink-2">
          {privacy.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      ),
    },
  ];
  return (
    <IndexedPage
      title={strings.data.title}
      text={provider === null || provider === 'builtin' ? strings.data.text : strings.data.textWithServer}
      parts={parts}
      at={part && TITLES[part]}
      onShown={() => void navigate({ to: '/data', search: {}, replace: true })}
    >
      <div className="mb-10">
        <HostFacts
          status={status}
          listed={{ lessons, sessions }}
          onRejected={() => void navigate({ to: '/lessons', search: { state: ['rejected'] } })}
          check={<UpkeepButton id="check" name={strings.data.checkNow} tone="quiet" />}
        />
      </div>
    </IndexedPage>
  );
}
