import { Selected } from '../../groups/Bulk/BulkBar.tsx';
import { Act } from '../../groups/Review/Act.tsx';
import { strings } from '../../strings.ts';
import { Changing } from '../Changing.tsx';
import type { DraftBulk } from './use-draft-bulk.ts';

const words = strings.review;
const NAMES = { accepted: strings.actions.accept, rejected: strings.actions.reject } as const;

/** The selected drafts, and the preview of a decision about several. It is at the foot, so that the rows do not move. */
export function DraftBulkPane({ bulk }: { bulk: DraftBulk }) {
  const { selected, doing, begin, cancel, clear, done } = bulk;
  if (!doing && selected.length === 0) return null;
  return (
    <section
      aria-label={words.bulk}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        // Goes back one step: from the preview to the rows, then to no selection.
        event.preventDefault();
        if (doing) cancel();
        else clear();
      }}
      className="flex max-h-[70%] shrink-0 flex-col gap-2 border-line-strong border-t bg-ground px-3 pt-1 pb-3"
    >
      {!doing?.isAll && (
        <Selected count={selected.length} all={false} matching={null} onAll={clear} onExport={null} onClear={clear} />
      )}
      {doing ? (
        <div className="flex min-h-0 flex-col pt-2">
          <Changing
            key={JSON.stringify([doing.selection, doing.state])}
            selection={doing.selection}
            change={{ kind: 'state', state: doing.state }}
            name={NAMES[doing.state]}
            onDone={done}
            onCancel={cancel}
          />
        </div>
      ) : (
        <div className="flex flex-wrap gap-1">
          <Act keys="a" onPress={() => begin('accepted')}>
            {words.acceptThese}
          </Act>
          <Act keys="r" onPress={() => begin('rejected')}>
            {words.rejectThese}
          </Act>
        </div>
      )}
    </section>
  );
}
