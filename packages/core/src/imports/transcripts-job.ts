import { basename } from 'node:path';
import {
  AppError,
  type Caller,
  type EpisodeContent,
  shorten,
  TRANSCRIPT_AGENTS,
  transcriptsResult,
} from '@twicewise/contract';
import {
  FINDING_RULES,
  type Finding,
  findTranscripts,
  importedLesson,
  MAX_NAME,
  readTranscript,
  refuseUnfit,
  TRANSCRIPT_RULES,
  type Transcript,
  type TranscriptFile,
  unlessClosed,
} from '@twicewise/ingest';
import { createRedactor, MARKER_START, type Redactor, redactRequest } from '@twicewise/redaction';
import { episodeOfSession, getSession, readRecord, reflectionByNativeId, sessionsByNativeId } from '@twicewise/store';
import * as z from 'zod';
import { createSource } from '../lessons/lesson-writer.ts';
import { insertLesson } from '../lessons/store-lesson.ts';
import type { WriteContext } from '../runtime/context.ts';
import { defineJob, type JobControl, type JobKind } from '../runtime/jobs/job-kind.ts';
import { resolvePlace, type WritePlace } from '../runtime/references.ts';
import { markItems } from '../sessions/episodes/item-hash.ts';
import { RECORDED_SAYS, type RecordingResult, recordExtracted } from '../sessions/episodes/record-extracted.ts';
import { nameIn, withNote } from './file-notes.ts';
import { completeSession, sessionEnd, sessionFields } from './session-news.ts';

/** A transcript that was not written to for this long is of a session that is over. In milliseconds. */
const OVER_AFTER_MS = 3_600_000;
/** Most findings that become drafts in one step: a request that arrives meanwhile waits for the end of the step. */
const DRAFTS_PER_STEP = 20;
/** Most unknown things that a result names. */
const MAX_NAMED = 20;

const input = z.object({
  agent: z.enum(TRANSCRIPT_AGENTS),
  path: z.string(),
  since: z.string().exactOptional(),
  projectId: z.string().exactOptional(),
});

/** What is read of transcripts: what an import is asked for, or the one session of a capture. */
export interface TranscriptsInput extends z.infer<typeof input> {
  /** The one session that is meant, as its program names it: a transcript of another is left alone. */
  session?: string;
  /** The session is over, however young its transcript is. */
  over?: boolean;
}

/** A result as this version makes it: with all that older ones have not. */
export const wholeResult = transcriptsResult.required();
type Result = z.infer<typeof wholeResult>;

/** An import of transcripts; see `import.history`. */
export const TRANSCRIPTS_JOB = { kind: 'history', lane: 'imports', input, result: wholeResult } satisfies JobKind;

/** Counts so far; kept in the job's position so that a restart goes on counting. */
export interface Progress extends Result {
  /** The last file that was read, in the order of their last change: one that changes meanwhile is read again. */
  after: { changedAt: number; path: string } | null;
}

/** What there is before the first file. */
export const NOTHING_YET: Progress = {
  after: null,
  files: 0,
  sessions: 0,
  drafts: 0,
  alreadyThere: 0,
  redacted: 0,
  badLines: 0,
  unreadable: 0,
  unknown: {},
  episodes: 0,
  episodesChanged: 0,
  noted: 0,
  notedFiles: [],
};

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

/** True for a transcript to which nothing was written for so long that its session must be over. */
export function isQuiet({ changedAt }: Pick<TranscriptFile, 'changedAt'>, now: number): boolean {
  return now - changedAt > OVER_AFTER_MS;
}

/** Lessons go to the project of the folder in which the agent was started, wherever that is now. */
export async function projectOf({ facts: { cwd } }: Transcript, control: JobControl): Promise<Caller['project']> {
  return cwd === null ? null : { folder: await control.services.surroundings.resolveFolder(cwd) };
}

/** A finding as a lesson that waits for a person; what the memory could not hold is refused with a Zod error. */
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

/** How far a transcript is written. */
export interface Writing {
  progress: Progress;
  /** Source of what was written; null while nothing was. */
  sourceId: string | null;
  /** Findings that were looked at. */
  drafts: number;
  isDone: boolean;
}

/** A transcript that was not written to its end, as the position of its job keeps it. */
export type Unfinished = Pick<TranscriptFile, 'path' | 'bytes' | 'changedAt'> & Omit<Writing, 'isDone'>;

