import { type Job, MAX_SELECTED_IDS } from '@twicewise/contract';
import type { ManySessions } from '../../data/queries/changes.ts';
import { type SessionsView, toEpisodeFilter } from '../../data/sessions-view.ts';
import { BinChanges, Selected, SessionChanges } from '../../groups/Bulk/BulkBar.tsx';
import { BulkFrame } from '../../groups/Bulk/BulkFrame.tsx';
import type { Selecting } from '../../lists/use-selection.ts';
import { LatePurging } from '../../panes/Purge/purging-on-demand.ts';
import type { AfterMany } from '../../panes/use-after-many.ts';
import { useExportSelected } from '../../panes/use-export-selected.ts';
import { bulkSessions as words } from '../../strings/bulk-sessions.ts';
import { strings } from '../../strings.ts';
import { ChangingSessions } from './ChangingSessions.tsx';
import type { SessionRows } from './use-sessions.ts';

/** What is being done to the selected sessions. */
export type SessionsDoing = 'delete' | 'restore' | 'purge' | null;

interface BulkSessionsPaneProps {
  view: SessionsView;
  list: SessionRows;
  selecting: Selecting;
  doing: [SessionsDoing, (next: SessionsDoing) => void];
  /** Returns the focus to the list. */
  onList: () => void;
  onLeft: AfterMany;
}

/** The selected sessions and what can be done to them. It is at the bottom, so that the rows do not move. */
export function BulkSessionsPane(props: BulkSessionsPaneProps) {
  const {
    view,
    list,
    selecting,
    doing: [doing, setDoing],
    onList,
    onLeft,
  } = props;
  const { selection, count, clear } = selecting;
  const tooMany = !selection.all && count > MAX_SELECTED_IDS;
  const many: ManySessions = selection.all
    ? { filters: { ...toEpisodeFilter(view), unrecorded: true } }
    : { ids: [...selection.ids] };
  const toBundle = useExportSelected(
    {
      kind: 'sessions',
      selection: { episodes: many },
      count,
      among: selection.all ? 'listedSessions' : 'selectedSessions',
    },
    tooMany ? strings.whyNot.tooMany : null,
  );
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
    const key = JSON.stringify([many, doing]);
    const done = (answer?: { job: Job | null }) => {
      void onLeft(selecting.isSelected, answer?.job);
      end();
    };
    const next = { onDone: done, onCancel: leave };
    if (doing === 'purge' && 'ids' in many)
      return <LatePurging {...next} key={key} purged={{ kind: 'session', which: many }} />;
    if (doing === 'delete' || doing === 'restore')
      return (
        <ChangingSessions key={key} {...next} selection={many} kind={doing} order={list.rows.map(({ id }) => id)} />
      );
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
  const isMore = !selection.all && count < list.total && list.rows.length <= count;
  return (
    <BulkFrame label={words.label} doing={doing} onLeave={leave} onClear={end}>
      <Selected
        count={count}
        all={selection.all}
        matching={isMore ? list.total : null}
        onAll={selecting.everything}
        onExport={toBundle}
        onClear={end}
      />
      {content()}
    </BulkFrame>
  );
}
