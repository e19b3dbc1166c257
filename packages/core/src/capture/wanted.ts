import { type JobRecord, readSettings, wasTakenBack } from '@twicewise/store';
import type { ReadContext } from '../runtime/context.ts';
import { callerProject } from '../runtime/references.ts';

/** Whether a person switched capture off for all sessions, this project or this session. */
export function isCaptureOff(session: string, { db, caller }: Pick<ReadContext, 'db' | 'caller'>): boolean {
  const settings = readSettings(db);
  const project = callerProject(db, caller);
  if (!settings['capture.enabled'] || settings['capture.offSessions'].includes(session)) return true;
  return project !== null && settings['capture.offProjects'].includes(project);
}

/** Whether a person cancelled a session's job or undid all that it wrote. Nothing more of this session is captured then. */
export function isGivenUp({ db }: Pick<ReadContext, 'db'>, { id, state, cancelRequested }: JobRecord): boolean {
  return cancelRequested || state === 'cancelled' || wasTakenBack(db, id);
}
