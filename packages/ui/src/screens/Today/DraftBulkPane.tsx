import type { RowLines } from '../../groups/LessonList/lead.ts';
import { SeveralFrame } from '../../groups/Review/SeveralFrame.tsx';
import { Changing } from '../../panes/Changing.tsx';
import { review as words } from '../../strings/today.ts';
import { strings } from '../../strings.ts';
import type { DraftBulk } from './use-draft-bulk.ts';

const NAMES = { accepted: strings.actions.accept, rejected: strings.actions.reject } as const;

/** The selected drafts, and the preview of a decision about several. */
export function DraftBulkPane({ bulk, lines }: { bulk: DraftBulk; lines: ReadonlyMap<string, RowLines> }) {
  const { selected, doing, begin, cancel, clear, done } = bulk;
  return (
    <SeveralFrame
      label={words.bulk}
      count={doing === null || doing.whose === 'selected' ? selected.length : 0}
      acts={[
        { keys: 'a', label: words.acceptThese, onPress: () => begin('accepted') },
        { keys: 'r', label: words.rejectThese, onPress: () => begin('rejected') },
      ]}
      preview={
        doing && (
          <Changing
            key={JSON.stringify([doing.selection, doing.state])}
            selection={doing.selection}
            change={{ kind: 'state', state: doing.state }}
            name={NAMES[doing.state]}
            lines={lines}
            onDone={(answer) => void done(answer)}
            onCancel={cancel}
          />
        )
      }
      onCancel={cancel}
      onClear={clear}
    />
  );
}
