import type { Job } from '@twicewise/contract';
import { getSession, type JobRecord, reflectionByNativeId } from '@twicewise/store';
import type { WriteContext } from '../context.ts';
import { findTranscripts } from '../history/find-transcripts.ts';
import type { Finding } from '../history/finding.ts';
import { HISTORY_RULES, readTranscript, type Transcript, type TranscriptAgent } from '../history/read-transcript.ts';
import { importedLesson } from '../importing/lessons-line.ts';
import { insertLesson } from '../lessons.ts';
import { redactRequest } from '../redaction/identity.ts';
import { createRedactor, type Redactor } from '../redaction/redactor.ts';
import { type Place, resolvePlace } from '../references.ts';
import { createSource } from './lesson-writer.ts';
import type { JobControl, JobKind } from './runner.ts';

/** Longest title of a session, in UTF-16 units. */
const MAX_TITLE = 200;
/** Most unknown things that a result names. */
const MAX_NAMED = 20;

/** What an import of transcripts is asked for; see `import.history`. */
export interface HistoryInput {
  agent: TranscriptAgent;
  path: string;
  since?: string;
  projectId?: string;
}

/** Counts so far; kept in the job's position so that a restart goes on counting. */
interface Progress {
  files: number;
  sessions: number;
  drafts: number;
  alreadyThere: number;
  redacted: number;
  badLines: number;
  /** Types of records, and versions of the program, that are not known here, with how often. */
  unknown: Record<string, number>;
}

const NOTHING_YET: Progress = {
  files: 0,
  sessions: 0,
  drafts: 0,
  alreadyThere: 0,
  redacted: 0,
  badLines: 0,
  unknown: {},
};

function progressOf(job: JobRecord): Progress {
  return { ...NOTHING_YET, ...(job.position as Partial<Progress>) };
}

function withUnknown(known: Progress['unknown'], found: Transcript['unknown']): Progress['unknown'] {
  const sums = { ...known };
  for (const [name, count] of found) {
    if (name in sums || Object.keys(sums).length < MAX_NAMED) sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}

/** Lessons go to the project of the folder in which the agent was started, wherever that is now. */
function within(context: WriteContext, cwd: string | null, control: JobControl): WriteContext {
  const folder = cwd === null ? null : control.services.surroundings.resolveFolder(cwd);
  return { ...context, caller: { ...context.caller, project: folder === null ? null : { folder } } };
}

/** What is kept of a transcript besides drafts: when, where, by whom and about what its session was. */
function sessionFields({ facts }: Transcript, agent: string, at: string, redactor: Redactor) {
  const title = facts.title === null ? null : redactor.redactText(facts.title.slice(0, MAX_TITLE).toWellFormed()).text;
  return { agent, goal: title, branch: facts.branch, startedAt: facts.startedAt ?? at, endedAt: facts.endedAt };
}

/** Adds what a session that is there already lacks; it may have gone on since. */
function completeSession(context: WriteContext, id: string, fields: ReturnType<typeof sessionFields>): void {
  const current = getSession(context.db, id);
  if (!current) return;
  const { agent, goal, branch, startedAt, endedAt } = fields;
  context.record.update('session', id, {
    agent: current.agent ?? agent,
    goal: current.goal ?? goal,
    branch: current.branch ?? branch,
    startedAt: [startedAt, current.startedAt].sort()[0],
    endedAt: current.endedAt === null || (endedAt ?? '') > current.endedAt ? endedAt : current.endedAt,
  });
}

/** A finding as a lesson that waits for a person. */
function toDraft({ rule, key, at, lines, ...content }: Finding, agent: string) {
  return importedLesson.parse({
    ...content,
    agent,
    nativeId: `${agent}:${key}`,
    outcomeSource: rule === 'fail_then_pass' ? 'measured' : 'reported',
    pinned: false,
    timeQuality: at === null ? 'unknown' : 'exact',
    ...(at === null ? {} : { createdAt: at }),
    extra: { rule, ruleVersion: HISTORY_RULES, lines },
  });
}

class HistoryWriter {
  readonly #input: HistoryInput;
  readonly #redactor: Redactor;

  constructor(input: HistoryInput, redactor: Redactor) {
    this.#input = input;
    this.#redactor = redactor;
  }

  /** Writes one transcript: its session, and a draft for each finding that is not there yet. */
  write(context: WriteContext, path: string, transcript: Transcript, before: Progress): Progress {
    const { facts, findings } = transcript;
    const next = { ...before, files: before.files + 1, badLines: before.badLines + transcript.badLines };
    next.unknown = withUnknown(before.unknown, transcript.unknown);
    if (facts.nativeId === null || (transcript.prompts === 0 && findings.length === 0)) return next;
    const { agent, projectId } = this.#input;
    const fields = sessionFields(transcript, agent, context.at, this.#redactor);
    const place = resolvePlace(context, { projectId, sessionId: facts.nativeId }, fields);
    if (place.session?.created) next.sessions++;
    else if (place.session) completeSession(context, place.session.id, fields);
    this.#writeDrafts(context, place, path, findings, next);
    return next;
  }

  #writeDrafts(context: WriteContext, place: Place, path: string, findings: readonly Finding[], next: Progress): void {
    const { agent } = this.#input;
    let sourceId: string | null = null;
    for (const finding of findings) {
      const { value, found } = redactRequest(this.#redactor, toDraft(finding, agent));
      const { createdAt, timeQuality, pinned, state: _state, ...content } = value;
      if (reflectionByNativeId(context.db, place.project.id, content.nativeId ?? '') !== null) {
        next.alreadyThere++;
        continue;
      }
      const origin = { system: agent, path, sha256: null, importer: 'history', ruleVersion: HISTORY_RULES };
      sourceId ??= createSource(context, origin);
      const sourcePointer = `lines ${finding.lines.join(', ')}`;
      const imported = { createdAt, timeQuality, state: 'draft' as const, pinned, sourceId, sourcePointer };
      insertLesson(context, place, { ...content, state: undefined, imported });
      next.drafts++;
      next.redacted += found.length;
    }
  }
}

function resultOf({ unknown, ...counts }: Progress): NonNullable<Job['result']> {
  return { ...counts, unknown };
}

/**
 * Reads the past sessions of an agent: facts about each session, and drafts of lessons by the rules in `history/`. One
 * transaction per transcript; running it again adds what is new.
 */
export const runHistory: JobKind = async (job, control) => {
  const input = job.input as unknown as HistoryInput;
  const since = input.since === undefined ? 0 : Date.parse(input.since);
  const files = await findTranscripts(input.path, since);
  const writer = new HistoryWriter(input, createRedactor({ homePaths: true, emails: true }));
  let progress = progressOf(job);
  await control.step(() => ({ total: files.length }));
  for (const { path } of files.slice(progress.files)) {
    const transcript = await readTranscript(path, input.agent, () => control.pause());
    let next = progress;
    await control.step((context) => {
      next = writer.write(within(context, transcript.facts.cwd, control), path, transcript, progress);
      context.record.finish({
        name: 'job.history',
        summary: `${job.title}: ${next.drafts - progress.drafts} drafts`,
        jobId: job.id,
      });
      return { done: next.files, position: { ...next } };
    });
    progress = next;
  }
  return resultOf(progress);
};
