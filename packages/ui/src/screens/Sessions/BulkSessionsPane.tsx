import { MAX_SELECTED_IDS } from '@twicewise/contract';
import { useState } from 'react';
import type { ManySessions } from '../../data/queries/changes.ts';
import { type SessionsView, toEpisodeFilter } from '../../data/sessions-view.ts';
import { BinChanges, Selected, SessionChanges } from '../../groups/Bulk/BulkBar.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { strings } from '../../strings.ts';
import type { Selecting } from '../Lessons/use-selection.ts';
import { Purging } from '../Purge/Purging.tsx';
import { ChangingSessions } from './ChangingSessions.tsx';
import type { SessionRows } from './use-sessions.ts';

const words = strings.bulkSessions;
const { whyNot } = strings;

type Doing = 'delete' | 'restore' | 'purge';

/** While sessions are selected, the keys for one session act on all of them. */
function useBulkActions(begin: (doing: Doing) => void, bin: boolean, canPurge: boolean, on: boolean): void {
  const able = on || whyNot.tooMany;
  useAction('delete', () => begin('delete'), bin ? whyNot.inBin : able);
  useAction('restore', () => begin('restore'), bin ? able : whyNot.notInBin);
  useAction('purge', () => begin('purge'), bin && canPurge && on);
}

interface BulkSessionsPaneProps {
  view: SessionsView;
  list: SessionRows;
  selecting: Selecting;
  /** Returns the focus to the list. */
  onList: () => void;
}

/** The selected sessions and what can be done to them. It is at the bottom, so that the rows do not move. */
export function BulkSessionsPane({ view, list, selecting, onList }: BulkSessionsPaneProps) {
  const { selection, count, clear } = selecting;
  const [doing, setDoing] = useState<Doing | null>(null);
  const tooMany = !selection.all && count > MAX_SELECTED_IDS;
  const many: ManySessions = selection.all ? { filters: toEpisodeFilter(view) } : { ids: [...selection.ids] };
  useBulkActions(setDoing, view.bin ?? false, !selection.all, !tooMany);
  const leave = () => {
    setDoing(null);
    onList();
  };
  const end = () => {
    clear();
    onList();
  };
  const content = () => {
    if (tooMany) return <p className="text-ink-2 text-small">{strings.bulk.tooMany(MAX_SELECTED_IDS)}</p>;
    const next = { key: JSON.stringify([many, doing]), onDone: end, onCancel: leave };
    if (doing === 'purge' && 'ids' in many)
      return <Purging {...next} key={next.key} purged={{ kind: 'episode', which: many }} />;
    if (doing === 'delete' || doing === 'restore')
      return <ChangingSessions {...next} key={next.key} selection={many} kind={doing} />;
    if (!view.bin) return <SessionChanges onDelete={() => setDoing('delete')} />;
    return (
      <BinChanges
        all={selection.all}
        filtered={words.filtered}
        onRestore={() => setDoing('restore')}
        onPurge={() => setDoing('purge')}
      />
    );
  };
  const isMore = !selection.all && count < list.recorded && list.loadedRecorded <= count;
  return (
    <section
      aria-label={words.label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        // Goes back one step: from the preview to the rows, then to no selection.
        event.preventDefault();
        if (doing) leave();
        else end();
      }}
      className="flex max-h-[70%] shrink-0 flex-col gap-2 border-line-strong border-t bg-ground px-3 pt-1 pb-3"
    >
      <Selected
        count={count}
        all={selection.all}
        matching={isMore ? list.recorded : null}
        onAll={selecting.everything}
        onExport={null}
        onClear={end}
      />
      {content()}
    </section>
  );
}
