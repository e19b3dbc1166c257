import { useInfiniteQuery } from '@tanstack/react-query';
import type { Failure, Operation, Reflection } from '@twicewise/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { useCommands } from '../../app/commands.tsx';
import { useShortcut } from '../../app/shortcut-keys.tsx';
import { useClient } from '../../data/client.ts';
import type { ViewPatch } from '../../data/lessons-view.ts';
import { historyOf } from '../../data/queries/history.ts';
import { Loading } from '../../elements/Message/Message.tsx';
import { History } from '../../groups/History/History.tsx';
import { Inspector } from '../../groups/Inspector/Inspector.tsx';
import type { LessonActions } from '../../groups/Inspector/Toolbar.tsx';
import { changesOf, conflicts, type Draft, stagedFields, startDraft } from '../../groups/LessonForm/draft.ts';
import { LessonForm } from '../../groups/LessonForm/LessonForm.tsx';
import { mistakesIn } from '../../groups/LessonForm/mistakes.ts';
import { strings } from '../../strings.ts';
import { QueryFailure } from '../QueryFailure.tsx';
import { SimilarPane } from './SimilarPane.tsx';
import { UsePane } from './UsePane.tsx';
import type { Drafts } from './use-drafts.ts';

/** The writes that touched a lesson, as far back as they were read. */
function useHistory(id: string) {
  const query = useInfiniteQuery(historyOf(useClient(), id));
  const operations = query.data?.pages.flatMap((page) => page.items) ?? [];
  return { query, operations };
}

function LessonHistory({ id, history }: { id: string; history: ReturnType<typeof useHistory> }) {
  const { undo, redo } = useCommands();
  const { query, operations } = history;
  if (query.isPending) return <Loading text={strings.history.loading} />;
  if (query.isError && operations.length === 0) return <QueryFailure title={strings.history.failed} query={query} />;
  const step = ({ id: operationId, summary }: Operation) => ({ target: { operationId }, what: summary });
  return (
    <History
      operations={operations}
      entityId={id}
      hasOlder={query.hasNextPage}
      onOlder={() => void query.fetchNextPage()}
      onUndo={(operation) => void undo(step(operation))}
      onRedo={(operation) => void redo(step(operation))}
    />
  );
}

/** Who wrote the newest change, for "… changed this meanwhile". */
function lastWriter(operations: readonly Operation[]): string {
  const author = operations[0]?.author;
  if (!author) return strings.form.someone;
  return author.kind === 'agent' ? author.name || strings.form.anAgent : strings.form.someone;
}

interface EditingProps {
  lesson: Reflection;
  draft: Draft;
  drafts: Drafts;
  operations: readonly Operation[];
  onRead: () => void;
  onEnd: () => void;
}

/** The lesson as a form: saves exactly what was changed, against the revision that is in sight. */
function Editing({ lesson, draft, drafts, operations, onRead, onEnd }: EditingProps) {
  const { attempt } = useCommands();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [saving, setSaving] = useState(false);
  const [tries, setTries] = useState(0);
  const mistakes = mistakesIn(draft);

  const end = () => {
    drafts.drop(lesson.id);
    onEnd();
  };
  const save = async () => {
    if (saving || stagedFields(draft).length === 0 || conflicts(draft, lesson).length > 0) return;
    if (Object.keys(mistakes).length > 0) return setTries(tries + 1);
    setSaving(true);
    const input = { id: lesson.id, changes: changesOf(draft), expectedRevision: lesson.revision };
    const answer = await attempt('reflection.update', input, strings.done.saved);
    setSaving(false);
    if (answer.ok) return end();
    // Somebody was faster. That is no failure: the form shows both sides as soon as the lesson is read again.
    if (answer.error.reason === 'changed_since') onRead();
    else {
      setFailure(answer.error);
      setTries(tries + 1);
    }
  };
  useShortcut('save', () => void save());
  useShortcut('cancel', end);
  return (
    <LessonForm
      lesson={lesson}
      draft={draft}
      who={lastWriter(operations)}
      failure={failure}
      mistakes={tries > 0 ? mistakes : {}}
      tries={tries}
      saving={saving}
      onDraft={(next) => drafts.put(lesson.id, next)}
      onSave={() => void save()}
      onCancel={end}
    />
  );
}

interface LessonPaneProps {
  lesson: Reflection;
  act: LessonActions;
  drafts: Drafts;
  /** Why it was found, in a search. */
  why: ReactNode;
  /** Similar lessons of all projects, not only of its own. */
  everywhere: boolean;
  onFilter: (patch: ViewPatch) => void;
  onGo: (lessonId: string) => void;
  onBack: (() => void) | undefined;
  /** Reads the lesson again. */
  onRead: () => void;
  /** After an edit the focus has to go somewhere: back to the pane. */
  onEndEdit: () => void;
}

/** The open lesson: to read, or to edit. */
export function LessonPane(props: LessonPaneProps) {
  const { lesson, act, drafts, why, everywhere, onFilter, onGo, onBack, onRead, onEndEdit } = props;
  const history = useHistory(lesson.id);
  const draft = drafts.get(lesson.id);
  const { put } = drafts;
  const gone = lesson.deletedAt !== null;
  const untouched = draft !== undefined && stagedFields(draft).length === 0;

  // A form without changes has nothing to keep: what others write simply becomes its new start.
  useEffect(() => {
    if (untouched) put(lesson.id, startDraft(lesson));
  }, [untouched, lesson, put]);

  if (draft && !gone) {
    const rest = { lesson, draft, drafts, onRead, onEnd: onEndEdit };
    return <Editing {...rest} operations={history.operations} />;
  }
  const made = history.operations.find(({ changes }) =>
    changes.some(({ entityId, before }) => entityId === lesson.id && !before),
  );
  return (
    <Inspector
      lesson={lesson}
      act={act}
      made={made}
      why={why}
      history={<LessonHistory id={lesson.id} history={history} />}
      use={<UsePane lesson={lesson} onGo={onGo} />}
      similar={<SimilarPane lesson={lesson} everywhere={everywhere} onGo={onGo} />}
      onFilter={onFilter}
      onBack={onBack}
    />
  );
}
