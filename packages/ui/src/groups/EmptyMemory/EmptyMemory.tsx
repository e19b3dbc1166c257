import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { CopyId } from '../../elements/CopyId/CopyId.tsx';
import { Mark } from '../../elements/Mark/Mark.tsx';
import { Page } from '../../elements/Page/Page.tsx';
import { TextField } from '../../elements/TextField/TextField.tsx';
import { strings } from '../../strings.ts';

const { empty } = strings;

function Way({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-6 gap-y-2 border-line border-t py-4 grid-cols-[minmax(0,1fr)] sm:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
      <div>
        <h2 className="font-medium">{title}</h2>
        <p className="text-ink-2">{text}</p>
      </div>
      <div className="flex flex-col items-start justify-center gap-2">{children}</div>
    </section>
  );
}

interface EmptyMemoryProps {
  /** What an agent launches; null while it is not known. */
  command: string | null;
  busy: boolean;
  onImport: (path: string) => void;
  onSample: () => void;
  /** A memory whose lessons were all deleted looks empty too. */
  onBin: () => void;
}

/** The first thing a person sees: three ways to get lessons in. */
export function EmptyMemory({ command, busy, onImport, onSample, onBin }: EmptyMemoryProps) {
  const [path, setPath] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (path.trim() !== '') onImport(path.trim());
  };
  return (
    <Page>
      <Mark size={40} />
      <h1 className="mt-6 font-semibold text-title">{empty.title}</h1>
      <p className="mt-1 mb-6 max-w-[60ch] text-ink-2 text-read">{empty.text}</p>
      <Way title={empty.connect} text={empty.connectText}>
        <CopyId block value={command ?? empty.command} />
      </Way>
      <Way title={empty.import} text={empty.importText}>
        <form onSubmit={submit} className="flex w-full gap-2">
          <TextField
            className="h-8 font-mono text-small"
            aria-label={empty.importLabel}
            placeholder="/home/me/lessons.jsonl"
            value={path}
            onChange={(event) => setPath(event.target.value)}
          />
          <Button type="submit" className="h-8" disabled={busy || path.trim() === ''}>
            {empty.importButton}
          </Button>
        </form>
      </Way>
      <Way title={empty.sample} text={empty.sampleText}>
        <Button className="h-8" disabled={busy} onClick={onSample}>
          {empty.sampleButton}
        </Button>
      </Way>
      <div className="border-line border-t pt-4">
        <Button tone="quiet" className="-ml-2.5" onClick={onBin}>
          {empty.bin}
        </Button>
      </div>
    </Page>
  );
}
