import { hash } from 'node:crypto';
import { basename, extname } from 'node:path';
import {
  AppError,
  type ContextSnapshot,
  givenTurnSummary,
  IMPORTERS,
  IN_CONTEXT,
  type MemorySummary,
  NOTHING_CHANGED,
  parseGiven,
  parseJson,
  readable,
  shorten,
  TURN_FILE_EXTRA,
  TURN_FILE_VERSION,
  type TurnFile,
  type TurnSummary,
  type TurnsResult,
  turnFile,
  turnsResult,
} from '@twicewise/contract';
import { readRegularFile } from '@twicewise/ingest';
import { createRedactor, type Redactor } from '@twicewise/redaction';
import { getTurn, turnByNativeId } from '@twicewise/store';
import * as z from 'zod';
import { type CountTokens, loadTokenCounter } from '../agent-text/tokens.ts';
import { createSource } from '../lessons/lesson-writer.ts';
import type { WriteContext } from '../runtime/context.ts';
import { defineJob, type JobControl, type JobKind, type JobOf } from '../runtime/jobs/job-kind.ts';
import { resolvePlace } from '../runtime/references.ts';
import { type PreparedTexts, prepareTexts } from '../turns/prepared-texts.ts';
import { insertTurn, type ReadyTurn } from '../turns/save-turn.ts';
import { draftOf } from '../turns/stored-turn.ts';
import { allOrNothing } from '../undo/take-back.ts';

const input = z.object({ path: z.string(), projectId: z.string().optional(), sessionId: z.string().optional() });
type TurnsInput = z.infer<typeof input>;

/** The job that reads a memory of contexts and summaries; see `import.turns`. */
export const TURNS_JOB = { kind: 'turns', lane: 'imports', input, result: turnsResult } satisfies JobKind;

/** Largest file, in bytes (64 MB). It is read at once, and checked whole before anything of it is written. */
const MAX_FILE_BYTES = 67_108_864;
const RULE_VERSION = 1;
const MAX_NAMED = 20;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

function badFile(message: string, hint = 'Export it again where it comes from.'): AppError {
  return new AppError({ code: 'invalid_input', reason: 'bad_file', message, effect: NOTHING_CHANGED, hint });
}

/** Counts so far; stored in the job's position, so that they continue after a restart. */
interface Progress extends TurnsResult {
  /** Contexts that were looked at. */
  looked: number;
  sourceId: string | null;
}

/** A context with its summaries, each with its place in the file. */
interface Incoming {
  snapshot: ContextSnapshot;
  summaries: { place: number; summary: MemorySummary }[];
}

/** Refuses what the schema of the file cannot say: that each summary is of a context, and is one that can be stored. */
function refuseUnfit({ contexts, summaries }: TurnFile): void {
  const ids = new Set(contexts.map(({ id }) => id));
  if (ids.size < contexts.length) throw badFile('Two of its contexts have one id');
  const fitting = z.object(givenTurnSummary);
  for (const [at, { contextId, summary: text, insights }] of summaries.entries()) {
    if (!ids.has(contextId))
      throw badFile(`summaries.${at} is of the context ${shorten(contextId, 80)}, which is not in it`);
    const checked = fitting.safeParse({ text: readable(text), insights: insights.map(readable) });
    const [issue] = checked.error?.issues ?? [];
    if (issue) throw badFile(`summaries.${at}.${issue.path.join('.')} ${issue.message}`);
  }
}

async function readTurnFile(path: string): Promise<{ file: TurnFile; sha256: string }> {
  const bytes = await readRegularFile(path, MAX_FILE_BYTES);
  if (bytes === null) throw badFile(`It is larger than ${MAX_FILE_BYTES} bytes`, 'Export fewer turns at once.');
  let value: unknown;
  try {
    value = parseJson(UTF8.decode(bytes));
  } catch (error) {
    throw badFile(error instanceof AppError ? error.message.replace(/\.$/, '') : 'It is not UTF-8');
  }
  const parsed = parseGiven(turnFile, value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw badFile(`It is no memory of contexts and summaries: ${issue?.path.join('.')} ${issue?.message}`);
  }
  const { version = TURN_FILE_VERSION } = parsed.data;
  if (version > TURN_FILE_VERSION) throw badFile(`It has version ${version} of the format`, 'Update Twicewise.');
  refuseUnfit(parsed.data);
  return { file: parsed.data, sha256: hash('sha256', bytes) };
}

