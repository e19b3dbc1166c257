import { useQuery } from '@tanstack/react-query';
import type { Failure, OutputOf } from '@twicewise/contract';
import { useState } from 'react';
import { useCommands } from '../../app/commands.tsx';
import { useClient } from '../../data/client.ts';
import { settings as settingsQuery } from '../../data/queries/host.ts';
import { Embedding, type EmbeddingSettings } from '../../groups/Embedding/Embedding.tsx';
import { strings } from '../../strings.ts';
import { QueryFailure } from '../QueryFailure.tsx';

/** Search by meaning: its state, and the settings of the server it asks. */
export function EmbeddingPane({ vectors }: Pick<OutputOf<'host.status'>, 'vectors'>) {
  const client = useClient();
  const { attempt } = useCommands();
  const query = useQuery(settingsQuery(client));
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const save = async (changes: EmbeddingSettings) => {
    setSaving(true);
    const answer = await attempt('settings.set', { changes }, strings.embedding.saved);
    setSaving(false);
    setFailure(answer.ok ? null : answer.error);
  };
  const { data } = query;
  if (!data) return query.error ? <QueryFailure title={strings.embedding.failed} query={query} /> : null;
  const { 'embedding.provider': provider, 'embedding.url': url, 'embedding.model': model } = data;
  return (
    <Embedding
      vectors={vectors}
      settings={{ 'embedding.provider': provider, 'embedding.url': url, 'embedding.model': model }}
      saving={saving}
      failure={failure}
      onSave={(changes) => void save(changes)}
    />
  );
}
