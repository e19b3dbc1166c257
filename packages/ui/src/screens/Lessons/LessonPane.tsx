import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lessonTitle, type Operation, type Reflection } from '@twicewise/contract';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useClient } from '../../data/client.ts';
import type { ViewPatch } from '../../data/lessons-view.ts';
import { source as sourceQuery } from '../../data/queries/sources.ts';
import { writesTouching } from '../../data/queries/writes.ts';
import { readSessions } from '../../data/sessions-view.ts';
import { Loading } from '../../elements/Message/Message.tsx';
import { useLoadSoon } from '../../elements/OnDemand/use-load-soon.ts';
import { Inspector } from '../../groups/Inspector/Inspector.tsx';
import type { LessonActions } from '../../groups/Inspector/Toolbar.tsx';
import { KeptEdit } from '../../groups/LessonForm/KeptEdit.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { VersionList } from '../../groups/Versions/VersionList.tsx';
import { earlierVersions, knownVersions } from '../../groups/Versions/versions.ts';
import { Editing } from '../../panes/Editing.tsx';
import { PurgePart } from '../../panes/Purge/PurgePart.tsx';
import { useAskedImport } from '../../panes/use-asked-import.ts';
import { useAction } from '../../state/action-registry.tsx';
import { useKeptProject } from '../../state/chosen-project.tsx';
import { useCommands } from '../../state/commands.tsx';
import type { Drafts } from '../../state/drafts.tsx';
import { stagedFields, startDraft } from '../../state/lesson-draft.ts';
import { stepOf } from '../../state/undo-stack.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { strings } from '../../strings.ts';
import { ExposuresPane } from './ExposuresPane.tsx';
import { GoingBack } from './GoingBack.tsx';
import { SimilarPane } from './SimilarPane.tsx';

/** The writes that touched a lesson, as far back as they have been read. */
function useHistory(id: string) {
  const query = useInfiniteQuery(writesTouching(useClient(), id));
  const { data } = query;
  const operations = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  return { query, operations };
}

interface LessonVersionsProps {
  lesson: Reflection;
  history: ReturnType<typeof useHistory>;
}

const loadComparing = () => import('./Comparing.tsx');

/** The sheet that compares two versions, as the button and the key open it. */
function useComparing(
  { lesson, history: { query, operations } }: LessonVersionsProps,
  goingBack: { earlier: ReadonlySet<string>; onGoBack: (operation: Operation) => void },
) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const known = useMemo(() => knownVersions(lesson, operations), [lesson, operations]);
  const can = known.length > 1;
  const { loading, failed, compare } = strings.versions;
  const whyNot = query.isPending ? loading : query.isError ? failed : compare.few;
  useAction('compare', () => setOpen(true), can || whyNot);
  useLoadSoon(loadComparing);
  const loaded = useLoaded(loadComparing, open, close);
  const onGoBack = (operation: Operation) => {
    close();
    goingBack.onGoBack(operation);
  };
  const parts = { known, hasOlder: query.hasNextPage, earlier: goingBack.earlier, onGoBack, onClose: close };
  const sheet = open && loaded && <loaded.Comparing {...parts} />;
  return { sheet, onCompare: can ? () => setOpen(true) : undefined };
}

function LessonVersions(props: LessonVersionsProps) {
  const { lesson, history } = props;
  const { undo, redo } = useCommands();
  const { query, operations } = history;
  const [askedId, ask] = useState<string | null>(null);
  const asking = useAskedImport();
  const earlier = useMemo(() => earlierVersions(lesson, operations), [lesson, operations]);
  const onGoBack = ({ id }: Operation) => ask(id);
  const { sheet, onCompare } = useComparing(props, { earlier, onGoBack });
  const end = () => ask(null);
  if (query.isPending) return <Loading text={strings.versions.loading} />;
  if (query.isError && operations.length === 0) return <QueryFailure title={strings.versions.failed} query={query} />;
  return (
    <>
      <VersionList
        operations={operations}
        entityId={lesson.id}
        title={lesson.taskDescription.trim() || lessonTitle(lesson)}
        onCompare={onCompare}
        hasOlder={query.hasNextPage}
        onOlder={() => void query.fetchNextPage()}
        {...asking}
        onUndo={(operation) => void undo(stepOf(operation))}
        onRedo={(operation) => void redo(stepOf(operation))}
        earlier={earlier}
        asked={
          askedId === null
            ? null
            : { operationId: askedId, preview: <GoingBack lesson={lesson} operationId={askedId} onEnd={end} /> }
        }
        onGoBack={onGoBack}
      />
      {sheet}
    </>
  );
}

