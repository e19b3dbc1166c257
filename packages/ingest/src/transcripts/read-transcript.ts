import { createHash } from 'node:crypto';
import type { TranscriptAgent } from '@twicewise/contract';
import type { Clean } from '@twicewise/redaction';
import { readLines } from '../files/read-lines.ts';
import type { TranscriptAttempt } from './attempts/attempt.ts';
import { AttemptCollector } from './attempts/collect-attempts.ts';
import { boundedFacts, boundedStep } from './bounds.ts';
import type { TranscriptEpisode } from './episode/assemble.ts';
import { EpisodeCollector } from './episode/index.ts';
import { stepsInProject } from './in-project.ts';
import { jsonValues } from './json-values.ts';
import { TRANSCRIPT_READERS } from './readers/index.ts';
import { failThenPass } from './rules/fail-then-pass.ts';
import type { Finding } from './rules/finding.ts';
import { rejections } from './rules/rejection.ts';
import type { Reading, SessionFacts, TranscriptReader } from './steps.ts';
import { SummaryCollector, type TranscriptSummary } from './summary/collect-summary.ts';

/** Maximum length of a line, in bytes: tools return images and whole files. */
const MAX_LINE_BYTES = 16_777_216;
/**
 * Longest time in milliseconds before other work may run, apart from a single line. A request may have to wait for several such
 * slices.
 */
const SLICE_MS = 4;
/** Most findings of one transcript. */
const MAX_FINDINGS = 1000;

/** Version of the rules. Increase it whenever they find something different. */
export const FINDING_RULES = 3;

/** The content of one transcript. */
export interface Transcript {
  facts: SessionFacts;
  findings: Finding[];
  /** The session's episode, from its main conversation; null for a subagent's transcript, or one without an episode. */
  episode: TranscriptEpisode | null;
  /** The session's attempts, from its main conversation. */
  attempts: TranscriptAttempt[];
  /** Where the session stands by its main conversation; null where that says nothing. */
  summary: TranscriptSummary | null;
  /** Hash of the bytes that were read, because evidence names lines of exactly these bytes. */
  sha256: string;
  prompts: number;
  /** Number of lines that are not JSON, or are too long. */
  badLines: number;
  /** Unknown record types, with their counts. */
  unknown: ReadonlyMap<string, number>;
}

const NO_FACTS = {
  nativeId: null,
  version: null,
  cwd: null,
  branch: null,
  title: null,
  startedAt: null,
  endedAt: null,
};

/** How a transcript is read. */
export interface ReadingOptions {
  /** Lets other work run. */
  pause: () => Promise<void>;
  /** Removes secrets from what becomes part of a finding. */
  clean: Clean;
  /** Findings that wait for the agent's next words are not returned yet: otherwise they would lack these words for good. */
  goesOn?: boolean;
  /** Commands that the project names as its checks. */
  checks?: readonly string[];
}

/** Reads a transcript line by line in bounded memory. */
export async function readTranscript(
  path: string,
  agent: TranscriptAgent,
  { pause, clean, goesOn = false, checks = [] }: ReadingOptions,
): Promise<Transcript> {
  const reader: TranscriptReader = TRANSCRIPT_READERS[agent]();
  const rules = [failThenPass(clean), rejections(clean)];
  const collector = new EpisodeCollector(clean);
  const attempts = new AttemptCollector(clean, checks);
  const summary = new SummaryCollector(clean);
  const inProject = stepsInProject();
  const hash = createHash('sha256');
  let since = performance.now();
  const facts: SessionFacts = { ...NO_FACTS, agent };
  const transcript = { facts, findings: [] as Finding[], prompts: 0, badLines: 0 };
  let first: { cwd?: string | null } = {};

  function take({ steps, facts: raw, tokens = 0 }: Reading): void {
    attempts.use(tokens);
    const told = boundedFacts(raw, clean);
    // An agent changes folders; the one it started in identifies its project.
    if (told.cwd && !first.cwd) first = { cwd: told.cwd };
    if (told.endedAt && facts.startedAt === null) facts.startedAt = told.endedAt;
    Object.assign(facts, told, first);
    for (const step of steps.map((one) => boundedStep(one, clean))) {
      if (step === null) continue;
      collector.take(step, facts.cwd);
      if (step.kind === 'prompt') transcript.prompts++;
      if (step.kind === 'prompt' && facts.title === null) facts.title = step.text;
      const seen = inProject(step, facts.cwd);
      attempts.take(seen);
      summary.take(seen);
      if (transcript.findings.length >= MAX_FINDINGS) continue;
      transcript.findings.push(...rules.flatMap((rule) => rule.take(seen)));
    }
  }

  for await (const { number, text } of readLines(path, MAX_LINE_BYTES, { hash })) {
    const values = jsonValues(text);
    if (values === null) transcript.badLines++;
    for (const value of values ?? []) take(reader.read(value, number));
    if (performance.now() - since < SLICE_MS) continue;
    await pause();
    since = performance.now();
  }
  if (reader.end) take(reader.end());
  if (!goesOn) transcript.findings.push(...rules.flatMap((rule) => rule.end()));
  const { version } = facts;
  const isNew = version !== null && !reader.versions.test(version);
  const episode = collector.end(facts);
  const tried = attempts.end();
  const committed = episode?.content.events.findLast(({ type }) => type === 'commit')?.content ?? null;
  const stands = summary.end({ attempts: tried, baseline: attempts.baseline, committed });
  const found = { ...transcript, episode, attempts: tried, summary: stands, sha256: hash.digest('hex') };
  return { ...found, unknown: isNew ? new Map([...reader.unknown, [`version ${version}`, 1]]) : reader.unknown };
}
