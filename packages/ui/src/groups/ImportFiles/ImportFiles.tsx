import { useId, useState } from 'react';
import { Select } from '../../elements/TextField/TextField.tsx';
import { strings } from '../../strings.ts';
import { PathForm } from '../FirstSteps/FirstSteps.tsx';

const { importFiles: words } = strings;

/** What a file can be imported as. */
export type FileKind = keyof typeof words.kinds;

const KINDS = Object.keys(words.kinds) as FileKind[];

interface ImportFilesProps {
  busy: boolean;
  onImport: (kind: FileKind, path: string) => void;
}

/** Imports a file or folder of this machine, as what it is said to be. */
export function ImportFiles({ busy, onImport }: ImportFilesProps) {
  const [kind, setKind] = useState<FileKind>('logs');
  const field = useId();
  return (
    <div className="flex max-w-[68ch] flex-col gap-2">
      <div className="flex items-center gap-2">
        <label htmlFor={field} className="shrink-0 text-ink-2 text-small">
          {words.kind}
        </label>
        <Select
          id={field}
          className="w-auto"
          value={kind}
          onChange={({ target }) => setKind(KINDS.find((one) => one === target.value) ?? 'logs')}
        >
          {KINDS.map((value) => (
            <option key={value} value={value}>
              {words.kinds[value]}
            </option>
          ))}
        </Select>
      </div>
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
