import { type Failure, lessonTitle, type Operation, type Reflection } from '@twicewise/contract';
import { useState } from 'react';
import { LessonForm } from '../groups/LessonForm/LessonForm.tsx';
import { mistakesIn } from '../groups/LessonForm/mistakes.ts';
import { useAction } from '../state/action-registry.tsx';
import { useCommands } from '../state/commands.tsx';
import type { Drafts } from '../state/drafts.tsx';
import { conflicts, type Draft, draftChanges, stagedFields } from '../state/lesson-draft.ts';
import { strings } from '../strings.ts';

/** The author of the newest change, for "… changed this meanwhile". */
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
  /** The label of the save button. */
  saveLabel?: string;
  /** Reads the lesson again. */
  onRead: () => void;
  /** Called after saving. */
  onSaved?: (lesson: Reflection) => void;
  onEnd: () => void;
}

/** The form for a lesson: saves exactly the changed fields, against the revision that is shown. An unsaved edit is kept. */
export function Editing(props: EditingProps) {
  const { lesson, draft, drafts, operations, saveLabel, onRead, onSaved, onEnd } = props;
  const { attempt } = useCommands();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [saving, setSaving] = useState(false);
  const [tries, setTries] = useState(0);
  const mistakes = mistakesIn(draft);

  const cancel = () => {
    drafts.close(lesson.id);
    onEnd();
  };
  const save = async () => {
    if (saving || stagedFields(draft).length === 0 || conflicts(draft, lesson).length > 0) return;
    if (Object.keys(mistakes).length > 0) return setTries(tries + 1);
    setSaving(true);
    const input = { id: lesson.id, changes: draftChanges(draft), expectedRevision: lesson.revision };
    const answer = await attempt(
      'reflection.update',
      input,
      strings.done.saved(lessonTitle({ ...lesson, ...draft.mine })),
    );
    setSaving(false);
    if (answer.ok) {
      drafts.drop(lesson.id);
      onSaved?.(answer.value.reflection);
      return onEnd();
    }
    // Somebody else saved first. That is not a failure: the form shows both versions once the lesson is read again.
    if (answer.error.reason === 'changed_since') onRead();
    else {
      setFailure(answer.error);
      setTries(tries + 1);
    }
  };
  useAction('save', () => void save());
  useAction('cancel', cancel);
  return (
    <LessonForm
      lesson={lesson}
      draft={draft}
      who={lastWriter(operations)}
      failure={failure}
      mistakes={tries > 0 ? mistakes : {}}
      tries={tries}
      saving={saving}
      saveLabel={saveLabel}
      onDraft={(next) => drafts.put(lesson.id, next)}
      onSave={() => void save()}
      onCancel={cancel}
    />
  );
}