interface LessonPaneProps {
  lesson: Reflection;
  act: LessonActions;
  drafts: Drafts;
  /** Why a search found it. */
  why: ReactNode;
  /** True when similar lessons of all projects are shown. */
  everywhere: boolean;
  onFilter: (patch: ViewPatch) => void;
  onGo: (lessonId: string) => void;
  onBack: (() => void) | undefined;
  /** Reads the lesson again. */
  onRead: () => void;
  /** After an edit the focus returns to where the edit was started. */
  onEndEdit: () => void;
  /** A kept edit was discarded, and the focused button disappeared with it. */
  onDiscard: () => void;
}

/** The open lesson, for reading or editing. */
export function LessonPane(props: LessonPaneProps) {
  const { lesson, act, drafts, why, everywhere, onFilter, onGo, onBack, onRead, onEndEdit, onDiscard } = props;
  const history = useHistory(lesson.id);
  const navigate = useNavigate();
  const { sourceId, sessionId } = lesson;
  const project = useKeptProject()(lesson.projectId);
  const toSession = () =>
    navigate({ to: '/sessions', search: readSessions({ project, episode: sessionId ?? undefined }) });
  useAction('toSession', () => void toSession(), sessionId !== null || strings.whyNot.noOrigin);
  const { data: source } = useQuery({ ...sourceQuery(useClient(), sourceId ?? ''), enabled: sourceId !== null });
  const draft = drafts.get(lesson.id);
  // Of this lesson: another one has a pane of its own.
  const [isPurging, askPurge] = useState(false);
  const { put } = drafts;
  const discard = (id: string) => {
    drafts.drop(id);
    onDiscard();
  };
  const gone = lesson.deletedAt !== null;
  const untouched = draft !== undefined && stagedFields(draft).length === 0;

  // A form without changes simply follows the writes of others.
  useEffect(() => {
    if (untouched) put(lesson.id, startDraft(lesson));
  }, [untouched, lesson, put]);

  if (draft && !gone && drafts.isOpen(lesson.id)) {
    const rest = { lesson, draft, drafts, onRead, onEnd: onEndEdit };
    return <Editing {...rest} operations={history.operations} />;
  }
  const own = ({ changes }: Operation) => changes.filter(({ entityId }) => entityId === lesson.id);
  const made = history.operations.find((operation) => own(operation).some(({ before }) => !before));
  // The newest writes are read first, so no change is missed.
  const edited = history.operations.some((operation) => own(operation).some(({ before, after }) => before && after));
  const kept = draft && !untouched && !gone && (
    <KeptEdit className="@lg:pr-4 @lg:pl-6" draft={draft} onContinue={act.edit} onDiscard={() => discard(lesson.id)} />
  );
  const setPurging = (on: boolean) => {
    askPurge(on);
    if (!on) onDiscard();
  };
  const purge = isPurging && (
    <PurgePart
      purged={{ kind: 'reflection', which: { ids: [lesson.id] } }}
      asked
      className="border-b px-4 @lg:px-6"
      onDone={act.purged}
      onCancel={() => setPurging(false)}
    />
  );
  return (
    <Inspector
      lesson={lesson}
      act={act}
      purging={[isPurging, setPurging]}
      made={made}
      edited={edited}
      source={source}
      kept={gone ? purge : kept}
      why={why}
      history={<LessonVersions key={lesson.id} lesson={lesson} history={history} />}
      use={<ExposuresPane lesson={lesson} onGo={onGo} />}
      similar={<SimilarPane lesson={lesson} everywhere={everywhere} onGo={onGo} />}
      onFilter={onFilter}
      onBack={onBack}
    />
  );
}
