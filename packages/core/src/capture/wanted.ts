import { type JobRecord, readSettings, wasTakenBack } from '@twicewise/store';
import type { ReadContext } from '../runtime/context.ts';
import { callerProject } from '../runtime/references.ts';

/** Whether a person wants no session to be written down, none of this project, or not this one. */
export function isCaptureOff(session: string, { db, caller }: Pick<ReadContext, 'db' | 'caller'>): boolean {
  const settings = readSettings(db);
  const project = callerProject(db, caller);
  if (!settings['capture.enabled'] || settings['capture.offSessions'].includes(session)) return true;
  return project !== null && settings['capture.offProjects'].includes(project);
}

/** A person cancelled the job of a session, or took back all that it wrote: of this session nothing more is wanted. */
export function isGivenUp({ db }: Pick<ReadContext, 'db'>, { id, state, cancelRequested }: JobRecord): boolean {
  return cancelRequested || state === 'cancelled' || wasTakenBack(db, id);
}
