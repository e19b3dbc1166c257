import { useQuery } from '@tanstack/react-query';
import type { Failure, Project } from '@twicewise/contract';
import { type RefObject, useRef, useState } from 'react';
import { useClient } from '../data/client.ts';
import { projectsApart } from '../data/project-label.ts';
import { mergePreview } from '../data/queries/projects.ts';
import { Dialog } from '../elements/Dialog/Dialog.tsx';
import { ChecksForm } from '../groups/Project/ChecksForm.tsx';
import { MergeEffect, MergeForm } from '../groups/Project/MergeForm.tsx';
import { RenameForm } from '../groups/Project/RenameForm.tsx';
import { QueryFailure } from '../groups/QueryFailure/QueryFailure.tsx';
import { useCommands } from '../state/commands.tsx';
import { strings } from '../strings.ts';

const words = strings.project;

interface FormProps<E extends HTMLElement> {
  project: Project;
  firstRef: RefObject<E | null>;
  onEnd: () => void;
}

interface MergingProps extends FormProps<HTMLSelectElement> {
  projects: readonly Project[];
  /** Called when the project has been merged into `into`. */
  onMerged: (into: string) => void;
}

function Merging({ project, projects, firstRef, onMerged, onEnd }: MergingProps) {
  const { attempt } = useCommands();
  const [chosen, setChosen] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const pair = { from: project.id, into: chosen };
  const query = useQuery(mergePreview(useClient(), chosen === '' ? null : pair));
  const named = (of: Project) => ({ ...of, name: projects.find(({ id }) => id === of.id)?.name ?? of.name });
  const preview = query.data && { ...query.data, from: named(query.data.from), into: named(query.data.into) };
  const run = async () => {
    if (!preview) return;
    setBusy(true);
    const done = words.done.merged(preview.from.name, preview.into.name);
    const answer = await attempt('project.merge', pair, done);
    setBusy(false);
    if (!answer.ok) return setFailure(answer.error);
    onEnd();
    onMerged(chosen);
  };
  const effect = () => {
    if (preview) return <MergeEffect preview={preview} />;
    if (query.error) return <QueryFailure title={words.failed} query={query} />;
    return chosen === '' ? null : <p className="animate-late text-ink-3">{words.reading}</p>;
  };
  return (
    <MergeForm
      projects={projects.filter(({ id }) => id !== project.id)}
      chosen={chosen}
      onChoose={(id) => {
        setFailure(null);
        setChosen(id);
      }}
      firstRef={firstRef}
      effect={effect()}
      failure={failure}
      ready={preview !== undefined && !busy}
      onRun={() => void run()}
      onCancel={onEnd}
    />
  );
}

function Renaming({ project, firstRef, onEnd }: FormProps<HTMLInputElement>) {
  const { attempt } = useCommands();
  const [failure, setFailure] = useState<Failure | null>(null);
  const rename = async (name: string) => {
    const answer = await attempt('project.rename', { id: project.id, name }, words.done.renamed(name));
    if (answer.ok) onEnd();
    else setFailure(answer.error);
  };
  return (
    <RenameForm
      name={project.name}
      firstRef={firstRef}
      failure={failure}
      onRename={(name) => void rename(name)}
      onCancel={onEnd}
    />
  );
}

function Checks({ project, firstRef, onEnd }: FormProps<HTMLTextAreaElement>) {
  const { attempt } = useCommands();
  const [failure, setFailure] = useState<Failure | null>(null);
  const save = async (checks: string[]) => {
    const answer = await attempt('project.setChecks', { id: project.id, checks }, words.done.checked(project.name));
    if (answer.ok) onEnd();
    else setFailure(answer.error);
  };
  return (
    <ChecksForm
      checks={project.checks}
      firstRef={firstRef}
      failure={failure}
      onSave={(checks) => void save(checks)}
      onCancel={onEnd}
    />
  );
}

/** The actions on the window's project. */
export type ProjectDeed = 'rename' | 'checks' | 'merge';

interface ProjectDialogsProps {
  /** Null when no dialog is open. */
  deed: ProjectDeed | null;
  project: Project;
  projects: readonly Project[];
  onMerged: MergingProps['onMerged'];
  onEnd: () => void;
}

/** Dialogs to rename the window's project, to name its checks, and to merge it into another. */
export function ProjectDialogs({ deed, project, projects, onMerged, onEnd }: ProjectDialogsProps) {
  const apart = projectsApart(projects);
  const title = apart.find(({ id }) => id === project.id)?.name ?? project.name;
  const select = useRef<HTMLSelectElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <Dialog title={words.renameTitle(title)} open={deed === 'rename'} onOpenChange={onEnd} firstRef={field}>
        <Renaming {...{ project, onEnd }} firstRef={field} />
      </Dialog>
      <Dialog title={words.checksTitle(title)} open={deed === 'checks'} onOpenChange={onEnd} firstRef={area}>
        <Checks {...{ project, onEnd }} firstRef={area} />
      </Dialog>
      <Dialog title={words.mergeTitle(title)} open={deed === 'merge'} onOpenChange={onEnd} firstRef={select}>
        <Merging {...{ project, onMerged, onEnd }} projects={apart} firstRef={select} />
      </Dialog>
    </>
  );
}
