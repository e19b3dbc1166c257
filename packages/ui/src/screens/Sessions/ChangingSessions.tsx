import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '@twicewise/contract';
import { useClient } from '../../data/client.ts';
import { type ManySessions, sessionsPreview } from '../../data/queries/changes.ts';
import { BulkPreview } from '../../groups/Bulk/BulkPreview.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { usePreviewed } from '../../panes/use-previewed.ts';
import { useCommands } from '../../state/commands.tsx';
import { bulkSessions as words } from '../../strings/bulk-sessions.ts';
import { strings } from '../../strings.ts';

interface ChangingSessionsProps {
  selection: ManySessions;
  kind: 'delete' | 'restore';
  /** The ids of the list, in its order. */
  order: readonly string[];
  /** Called when it is done, or with the job that goes on with it. */
  onDone: (done: OutputOf<'episode.changeMany'>) => void;
  onCancel: () => void;
}

/** Previews a change of many sessions, and then makes exactly that change. */
export function ChangingSessions({ selection, kind, order, onDone, onCancel }: ChangingSessionsProps) {
  const { attempt } = useCommands();
  const asked = { selection, change: { kind } };
  const query = useQuery(sessionsPreview(useClient(), asked));
  const { state, send } = usePreviewed(query);
  const name = words.changeName(kind);
  const { data } = query;
  if (query.error) return <QueryFailure title={strings.bulk.failed} query={query} />;
  if (!data) return <p className="animate-late py-1 text-ink-3 text-small">{strings.bulk.reading}</p>;
  const preview = {
    ...data,
    refused: data.missing > 0 ? [{ count: data.missing, message: words.missing }] : [],
    examples: data.examples.map(({ id, task }) => ({ id, taskDescription: task })),
  };
  const act = () =>
    send(
      () => attempt('episode.changeMany', { ...asked, digest: data.digest }, words.changed(kind, data.changes)),
      onDone,
    );
  return (
    <BulkPreview
      name={name}
      preview={preview}
      changes={words.changes(kind, data)}
      changedSince={words.conflict}
      order={order}
      {...state}
      onDo={() => void act()}
      onCancel={onCancel}
    />
  );
}
