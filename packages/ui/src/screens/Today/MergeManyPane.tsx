import { useQuery } from '@tanstack/react-query';
import type { InputOf } from '@twicewise/contract';
import { useClient } from '../../data/client.ts';
import { duplicatesPreview } from '../../data/queries/changes.ts';
import { BulkPreview } from '../../groups/Bulk/BulkPreview.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { usePreviewed } from '../../panes/use-previewed.ts';
import { useCommands } from '../../state/commands.tsx';
import { suspects as words } from '../../strings/waiting.ts';
import { strings } from '../../strings.ts';

interface MergeManyPaneProps {
  which: InputOf<'reflection.mergeMany'>['which'];
  /** `isWhole`: no group was refused. */
  onDone: (operationId: string | null, isWhole: boolean) => void;
  onCancel: () => void;
}

/** Previews a merge of many duplicates, and then makes exactly that merge. */
export function MergeManyPane({ which, onDone, onCancel }: MergeManyPaneProps) {
  const { attempt } = useCommands();
  const query = useQuery(duplicatesPreview(useClient(), which));
  const { state, send } = usePreviewed(query);
  const { data } = query;
  if (query.error) return <QueryFailure title={strings.bulk.failed} query={query} />;
  if (!data) return <p className="animate-late py-1 text-ink-3 text-small">{strings.bulk.reading}</p>;
  const { superseded, stay, refused, examples, digest } = data;
  const merge = () =>
    send(
      () => attempt('reflection.mergeMany', { which, digest }, words.mergedMany(superseded)),
      ({ operationId }) => onDone(operationId, refused.length === 0),
    );
  return (
    <BulkPreview
      name={words.mergeAll}
      preview={{ changes: superseded, already: 0, refused, examples, asJob: false }}
      effect={words.goes(superseded, stay)}
      {...state}
      onDo={() => void merge()}
      onCancel={onCancel}
    />
  );
}
