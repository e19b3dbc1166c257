import type { Reflection } from '@twicewise/contract';
import { BulkPreview } from '../../groups/Bulk/BulkPreview.tsx';
import { SeveralFrame } from '../../groups/Review/SeveralFrame.tsx';
import { useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';
import { Changing } from '../Changing.tsx';
import { usePreviewed } from '../use-previewed.ts';
import type { Several } from './use-several.ts';

const words = strings.waiting;
const EXAMPLES = 5;
const KEYS = { kept: 'x', archived: 'h', rejected: 'r' } as const;

/** What can be decided about several lessons at once. */
export type SeveralDecision = keyof typeof KEYS;

type Lessons = Omit<Several<{ id: string; reflection: Reflection }>, 'beginOn'>;

/** Keeping changes no text, so the rows are the preview, and there is none to read again. */
const NO_PREVIEW = { refetch: () => Promise.resolve() };

/** Previews keeping several lessons, and keeps them as one. */
function Keeping({ rows, several }: { rows: NonNullable<Lessons['doing']>['rows']; several: Lessons }) {
  const { attempt } = useCommands();
  const { state, send } = usePreviewed(NO_PREVIEW);
  const lessons = rows.map(({ reflection }) => reflection);
  const [ids, examples] = [lessons.map(({ id }) => id), lessons.slice(0, EXAMPLES)];
  const keep = () =>
    send(
      () => attempt('reflection.keep', { ids }, strings.bulk.done(words.decision.kept, ids.length)),
      ({ operationId }) => several.done(operationId, ids),
    );
  return (
    <BulkPreview
      name={words.decision.kept}
      preview={{ changes: ids.length, already: 0, refused: [], examples, asJob: false }}
      effect={words.keeps(ids.length)}
      {...state}
      onDo={() => void keep()}
      onCancel={several.cancel}
    />
  );
}

/** The selected lessons, and the preview of a decision about them. */
export function SeveralPane({ several, decisions }: { several: Lessons; decisions: readonly SeveralDecision[] }) {
  const rows = several.doing?.rows ?? [];
  const doing = decisions.find((decision) => decision === several.doing?.decision);
  const ids = rows.map(({ id }) => id);
  const change = doing && doing !== 'kept' && (
    <Changing
      selection={{ ids }}
      change={{ kind: 'state', state: doing }}
      name={words.decision[doing]}
      onDone={({ operationId }) => several.done(operationId, ids)}
      onCancel={several.cancel}
    />
  );
  return (
    <SeveralFrame
      label={words.several}
      count={several.selected.length}
      acts={decisions.map((decision) => ({
        keys: KEYS[decision],
        label: words.these[decision],
        onPress: () => several.begin(decision),
      }))}
      preview={doing === 'kept' ? <Keeping rows={rows} several={several} /> : change}
      onCancel={several.cancel}
      onClear={several.clear}
    />
  );
}
