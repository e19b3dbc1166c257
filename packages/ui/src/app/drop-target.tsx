import { useEffect, useRef, useState } from 'react';
import { useFileImport } from '../state/file-import.ts';
import { strings } from '../strings.ts';

const words = strings.dropping;

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/** Takes files that are dropped anywhere on the window, and shows meanwhile that it would. */
export function DropTarget() {
  const [over, setOver] = useState(false);
  const importFiles = useFileImport();
  const take = useRef(importFiles);
  useEffect(() => {
    take.current = importFiles;
  });
  useEffect(() => {
    const on = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      // Otherwise the browser would show the file instead of this page.
      event.preventDefault();
      setOver(event.type === 'dragover');
      if (event.type === 'drop') take.current(event.dataTransfer?.files ?? []);
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
