import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Failure } from '@twicewise/contract';
import { useState } from 'react';
import { failureOf, useClient } from '../data/client.ts';
import { type ClientChange, clientList, clientPreview } from '../data/queries/clients.ts';
import { hostStatus } from '../data/queries/host.ts';
import { Loading } from '../elements/Message/Message.tsx';
import { type Applied, ConnectAgents } from '../groups/ConnectAgents/ConnectAgents.tsx';
import { ConnectPreview } from '../groups/ConnectAgents/ConnectPreview.tsx';
import { QueryFailure } from '../groups/QueryFailure/QueryFailure.tsx';
import { useAction } from '../state/action-registry.tsx';
import { useCommands } from '../state/commands.tsx';
import { agents as words } from '../strings/agents.ts';

/** One change that is previewed, until it is confirmed or cancelled. */
function useChange() {
  const client = useClient();
  const queries = useQueryClient();
  const { attempt } = useCommands();
  const [looking, setLooking] = useState<ClientChange | null>(null);
  const [applied, setApplied] = useState<Applied | null>(null);
  const [refused, setRefused] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const preview = useQuery(clientPreview(client, looking));

  const look = (change: ClientChange | null) => {
    setRefused(null);
    setApplied(null);
    setLooking(change);
  };
  const agree = async (name: string) => {
    if (!looking || !preview.data || busy) return;
    setBusy(true);
    const done = looking.remove ? words.removed(name) : words.connected(name);
    const answer = await attempt('client.apply', { ...looking, digest: preview.data.digest }, done);
    setBusy(false);
    void queries.invalidateQueries(clientList(client));
    if (answer.ok) {
      look(null);
      return setApplied({ ...looking, done: answer.value });
    }
    setRefused(answer.error);
    // The file has changed since: the preview must show what would be written now.
    void preview.refetch();
  };
  const failure = refused ?? (preview.error ? failureOf(preview.error) : null);
  return { looking, applied, preview: preview.data, failure, busy, look, agree };
}

/** Programs that run agents: connect one after seeing the exact change, or remove it again. */
export function AgentsPane() {
  const query = useQuery(clientList(useClient()));
  const { data: status } = useQuery(hostStatus(useClient()));
  const { looking, applied, preview, failure, busy, look, agree } = useChange();
  const { data: programs } = query;
  // Where nothing is previewed, Escape is for what is around.
  useAction('back', () => (looking && !busy ? look(null) : false));
  if (!programs) {
    return query.error ? <QueryFailure title={words.failed} query={query} /> : <Loading text={words.loading} />;
  }
  const name = programs.find(({ id }) => id === looking?.client)?.name ?? '';
  return (
    <ConnectAgents
      programs={programs}
      applied={applied}
      command={status?.connectCommand ?? null}
      looking={
        looking && {
          client: looking.client,
          preview: (
            <ConnectPreview
              name={name}
              remove={looking.remove}
              preview={preview}
              failure={failure}
              busy={busy}
              onAgree={() => void agree(name)}
              onCancel={() => look(null)}
            />
          ),
        }
      }
      onLook={(client, remove) => look(looking?.client === client ? null : { client, remove })}
    />
  );
}
