import type { Reflection } from '@twicewise/contract';
import { SeveralFrame } from '../../groups/Review/SeveralFrame.tsx';
import { Changing } from '../../panes/Changing.tsx';
import { useCommands } from '../../state/commands.tsx';
import { waiting as words } from '../../strings/waiting.ts';
import { strings } from '../../strings.ts';
import { RowsPreview } from './RowsPreview.tsx';
import type { Several } from './use-several.ts';

const KEYS = { kept: 'x', archived: 'h', rejected: 'r' } as const;

/** What can be decided about several lessons at once. */
export type SeveralDecision = keyof typeof KEYS;

type Lessons = Omit<Several<{ id: string; reflection: Reflection }>, 'beginOn'>;

/** Previews keeping several lessons, and keeps them as one. */
function Keeping({ rows, several }: { rows: NonNullable<Lessons['doing']>['rows']; several: Lessons }) {
  const { attempt } = useCommands();
  const lessons = rows.map(({ reflection }) => reflection);
  const ids = lessons.map(({ id }) => id);
  return (
    <RowsPreview
      name={words.decision.kept}
      effect={words.keeps(ids.length)}
      rows={lessons}
      decide={() => attempt('reflection.keep', { ids }, strings.bulk.kept(ids.length))}
      onDone={(operationId) => several.done(operationId, ids)}
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
      doing={several.doing}
      preview={doing === 'kept' ? <Keeping rows={rows} several={several} /> : change}
      onCancel={several.cancel}
      onClear={several.clear}
    />
  );
}
