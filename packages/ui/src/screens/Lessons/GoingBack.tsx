import { useQuery } from '@tanstack/react-query';
import { lessonTitle, type Reflection } from '@twicewise/contract';
import { useRef } from 'react';
import { useClient } from '../../data/client.ts';
import { revertPreview } from '../../data/queries/changes.ts';
import { useFocusInside } from '../../elements/PreviewFoot/use-focus-inside.ts';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { RevertPreview } from '../../groups/Versions/RevertPreview.tsx';
import { usePreviewed } from '../../panes/use-previewed.ts';
import { useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';

const words = strings.versions.revert;

interface GoingBackProps {
  lesson: Reflection;
  operationId: string;
  onEnd: () => void;
}

function Asked({ lesson, operationId, onEnd }: GoingBackProps) {
  const { id } = lesson;
  const { attempt } = useCommands();
  const query = useQuery(revertPreview(useClient(), { id, operationId }));
  const { state, send } = usePreviewed(query);
  const { data: preview } = query;
  if (query.error) return <QueryFailure title={words.failed} query={query} />;
  if (!preview) return <p className="animate-late text-ink-3">{words.reading}</p>;
  const revert = () => {
    const version = { id, operationId, expectedRevision: preview.revision };
    return send(() => attempt('reflection.revert', version, words.done(lessonTitle(lesson))), onEnd);
  };
  return <RevertPreview preview={preview} {...state} onDo={() => void revert()} onCancel={onEnd} />;
}

/** Shows what going back to a version would change, and then does exactly that. */
export function GoingBack(props: GoingBackProps) {
  const frame = useRef<HTMLElement>(null);
  useFocusInside(frame, props.operationId);
  return (
    <section
      ref={frame}
      tabIndex={-1}
      data-keys="asked"
      aria-label={words.label}
      className="mt-2 border-signal border-l-2 pl-3 outline-none"
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
