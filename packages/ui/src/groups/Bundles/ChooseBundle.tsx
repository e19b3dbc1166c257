import { type FormEvent, type RefObject, useId, useState } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { TextField } from '../../elements/TextField/TextField.tsx';
import { bundles } from '../../strings/bundles.ts';

const words = bundles.toImport;

interface ChooseBundleProps {
  /** The file to inspect; null until one is chosen. */
  path: string | null;
  /** True when a system dialog can choose the file. */
  hasDialog: boolean;
  fieldRef: RefObject<HTMLInputElement | null>;
  buttonRef: RefObject<HTMLButtonElement | null>;
  onPick: () => void;
  onLook: (path: string) => void;
}

function Typed({ path: given, fieldRef, onLook }: Pick<ChooseBundleProps, 'path' | 'fieldRef' | 'onLook'>) {
  const id = useId();
  const [typed, setTyped] = useState(given ?? '');
  const path = typed.trim();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (path !== '') onLook(path);
  };
  return (
    <form onSubmit={onSubmit}>
      <label htmlFor={id} className="text-ink-2 text-small">
        {words.path}
      </label>
      <div className="flex gap-2">
        <TextField
          ref={fieldRef}
          id={id}
          aria-describedby={`${id}-text`}
          value={typed}
          maxLength={4096}
          onChange={({ target }) => setTyped(target.value)}
          className="font-mono text-small"
        />
        <Button type="submit" disabled={path === ''}>
          {words.look}
        </Button>
      </div>
      <p id={`${id}-text`} className="mt-1 text-ink-2 text-small">
        {words.pathText}
      </p>
    </form>
  );
}

/** Chooses the bundle to import. */
export function ChooseBundle({ path, hasDialog, fieldRef, buttonRef, onPick, onLook }: ChooseBundleProps) {
  if (!hasDialog) return <Typed path={path} fieldRef={fieldRef} onLook={onLook} />;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button ref={buttonRef} onClick={onPick}>
        {path === null ? words.choose : words.chooseOther}
      </Button>
      {path !== null && <span className="min-w-0 wrap-anywhere font-mono text-small">{path}</span>}
    </div>
  );
}
