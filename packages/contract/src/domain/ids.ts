import * as z from 'zod';
import { label } from './text.ts';

/** Prefix of each kind of id; the rest is a ULID (26 characters of Crockford base 32, sortable by creation). */
export const ID_PREFIX = {
  reflection: 'refl',
  project: 'proj',
  session: 'sess',
  source: 'src',
  operation: 'op',
  job: 'job',
  exposure: 'expo',
  feedback: 'fdbk',
  view: 'view',
  episode: 'epis',
  claim: 'clm',
  attempt: 'atmp',
} as const;
/** Kinds of things that have an id. */
export type IdKind = keyof typeof ID_PREFIX;

const PATTERNS = Object.fromEntries(
  Object.entries(ID_PREFIX).map(([kind, prefix]) => [kind, new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`)]),
) as Record<IdKind, RegExp>;

/** A kind with its article. */
const named = (kind: IdKind) => `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;

function idSchema<K extends IdKind>(kind: K) {
  return z.string().regex(PATTERNS[kind], {
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
/** `view_…` */
export const viewId = idSchema('view');

/** A session or project as a caller names it: our id, or any name of its own (the native id). */
export const reference = label(512);

/** True for a string that has the form of our own id of that kind. */
export function isId(kind: IdKind, value: string): boolean {
  return PATTERNS[kind].test(value);
}

/** True for a string that has the form of our own id of any kind. */
export function hasIdForm(value: string): boolean {
  return Object.values(PATTERNS).some((pattern) => pattern.test(value));
}
