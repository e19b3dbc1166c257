import { basename } from 'node:path';
import { AppError, type EpisodeContent, shorten } from '@twicewise/contract';
import {
  ATTEMPT_RULES,
  FINDING_RULES,
  type Finding,
  importedLesson,
  MAX_NAME,
  refuseUnfit,
  TRANSCRIPT_RULES,
  type Transcript,
  type TranscriptAttempt,
  type TranscriptFile,
} from '@twicewise/ingest';
import { MARKER_START, type Redactor, redactRequest } from '@twicewise/redaction';
import { episodeOfSession, getSession, readRecord, reflectionByNativeId, sessionsByNativeId } from '@twicewise/store';
import { dropSurplus, recordFoundAttempt } from '../attempts/record-found.ts';
import { createSource } from '../lessons/lesson-writer.ts';
import { insertLesson } from '../lessons/store-lesson.ts';
import type { WriteContext } from '../runtime/context.ts';
import { resolvePlace, type WritePlace } from '../runtime/references.ts';
import { markItems } from '../sessions/episodes/item-hash.ts';
import { type RecordingResult, recordExtracted, recordedNote } from '../sessions/episodes/record-extracted.ts';
import { summaryAfter } from '../sessions/read-summary.ts';
import { nameIn, withNote } from './file-notes.ts';
import { completeSession, readingOf, sessionEnd, sessionFields } from './session-news.ts';
import { isQuiet, markRead, type Progress, type TranscriptsInput, type Writing } from './transcript-progress.ts';
import { unlessUnfit } from './unless-unfit.ts';

/** Maximum number of drafts and attempts that are written in one step; requests wait for the end of a step. */
const RECORDS_PER_STEP = 20;
/** Maximum number of unknown items named in a result. */
const MAX_NAMED = 20;

