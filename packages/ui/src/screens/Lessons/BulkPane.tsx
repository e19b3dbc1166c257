import { useQuery } from '@tanstack/react-query';
import { type Job, type LessonChange, MAX_SELECTED_IDS } from '@twicewise/contract';
import { useClient } from '../../data/client.ts';
import { type LessonsView, toFilter } from '../../data/lessons-view.ts';
import type { ManyLessons } from '../../data/queries/changes.ts';
import { lessonFacets } from '../../data/queries/facets.ts';
import { projectList } from '../../data/queries/projects.ts';
import { BinChanges, BulkChanges, Selected } from '../../groups/Bulk/BulkBar.tsx';
import { BulkFrame } from '../../groups/Bulk/BulkFrame.tsx';
import { TagForm } from '../../groups/Bulk/TagForm.tsx';
import type { Selecting } from '../../lists/use-selection.ts';
import { Changing } from '../../panes/Changing.tsx';
import { LatePurging } from '../../panes/Purge/purging-on-demand.ts';
import type { AfterMany } from '../../panes/use-after-many.ts';
import { useExportSelected } from '../../panes/use-export-selected.ts';
import { strings } from '../../strings.ts';
import type { Rows } from './rows.ts';
import { isListed } from './use-actions.ts';

const words = strings.bulk;
const { whyNot } = strings;

/** Whether a change takes lessons out of the list of a view. */
function takesOut(view: LessonsView, change: LessonChange): boolean {
  if (change.kind === 'state') return !isListed(view, change.state);
  if (change.kind === 'pin') return view.pinned === true && !change.pinned;
  return change.kind === 'delete' || change.kind === 'restore';
}

/** What is being done to the selected lessons. */
export type LessonsDoing = LessonChange | 'tags' | 'purge' | null;

interface BulkPaneProps {
  view: LessonsView;
  list: Rows;
  selecting: Selecting;
  /** Returns the focus to the list. */
  onList: () => void;
  onLeft: AfterMany;
  /** What is being done, and a function that changes it. */
  doing: readonly [LessonsDoing, (doing: LessonsDoing) => void];
}

/** The selection and its actions. It is at the bottom, so that the rows do not move. */
export function BulkPane({ view, list, selecting, onList, onLeft, doing: [doing, setDoing] }: BulkPaneProps) {
  const client = useClient();
  const { selection, count, clear } = selecting;
  const { data: projects = [] } = useQuery(projectList(client));
  const counted = useQuery({ ...lessonFacets(client, toFilter(view)), enabled: doing === 'tags' });
  const tooMany = !selection.all && count > MAX_SELECTED_IDS;
  const many: ManyLessons = selection.all ? { filters: toFilter(view) } : { ids: [...selection.ids] };
  const among = selection.all ? 'list' : 'selected';
  const toBundle = useExportSelected(
    { kind: 'lessons', selection: many, count, among },
    tooMany ? whyNot.tooMany : null,
  );
  const restore = () => setDoing({ kind: 'restore' });
  const leave = () => {
    setDoing(null);
    onList();
  };
  const end = () => {
    clear();
    onList();
  };
  const done = (answer?: { job: Job | null }) => {
    if (doing !== null && doing !== 'tags' && (doing === 'purge' || takesOut(view, doing)))
      void onLeft(selecting.isSelected, answer?.job);
    end();
  };
  const known = counted.data?.facets.tag.values.map(({ value }) => value) ?? [];
  const content = () => {
    if (tooMany) return <p className="text-ink-2 text-small">{words.tooMany(MAX_SELECTED_IDS)}</p>;
    if (doing === 'tags') return <TagForm known={known} onChange={setDoing} onCancel={leave} />;
    if (doing === 'purge' && 'ids' in many)
      return (
        <LatePurging
          key={many.ids.join()}
          purged={{ kind: 'reflection', which: many }}
          onDone={done}
          onCancel={leave}
        />
      );
    if (doing && doing !== 'purge') {
      const key = JSON.stringify([many, doing]);
      const order = list.lessons.map(({ id }) => id);
      return <Changing key={key} selection={many} change={doing} order={order} onDone={done} onCancel={leave} />;
    }
    if (view.bin) return <BinChanges all={selection.all} onRestore={restore} onPurge={() => setDoing('purge')} />;
    return <BulkChanges projects={projects} onTags={() => setDoing('tags')} onChange={setDoing} />;
  };
  return (
    <BulkFrame label={words.label} doing={doing} onLeave={leave} onClear={end}>
      <Selected
        count={count}
        all={selection.all}
        matching={
          !list.found && !selection.all && count < list.total && list.lessons.length <= count ? list.total : null
        }
        onAll={selecting.everything}
        onExport={toBundle}
        onClear={end}
      />
      {content()}
    </BulkFrame>
  );
}
