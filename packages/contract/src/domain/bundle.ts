import * as z from 'zod';
import { LESSON_FIELD_NAMES, LESSON_FIELDS, type LessonFieldName } from '../facts/lesson-fields.ts';
import { MAX_TEXT_BYTES } from '../facts/text.ts';
import { attemptColumns, taskIdentity } from './attempt.ts';
import { attemptContent } from './attempt-content.ts';
import { author } from './author.ts';
import { claimContent } from './cause.ts';
import { episodeContent, evidenceBasis, MAX_EPISODE_BYTES } from './episode.ts';
import { verdict } from './feedback.ts';
import {
  attemptId,
  claimId,
  episodeId,
  feedbackId,
  projectId,
  reflectionId,
  sessionId,
  sourceId,
  turnId,
  viewId,
} from './ids.ts';
import { outcome, outcomeSource, reflectionContent, reflectionState } from './reflection.ts';
import { timeQuality } from './time.ts';
import { MAX_TURN_SUMMARIES, turn, turnSummary } from './turn.ts';
import { MAX_TURN_CALLS, MAX_TURN_PARTS, turnContent } from './turn-content.ts';
import { workingSummary } from './working-summary.ts';

/** Version of the bundle format that this program writes. Newer versions are refused. */
export const BUNDLE_FORMAT_VERSION = 1;
/** Name of the format in the manifest. */
export const BUNDLE_FORMAT = 'twicewise-bundle';

/** Kinds of records that a bundle carries, in the order in which they refer to each other. */
export const BUNDLE_KINDS = [
  'project',
  'source',
  'session',
  'reflection',
  'feedback',
  'episode',
  'claim',
  'attempt',
  'turn',
  'setting',
] as const;
/** See {@link BUNDLE_KINDS}. */
export type BundleKind = (typeof BUNDLE_KINDS)[number];

/** What a bundle does not contain, because it belongs to the memory it was made from. */
export const NOT_CARRIED = [
  'exposures',
  'calls',
  'operations',
  'jobs',
  'other settings',
  'backups',
  'vectors',
] as const;

/** Settings that a bundle contains besides saved views: a person's decisions about projects and authors. */
export const BUNDLE_SETTINGS = [
  'review.agentWritesAreDrafts',
  'review.draftProjects',
  'review.draftAgents',
  'remind.offProjects',
  'capture.offProjects',
] as const;

/** Limits of a bundle. One that exceeds a limit is refused before anything in it is used. */
export const BUNDLE_LIMITS = Object.freeze({
  /** Files in the archive, the manifest included. */
  files: 64,
  manifestBytes: 1_048_576,
  /** Maximum length of one line: the largest episode and its source file with every character escaped, and space for names. */
  lineBytes: 12 * MAX_EPISODE_BYTES + 65_536,
  /** All files together, unpacked. */
  unpackedBytes: 4_294_967_296,
  /** A file that unpacks to more than this may not be compressed by more than `ratio` to one. */
  tightBytes: 16_777_216,
  ratio: 200,
  /** Records of one kind. */
  records: 2_000_000,
});

/** Maximum number of a record's ancestors that are kept; the newest ones are. */
export const MAX_ANCESTORS = 32;

/** UTC with milliseconds, as the memory stores instants, so that sorting the text sorts the times. */
const instant = z.iso.datetime({
  precision: 3,
  message: 'must be UTC with milliseconds, such as 2026-01-31T09:30:00.000Z',
});
const hash = z.string().regex(/^[0-9a-f]{64}$/, { message: 'must be a SHA-256 in hex' });
/** JSON objects are not checked again: the reader has already checked every key and text of the line. */
const jsonObject = z.custom<Record<string, unknown>>(
  (value) => value !== null && typeof value === 'object' && !Array.isArray(value),
  { message: 'must be an object' },
);
const word = z.string().max(65_536).nullable();
const name = z.string().max(4096);
const key = name.nullable();

/** `manifest.json` of a bundle. */
export const bundleManifest = z.object({
  format: z.literal(BUNDLE_FORMAT),
  formatVersion: z.int().min(1),
  product: z.string().max(200).describe('Program that made it, with its version'),
  asOf: instant.nullable().describe('Newest time in what it carries; no clock is asked'),
  files: z
    .array(
      z.object({
        name: z.string().max(64),
        kind: z.string().max(64),
        records: z.int().min(0),
        bytes: z.int().min(0).describe('Unpacked'),
        sha256: hash.describe('Of the unpacked bytes'),
      }),
    )
    .max(BUNDLE_LIMITS.files),
  notCarried: z.array(z.string().max(64)).max(64).describe('Kinds that a memory has and a bundle does not'),
});
/** See {@link bundleManifest}. */
export type BundleManifest = z.infer<typeof bundleManifest>;

const long = z.string();

/** Schema of a lesson's text in a bundle, without length limits: the program that wrote it may have had others. */
function carriedSchema(name: LessonFieldName): z.ZodType {
  const { shape, most }: { shape: string; most?: { bytes: number; entries: number } } = LESSON_FIELDS[name];
  if (most?.bytes === MAX_TEXT_BYTES) return z.array(long).max(most.entries);
  return shape === 'text' ? long : shape === 'optional text' ? word : reflectionContent[name];
}

