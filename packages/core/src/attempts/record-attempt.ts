import {
  AppError,
  type Attempt,
  type AttemptContent,
  excerpt,
  type OutputOf,
  type ParsedInputOf,
} from '@twicewise/contract';
import { notesOnRedaction } from '@twicewise/redaction';
import {
  attemptByNativeId,
  exposuresToFollow,
  getAttempt,
  getReflection,
  getSession,
  nextOrdinal,
  type ReadableDb,
  readSettings,
} from '@twicewise/store';
import type { WriteContext } from '../runtime/context.ts';
import { resolvePlace, type WritePlace } from '../runtime/references.ts';
import { refuseBackwards, utc } from '../runtime/stated-times.ts';
import { notesOnReflection } from './quality.ts';
import { refuseTooLarge, toStoredContent } from './stored-content.ts';
import { taskIdentityOf } from './task-identity.ts';

/** Maximum length of what an attempt tried, or of its task, in the operations log, in UTF-16 units. */
const SHOWN = 120;

/** Gets an attempt. Throws `not_found`. */
export function requireAttempt(db: ReadableDb, id: string): Attempt {
  const found = getAttempt(db, id);
  if (found) return found;
  throw new AppError({
    code: 'not_found',
    message: `There is no attempt with the id ${id}.`,
    hint: 'Take the id from a list of attempts (attempt.list).',
  });
}

/** The origin of an attempt that was read from a file. */
export interface AttemptOrigin {
  sourceId: string;
  sourcePointer: string | null;
  ruleVersion: number | null;
}

type Given = ParsedInputOf<'attempt.record'>;

function refuseKnown({ db }: WriteContext, projectId: string, nativeId: string | null): void {
  const known = nativeId === null ? null : attemptByNativeId(db, projectId, nativeId);
  if (known === null) return;
  throw new AppError({
    code: 'conflict',
    reason: 'in_use',
    message: `The project already has an attempt with the nativeId ${JSON.stringify(nativeId)}: ${known}`,
    effect: '; nothing was stored.',
    hint: 'Record without nativeId for another attempt at the same task.',
  });
}

/** Names that the session of a write may have been called by when it was told something. */
function sessionRefs({ db, caller }: WriteContext, session: WritePlace['session']): string[] {
  const native = session === null ? null : (getSession(db, session.id)?.nativeId ?? null);
  const refs = session === null ? [] : [session.id, native, caller.session];
  return [...new Set(refs.filter((ref) => ref !== null))];
}

/** Ids of what the session of an attempt was told until it ended and no earlier attempt followed. */
export function followedExposures(context: WriteContext, place: WritePlace, endedAt: string | null): string[] {
  const where = { sessionRefs: sessionRefs(context, place.session), projectId: place.project.id };
  return exposuresToFollow(context.db, { ...where, until: endedAt ?? context.at });
}

/** The number and identity of an attempt whose task changed. Its number stays when only the words of the task differ. */
export function renumbered(
  context: WriteContext,
  place: WritePlace,
  record: Readonly<Record<string, unknown>>,
  task: string,
): { taskIdentity?: string; ordinal?: number } {
  const taskIdentity = taskIdentityOf(task);
  if (taskIdentity === record.taskIdentity) return {};
  return { taskIdentity, ordinal: nextOrdinal(context.db, place.project.id, taskIdentity) };
}

/** Inserts an attempt with the next number of its task. Returns its id. */
export function insertAttempt(
  context: WriteContext,
  place: WritePlace,
  given: Omit<Given, 'content'>,
  content: AttemptContent,
  origin: AttemptOrigin | null = null,
): string {
  const { author } = context.caller;
  const projectId = place.project.id;
  const taskIdentity = taskIdentityOf(given.task, given.taskSignature);
  const endedAt = utc(given.endedAt);
  const id = context.newId('attempt');
  context.record.create('attempt', id, {
    id,
    nativeId: given.nativeId,
    projectId,
    sessionId: place.session?.id ?? null,
    sourceId: origin?.sourceId ?? null,
    sourcePointer: origin?.sourcePointer ?? null,
    ruleVersion: origin?.ruleVersion ?? null,
    task: given.task,
    taskIdentity,
    ordinal: nextOrdinal(context.db, projectId, taskIdentity),
    ordinalNative: given.ordinalNative,
    outcome: given.outcome,
    outcomeSource: given.outcomeSource,
    outcomeNative: given.outcomeNative,
    strategy: given.strategy,
    startedAt: utc(given.startedAt),
    endedAt,
    content,
    lessonIds: given.lessonIds,
    exposureIds: followedExposures(context, place, endedAt),
    agent: given.agent ?? (author.kind === 'agent' ? author.name : null),
    authorKind: author.kind,
    authorName: author.name,
    createdAt: context.at,
    updatedAt: context.at,
    extra: given.extra,
    deletedAt: null,
  });
  return id;
}

/** The lessons that are here, each once, and a note on those that are not. */
function knownLessons(db: ReadableDb, ids: readonly string[]): { lessonIds: string[]; notes: string[] } {
  const named = [...new Set(ids)];
  const lessonIds = named.filter((id) => getReflection(db, id) !== null);
  const missing = named.filter((id) => !lessonIds.includes(id));
  return {
    lessonIds,
    notes: missing.length === 0 ? [] : [`lessonIds names lessons that are not here: ${missing.join(', ')}.`],
  };
}

/** Implements `attempt.record`. */
export function recordAttempt(context: WriteContext, input: Given): OutputOf<'attempt.record'> {
  const { author } = context.caller;
  refuseBackwards(input);
  const content = toStoredContent(input.content, input.taskSignature, readSettings(context.db)['attempts.outputBytes']);
  refuseTooLarge([input.task, input.strategy, input.extra, content]);
  const agent = input.agent ?? (author.kind === 'agent' ? author.name : null);
  const place = resolvePlace(context, input, { agent, startedAt: utc(input.startedAt) ?? context.at });
  refuseKnown(context, place.project.id, input.nativeId);
  const { lessonIds, notes } = knownLessons(context.db, input.lessonIds);
  const id = insertAttempt(context, place, { ...input, lessonIds }, content);
  const operationId = context.record.finish({
    name: 'attempt.record',
    summary: `Recorded attempt: ${excerpt(input.strategy || input.task, SHOWN)}`,
    sessionId: place.session?.id ?? null,
    projectId: place.project.id,
  });
  if (!operationId) throw new Error('recording an attempt changed nothing');
  return {
    attempt: requireAttempt(context.db, id),
    operationId,
    created: { project: place.project.created, session: place.session?.created ?? false },
    notes: [
      ...place.project.notes,
      ...(place.session?.notes ?? []),
      ...notesOnRedaction(context.redactions),
      ...notes,
      ...notesOnReflection(input.outcome, content),
    ],
  };
}
