import { useEffect, useRef, useState } from 'react';
import { useHost } from '../data/client.ts';
import { droppedKind } from '../data/dropped.ts';
import { useBundles } from '../state/bundles.tsx';
import { useCommands } from '../state/commands.tsx';
import { strings } from '../strings.ts';

const words = strings.dropping;

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/** Imports a dropped file: a bundle after it was looked at, anything else at once, as a job that can be undone. */
function useImport(): (file: File) => void {
  const { native } = useHost().transport;
  const { open } = useBundles();
  const { run, say } = useCommands();
  return (file) => {
    const { name } = file;
    const kind = droppedKind(name);
    if (kind === null) return say(words.kinds(name));
    const path = native?.pathOf(file) ?? '';
    if (kind === 'bundle') {
      open(path === '' ? { kind: 'import' } : { kind: 'import', path });
      if (path === '') say(words.noPath);
    } else if (path === '') say(words.noPathOther(name));
    else if (kind === 'lessons') void run('import.lessons', { path }, words.importing(name));
    else void run('episode.extract', { path }, words.importing(name));
  };
}

/** Takes files that are dropped anywhere on the window, and shows meanwhile that it would. */
export function DropTarget() {
  const [over, setOver] = useState(false);
  const take = useRef<(file: File) => void>(() => {});
  const importFile = useImport();
  useEffect(() => {
    take.current = importFile;
  });
  useEffect(() => {
    const on = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      // Otherwise the browser would show the file instead of this page.
      event.preventDefault();
      setOver(event.type === 'dragover');
      if (event.type === 'drop') for (const file of event.dataTransfer?.files ?? []) take.current(file);
    };
    const off = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    window.addEventListener('dragover', on);
    window.addEventListener('drop', on);
    window.addEventListener('dragleave', off);
    return () => {
      window.removeEventListener('dragover', on);
      window.removeEventListener('drop', on);
      window.removeEventListener('dragleave', off);
    };
  }, []);
  if (!over) return null;
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed inset-0 z-50 grid place-items-center border-2 border-signal bg-shade"
    >
      <p className="rounded-md bg-raised px-4 py-2 font-medium shadow-float">{words.over}</p>
    </div>
  );
}
