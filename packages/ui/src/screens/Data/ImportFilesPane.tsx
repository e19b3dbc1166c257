import { droppedKind } from '../../data/dropped.ts';
import { type FileKind, ImportFiles } from '../../groups/ImportFiles/ImportFiles.tsx';
import { useBundles } from '../../state/bundles.tsx';
import { useCommandState, useCommands } from '../../state/commands.tsx';
import { importFiles } from '../../strings/import-files.ts';

const OPERATIONS = {
  logs: 'episode.extract',
  lessons: 'import.lessons',
  episodes: 'import.episodes',
  loops: 'import.loops',
  turns: 'import.turns',
} as const satisfies Record<Exclude<FileKind, 'bundle' | 'named'>, string>;

/** What a path is imported as, as a file that is dropped; a folder has session logs. */
function kindOf(path: string): 'bundle' | 'lessons' | 'logs' {
  const kind = droppedKind(path);
  return kind === null || kind === 'log' ? 'logs' : kind;
}

/** Imports files of every kind: a bundle after it was looked at, anything else at once, as a job that can be undone. */
export function ImportFilesPane() {
  const { run } = useCommands();
  const { awaited } = useCommandState();
  const { open } = useBundles();
  const start = (chosen: FileKind, path: string) => {
    const kind = chosen === 'named' ? kindOf(path) : chosen;
    if (kind === 'bundle') return open({ kind: 'import', path });
    void run(OPERATIONS[kind], { path }, importFiles.importing(path));
  };
  return <ImportFiles busy={awaited !== null} onImport={start} />;
}
