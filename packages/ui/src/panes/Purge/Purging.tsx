import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../data/client.ts';
import { type Purged, purgeNow, purgePreview } from '../../data/queries/changes.ts';
import { PurgePreview } from '../../groups/Bulk/PurgePreview.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { useCommands } from '../../state/commands.tsx';
import { purge as words } from '../../strings/purge.ts';
import { usePreviewed } from '../use-previewed.ts';

interface PurgingProps {
  purged: Purged;
  onDone: () => void;
  onCancel: () => void;
}

/** Shows what a purge would remove, and removes exactly that. It cannot be undone. */
export function Purging({ purged: what, onDone, onCancel }: PurgingProps) {
  const client = useClient();
  const { say } = useCommands();
  const query = useQuery(purgePreview(client, what));
  const { state, send } = usePreviewed(query);
  const { data: preview } = query;
  if (query.error) return <QueryFailure title={words.failed} query={query} />;
  if (!preview) return <p className="animate-late py-1 text-ink-3 text-small">{words.reading}</p>;
  const purge = () =>
    send(
      () => purgeNow(client, what, preview.digest),
      ({ purged, isErased }) => {
        const done = words.done(what.kind, purged);
        say(isErased ? done : `${done}. ${words.notErased}`);
        onDone();
      },
    );
  return (
    <PurgePreview kind={what.kind} preview={preview} {...state} onPurge={() => void purge()} onCancel={onCancel} />
  );
}