/** The summaries of a context: those of the list, else the one in its own field, where it can be stored. */
function summariesOf({ snapshot, summaries }: Incoming): Incoming['summaries'] {
  const { id, turnNumber, timestamp, summary: text } = snapshot;
  const fits = z.object(givenTurnSummary).safeParse({ text: readable(text ?? '') }).success;
  if (summaries.length > 0 || text === undefined || !fits) return summaries;
  const summary = { id, contextId: id, turnNumber, summary: text, insights: [], tokenCount: 0, timestamp };
  return [{ place: IN_CONTEXT, summary }];
}

const instantOf = (timestamp: number) => new Date(timestamp).toISOString();

/** The summary as it is stored, and the fields of the file of which nothing else is kept. */
function storedSummary(
  context: WriteContext,
  { place, summary }: Incoming['summaries'][number],
  count: CountTokens,
): { stored: TurnSummary; original: object } {
  const { summary: text, insights, timestamp, ...fields } = summary;
  const [cleanText, clean] = [readable(text), insights.map(readable)];
  return {
    stored: {
      id: context.newId('turnSummary'),
      text: cleanText,
      insights: clean,
      source: 'model',
      tokens: count([cleanText, ...clean].join('\n')),
      at: instantOf(timestamp),
    },
    original: { ...fields, timestamp, place },
  };
}

class TurnWriter {
  readonly #job: JobOf<TurnsInput>;
  readonly #control: JobControl;
  readonly #redactor: Redactor = createRedactor();
  readonly #count: CountTokens;
  readonly #sha256: string;
  progress: Progress;

  constructor(job: JobOf<TurnsInput>, control: JobControl, sha256: string, count: CountTokens) {
    this.#job = job;
    this.#control = control;
    this.#sha256 = sha256;
    this.#count = count;
    const none = { turns: 0, summaries: 0, alreadyThere: 0, redacted: 0, other: 0, otherIds: [], unknown: [] };
    this.progress = { ...none, looked: 0, sourceId: null, ...(job.position as Partial<Progress>) };
  }

