import * as z from 'zod';
import { ID_PATTERNS, ID_PREFIX, type IdKind } from '../facts/ids.ts';
import { label } from './text.ts';

export * from '../facts/ids.ts';

/** A kind with its article. */
const named = (kind: IdKind) => `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;

function idSchema<K extends IdKind>(kind: K) {
  return z.string().regex(ID_PATTERNS[kind], {
    message: `must be ${named(kind)} id such as ${ID_PREFIX[kind]}_01ARZ3NDEKTSV4RRFFQ69G5FAV`,
  });
}

/** `refl_…` */
export const reflectionId = idSchema('reflection');
/** `proj_…` */
export const projectId = idSchema('project');
/** `sess_…` */
export const sessionId = idSchema('session');
/** `src_…` */
export const sourceId = idSchema('source');
/** `op_…` */
export const operationId = idSchema('operation');
/** `job_…` */
export const jobId = idSchema('job');
/** `expo_…` */
export const exposureId = idSchema('exposure');
/** `fdbk_…` */
export const feedbackId = idSchema('feedback');
/** `epis_…` */
export const episodeId = idSchema('episode');
/** `clm_…` */
export const claimId = idSchema('claim');
/** `atmp_…` */
export const attemptId = idSchema('attempt');
/** `turn_…` */
export const turnId = idSchema('turn');
/** `tsum_…` */
export const turnSummaryId = idSchema('turnSummary');
/** `view_…` */
export const viewId = idSchema('view');

/** A session or project as a caller names it: our id, or any name of its own (the native id). */
export const reference = label(512);
