import type { UseQueryResult } from '@tanstack/react-query';
import type { Reflection } from '@twicewise/contract';
import { useEffect, useMemo } from 'react';
import { isGone } from '../../data/client.ts';
import type { LessonsView } from '../../data/lessons-view.ts';
import { MarkedWords } from '../../elements/Marked/Marked.tsx';
import { Loading } from '../../elements/Message/Message.tsx';
import type { LessonActions } from '../../groups/Inspector/Toolbar.tsx';
import { wordsOf } from '../../groups/LessonList/lead.ts';
import { NothingOpen } from '../../groups/NothingOpen/NothingOpen.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import type { FoundBy } from '../../groups/Why/shares.ts';
import { LateWhy, loadWhy } from '../../groups/Why/why-on-demand.ts';
import { GoneRecord } from '../../panes/GoneRecord.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { useKeptProject } from '../../state/chosen-project.tsx';
import type { Drafts } from '../../state/drafts.tsx';
import { strings } from '../../strings.ts';
import { CreatingPane } from './CreatingPane.tsx';
import { LessonPane } from './LessonPane.tsx';
import type { ChangeView } from './use-view.ts';

interface InspectorPaneProps {
  wide: boolean;
  view: LessonsView;
  change: ChangeView;
  lesson: Reflection | undefined;
  /** True when the list beside it does not have the open lesson. */
  isElsewhere: boolean;
  opened: UseQueryResult<Reflection>;
  /** How the search found the lesson, when it is one of the hits. */
  foundBy: FoundBy | null;
  why: [boolean, () => void];
  onGo: (lessonId: string) => void;
  act: LessonActions | null;
  drafts: Drafts;
  close: () => void;
  onEndEdit: () => void;
  onDiscard: () => void;
  /** Moves the focus to the open lesson in the list. */
  toList: () => void;
  toLesson: () => void;
}

/** The open lesson in any state: none, loading, missing or loaded. */
export function InspectorPane(props: InspectorPaneProps) {
  const { wide, view, change, lesson, opened, act, drafts, close, onEndEdit, onDiscard, onGo } = props;
  const {
    foundBy,
    why: [whyOpen, toggleWhy],
  } = props;
  const words = useMemo(() => wordsOf(foundBy?.hit), [foundBy?.hit]);
  // The key works as soon as a query is typed, even before its answer arrives.
  const isSearch = view.q !== undefined;
  useAction('why', toggleWhy, isSearch);
  const keptProject = useKeptProject();
  useEffect(() => {
    // Where it cannot be loaded, drawing it says so.
    if (isSearch) loadWhy().catch(() => {});
  }, [isSearch]);
  if (view.new) {
    const onEnd = () => {
      change({ new: undefined }, { replace: true });
      props.toList();
    };
    // If a project is chosen and the lesson was stored in another one, the list changes to all projects, so that it contains the
    // lesson.
    const onStored = ({ id, projectId }: { id: string; projectId: string }) => {
      change({ new: undefined, lesson: id, project: keptProject(projectId) }, { replace: true });
      props.toLesson();
    };
    return <CreatingPane project={view.project} drafts={drafts} onStored={onStored} onEnd={onEnd} />;
  }
  if (view.lesson === undefined) return <NothingOpen text={strings.inspector.nothing} />;
  if (lesson && act) {
    return (
      <MarkedWords value={words}>
        {props.isElsewhere && (
          <p className="border-line border-b bg-surface px-4 py-1.5 text-ink-2 text-small">
            {strings.inspector.isElsewhere}
          </p>
        )}
        <LessonPane
          key={lesson.id}
          lesson={lesson}
          act={act}
          drafts={drafts}
          why={foundBy && <LateWhy found={foundBy} open={whyOpen} onToggle={toggleWhy} />}
          everywhere={view.project === undefined}
          onFilter={change}
          onGo={onGo}
          onBack={wide ? undefined : close}
          onRead={() => void opened.refetch()}
          onEndEdit={onEndEdit}
          onDiscard={onDiscard}
        />
      </MarkedWords>
    );
  }
  if (!opened.error) return <Loading text={strings.inspector.loading} />;
  if (isGone(opened.error)) return <GoneRecord id={view.lesson} title={strings.inspector.gone} />;
  return <QueryFailure title={strings.inspector.gone} query={opened} />;
}
