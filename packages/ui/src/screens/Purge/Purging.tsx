import { useQuery } from '@tanstack/react-query';
import type { Failure } from '@twicewise/contract';
import { useState } from 'react';
import { useClient } from '../../data/client.ts';
import { type Purged, purgeNow, purgePreview } from '../../data/queries/changes.ts';
import { PurgePreview } from '../../groups/Bulk/PurgePreview.tsx';
import { useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';
import { QueryFailure } from '../QueryFailure.tsx';

const words = strings.purge;
const CALM = { busy: false, conflict: false, failure: null };

interface PurgingProps {
  purged: Purged;
  onDone: () => void;
  onCancel: () => void;
}

/** Shows what a purge would remove, and removes exactly that. It leaves no step to undo. */
export function Purging({ purged: what, onDone, onCancel }: PurgingProps) {
  const client = useClient();
  const { say } = useCommands();
  const query = useQuery(purgePreview(client, what));
  const [state, setState] = useState<{ busy: boolean; conflict: boolean; failure: Failure | null }>(CALM);
  const { data: preview } = query;
  if (query.error) return <QueryFailure title={words.failed} query={query} />;
  if (!preview) return <p className="animate-late py-1 text-ink-3 text-small">{words.reading}</p>;
  const purge = async () => {
    setState({ ...CALM, busy: true });
    const answer = await purgeNow(client, what, preview.digest);
    if (answer.ok) {
      const { purged, isErased } = answer.value;
      const done = words.done(what.kind, purged);
      say(isErased ? done : `${done}. ${words.notErased}`);
      return onDone();
    }
    const conflict = answer.error.reason === 'changed_since';
    if (conflict) await query.refetch();
    setState({ busy: false, conflict, failure: conflict ? null : answer.error });
  };
  return (
    <PurgePreview kind={what.kind} preview={preview} {...state} onPurge={() => void purge()} onCancel={onCancel} />
  );
}