function withUnknown(
  known: Progress['unknown'],
  found: Transcript['unknown'],
  redactor: Redactor,
): Progress['unknown'] {
  const sums = { ...known };
  for (const [raw, count] of found) {
    const name = shorten(redactor.redactText(raw).text, MAX_NAME);
    if (name in sums || Object.keys(sums).length < MAX_NAMED) sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}

/** Converts a finding to a draft. Throws a Zod error for one that cannot be stored. */
function toDraft({ rule, key, at, lines, ...content }: Finding, agent: string) {
  return importedLesson.safeParse({
    ...content,
    agent,
    nativeId: `${agent}:${key}`,
    outcomeSource: rule === 'fail_then_pass' ? 'measured' : 'reported',
    pinned: false,
    timeQuality: at === null ? 'unknown' : 'exact',
    ...(at === null ? {} : { createdAt: at }),
    extra: { rule, ruleVersion: FINDING_RULES, lines },
  });
}

export class TranscriptWriter {
  readonly #input: TranscriptsInput;
  readonly #redactor: Redactor;

  constructor(input: TranscriptsInput, redactor: Redactor) {
    this.#input = input;
    this.#redactor = redactor;
  }

  /**
   * Writes a part of one transcript: its session, a draft for each new finding, its attempts, and with the last of them its
   * episode. Called repeatedly until it is done, each time in its own transaction.
   */
  write(context: WriteContext, file: TranscriptFile, transcript: Transcript, before: Writing): Writing {
    const { facts, findings, attempts, episode } = transcript;
    const isFirst = before.written === 0;
    const next = isFirst ? this.#counted(before.progress, file, transcript) : { ...before.progress };
    const done = (): Writing => ({ ...before, progress: markRead(next, file), isDone: true });
    const isEmpty = transcript.prompts === 0 && findings.length + attempts.length === 0 && episode === null;
    if (facts.nativeId === null || isEmpty || this.#isTooOld(transcript)) return done();
    if (this.#isOfAnother(file, facts.nativeId, next)) return done();
    const place = this.#placeOf(context, file, transcript, facts.nativeId, next);
    let { sourceId } = before;
    const source = () => {
      sourceId ??= this.#sourceOf(context, place, file, transcript);
      return sourceId;
    };
    const written = before.written + RECORDS_PER_STEP;
    this.#writeDrafts(context, place, source, findings.slice(before.written, written), next);
    const reached = (count: number) => Math.max(0, count - findings.length);
    const found = attempts.slice(reached(before.written), reached(written));
    this.#writeAttempts(context, place, source, file, { ...transcript, attempts: found }, next);
    if (written < findings.length + attempts.length) return { progress: next, sourceId, written, isDone: false };
    const { agent } = this.#input;
    dropSurplus(context, place, {
      path: file.path,
      named: { agent, session: facts.nativeId },
      attempts,
      endedAt: facts.endedAt,
    });
    this.#writeEpisode(context, place, source, file, transcript, next);
    return done();
  }

  /** Adds the counts from reading the file. */
  #counted(before: Progress, file: TranscriptFile, { facts, badLines, unknown }: Transcript): Progress {
    const next = { ...before, badLines: before.badLines + badLines };
    next.unknown = withUnknown(before.unknown, unknown, this.#redactor);
    if (facts.nativeId === null && badLines > 0) this.#noteUnreadable(file, badLines, next);
    return next;
  }

  /** The session and project, with the session's fields known so far and where it stands. */
  #placeOf(
    context: WriteContext,
    file: TranscriptFile,
    transcript: Transcript,
    sessionId: string,
    next: Progress,
  ): WritePlace {
    const { agent, projectId } = this.#input;
    const isOver = this.#input.over === true || isQuiet(file, context.now());
    const fields = sessionFields(transcript, isOver, agent, context.at, this.#redactor);
    const reading = readingOf(transcript, fields, this.#redactor);
    const known = projectId ?? this.#projectOf(context, sessionId);
    const { goal, branch, startedAt } = fields;
    const workingSummary = summaryAfter({ goal, startedAt, workingSummary: null }, reading, context.at);
    const made = { agent, goal, branch, startedAt, endedAt: sessionEnd(null, fields), workingSummary };
    const place = resolvePlace(context, { projectId: known, sessionId }, made);
    if (place.session?.created) next.sessions++;
    else if (place.session) completeSession(context, place.session.id, fields, reading);
    return place;
  }

  /** Names a file that could not be read as far as its session's name, because a count alone would not help. */
  #noteUnreadable({ path }: TranscriptFile, lines: number, next: Progress): void {
    const name = this.#redactor.redactText(nameIn(this.#input.path, path)).text;
    const said = `${lines} of its lines ${lines === 1 ? 'is' : 'are'} no JSON in UTF-8, and no other names its session`;
    next.noted++;
    next.notedFiles = withNote(next.notedFiles, name, [said]);
  }

  /** The source record of a transcript, created only when something is written. */
  #sourceOf(context: WriteContext, place: WritePlace, { path }: TranscriptFile, { sha256 }: Transcript): string {
    const importer = this.#input.session === undefined ? 'history' : 'capture';
    const origin = { system: this.#input.agent, path, sha256, importer, ruleVersion: FINDING_RULES };
    return this.#grownSource(context, place, origin) ?? createSource(context, origin);
  }

  /** The source record of a session that is captured turn by turn; it is updated as the transcript grows. */
  #grownSource(
    context: WriteContext,
    { session }: WritePlace,
    origin: { path: string; sha256: string },
  ): string | null {
    const episode = this.#input.session === undefined || !session ? null : episodeOfSession(context.db, session.id);
    const known = episode?.sourceId ? readRecord(context.db, 'source', episode.sourceId) : null;
    if (!episode?.sourceId || known?.path !== origin.path) return null;
    context.record.update('source', episode.sourceId, { sha256: origin.sha256, ruleVersion: FINDING_RULES });
    return episode.sourceId;
  }

  /** True for a transcript of another session than the requested one; the result names it. */
  #isOfAnother({ path }: TranscriptFile, nativeId: string, next: Progress): boolean {
    const { session } = this.#input;
    if (session === undefined || session === nativeId) return false;
    next.noted++;
    next.notedFiles = withNote(next.notedFiles, this.#redactor.redactText(basename(path)).text, [
      'is of another session',
    ]);
    return true;
  }

  /** Checks times inside the transcript, because the file may be a recent copy. */
  #isTooOld({ facts }: Transcript): boolean {
    const { since } = this.#input;
    return since !== undefined && facts.endedAt !== null && Date.parse(facts.endedAt) < Date.parse(since);
  }

  /** The project of a known session does not change, even if its folder is gone and would now mean another project. */
  #projectOf(context: WriteContext, nativeId: string): string | undefined {
    const [known, ...others] = sessionsByNativeId(context.db, nativeId, null);
    if (known === undefined || others.length > 0) return undefined;
    // The agent may have stored something already, under the name that its program uses over MCP.
    const isOurs = this.#input.session !== undefined || getSession(context.db, known.id)?.agent === this.#input.agent;
    return isOurs ? known.projectId : undefined;
  }

  #writeDrafts(
    context: WriteContext,
    place: WritePlace,
    source: () => string,
    findings: readonly Finding[],
    next: Progress,
  ): void {
    const { agent } = this.#input;
    for (const finding of findings) {
      const draft = toDraft(finding, agent);
      if (!draft.success) {
        next.unreadable++;
        continue;
      }
      const { value, found } = redactRequest(this.#redactor, draft.data);
      const { createdAt, timeQuality, pinned, state: _state, ...content } = value;
      if (reflectionByNativeId(context.db, place.project.id, content.nativeId ?? '') !== null) {
        next.alreadyThere++;
        continue;
      }
      const sourcePointer = `lines ${finding.lines.join(', ')}`;
      const imported = { createdAt, timeQuality, state: 'draft' as const, pinned, sourceId: source(), sourcePointer };
      insertLesson(context, place, { ...content, state: undefined, imported });
      next.drafts++;
      // The rules have redacted most secrets before cutting. Home folders and addresses are not counted as secrets.
      next.redacted += found.length + secretsIn(finding);
    }
  }

  #writeAttempts(
    context: WriteContext,
    place: WritePlace,
    source: () => string,
    { path }: TranscriptFile,
    { attempts, facts }: Transcript,
    next: Progress,
  ): void {
    const { agent, path: top } = this.#input;
    for (const found of attempts) {
      const { value, found: taken } = this.#redactor.redact({ attempt: found, title: facts.title });
      const sourcePointer = `lines ${found.firstLine}-${found.lastLine}`;
      const origin = () => ({ sourceId: source(), sourcePointer, ruleVersion: ATTEMPT_RULES });
      const named = { ...value, agent, session: facts.nativeId ?? '', path, readTo: facts.endedAt };
      const result = unlessUnfit(() => recordFoundAttempt(context, place, named, origin));
      if (typeof result !== 'string') {
        next.noted++;
        const note = `attempt ${found.ordinal} is left out: ${result.message}`;
        next.notedFiles = withNote(next.notedFiles, this.#redactor.redactText(nameIn(top, path)).text, [note]);
      } else if (result === 'made') {
        next.attempts++;
        next.redacted += taken.length + secretsIn(found);
      } else if (result === 'changed') next.attemptsChanged++;
    }
  }

  /** Creates or updates the session's episode from the transcript of its main conversation. */
  #writeEpisode(
    context: WriteContext,
    { project, session }: WritePlace,
    source: () => string,
    { path }: TranscriptFile,
    { episode, facts }: Transcript,
    next: Progress,
  ): void {
    if (episode === null || session === null) return;
    const { agent: system, path: top } = this.#input;
    const fit = fitFor(this.#redactor, episode.content);
    const notes = [...episode.notes];
    if (typeof fit === 'string') notes.push(fit);
    else {
      const found = { nativeId: `episode-${facts.nativeId}`, content: fit.content, path, system };
      const origin = () => ({ sourceId: source(), sourcePointer: null, ruleVersion: TRANSCRIPT_RULES });
      const recorded = recordExtracted(context, { projectId: project.id, sessionId: session.id }, found, origin);
      countEpisode(next, recorded, fit.redacted);
      const note = recordedNote(context, session.id, recorded, this.#redactor);
      if (note !== null) notes.push(note);
    }
    if (notes.length === 0) return;
    next.noted++;
    next.notedFiles = withNote(next.notedFiles, this.#redactor.redactText(nameIn(top, path)).text, notes);
  }
}

/** A redacted episode with marked items, or the reason why it cannot be stored. */
function fitFor(redactor: Redactor, found: EpisodeContent): { content: EpisodeContent; redacted: number } | string {
  const { value, found: taken } = redactor.redact(found);
  try {
    refuseUnfit(value);
  } catch (error) {
    if (error instanceof AppError) return `its episode is left out: ${error.message}`;
    throw error;
  }
  const content = { ...value, decisions: markItems(value.decisions), events: markItems(value.events) };
  return { content, redacted: taken.length + secretsIn(found) };
}

function countEpisode(next: Progress, recorded: RecordingResult, redacted: number): void {
  if (recorded === 'changed') next.episodesChanged++;
  else if (recorded === 'made' || recorded === 'made without id') next.episodes++;
  else return;
  next.redacted += redacted;
}

/** Number of secrets removed from a finding before it was cut. */
function secretsIn(found: Finding | EpisodeContent | TranscriptAttempt): number {
  return JSON.stringify(found).split(MARKER_START).length - 1;
}
