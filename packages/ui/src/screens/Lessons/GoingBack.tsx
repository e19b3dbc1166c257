import { useQuery } from '@tanstack/react-query';
import type { Failure, Reflection } from '@twicewise/contract';
import { useState } from 'react';
import { useClient } from '../../data/client.ts';
import { revertPreview } from '../../data/queries/changes.ts';
import { RevertPreview } from '../../groups/Versions/RevertPreview.tsx';
import { useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';
import { QueryFailure } from '../QueryFailure.tsx';

const words = strings.versions.revert;
const CALM = { busy: false, conflict: false, failure: null };

interface GoingBackProps {
  lesson: Reflection;
  operationId: string;
  onEnd: () => void;
}

function Asked({ lesson: { id, taskDescription }, operationId, onEnd }: GoingBackProps) {
  const { attempt } = useCommands();
  const query = useQuery(revertPreview(useClient(), { id, operationId }));
  const [state, setState] = useState<{ busy: boolean; conflict: boolean; failure: Failure | null }>(CALM);
  const { data: preview } = query;
  if (query.error) return <QueryFailure title={words.failed} query={query} />;
  if (!preview) return <p className="animate-late text-ink-3">{words.reading}</p>;
  const revert = async () => {
    setState({ ...CALM, busy: true });
    const version = { id, operationId, expectedRevision: preview.revision };
    const answer = await attempt('reflection.revert', version, words.done(taskDescription));
    if (answer.ok) return onEnd();
    const conflict = answer.error.reason === 'changed_since';
    if (conflict) await query.refetch();
    setState({ busy: false, conflict, failure: conflict ? null : answer.error });
  };
  return <RevertPreview preview={preview} {...state} onDo={() => void revert()} onCancel={onEnd} />;
}

/** Shows what going back to a version would change, and does exactly that. */
export function GoingBack(props: GoingBackProps) {
  return (
    <section
      aria-label={words.label}
      className="mt-2 border-signal border-l-2 pl-3"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        props.onEnd();
      }}
    >
      <Asked {...props} />
    </section>
  );
}
