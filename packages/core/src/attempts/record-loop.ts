import { type Attempt, attemptColumns, attemptContent, label, readable } from '@twicewise/contract';
import { LOOP_RECORD, type LoopAttempt } from '@twicewise/ingest';
import { attemptByNativeId, type EntityRecord, readRecord, readSettings } from '@twicewise/store';
import * as z from 'zod';
import type { WriteContext } from '../runtime/context.ts';
import { sameValue } from '../runtime/operation-recorder.ts';
import type { WritePlace } from '../runtime/references.ts';
import { cutOutput } from './cut-output.ts';
import { type AttemptOrigin, insertAttempt, renumbered } from './record-attempt.ts';
import { refuseTooLarge, toStoredContent } from './stored-content.ts';

/** An attempt of a loop's file, with secrets replaced. */
export interface LoopFound {
  attempt: LoopAttempt;
  loopId: string;
  path: string;
}

/** The result of recording an attempt of a loop. */
export type LoopResult = 'made' | 'changed' | 'unchanged' | 'of another file';

/** Fields of a file that hold outputs, in both spellings. */
const OUTPUTS = new Set(['stdout', 'stderr', 'stack_trace', 'stackTrace']);

type Json = Attempt['extra'][string];

/**
 * The file as it can be kept: texts without terminal escapes and what no text can hold, and without the middle of long outputs,
 * because the limit of what is kept of an output holds for it, too.
 */
function storable(value: Json, most: number, key = ''): Json {
  if (Array.isArray(value)) return value.map((item) => storable(item, most, key));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [readable(name), storable(item, most, name)]),
    );
  if (typeof value !== 'string') return value;
  if (!OUTPUTS.has(key)) return readable(value);
  const { head, tail, bytes } = cutOutput(value, most);
  if (bytes <= most) return readable(value);
  return `${head}\n… of ${bytes} bytes, the middle is left out …\n${tail}`.trim();
}

/** Name of an attempt: it is found again by its loop and iteration, whichever file it stands in. */
const nativeIdOf = ({ loopId, attempt }: LoopFound) => `reflexion:${loopId}:${attempt.key}`;

function fieldsOf({ attempt }: LoopFound, most: number) {
  const { task, outcome, outcomeSource, outcomeNative, strategy, startedAt, endedAt } = attempt;
  const { original, iteration: ordinalNative } = attempt;
  const extra = original === null ? {} : { [LOOP_RECORD]: storable(original, most) };
  return { task, outcome, outcomeSource, outcomeNative, ordinalNative, strategy, startedAt, endedAt, extra };
}

/** What of an attempt might not fit, under the names that people see. */
const fitting = z.object({
  name: label(512),
  task: attemptColumns.task.min(1),
  strategy: attemptColumns.strategy,
  iteration: attemptColumns.ordinalNative,
  content: attemptContent,
});

/** What is stored of an attempt. Throws a Zod error or `invalid_input` for one that cannot be stored. */
function toStored({ db }: Pick<WriteContext, 'db'>, found: LoopFound) {
  const most = readSettings(db)['attempts.outputBytes'];
  const fields = fieldsOf(found, most);
  const content = toStoredContent(found.attempt.content, null, most);
  const { task, strategy, ordinalNative: iteration } = fields;
  fitting.parse({ name: nativeIdOf(found), task, strategy, iteration, content });
  refuseTooLarge([fields.task, fields.strategy, fields.extra, content]);
  return { fields, content };
}

/** Throws a Zod error or `invalid_input` for an attempt that cannot be stored. */
export function refuseUnfitLoop(context: Pick<WriteContext, 'db'>, found: LoopFound): void {
  toStored(context, found);
}

/** Whether a reading replaces what is known of an iteration: of its own file, or of a later one. */
function isNewer(context: WriteContext, record: EntityRecord, { attempt, path }: LoopFound): boolean {
  const source = record.sourceId === null ? null : readRecord(context.db, 'source', String(record.sourceId));
  return source?.path === path || (attempt.endedAt ?? '') > String(record.endedAt ?? '');
}

const hasRecord = ({ extra }: EntityRecord) =>
  typeof extra === 'object' && extra !== null && Object.hasOwn(extra, LOOP_RECORD);

/**
 * Records an attempt of a loop, or brings the record of an earlier reading up to date; reading the same again changes nothing. The
 * record of an iteration says more of it than the state of its loop, so the one never gives way to the other. Throws for an attempt that
 * cannot be stored.
 */
export function recordLoopAttempt(
  context: WriteContext,
  place: WritePlace,
  found: LoopFound,
  origin: () => AttemptOrigin,
): LoopResult {
  const { fields, content } = toStored(context, found);
  const nativeId = nativeIdOf(found);
  const known = attemptByNativeId(context.db, place.project.id, nativeId);
  if (known === null) {
    const given = { taskSignature: null, lessonIds: [], agent: null };
    insertAttempt(context, place, { ...given, ...fields, nativeId }, content, origin());
    return 'made';
  }
  const record = readRecord(context.db, 'attempt', known);
  if (!record || record.ruleVersion === null || record.deletedAt !== null) return 'unchanged';
  const isRecord = found.attempt.original !== null;
  if (!isRecord && hasRecord(record)) return 'unchanged';
  const next: EntityRecord = { ...fields, content, ...renumbered(context, place, record, fields.task) };
  if (Object.entries(next).every(([field, value]) => sameValue(record[field], value))) return 'unchanged';
  if (hasRecord(record) === isRecord && !isNewer(context, record, found)) return 'of another file';
  return context.record.update('attempt', known, { ...next, ...origin() }) ? 'changed' : 'unchanged';
}
