import { useId, useState } from 'react';
import { Select } from '../../elements/TextField/TextField.tsx';
import { importFiles as words } from '../../strings/import-files.ts';
import { PathForm } from '../FirstSteps/FirstSteps.tsx';

/** What a file can be imported as; `named`: its name tells. */
export type FileKind = keyof typeof words.kinds;

const KINDS = Object.keys(words.kinds) as FileKind[];

interface ImportFilesProps {
  busy: boolean;
  onImport: (kind: FileKind, path: string) => void;
}

/** Imports a file or folder of this machine, as what it is said to be. */
export function ImportFiles({ busy, onImport }: ImportFilesProps) {
  const [kind, setKind] = useState<FileKind>('named');
  const field = useId();
  return (
    <div className="grid max-w-[68ch] grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2">
      <label htmlFor={field} className="text-ink-2 text-small">
        {words.kind}
      </label>
      <Select
        id={field}
        className="h-8"
        value={kind}
        onChange={({ target }) => setKind(KINDS.find((one) => one === target.value) ?? 'named')}
      >
        {KINDS.map((value) => (
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
        example={words.examples[kind]}
        button={words.button}
        busy={busy}
        onPath={(path) => onImport(kind, path)}
      />
    </div>
  );
}
