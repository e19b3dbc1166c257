import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { Logo } from '../../elements/Logo/Logo.tsx';
import { Page } from '../../elements/Page/Page.tsx';
import { TextField } from '../../elements/TextField/TextField.tsx';

interface FirstStepsProps {
  title: string;
  text: string;
  /** The label of the link to the bin: a memory whose records were all deleted looks empty too. */
  bin: string;
  onBin: () => void;
  children: ReactNode;
}

/** Shown for a screen without content: its purpose, and ways to get something in. */
export function FirstSteps({ title, text, bin, onBin, children }: FirstStepsProps) {
  return (
    <Page>
      <Logo size={40} />
      <h1 className="mt-6 font-semibold text-title">{title}</h1>
      <p className="mt-1 mb-6 max-w-[60ch] text-ink-2 text-read">{text}</p>
      {children}
      <div className="border-line border-t pt-4">
        <Button tone="quiet" className="-ml-2.5" onClick={onBin}>
          {bin}
        </Button>
      </div>
    </Page>
  );
}

/** One way to start, with its control. */
export function Way({ title, text, children }: { title: string; text: string; children: ReactNode }) {
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

interface PathFormProps {
  label: string;
  /** An example of a path. */
  example: string;
  button: string;
  busy: boolean;
  onPath: (path: string) => void;
}

/** A form for the path of a file or folder on the host's machine. */
export function PathForm({ label, example, button, busy, onPath }: PathFormProps) {
  const [path, setPath] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (path.trim() !== '') onPath(path.trim());
  };
  return (
    <form onSubmit={submit} className="flex w-full gap-2">
      <TextField
        className="h-8 font-mono text-small"
        aria-label={label}
        placeholder={example}
        value={path}
        onChange={(event) => setPath(event.target.value)}
      />
      <Button type="submit" className="h-8" disabled={busy || path.trim() === ''}>
        {button}
      </Button>
    </form>
  );
}
