import { AppError, author, counted, IMPORTERS, lessonsResult } from '@twicewise/contract';
import { fileHash, type ImportedLesson, parseLessonLine, readLines, transcriptOf } from '@twicewise/ingest';
import { createRedactor, type Redactor } from '@twicewise/redaction';
import type { JobRecord } from '@twicewise/store';
import * as z from 'zod';
import { type Chunk, type Incoming, LessonWriter } from '../lessons/lesson-writer.ts';
import { defineJob, type JobControl, type JobKind } from '../runtime/jobs/job-kind.ts';

/** Maximum number of invalid lines named in a result; the rest are counted. */
const MAX_NAMED_BAD_LINES = 20;
/** Number of lessons read ahead of the writer. */
const READ_AHEAD = 500;
/** Number of lines parsed before yielding; about 5 ms. */
const LINES_PER_TURN = 100;
/** Number of lines by which a file that holds no lesson is known to be a transcript. */
const MAX_STRANGE = 50;
/** Longest of these lines in UTF-16 units: what begins a transcript is shorter, and a line may have megabytes. */
const MAX_STRANGE_LENGTH = 65_536;
const RULE_VERSION = 1;

const input = z.object({
  path: z.string(),
  projectId: z.string().exactOptional(),
  skipBad: z.boolean(),
  /** Who asked for the import, if that was not a person. */
  asker: author.exactOptional(),
});

/** The job that imports a JSON Lines file of lessons. */
export const LESSONS_JOB = { kind: 'import', lane: 'imports', input, result: lessonsResult } satisfies JobKind;

interface Survey {
  total: number;
  lastLine: number;
  bad: { line: number; reason: string }[];
  badCount: number;
  /** The first lines that are not too long, as long as none is a lesson. */
  strange: string[];
  /** Unknown fields that are stored with their lesson: name → number of lessons. */
  kept: Map<string, number>;
  /** Words for outcomes that count as unknown: word → number of lessons. */
  unknownOutcomes: Map<string, number>;
}

/** Maximum number of such fields and words named in a result: enough to notice a misspelt one. */
const MAX_NAMED = 20;

/** Reads the whole file without writing, because one invalid line must stop the import before anything is written. */
async function survey(path: string, control: JobControl, redactor: Redactor): Promise<Survey> {
  const found: Survey = {
    total: 0,
    lastLine: 0,
    bad: [],
    badCount: 0,
    strange: [],
    kept: new Map(),
    unknownOutcomes: new Map(),
  };
  for await (const { number, text } of readLines(path)) {
    const parsed = parseLessonLine(text, number);
    found.total++;
    found.lastLine = number;
    if (parsed.ok) countStrange(found, parsed.lesson);
    else {
      found.badCount++;
      // A reason quotes the line, and is stored with the job.
      const reason = redactor.redactText(parsed.reason).text;
      if (found.bad.length < MAX_NAMED_BAD_LINES) found.bad.push({ line: number, reason });
      if (found.badCount === found.total) keepStrange(found.strange, text);
    }
    if (found.total % LINES_PER_TURN === 0) await control.pause();
  }
  return found;
}

function keepStrange(lines: string[], text: string): void {
  if (lines.length < MAX_STRANGE && text.length <= MAX_STRANGE_LENGTH) lines.push(text);
}

function countName(names: Map<string, number>, name: string): void {
  if (names.has(name) || names.size < MAX_NAMED) names.set(name, (names.get(name) ?? 0) + 1);
}

/** Counts what a line says that means nothing here. */
function countStrange({ kept, unknownOutcomes }: Survey, { extra, outcome, outcomeNative }: ImportedLesson): void {
  for (const name of Object.keys(extra)) countName(kept, name);
  if (outcome === 'unknown' && outcomeNative !== null) countName(unknownOutcomes, outcomeNative);
}

/** Transcripts are JSON Lines, too, and have an import of their own. */
function refuseTranscript({ total, badCount, strange }: Survey): void {
  const agent = badCount === total ? transcriptOf(strange) : null;
  if (agent === null) return;
  throw new AppError({
    code: 'invalid_input',
    reason: 'bad_file',
    message: `This is no file of lessons but a transcript of ${agent}; nothing was imported.`,
    hint: `Import it as past sessions (import.history, agent ${agent}; at the command line: --${agent} and the path).`,
  });
}

function refuseBad({ bad, badCount }: Survey): void {
  const [first] = bad;
  if (!first) return;
  const named = bad.slice(0, 5).map(({ line, reason }) => `line ${line}: ${reason}`);
  throw new AppError({
    code: 'invalid_input',
    reason: 'bad_file',
    message: `${counted(badCount, 'line is', 'lines are')} bad; nothing was imported. ${named.join('; ')}`,
    hint: 'Correct these lines, or import the good ones with skipBad (--skip-bad).',
  });
}

function refuseChanged(job: JobRecord, sha256: string): void {
  const before = job.position.sha256;
  if (before === undefined || before === sha256) return;
  throw new AppError({
    code: 'conflict',
    reason: 'changed_since',
    message: 'The file was changed while it was being imported.',
    hint: 'Import it again: lines that are in already are skipped.',
  });
}

/** Imports a JSON Lines file of lessons. Idempotent by native id; resumes at the line. */
export const importLessons = defineJob(LESSONS_JOB, async (job, control) => {
  const { path, projectId, skipBad, asker } = job.input;
  const sha256 = await fileHash(path);
  refuseChanged(job, sha256);
  const redactor = createRedactor({ homePaths: true, emails: true });
  const found = await survey(path, control, redactor);
  refuseTranscript(found);
  if (!skipBad) refuseBad(found);
  const importer = IMPORTERS.lessons;
  const origin = { system: 'jsonl', path, sha256, importer, ruleVersion: RULE_VERSION, projectId, asker };
  const writer = new LessonWriter(job, origin, redactor);
  await control.step(() => ({ total: found.lastLine, position: { ...job.position, sha256 } }));
  await writeAll(goodLines(path, writer.position), writer, control, sha256);
  const named = (names: Map<string, number>) =>
    Object.fromEntries([...names].map(([name, count]) => [redactor.redactText(name).text, count]));
  return {
    ...writer.result(),
    ...writer.found(),
    lines: found.total,
    bad: found.badCount,
    badLines: found.bad,
    keptFields: named(found.kept),
    unknownOutcomes: named(found.unknownOutcomes),
  };
});

async function* goodLines(path: string, after: number): AsyncGenerator<Incoming> {
  for await (const { number, text } of readLines(path)) {
    if (number <= after) continue;
    const parsed = parseLessonLine(text, number);
    if (parsed.ok) yield { number, lesson: parsed.lesson satisfies ImportedLesson };
  }
}

/** Passes lessons from a reader to the writer, with limited read-ahead. */
export async function writeAll(
  lessons: AsyncIterable<Incoming>,
  writer: LessonWriter,
  control: JobControl,
  sha256: string | null,
): Promise<void> {
  const waiting: Incoming[] = [];
  const writeSome = async () => {
    let chunk: Chunk | undefined;
    await control.step((context) => {
      chunk = writer.write(context, waiting);
      return { ...chunk.progress, position: { ...chunk.progress.position, sha256 } };
    });
    if (!chunk) throw new Error('a step of the import wrote nothing');
    writer.written(chunk);
    waiting.splice(0, chunk.taken);
  };
  for await (const incoming of lessons) {
    waiting.push(incoming);
    if (waiting.length % LINES_PER_TURN === 0) await control.pause();
    while (waiting.length >= READ_AHEAD) await writeSome();
  }
  while (waiting.length > 0) await writeSome();
}
