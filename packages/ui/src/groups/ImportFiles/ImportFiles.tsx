import { useId, useRef, useState } from 'react';
import type { FileKind } from '../../data/file-kinds.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { Select } from '../../elements/TextField/TextField.tsx';
import { importFiles as words } from '../../strings/import-files.ts';
import { PathForm } from '../FirstSteps/FirstSteps.tsx';

/** `named`: its name tells. */
type Choice = keyof typeof words.kinds;
const CHOICES = Object.keys(words.kinds) as Choice[];

interface ImportFilesProps {
  busy: boolean;
  /** Null for the kind: the name tells. */
  onPath: (kind: FileKind | null, path: string) => void;
  onFiles: (files: Iterable<File>, kind: FileKind | null) => void;
}

/** Imports a file or folder of this machine, as what it is said to be. */
export function ImportFiles({ busy, onPath, onFiles }: ImportFilesProps) {
  const [choice, setChoice] = useState<Choice>('named');
  const kind = choice === 'named' ? null : choice;
  const field = useId();
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
      {/* The field has the whole name. */}
      <span aria-hidden className="text-ink-2 text-small">
        {words.where}
      </span>
      <PathForm
        label={words.path}
        example={words.examples[choice]}
        button={words.button}
        busy={busy}
        onPath={(path) => onPath(kind, path)}
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
            onFiles([...(target.files ?? [])], kind);
            // Otherwise the same file could not be chosen again.
            target.value = '';
          }}
        />
      </div>
    </div>
  );
}
