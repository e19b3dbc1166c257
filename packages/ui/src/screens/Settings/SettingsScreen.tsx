import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useClient } from '../../data/client.ts';
import { hostStatus } from '../../data/queries/host.ts';
import { Loading } from '../../elements/Message/Message.tsx';
import { IndexedPage, type PagePart } from '../../elements/Page/IndexedPage.tsx';
import { AppearanceChoice } from '../../groups/Appearance/AppearanceChoice.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { useAppearance } from '../../state/appearance.tsx';
import { embedding } from '../../strings/embedding.ts';
import { settings } from '../../strings/settings.ts';
import { settingsParts } from '../../strings/settings-parts.ts';
import { strings } from '../../strings.ts';
import { EmbeddingPane } from './EmbeddingPane.tsx';
import { SettingsPane } from './SettingsPanes.tsx';

const { appearance } = strings;
const PANES = ['review', 'automatic', 'limits', 'attempts', 'turns'] as const;

/** Settings: how it looks, what waits for review, what agents are shown, limits, and search by meaning. */
export function SettingsScreen() {
  const query = useQuery(hostStatus(useClient()));
  const { data: status } = query;
  const { part } = useSearch({ from: '/settings' });
  const navigate = useNavigate();
  const looks = useAppearance();
  if (query.error && !status) return <QueryFailure title={settings.failed} query={query} />;
  if (!status) return <Loading text={settings.loading} />;
  const parts: PagePart[] = [
    { title: settingsParts.appearance, text: appearance.text, content: <AppearanceChoice {...looks} /> },
    ...PANES.map((of) => ({ title: settings[of].title, text: settings[of].text, content: <SettingsPane of={of} /> })),
    { title: embedding.title, text: embedding.text, content: <EmbeddingPane vectors={status.vectors} /> },
  ];
  return (
    <IndexedPage
      title={settings.title}
      text={settings.text}
      parts={parts}
      at={part && settingsParts[part]}
      onShown={() => void navigate({ to: '/settings', search: {}, replace: true })}
    />
  );
}
