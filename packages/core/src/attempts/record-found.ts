import { attemptColumns, attemptContent } from '@twicewise/contract';
import { ATTEMPT_RULES, type TranscriptAttempt } from '@twicewise/ingest';
import { attemptByNativeId, attemptsByRules, type EntityRecord, readRecord } from '@twicewise/store';
import type { WriteContext } from '../runtime/context.ts';
import { sameValue } from '../runtime/operation-recorder.ts';
import type { WritePlace } from '../runtime/references.ts';
import { utc } from '../runtime/stated-times.ts';
import { type AttemptOrigin, followedExposures, insertAttempt, renumbered } from './record-attempt.ts';
import { refuseTooLarge } from './stored-content.ts';
import { transcriptContent } from './transcript-content.ts';

/** An attempt of a transcript, with secrets replaced. */
export interface FoundAttempt {
  attempt: TranscriptAttempt;
  /** Program and session, as the program names it. With the attempt's key they are its name. */
  agent: string;
  session: string;
  /** The file it was found in. */
  path: string;
  /** The last moment of that file; null where it has no times. */
  readTo: string | null;
  /** What the session is about, for attempts that nobody asked for in the transcript. */
  title: string | null;
}

/** The result of recording an attempt of a transcript. */
export type FoundResult = 'made' | 'changed' | 'unchanged';

const nativeIdOf = ({ agent, session }: Pick<FoundAttempt, 'agent' | 'session'>, { key }: TranscriptAttempt) =>
  `${agent}:${session}:${key}`;

/** When it began; null where that is after its end, as a clock that was set back writes it. */
const plausibleStart = (startedAt: string | null, endedAt: string | null) =>
  startedAt !== null && endedAt !== null && startedAt > endedAt ? null : startedAt;

function fieldsOf({ attempt, title }: FoundAttempt) {
  const { request, strategy, outcome, startedAt, endedAt } = attempt;
  return {
    task: request || title || strategy,
    outcome,
    // Nothing measured it where it is unknown.
    outcomeSource: outcome === 'unknown' ? ('defaulted' as const) : ('measured' as const),
    strategy,
    startedAt: plausibleStart(utc(startedAt), utc(endedAt)),
    endedAt: utc(endedAt),
  };
}

type Fields = ReturnType<typeof fieldsOf>;

/** Throws a Zod error or `invalid_input` for what cannot be stored. */
function refuseUnfit(fields: Fields, content: ReturnType<typeof transcriptContent>): void {
  attemptColumns.task.min(1).parse(fields.task);
  attemptColumns.strategy.parse(fields.strategy);
  attemptContent.parse(content);
  refuseTooLarge([fields.task, fields.strategy, content]);
}

/**
 * True for a reading that ends earlier: a copy from before the session went on. Not where other rules, or other checks of the
 * project, see the same file so.
 */
function saysLess(
  { db }: WriteContext,
  record: EntityRecord,
  { endedAt }: Fields,
  { path, readTo }: Pick<FoundAttempt, 'path' | 'readTo'>,
): boolean {
  if (typeof record.endedAt !== 'string' || (endedAt ?? '') >= record.endedAt) return false;
  const source = record.sourceId === null ? null : readRecord(db, 'source', String(record.sourceId));
  const isInFile = source?.path === path && (readTo ?? '') >= record.endedAt;
  return !isInFile && (record.ruleVersion === ATTEMPT_RULES || source?.path !== path);
}

function bringUpToDate(
  context: WriteContext,
  record: EntityRecord,
  place: WritePlace,
  {
    fields,
    content,
    ...file
  }: { fields: Fields; content: ReturnType<typeof transcriptContent> } & Pick<FoundAttempt, 'path' | 'readTo'>,
  origin: () => AttemptOrigin,
): boolean {
  // Whoever recorded an attempt of this name was no rule, and what a person put in the bin stays there.
  if (record.ruleVersion === null || record.deletedAt !== null || saysLess(context, record, fields, file)) return false;
  const told = followedExposures(context, place, fields.endedAt);
  const next: EntityRecord = {
    ...fields,
    content,
    exposureIds: [...new Set([...(record.exposureIds as string[]), ...told])],
  };
  Object.assign(next, renumbered(context, place, record, fields.task));
  if (Object.entries(next).every(([field, value]) => sameValue(record[field], value))) return false;
  return context.record.update('attempt', String(record.id), { ...next, ...origin() });
}

/**
 * Records an attempt of a transcript, or brings the record of an earlier reading up to date; reading the same again changes
 * nothing (R15). `origin` is called only when something is written. Throws for one that cannot be stored, which changes nothing.
 */
export function recordFoundAttempt(
  context: WriteContext,
  place: WritePlace,
  found: FoundAttempt,
  origin: () => AttemptOrigin,
): FoundResult {
  const { attempt, agent } = found;
  const fields = fieldsOf(found);
  const content = transcriptContent(attempt);
  refuseUnfit(fields, content);
  const nativeId = nativeIdOf(found, attempt);
  const known = attemptByNativeId(context.db, place.project.id, nativeId);
  if (known === null) {
    const given = {
      taskSignature: null,
      outcomeNative: null,
      ordinalNative: attempt.ordinal,
      lessonIds: [],
      extra: {},
    };
    insertAttempt(context, place, { ...given, ...fields, nativeId, agent }, content, origin());
    return 'made';
  }
  const record = readRecord(context.db, 'attempt', known);
  return record &&
    bringUpToDate(context, record, place, { fields, content, path: found.path, readTo: found.readTo }, origin)
    ? 'changed'
    : 'unchanged';
}

/**
 * Puts attempts of the same file in the bin that were found in it before and are not now: by earlier rules, or while the project
 * named other checks. What began outside of what was read stays, as in a copy from before the session went on. Not for a transcript
 * without attempts, such as a subagent's, which bears the name of the same session.
 */
export function dropSurplus(
  context: WriteContext,
  { session }: WritePlace,
  {
    path,
    named,
    attempts,
    endedAt,
  }: {
    path: string;
    named: Pick<FoundAttempt, 'agent' | 'session'>;
    attempts: readonly TranscriptAttempt[];
    /** The last moment of the transcript. */
    endedAt: string | null;
  },
): void {
  const [first] = attempts;
  if (session === null || first === undefined) return;
  const found = new Set(attempts.map((attempt) => nativeIdOf(named, attempt)));
  const from = utc(first.startedAt);
  const isWithin = (at: string | null) => at !== null && from !== null && at >= from && at <= (endedAt ?? '');
  for (const { id, nativeId, ruleVersion, startedAt } of attemptsByRules(context.db, session.id, path, ATTEMPT_RULES)) {
    if (found.has(nativeId) || (ruleVersion === ATTEMPT_RULES && !isWithin(startedAt))) continue;
    context.record.update('attempt', id, { deletedAt: context.at });
  }
}
