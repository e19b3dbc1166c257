import { kindByName } from '../../data/file-kinds.ts';
import { ImportFiles } from '../../groups/ImportFiles/ImportFiles.tsx';
import { useCommandState } from '../../state/commands.tsx';
import { useFileImport, usePathImport } from '../../state/file-import.ts';

/** Imports files of every kind: a bundle after it was looked at, anything else at once, as a job that can be undone. */
export function ImportFilesPane() {
  const { awaited } = useCommandState();
  const importPath = usePathImport();
  const importFiles = useFileImport();
  return (
    <ImportFiles
      busy={awaited !== null}
      // A folder has session logs.
      onPath={(kind, path) => void importPath(kind ?? kindByName(path) ?? 'logs', path, path)}
      onFiles={importFiles}
    />
  );
}