/** What a job must keep of a transcript to go on with it; null once it is written. */
export function toUnfinished({ path, bytes, changedAt }: TranscriptFile, writing: Writing): Unfinished | null {
  const { isDone, ...soFar } = writing;
  return isDone ? null : { path, bytes, changedAt, ...soFar };
}

/** Where the writing of a transcript begins: where a job that was interrupted left it, if the file is still the same. */
export function beginWriting(file: TranscriptFile, left: Unfinished | null | undefined, progress: Progress): Writing {
  const isSame = left?.path === file.path && left.bytes === file.bytes && left.changedAt === file.changedAt;
  if (!left || !isSame) return { progress, sourceId: null, drafts: 0, isDone: false };
  return { progress: left.progress, sourceId: left.sourceId, drafts: left.drafts, isDone: false };
}

/** Writes what transcripts hold into the memory. */
export class TranscriptWriter {
  readonly #input: TranscriptsInput;
  readonly #redactor: Redactor;

  constructor(input: TranscriptsInput, redactor: Redactor) {
    this.#input = input;
    this.#redactor = redactor;
  }

  /**
   * Writes a part of one transcript: its session, a draft for each finding that is not there yet, and with the last of them its
   * episode. Called again until it is done, each time in a transaction of its own.
   */
  write(context: WriteContext, file: TranscriptFile, transcript: Transcript, before: Writing): Writing {
    const { facts, findings, episode } = transcript;
    const isFirst = before.drafts === 0;
    const next = isFirst ? this.#counted(before.progress, file, transcript) : { ...before.progress };
    const done = (): Writing => ({ ...before, progress: markRead(next, file), isDone: true });
    const isEmpty = transcript.prompts === 0 && findings.length === 0 && episode === null;
    if (facts.nativeId === null || isEmpty || this.#isTooOld(transcript)) return done();
    if (this.#isOfAnother(file, facts.nativeId, next)) return done();
    const place = this.#placeOf(context, file, transcript, facts.nativeId, next);
    let { sourceId } = before;
    const source = () => {
      sourceId ??= this.#sourceOf(context, place, file, transcript);
      return sourceId;
    };
    const drafts = before.drafts + DRAFTS_PER_STEP;
    this.#writeDrafts(context, place, source, findings.slice(before.drafts, drafts), next);
    if (drafts < findings.length) return { progress: next, sourceId, drafts, isDone: false };
    this.#writeEpisode(context, place, source, file, transcript, next);
    return done();
  }

  /** Counts with what reading the file has told. */
  #counted(before: Progress, file: TranscriptFile, { facts, badLines, unknown }: Transcript): Progress {
    const next = { ...before, badLines: before.badLines + badLines };
    next.unknown = withUnknown(before.unknown, unknown, this.#redactor);
    if (facts.nativeId === null && badLines > 0) this.#noteUnreadable(file, badLines, next);
    return next;
  }

  /** Where it goes, with what is known of its session by now. */
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
    const known = projectId ?? this.#projectOf(context, sessionId);
    const { goal, branch, startedAt } = fields;
    const made = { agent, goal, branch, startedAt, endedAt: sessionEnd(null, fields) };
    const place = resolvePlace(context, { projectId: known, sessionId }, made);
    if (place.session?.created) next.sessions++;
    else if (place.session) completeSession(context, place.session.id, fields);
    return place;
  }

  /** A file that could not be read to where it names its session is named: a count tells nobody which. */
  #noteUnreadable({ path }: TranscriptFile, lines: number, next: Progress): void {
    const name = this.#redactor.redactText(nameIn(this.#input.path, path)).text;
    const said = `${lines} of its lines ${lines === 1 ? 'is' : 'are'} no JSON in UTF-8, and no other names its session`;
    next.noted++;
    next.notedFiles = withNote(next.notedFiles, name, [said]);
  }

  /** Where all that is found in a transcript comes from; noted once, and only if something is written. */
  #sourceOf(context: WriteContext, place: WritePlace, { path }: TranscriptFile, { sha256 }: Transcript): string {
    const importer = this.#input.session === undefined ? 'history' : 'capture';
    const origin = { system: this.#input.agent, path, sha256, importer, ruleVersion: FINDING_RULES };
    return this.#grownSource(context, place, origin) ?? createSource(context, origin);
  }

