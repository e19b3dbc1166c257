import { useQuery } from '@tanstack/react-query';
import type { Failure } from '@twicewise/contract';
import { useState } from 'react';
import type { Writes } from '../../data/activity-view.ts';
import { useClient } from '../../data/client.ts';
import { undoPreview } from '../../data/queries/activity.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { Loading } from '../../elements/Message/Message.tsx';
import { UndoMany } from '../../groups/Activity/UndoMany.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { useCommands } from '../../state/commands.tsx';
import { activity } from '../../strings/activity.ts';

const words = activity.many;

function Asked({ filter, onEnd }: { filter: Writes; onEnd: () => void }) {
  const { attempt } = useCommands();
  const query = useQuery(undoPreview(useClient(), filter));
  const [failure, setFailure] = useState<Failure | null>(null);
  const { data: preview } = query;
  if (!preview && query.error) return <QueryFailure title={words.failed} query={query} />;
  if (!preview) return <Loading text={words.loading} />;
  const run = async () => {
    const answer = await attempt('operation.undoMany', { filter, digest: preview.digest }, words.done);
    if (answer.ok) return onEnd();
    setFailure(answer.error);
    if (answer.error.reason === 'changed_since') void query.refetch();
  };
  return <UndoMany preview={preview} failure={failure} onRun={() => void run()} onCancel={onEnd} />;
}

/** Undoes all writes of a filter, after showing what that would do. */
export function UndoAll({ filter }: { filter: Writes }) {
  const [isAsked, setAsked] = useState(false);
  if (isAsked) return <Asked filter={filter} onEnd={() => setAsked(false)} />;
  return (
    <Button className="self-start" data-deed="revert" onClick={() => setAsked(true)}>
      {words.start}
    </Button>
  );
}
