import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../data/client.ts';
import { kindByName } from '../../data/file-kinds.ts';
import { projectsApart } from '../../data/project-label.ts';
import { projectList } from '../../data/queries/projects.ts';
import { ImportFiles } from '../../groups/ImportFiles/ImportFiles.tsx';
import { useCommandState } from '../../state/commands.tsx';
import { useFileImport, usePathImport } from '../../state/file-import.ts';

/** Imports files of every kind: a bundle after it was looked at, anything else at once, as a job that can be undone. */
export function ImportFilesPane() {
  const { awaited } = useCommandState();
  const { data: projects = [] } = useQuery(projectList(useClient()));
  const importPath = usePathImport();
  const importFiles = useFileImport();
  return (
    <ImportFiles
      busy={awaited !== null}
      projects={projectsApart(projects)}
      onPath={({ kind, projectId }, path) =>
        // A folder has session logs.
        void importPath({ kind: kind ?? kindByName(path) ?? 'logs', path, name: path, projectId })
      }
      onFiles={importFiles}
    />
  );
}
