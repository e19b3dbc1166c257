import { useQuery } from '@tanstack/react-query';
import { type Failure, type InputOf, lessonTitle } from '@twicewise/contract';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../data/client.ts';
import { projectList, projectMeant } from '../../data/queries/projects.ts';
import { LessonForm } from '../../groups/LessonForm/LessonForm.tsx';
import { type Mistakes, mistakesIn } from '../../groups/LessonForm/mistakes.ts';
import { ProjectRow } from '../../groups/LessonForm/ProjectRow.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { useCommands } from '../../state/commands.tsx';
import type { Drafts } from '../../state/drafts.tsx';
import { BLANK_LESSON, type Draft, draftChanges, NEW, stagedFields, startDraft } from '../../state/lesson-draft.ts';
import { strings } from '../../strings.ts';

/** Why a new lesson cannot be stored; a task is required even if its field was not touched. */
function mistakesInNew(draft: Draft): Mistakes {
  const noTask = { taskDescription: { text: strings.form.mistakes.noTask } };
  return { ...(draft.mine.taskDescription ? {} : noTask), ...mistakesIn(draft) };
}

interface CreatingPaneProps {
  /** The project of this window, which the lesson gets unless another is chosen. */
  project: string | undefined;
  drafts: Drafts;
  onStored: (lesson: { id: string; projectId: string }) => void;
  /** Called when the form is left without storing; the draft is kept. */
  onEnd: () => void;
}

/** Creates a lesson by hand, in the same form as for editing, with empty fields. */
export function CreatingPane({ project, drafts, onStored, onEnd }: CreatingPaneProps) {
  const { attempt } = useCommands();
  const { data: projects = [] } = useQuery(projectList(useClient()));
  const [failure, setFailure] = useState<Failure | null>(null);
  const [saving, setSaving] = useState(false);
  const [tries, setTries] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('textarea')?.focus(), []);
  const draft = drafts.get(NEW) ?? startDraft(BLANK_LESSON);
  const goesTo = draft.project ?? projectMeant(projects, project)?.id ?? '';
  const mistakes = mistakesInNew(draft);

  const cancel = () => {
    drafts.close(NEW);
    onEnd();
  };
  const save = async () => {
    if (saving || stagedFields(draft).length === 0) return;
    if (Object.keys(mistakes).length > 0) return setTries(tries + 1);
    setSaving(true);
    const { outcome } = BLANK_LESSON;
    const where = goesTo === '' ? {} : { projectId: goesTo };
    const input = { outcome, ...draftChanges(draft), ...where } as InputOf<'reflection.store'>;
    const answer = await attempt('reflection.store', input, strings.done.stored(lessonTitle(input)));
    setSaving(false);
    if (answer.ok) {
      drafts.drop(NEW);
      return onStored(answer.value.reflection);
    }
    setFailure(answer.error);
    setTries(tries + 1);
  };
  useAction('save', () => void save());
  useAction('cancel', cancel);
  return (
    <div ref={place} className="flex min-h-0 grow flex-col">
      <LessonForm
        lesson={BLANK_LESSON}
        isNew
        draft={draft}
        who=""
        failure={failure}
        mistakes={tries > 0 ? mistakes : {}}
        tries={tries}
        saving={saving}
        saveLabel={strings.form.store}
        head={
          <ProjectRow
            projects={projects}
            value={goesTo}
            onChange={(chosen) => drafts.put(NEW, { ...draft, project: chosen })}
          />
        }
        onDraft={(next) => drafts.put(NEW, next)}
        onSave={() => void save()}
        onCancel={cancel}
      />
    </div>
  );
}