  /** Writes one context with its summaries, as one step. */
  async write(raw: Incoming): Promise<void> {
    const { value, found } = this.#redactor.redact(raw);
    const { snapshot } = value;
    const calls = (snapshot.toolCalls ?? []).map((tool) => {
      return { tool: readable(tool), params: {}, outcome: 'unknown' as const, ms: null, output: null };
    });
    const part = { kind: 'workspace', name: null, text: snapshot.fullContext, about: [] };
    const draft = draftOf({ context: [part], reply: [], calls, rounds: [], cost: null, error: null });
    const prepared = await prepareTexts(draft.texts, () => this.#control.services.db(), this.#control.pause);
    let next = this.progress;
    await this.#control.step((context) => {
      // Copied in each attempt, because a retried transaction must write the same.
      next = { ...this.progress, looked: this.progress.looked + 1, redacted: this.progress.redacted + found.length };
      this.#writeIn(context, value, { draft, prepared }, next);
      context.record.finish({ name: 'import.turns', summary: this.#job.title, jobId: this.#job.id });
      return { done: next.looked, position: { ...next } };
    });
    this.progress = next;
  }

  #writeIn(context: WriteContext, { snapshot, summaries }: Incoming, ready: ReadyTurn, next: Progress): void {
    const { path, projectId, sessionId = basename(path, extname(path)) } = this.#job.input;
    const fresh = { agent: null, startedAt: instantOf(snapshot.timestamp) };
    const place = resolvePlace(context, { projectId, sessionId }, fresh);
    const known = turnByNativeId(context.db, place.project.id, snapshot.id);
    if (known !== null) {
      this.#addSummaries(context, known, { snapshot, summaries }, ready.prepared, next);
      return;
    }
    next.sourceId ??= createSource(context, {
      system: 'context memory',
      path,
      sha256: this.#sha256,
      importer: IMPORTERS.turns,
      ruleVersion: RULE_VERSION,
    });
    const { fullContext: _text, turnNumber: number, id: nativeId, ...original } = snapshot;
    const made = summariesOf({ snapshot, summaries }).map((one) => storedSummary(context, one, this.#count));
    const kept = { context: original, summaries: made.map(({ original: fields }) => fields) };
    const at = {
      projectId: place.project.id,
      sessionId: place.session?.id ?? '',
      agent: null,
      sourceId: next.sourceId,
    };
    const given = { nativeId, number, model: null, startedAt: instantOf(snapshot.timestamp), endedAt: null };
    const extra = { [TURN_FILE_EXTRA]: kept } as Parameters<typeof insertTurn>[1]['extra'];
    insertTurn(
      context,
      { ...given, extra },
      at,
      ready,
      made.map(({ stored }) => stored),
    );
    next.turns++;
    next.summaries += made.length;
  }

  /** Adds to a turn that is there the summaries that it has not; one with another text is left alone and named. */
  #addSummaries(
    context: WriteContext,
    id: string,
    { snapshot, summaries }: Incoming,
    { texts: [text] }: PreparedTexts,
    next: Progress,
  ): void {
    const turn = getTurn(context.db, id);
    // By its hash, for the text of a turn that was pruned may be gone.
    if (!turn || turn.content.parts[0]?.hash !== text?.hash) {
      next.other++;
      next.otherIds = [...next.otherIds, shorten(snapshot.id, 80)].slice(0, MAX_NAMED);
      return;
    }
    const has = new Set(turn.summaries.map(({ text, insights }) => JSON.stringify([text, insights])));
    const more = summaries.filter(
      ({ summary }) => !has.has(JSON.stringify([readable(summary.summary), summary.insights.map(readable)])),
    );
    next.alreadyThere += 1 + summaries.length - more.length;
    if (more.length === 0) return;
    const made = more.map((one) => storedSummary(context, one, this.#count).stored);
    context.record.update('turn', id, { summaries: [...turn.summaries, ...made] });
    next.summaries += made.length;
  }

  result(): TurnsResult {
    const { looked: _looked, sourceId: _source, ...result } = this.progress;
    return result;
  }
}

function cancelled(): AppError {
  return new AppError({
    code: 'refused',
    reason: 'cancelled',
    message: 'The import was cancelled',
    effect: ', and what it had written was undone.',
    hint: 'Import the file again; there is nothing to clean up.',
  });
}

const importAll = defineJob(TURNS_JOB, async (job, control) => {
  const { file, sha256 } = await readTurnFile(job.input.path);
  const writer = new TurnWriter(job, control, sha256, await loadTokenCounter());
  const { contexts, summaries, version: _version, ...others } = file;
  const byContext = new Map<string, Incoming['summaries']>();
  for (const [place, summary] of summaries.entries()) {
    byContext.set(summary.contextId, [...(byContext.get(summary.contextId) ?? []), { place, summary }]);
  }
  await control.step(() => ({ total: contexts.length }));
  writer.progress.unknown = Object.keys(others).slice(0, MAX_NAMED);
  for (const snapshot of contexts.slice(writer.progress.looked)) {
    await writer.write({ snapshot, summaries: byContext.get(snapshot.id) ?? [] });
  }
  return writer.result();
});

/** Imports a memory of contexts and summaries: checks all of it, then writes in steps. A failure undoes what was written. */
export const importTurns = allOrNothing(importAll, cancelled);
