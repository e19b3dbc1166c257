import { type Client, isRunning, MAX_DROPPED_BYTES } from '@twicewise/contract';
import { useEffect, useRef, useState } from 'react';
import { useClient, useHost } from '../data/client.ts';
import { type DroppedKind, droppedKind } from '../data/dropped.ts';
import { useBundles } from '../state/bundles.tsx';
import { useCommands } from '../state/commands.tsx';
import { strings } from '../strings.ts';

const words = strings.dropping;

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/** Milliseconds between two looks at a job. */
const LOOK_EVERY_MS = 250;

/** Waits until a job has ended; false where the host cannot be asked, for then it may still be running. */
async function hasEnded(client: Client, id: string): Promise<boolean> {
  for (;;) {
    const answer = await client.envelope('job.get', { id });
    if (!answer.ok) return false;
    if (!isRunning(answer.value.job)) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Imports what is at a path: a bundle after it was looked at, anything else at once, as a job that can be undone. */
function useImportOf() {
  const { open } = useBundles();
  const { run } = useCommands();
  return async (kind: DroppedKind, path: string, name: string): Promise<string | null> => {
    if (kind === 'bundle') {
      open({ kind: 'import', path });
      return null;
    }
    const operation = kind === 'lessons' ? 'import.lessons' : 'episode.extract';
    const answer = await run(operation, { path }, words.importing(name));
    return answer.ok ? answer.value.job.id : null;
  };
}

/** Imports a dropped file by its path, or by its content where a browser does not tell the path. */
function useImport(): (file: File) => Promise<void> {
  const { native, files } = useHost().transport;
  const { say } = useCommands();
  const client = useClient();
  const importOf = useImportOf();
  return async (file) => {
    const { name } = file;
    const kind = droppedKind(name);
    if (kind === null) return say(words.kinds(name));
    const path = native?.pathOf(file) ?? '';
    if (path !== '') return void (await importOf(kind, path, name));
    if (!files) return say(words.noPath(name));
    if (file.size > MAX_DROPPED_BYTES) return say(words.tooLarge(name));
    say(words.handing(name));
    const kept = await files.keep(file);
    if (!kept.ok) return say(words.notHanded(name, kept.error));
    const job = await importOf(kind, kept.value.path, name);
    // A bundle is read again once it was looked at.
    if (kind === 'bundle' || (job !== null && !(await hasEnded(client, job)))) return;
    await files.discard(kept.value.path);
  };
}

/** Takes files that are dropped anywhere on the window, and shows meanwhile that it would. */
export function DropTarget() {
  const [over, setOver] = useState(false);
  const take = useRef<(file: File) => Promise<void>>(async () => {});
  // One after another: the host keeps few files at a time, and a drop may have hundreds.
  const last = useRef(Promise.resolve());
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
      if (event.type !== 'drop') return;
      for (const file of event.dataTransfer?.files ?? []) {
        const next = () => take.current(file);
        last.current = last.current.then(next, next);
      }
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
