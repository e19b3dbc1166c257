import { type Client, isRunning, MAX_DROPPED_BYTES } from '@twicewise/contract';
import { useRef } from 'react';
import { useClient, useHost } from '../data/client.ts';
import { type FileKind, kindByName } from '../data/file-kinds.ts';
import { strings } from '../strings.ts';
import { useBundles } from './bundles.tsx';
import { useCommands } from './commands.tsx';

const words = strings.dropping;

const OPERATIONS = {
  logs: 'episode.extract',
  lessons: 'import.lessons',
  episodes: 'import.episodes',
  loops: 'import.loops',
  turns: 'import.turns',
} as const satisfies Record<Exclude<FileKind, 'bundle'>, string>;

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

/** What to import. */
interface PathImport {
  kind: FileKind;
  path: string;
  name: string;
  /** Id or name of the project for what does not name its own; a bundle names all of its. */
  projectId?: string | undefined;
}

/** What a person says of files, where they do not say it themselves. */
interface Wanted {
  kind: FileKind | null;
  projectId?: string | undefined;
}

/**
 * Imports what is at a path of the host's machine: a bundle after it was looked at, anything else at once, as a job that can be
 * undone. Answers with the id of the job, if there is one.
 */
export function usePathImport() {
  const { open } = useBundles();
  const { run } = useCommands();
  return async ({ kind, path, name, projectId }: PathImport): Promise<string | null> => {
    if (kind === 'bundle') {
      open({ kind: 'import', path });
      return null;
    }
    const into = projectId ? { projectId } : {};
    const answer = await run(OPERATIONS[kind], { path, ...into }, words.importing(name));
    return answer.ok ? answer.value.job.id : null;
  };
}

/** Imports a file by its path, or by its content where a browser does not tell the path. Without a kind its name tells. */
function useOneFileImport() {
  const { native, files } = useHost().transport;
  const { say } = useCommands();
  const client = useClient();
  const importPath = usePathImport();
  return async (file: File, wanted: Wanted): Promise<void> => {
    const { name } = file;
    const kind = wanted.kind ?? kindByName(name);
    if (kind === null) return say(words.kinds(name));
    const { projectId } = wanted;
    const path = native?.pathOf(file) ?? '';
    if (path !== '') return void (await importPath({ kind, path, name, projectId }));
    if (!files) return say(words.noPath(name));
    if (file.size > MAX_DROPPED_BYTES) return say(words.tooLarge(name));
    say(words.handing(name));
    const kept = await files.keep(file);
    if (!kept.ok) return say(words.notHanded(name, kept.error));
    const job = await importPath({ kind, path: kept.value.path, name, projectId });
    // A bundle is read again once it was looked at.
    if (kind === 'bundle' || (job !== null && !(await hasEnded(client, job)))) return;
    await files.discard(kept.value.path);
  };
}

/** Imports files that a person gave to the page, one after another: the host keeps few at a time, and there may be hundreds. */
export function useFileImport(): (files: Iterable<File>, wanted?: Wanted) => void {
  const last = useRef(Promise.resolve());
  const importFile = useOneFileImport();
  return (files, wanted = { kind: null }) => {
    for (const file of files) {
      const next = () => importFile(file, wanted);
      last.current = last.current.then(next, next);
    }
  };
}
