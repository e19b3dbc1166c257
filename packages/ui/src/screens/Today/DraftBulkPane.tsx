import type { RowLines } from '../../groups/LessonList/lead.ts';
import { SeveralFrame } from '../../groups/Review/SeveralFrame.tsx';
import { Changing } from '../../panes/Changing.tsx';
import { review as words } from '../../strings/today.ts';
import { strings } from '../../strings.ts';
import type { DraftBulk } from './use-draft-bulk.ts';

const NAMES = { accepted: strings.actions.accept, rejected: strings.actions.reject } as const;

interface DraftBulkPaneProps {
  bulk: DraftBulk;
  lines: ReadonlyMap<string, RowLines>;
  /** The filters of the list, in words. */
  filters: readonly string[];
}

/** The selected drafts, and the preview of a decision about several, which names the group and the filters that they are of. */
export function DraftBulkPane({ bulk, lines, filters }: DraftBulkPaneProps) {
  const { selected, doing, begin, cancel, clear, done } = bulk;
  const of = doing && doing.whose !== 'selected' ? [...(doing.group ? [doing.group] : []), ...filters] : [];
  return (
    <SeveralFrame
      label={words.bulk}
      count={doing === null || doing.whose === 'selected' ? selected.length : 0}
      acts={[
        { keys: 'a', label: words.acceptThese, onPress: () => begin('accepted') },
        { keys: 'r', label: words.rejectThese, onPress: () => begin('rejected') },
      ]}
      doing={doing}
      preview={
        doing && (
          <Changing
            key={JSON.stringify([doing.selection, doing.state])}
            selection={doing.selection}
            change={{ kind: 'state', state: doing.state }}
            name={NAMES[doing.state]}
            heading={words.doing(NAMES[doing.state], of)}
            lines={lines}
            order={[...lines.keys()]}
            onDone={(answer) => void done(answer)}
            onCancel={cancel}
          />
        )
      }
      at={doing?.at ?? null}
      onCancel={cancel}
      onClear={clear}
    />
  );
}
