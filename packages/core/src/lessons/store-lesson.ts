import {
  AppError,
  type Author,
  contract,
  excerpt,
  inputError,
  type OutputOf,
  type ParsedInputOf,
  type Reflection,
  reflectionContent,
} from '@twicewise/contract';
import { notesOnRedaction } from '@twicewise/redaction';
import {
  type EntityRecord,
  getReflection,
  identicalReflections,
  lessonNames,
  type ReadableDb,
  readSettings,
  recordToReflection,
  reflectionByNativeId,
  tieExposures,
} from '@twicewise/store';
import { contentHash } from '../runtime/content-hash.ts';
import type { WriteContext } from '../runtime/context.ts';
import { onlyPerson } from '../runtime/person-only.ts';
import { resolvePlace, type WritePlace } from '../runtime/references.ts';

/** A new lesson; imports add what the other system knew. */
export interface NewLesson extends ParsedInputOf<'reflection.store'> {
  imported?: {
    createdAt: string | undefined;
    timeQuality: Reflection['timeQuality'];
    state: Reflection['state'];
    pinned: boolean;
    sourceId: string;
    sourcePointer: string;
    author?: Author;
    updatedAt?: string;
  };
}

function utc(instant: string | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

/** Whether a person wants to review what this author writes in a project before it counts. */
export function isReviewed(db: ReadableDb, { kind, name }: Author, projectId: string): boolean {
  if (kind !== 'agent') return false;
  const settings = readSettings(db);
  return (
    settings['review.agentWritesAreDrafts'] ||
    settings['review.draftProjects'].includes(projectId) ||
    settings['review.draftAgents'].includes(name)
  );
}

const DRAFT_NOTE = 'Kept as a draft: a person reviews what agents write here.';

/** Inserts a lesson with resolved session and project, and returns the record. */
export function insertLesson(
  context: WriteContext,
  place: WritePlace,
  lesson: NewLesson,
  hash: string = contentHash(lesson),
): EntityRecord {
  const { imported, sessionId: _session, projectId: _project, lessonsUsed: _used, state, ...content } = lesson;
  const id = context.newId('reflection');
  const { author } = context.caller;
  const drafts = isReviewed(context.db, author, place.project.id);
  return context.record.create('reflection', id, {
    id,
    sourceId: imported?.sourceId ?? null,
    sourcePointer: imported?.sourcePointer ?? null,
    originalOutcome: null,
    pinned: imported?.pinned ?? false,
    deletedAt: null,
    ...content,
    observedAt: utc(lesson.observedAt),
    projectId: place.project.id,
    sessionId: place.session?.id ?? null,
    state: imported?.state ?? state ?? (drafts ? 'draft' : 'accepted'),
    agent: lesson.agent ?? (author.kind === 'agent' ? author.name : null),
    authorKind: imported?.author?.kind ?? author.kind,
    authorName: imported?.author?.name ?? author.name,
    contentHash: hash,
    createdAt: imported?.createdAt ?? context.at,
    timeQuality: imported?.timeQuality ?? 'exact',
    updatedAt: imported?.updatedAt ?? context.at,
  });
}

function refuseKnown(context: WriteContext, projectId: string, nativeId: string | null): void {
  const known = nativeId === null ? null : reflectionByNativeId(context.db, projectId, nativeId);
  if (known === null) return;
  throw new AppError({
    code: 'conflict',
    reason: 'in_use',
    message: `The project already has a lesson with the nativeId ${JSON.stringify(nativeId)}: ${known}.`,
    hint: 'Change that one (reflection.update), or store without nativeId.',
  });
}

/** Links a stored lesson to those that its session was shown before. Returns notes on named lessons that do not exist here. */
function tieToAttempt(
  context: WriteContext,
  { reflectionId, place, native }: { reflectionId: string; place: WritePlace; native: string | null },
  { lessonsUsed }: ParsedInputOf<'reflection.store'>,
): string[] {
  const { session, client } = context.caller;
  const refs = [place.session?.id ?? null, native, session].filter((ref) => ref !== null);
  const used = [...new Set(lessonsUsed)].filter((id) => getReflection(context.db, id) !== null);
  const following = { reflectionId, projectId: place.project.id, sessionRefs: [...new Set(refs)], client, used };
  tieExposures(context.db, context.newId, { ...following, at: context.at });
  const missing = lessonsUsed.filter((id) => !used.includes(id));
  return missing.length === 0 ? [] : [`lessonsUsed names lessons that are not here: ${missing.join(', ')}.`];
}

/** Stores a lesson and creates its project and session on first use, all as one operation. */
export function storeReflection(
  context: WriteContext,
  input: ParsedInputOf<'reflection.store'>,
): OutputOf<'reflection.store'> {
  const { author } = context.caller;
  const agent = input.agent ?? (author.kind === 'agent' ? author.name : null);
  const place = resolvePlace(context, input, { agent, startedAt: context.at });
  refuseKnown(context, place.project.id, input.nativeId);
  if (input.state === 'accepted' && isReviewed(context.db, author, place.project.id))
    throw onlyPerson('accepts a lesson here');
  const hash = contentHash(input);
  const identicalTo = identicalReflections(context.db, place.project.id, hash);
  const record = insertLesson(context, place, input, hash);
  const operationId = context.record.finish({
    name: 'reflection.store',
    summary: `Stored: ${excerpt(input.taskDescription, 120)}`,
    sessionId: place.session?.id ?? null,
    projectId: place.project.id,
  });
  if (!operationId) throw new Error('storing a lesson changed nothing');
  const names = lessonNames(context.db, place.project.id, place.session?.id ?? null);
  const waits = input.state === undefined && isReviewed(context.db, author, place.project.id) ? [DRAFT_NOTE] : [];
  const missing = tieToAttempt(
    context,
    { reflectionId: String(record.id), place, native: names.sessionNativeId },
    input,
  );
  return {
    reflection: recordToReflection(record, names),
    operationId,
    created: { project: place.project.created, session: place.session?.created ?? false },
    identicalTo,
    notes: [
      ...waits,
      ...place.project.notes,
      ...(place.session?.notes ?? []),
      ...notesOnRedaction(context.redactions),
      ...missing,
    ],
  };
}

const CONTENT = [...Object.keys(reflectionContent), 'extra'] as (keyof Reflection)[];

/** Refuses edits that would make a lesson larger than one that could be stored. */
export function refuseOversize(lesson: Reflection, changes: Record<string, unknown>): void {
  const whole = { ...Object.fromEntries(CONTENT.map((field) => [field, lesson[field]])), ...changes };
  const parsed = contract['reflection.update'].input.safeParse({ id: lesson.id, changes: whole });
  if (parsed.success) return;
  const error = inputError('reflection.update', parsed.error);
  // Imports may have been less strict in other ways (an empty task); that is no reason to refuse the edit.
  if (error.reason === 'too_large') throw error;
}

/** The fields of an edit, with the resulting content hash. */
export function contentFields(
  lesson: Reflection,
  changes: Record<string, unknown>,
  correction: Record<string, unknown>,
): Record<string, unknown> {
  const fields = { ...changes, ...correction };
  return { ...fields, contentHash: contentHash({ ...lesson, ...fields }) };
}
