import { useQuery } from '@tanstack/react-query';
import type { Failure, OutputOf } from '@twicewise/contract';
import { useState } from 'react';
import { useClient } from '../../data/client.ts';
import { settingsOptions as settingsQuery, whileFilling } from '../../data/queries/host.ts';
import { Embedding, type EmbeddingSettings, type Trial } from '../../groups/Embedding/Embedding.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { useCommands } from '../../state/commands.tsx';
import { embedding } from '../../strings/embedding.ts';

/** Search by meaning: its state, and the settings of the model. */
export function EmbeddingPane({ vectors }: Pick<OutputOf<'host.status'>, 'vectors'>) {
  const client = useClient();
  const { attempt, run } = useCommands();
  const query = useQuery(settingsQuery(client));
  useQuery(whileFilling(client, vectors));
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [trial, setTrial] = useState<Trial | null>(null);

  const test = async (settings: EmbeddingSettings) => {
    setTrial({ settings, answer: null, failure: null });
    const answer = await client.envelope('embedding.test', {
      provider: settings['embedding.provider'],
      url: settings['embedding.url'],
      model: settings['embedding.model'],
    });
    const result = answer.ok ? { answer: answer.value, failure: null } : { answer: null, failure: answer.error };
    // An answer that arrives after another test has begun is discarded.
    setTrial((last) => (last?.settings === settings ? { settings, ...result } : last));
  };
  const save = async (changes: EmbeddingSettings) => {
    setSaving(true);
    const answer = await attempt('settings.set', { changes }, embedding.saved);
    setSaving(false);
    setFailure(answer.ok ? null : answer.error);
  };
  const { data } = query;
  if (!data) return query.error ? <QueryFailure title={embedding.failed} query={query} /> : null;
  const { 'embedding.provider': provider, 'embedding.url': url, 'embedding.model': model } = data;
  return (
    <Embedding
      vectors={vectors}
      settings={{ 'embedding.provider': provider, 'embedding.url': url, 'embedding.model': model }}
      saving={saving}
      failure={failure}
      onSave={(changes) => void save(changes)}
      trial={trial}
      onTest={(settings) => void test(settings)}
      onRenew={() => void run('embedding.renew', {}, embedding.renew)}
    />
  );
}