const carriedContent = Object.fromEntries(
  LESSON_FIELD_NAMES.map((name) => [name, carriedSchema(name)]),
) as typeof reflectionContent;

/** The fields of one line by kind of record. Unknown fields are kept. */
export const bundleRecords = {
  project: z.object({
    id: projectId,
    nativeId: key,
    name,
    gitCommonDir: key,
    root: key,
    settings: jsonObject,
    createdAt: instant,
    extra: jsonObject,
    deletedAt: instant.nullable(),
  }),
  source: z.object({
    id: sourceId,
    system: long,
    path: word,
    sha256: word,
    importer: long,
    ruleVersion: z.int(),
    trust: z.enum(['trusted', 'unreviewed', 'untrusted']),
    createdAt: instant,
    extra: jsonObject,
  }),
  session: z.object({
    id: sessionId,
    nativeId: word,
    projectId,
    sourceId: sourceId.nullable(),
    parentId: sessionId.nullable(),
    goal: word,
    agent: word,
    mode: word,
    branch: word,
    startedAt: instant,
    endedAt: instant.nullable(),
    outcome,
    outcomeSource,
    metrics: z.json().nullable(),
    workingSummary: workingSummary.nullable(),
    createdAt: instant,
    timeQuality,
    extra: jsonObject,
    deletedAt: instant.nullable(),
  }),
  reflection: z.object({
    id: reflectionId,
    nativeId: word,
    projectId,
    sessionId: sessionId.nullable(),
    sourceId: sourceId.nullable(),
    sourcePointer: word,
    ...carriedContent,
    outcomeSource,
    outcomeNative: word,
    originalOutcome: outcome.nullable(),
    state: reflectionState,
    pinned: z.boolean(),
    agent: word,
    authorKind: author.shape.kind,
    authorName: long,
    createdAt: instant,
    observedAt: instant.nullable(),
    timeQuality,
    updatedAt: instant,
    extra: jsonObject,
    deletedAt: instant.nullable(),
  }),
  feedback: z.object({
    id: feedbackId,
    exposureId: word,
    reflectionId,
    verdict,
    note: long,
    authorKind: author.shape.kind,
    authorName: long,
    sessionRef: word,
    at: instant,
  }),
  episode: z.object({
    id: episodeId,
    nativeId: word,
    sessionId,
    sourceId: sourceId.nullable(),
    sourcePointer: word,
    ruleVersion: z.int().nullable(),
    ...episodeContent,
    task: long,
    occurredAt: instant.nullable(),
    originalOutcome: outcome.nullable(),
    extracted: jsonObject.nullable(),
    authorKind: author.shape.kind,
    authorName: long,
    createdAt: instant,
    updatedAt: instant,
    extra: jsonObject,
    deletedAt: instant.nullable(),
  }),
  claim: z.object({
    id: claimId,
    projectId,
    sessionId: sessionId.nullable(),
    sourceId: sourceId.nullable(),
    sourcePointer: word,
    ...claimContent,
    basis: evidenceBasis,
    authorKind: author.shape.kind,
    authorName: long,
    createdAt: instant,
    updatedAt: instant,
    extra: jsonObject,
    deletedAt: instant.nullable(),
  }),
  attempt: z.object({
    id: attemptId,
    nativeId: word,
    projectId,
    sessionId: sessionId.nullable(),
    sourceId: sourceId.nullable(),
    sourcePointer: word,
    ruleVersion: z.int().nullable(),
    ...attemptColumns,
    task: long,
    outcomeNative: word,
    strategy: word,
    startedAt: instant.nullable(),
    endedAt: instant.nullable(),
    taskIdentity,
    // Kept where it is free; else the attempt gets the next one at its task.
    ordinal: z.int().min(1),
    content: attemptContent,
    agent: word,
    authorKind: author.shape.kind,
    authorName: long,
    createdAt: instant,
    updatedAt: instant,
    extra: jsonObject,
    deletedAt: instant.nullable(),
  }),
  turn: z.object({
    id: turnId,
    nativeId: word,
    projectId,
    sessionId,
    sourceId: sourceId.nullable(),
    number: turn.shape.number,
    // Kept where it is free; else the turn gets the next one of its number.
    take: z.int().min(1),
    model: word,
    startedAt: instant.nullable(),
    endedAt: instant.nullable(),
    content: turnContent,
    // One for each part of the content, in their order; none of a turn that was pruned.
    texts: z.array(long).max(2 * MAX_TURN_PARTS + MAX_TURN_CALLS),
    summaries: z.array(turnSummary).max(MAX_TURN_SUMMARIES),
    agent: word,
    authorKind: author.shape.kind,
    authorName: long,
    createdAt: instant,
    updatedAt: instant,
    extra: jsonObject,
    deletedAt: instant.nullable(),
    // Left out where it is null, as bundles did that were made before turns could be pruned.
    prunedAt: instant.exactOptional(),
  }),
  // Other settings stay behind: they decide what leaves this machine, or how it is used.
  setting: z.object({ key: z.union([z.enum(BUNDLE_SETTINGS), viewId]), value: z.json() }),
} as const satisfies Record<BundleKind, z.ZodObject>;
