import type { Caller } from '@twicewise/contract';
import {
  type ReadingOptions,
  readTranscript,
  type Transcript,
  type TranscriptFile,
  unlessClosed,
} from '@twicewise/ingest';
import { getProject, type ReadableDb, sessionsByNativeId } from '@twicewise/store';
import type { JobControl } from '../runtime/jobs/job-kind.ts';
import { callerProject, findProjectIds } from '../runtime/references.ts';
import type { TranscriptsInput } from './transcript-progress.ts';

/** The project of a session: that of the folder in which the agent was started, wherever that folder is now. */
async function projectOf({ facts: { cwd } }: Transcript, control: JobControl): Promise<Caller['project']> {
  return cwd === null ? null : { folder: await control.services.surroundings.resolveFolder(cwd) };
}

/** The commands that the project of a session names as its checks. A known session stays in its project. */
export function checksOf(
  db: ReadableDb,
  { projectId, session }: Pick<TranscriptsInput, 'projectId' | 'session'>,
  caller: Caller,
): string[] {
  const [known, ...others] = session === undefined ? [] : sessionsByNativeId(db, session, null);
  const ofSession = others.length === 0 ? known?.projectId : undefined;
  const named = projectId === undefined ? undefined : findProjectIds(db, projectId)[0];
  const id = named ?? ofSession ?? callerProject(db, caller);
  return (id === null ? null : getProject(db, id))?.checks ?? [];
}

/** A transcript with the project of its session; null where the file is gone or cannot be read. */
export interface SessionRead {
  transcript: Transcript | null;
  project: Caller['project'];
}

/**
 * Reads a transcript with the checks of its project. Which project that is may be known only from the transcript: then one of a
 * project that names checks is read twice.
 */
export async function readSession(
  file: TranscriptFile,
  input: TranscriptsInput,
  { caller, reading, control }: { caller: Caller; reading: ReadingOptions; control: JobControl },
): Promise<SessionRead> {
  const read = (checks: readonly string[]) =>
    unlessClosed(() => readTranscript(file.path, input.agent, { ...reading, checks }));
  const db = control.services.db();
  const known = checksOf(db, input, caller);
  const first = await read(known);
  const project = caller.project ?? (first && (await projectOf(first, control)));
  if (first === null) return { transcript: null, project };
  const session = input.session ?? first.facts.nativeId ?? undefined;
  const checks = checksOf(
    control.services.db(),
    { ...input, ...(session === undefined ? {} : { session }) },
    { ...caller, project },
  );
  const isSame = checks.length === known.length && checks.every((check, at) => check === known[at]);
  return { transcript: isSame ? first : await read(checks), project };
}