  /** A transcript that is read turn by turn is one source, which grows. */
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

  /** True for a transcript of another session than the one that is meant; the result names it. */
  #isOfAnother({ path }: TranscriptFile, nativeId: string, next: Progress): boolean {
    const { session } = this.#input;
    if (session === undefined || session === nativeId) return false;
    next.noted++;
    next.notedFiles = withNote(next.notedFiles, this.#redactor.redactText(basename(path)).text, [
      'is of another session',
    ]);
    return true;
  }

  /** The file may have been copied, and look young. */
  #isTooOld({ facts }: Transcript): boolean {
    const { since } = this.#input;
    return since !== undefined && facts.endedAt !== null && Date.parse(facts.endedAt) < Date.parse(since);
  }

  /** A session that is known stays where it is, also when its folder is gone since and would now be another project. */
  #projectOf(context: WriteContext, nativeId: string): string | undefined {
    const [known, ...others] = sessionsByNativeId(context.db, nativeId, null);
    if (known === undefined || others.length > 0) return undefined;
    // The agent may have stored something there already, under the name that its program gives itself over MCP.
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
      // Rules have taken most out already, before they cut; home folders and addresses are not secrets.
      next.redacted += found.length + secretsIn(finding);
    }
  }

  /** The episode of the session, from the transcript of its main conversation: new, brought up to date, or as it is. */
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
      notes.push(...[RECORDED_SAYS[recorded] ?? []].flat());
    }
    if (notes.length === 0) return;
    next.noted++;
    next.notedFiles = withNote(next.notedFiles, this.#redactor.redactText(nameIn(top, path)).text, notes);
  }
}

/** An episode without secrets, each item with what was found, or why it cannot be kept. */
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

/** Counts as the result of a job has them. */
export function resultOf({ after: _after, ...result }: Progress): Result {
  return result;
}

/** Secrets that were taken out of a finding before it was cut. */
function secretsIn(found: Finding | EpisodeContent): number {
  return JSON.stringify(found).split(MARKER_START).length - 1;
}

function markRead(before: Progress, { changedAt, path }: TranscriptFile): Progress {
  return { ...before, files: before.files + 1, after: { changedAt, path } };
}

function isLeft({ after }: Progress, { changedAt, path }: TranscriptFile): boolean {
  return after === null || changedAt > after.changedAt || (changedAt === after.changedAt && path > after.path);
}

/**
 * Reads the past sessions of an agent: an episode of each, and drafts of lessons, by the rules in `ingest/transcripts`. One
 * transaction per transcript; running it again adds what is new.
 */
export const importTranscripts = defineJob(TRANSCRIPTS_JOB, async (job, control) => {
  const { input } = job;
  const since = input.since === undefined ? 0 : Date.parse(input.since);
  const { files, unreadable } = await findTranscripts(input.path, since);
  const redactor = createRedactor({ homePaths: true, emails: true });
  const writer = new TranscriptWriter(input, redactor);
  const reading = { pause: () => control.pause(), clean: (text: string) => redactor.redactText(text).text };
  const { left, ...reached } = (job.position ?? {}) as Partial<Progress> & { left?: Unfinished | null };
  let progress: Progress = { ...NOTHING_YET, unreadable, ...reached };
  await control.step(() => ({ total: files.length }));
  for (const file of files.filter((one) => isLeft(progress, one))) {
    // A file that is gone or closed must not end the import of all others.
    const transcript = await unlessClosed(() => readTranscript(file.path, input.agent, reading));
    const project = transcript && (await projectOf(transcript, control));
    let at = beginWriting(file, left, progress);
    while (!at.isDone) {
      const before = at;
      await control.step((context) => {
        at = transcript
          ? writer.write({ ...context, caller: { ...context.caller, project } }, file, transcript, before)
          : { ...before, progress: { ...markRead(progress, file), unreadable: progress.unreadable + 1 }, isDone: true };
        // Of one step; how many the whole job wrote, its result says.
        context.record.finish({ name: 'job.history', summary: job.title, jobId: job.id });
        return {
          done: at.progress.files,
          position: { ...(at.isDone ? at.progress : progress), left: toUnfinished(file, at) },
        };
      });
    }
    progress = at.progress;
  }
  return resultOf(progress);
});
