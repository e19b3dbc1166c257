import { useId, useRef, useState } from 'react';
import type { FileKind } from '../../data/file-kinds.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { Select, TextField } from '../../elements/TextField/TextField.tsx';
import { importFiles as words } from '../../strings/import-files.ts';
import { PathForm } from '../FirstSteps/FirstSteps.tsx';

/** `named`: its name tells. */
type Choice = keyof typeof words.kinds;
const CHOICES = Object.keys(words.kinds) as Choice[];

/** What is said of the files: null for the kind where the name tells, no project where they name theirs. */
interface Said {
  kind: FileKind | null;
  projectId: string | undefined;
}

interface ImportFilesProps {
  busy: boolean;
  /** The projects there are, by names that tell them apart; another name makes a new one. */
  projects: readonly { id: string; name: string }[];
  onPath: (said: Said, path: string) => void;
  onFiles: (files: Iterable<File>, said: Said) => void;
}

/** Imports a file or folder of this machine, as what it is said to be. */
export function ImportFiles({ busy, projects, onPath, onFiles }: ImportFilesProps) {
  const [choice, setChoice] = useState<Choice>('named');
  const [project, setProject] = useState('');
  // A bundle has projects of its own.
  const asksProject = choice !== 'bundle';
  const said: Said = {
    kind: choice === 'named' ? null : choice,
    projectId:
      (asksProject && (projects.find(({ name }) => name === project.trim())?.id ?? project.trim())) || undefined,
  };
  const [field, projectField, names] = [useId(), useId(), useId()];
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className="grid max-w-[68ch] grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2">
      <label htmlFor={field} className="text-ink-2 text-small">
        {words.kind}
      </label>
      <Select
        id={field}
        className="h-8"
        value={choice}
        onChange={({ target }) => setChoice(CHOICES.find((one) => one === target.value) ?? 'named')}
      >
        {CHOICES.map((value) => (
          <option key={value} value={value}>
            {words.kinds[value]}
          </option>
        ))}
      </Select>
      {asksProject && (
        <>
          <label htmlFor={projectField} className="text-ink-2 text-small">
            {words.project}
          </label>
          <div>
            <TextField
              id={projectField}
              list={names}
              dir="auto"
              className="h-8"
              placeholder={words.projectHint}
              value={project}
              maxLength={200}
              onChange={({ target }) => setProject(target.value)}
            />
            <datalist id={names}>
              {projects.map(({ id, name }) => (
                <option key={id} value={name} />
              ))}
            </datalist>
          </div>
        </>
      )}
      {/* The field has the whole name. */}
      <span aria-hidden className="text-ink-2 text-small">
        {words.where}
      </span>
      <PathForm
        label={words.path}
        example={words.examples[choice]}
        button={words.button}
        busy={busy}
        onPath={(path) => onPath(said, path)}
      />
      <div className="col-start-2">
        <Button onClick={() => picker.current?.click()}>{words.choose}</Button>
        {/* The button opens it, which looks the same in every browser. */}
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          onChange={({ target }) => {
            onFiles([...(target.files ?? [])], said);
            // Otherwise the same file could not be chosen again.
            target.value = '';
          }}
        />
      </div>
    </div>
  );
}
