import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useClient } from '../../data/client.ts';
import { hostStatus } from '../../data/queries/host.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { Loading } from '../../elements/Message/Message.tsx';
import { Page } from '../../elements/Page/Page.tsx';
import { AppearanceChoice } from '../../groups/Appearance/AppearanceChoice.tsx';
import { HostFacts } from '../../groups/HostFacts/HostFacts.tsx';
import { useAppearance } from '../../state/appearance.tsx';
import { useUpkeep } from '../../state/upkeep.ts';
import { strings } from '../../strings.ts';
import { BundleButtons } from '../Bundles/BundleButtons.tsx';
import { QueryFailure } from '../QueryFailure.tsx';
import { AgentsPane } from '../Today/AgentsPane.tsx';
import { TranscriptsPane } from '../Today/TranscriptsPane.tsx';
import { BackupList } from './Broken.tsx';
import { EmbeddingPane } from './EmbeddingPane.tsx';
import { SettingsPane } from './SettingsPanes.tsx';

const { settings } = strings;

function BackupNow() {
  const { backUp } = useUpkeep();
  const [running, setRunning] = useState(false);
  const start = async () => {
    setRunning(true);
    await backUp();
    setRunning(false);
  };
  return (
    <Button disabled={running} onClick={() => void start()}>
      {running ? strings.backups.running : strings.backups.now}
    </Button>
  );
}

/** Checks the whole file now; this also happens once a day automatically. */
function CheckNow() {
  const { check } = useUpkeep();
  const [checking, setChecking] = useState(false);
  const start = async () => {
    setChecking(true);
    await check();
    setChecking(false);
  };
  return (
    <Button disabled={checking} onClick={() => void start()}>
      {checking ? strings.data.checking : strings.data.checkNow}
    </Button>
  );
}

interface PartProps {
  title: string;
  text: string;
  action?: ReactNode;
  children: ReactNode;
}

function Part({ title, text, action, children }: PartProps) {
  return (
    <section className="mt-10">
      <div className="mb-3 flex items-end gap-4">
        <div className="min-w-0 grow">
          <h2 className="font-semibold text-read">{title}</h2>
          <p className="max-w-[68ch] text-ink-2">{text}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Data: the folder, its state, its backups, the connected programs, and the settings. */
export function DataScreen() {
  const query = useQuery(hostStatus(useClient()));
  const { data: status } = query;
  const appearance = useAppearance();
  if (query.error && !status) return <QueryFailure title={strings.data.failed} query={query} />;
  if (!status) return <Loading text={strings.data.loading} />;
  const { provider } = status.vectors;
  return (
    <Page>
      <h1 className="font-semibold text-title">{strings.data.title}</h1>
      <p className="mb-6 text-ink-2 text-read">
        {provider === null || provider === 'builtin' ? strings.data.text : strings.data.textWithServer}
      </p>
      <HostFacts status={status} check={<CheckNow />} />
      <Part title={strings.data.backups} text={strings.data.backupsText} action={<BackupNow />}>
        <BackupList />
      </Part>
      <Part title={strings.bundles.title} text={strings.bundles.text} action={<BundleButtons />}>
        <p className="max-w-[68ch] text-ink-2 text-small">{strings.bundles.again}</p>
      </Part>
      <Part title={strings.agents.title} text={strings.agents.text}>
        <AgentsPane />
      </Part>
      <Part title={strings.pastSessions.title} text={strings.pastSessions.text}>
        <TranscriptsPane />
      </Part>
      <Part title={strings.appearance.title} text={strings.appearance.text}>
        <AppearanceChoice {...appearance} />
      </Part>
      <Part title={settings.review.title} text={settings.review.text}>
        <SettingsPane of="review" />
      </Part>
      <Part title={settings.remind.title} text={settings.remind.text}>
        <SettingsPane of="remind" />
      </Part>
      <Part title={settings.limits.title} text={settings.limits.text}>
        <SettingsPane of="limits" />
      </Part>
      <Part title={settings.attempts.title} text={settings.attempts.text}>
        <SettingsPane of="attempts" />
      </Part>
      <Part title={settings.turns.title} text={settings.turns.text}>
        <SettingsPane of="turns" />
      </Part>
      <Part title={strings.embedding.title} text={strings.embedding.text}>
        <EmbeddingPane vectors={status.vectors} />
      </Part>
      <Part title={settings.privacy.title} text={settings.privacy.text}>
        <ul className="flex max-w-[68ch] list-disc flex-col gap-1 pl-5 text-ink-2">
          {settings.privacy.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </Part>
    </Page>
  );
}
