import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { CopyId } from '../../elements/CopyId/CopyId.tsx';
import { Mark } from '../../elements/Mark/Mark.tsx';
import { Page } from '../../elements/Page/Page.tsx';
import { TextField } from '../../elements/TextField/TextField.tsx';
import { strings } from '../../strings.ts';

const words = strings.noSessions;

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

interface EmptySessionsProps {
  busy: boolean;
  onRead: (path: string) => void;
  /** A memory whose sessions were all deleted looks empty too. */
  onBin: () => void;
}

/** Before any session is recorded: the ways in which that comes about. */
export function EmptySessions({ busy, onRead, onBin }: EmptySessionsProps) {
  const [path, setPath] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (path.trim() !== '') onRead(path.trim());
  };
  return (
    <Page>
      <Mark size={40} />
      <h1 className="mt-6 font-semibold text-title">{words.title}</h1>
      <p className="mt-1 mb-6 max-w-[60ch] text-ink-2 text-read">{words.text}</p>
      <Way title={words.logs} text={words.logsText}>
        <form onSubmit={submit} className="flex w-full gap-2">
          <TextField
            className="h-8 font-mono text-small"
            aria-label={words.logsLabel}
            placeholder="/home/me/sessions"
            value={path}
            onChange={(event) => setPath(event.target.value)}
          />
          <Button type="submit" className="h-8" disabled={busy || path.trim() === ''}>
            {words.logsButton}
          </Button>
        </form>
      </Way>
      <Way title={words.shell} text={words.shellText}>
        <CopyId block value={words.command} />
      </Way>
      <Way title={words.end} text={words.endText}>
        <CopyId block value={words.endCommand} />
      </Way>
      <Way title={words.agents} text={words.agentsText}>
        <CopyId block value={words.agentsCommand} />
      </Way>
      <div className="border-line border-t pt-4">
        <Button tone="quiet" className="-ml-2.5" onClick={onBin}>
          {words.bin}
        </Button>
      </div>
    </Page>
  );
}
