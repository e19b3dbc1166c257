import * as z from 'zod';
import { LESSON_FIELDS, type LessonFieldName } from '../facts/lesson-fields.ts';
import { OUTCOMES } from '../facts/outcomes.ts';
import { author } from './author.ts';
import { projectId, reflectionId, sessionId, sourceId } from './ids.ts';
import { label, text } from './text.ts';
import { instant, timeQuality } from './time.ts';

/** How an attempt ended. `unknown` when it was neither stated nor measured (X2). */
export const outcome = z.enum(OUTCOMES);
/** See {@link outcome}. */
export type Outcome = z.infer<typeof outcome>;

/** How the outcome is known (X2): by a counted check, as stated by the author, by default, or by a later correction. */
export const outcomeSource = z.enum(['measured', 'reported', 'defaulted', 'corrected']);
/** See {@link outcomeSource}. */
export type OutcomeSource = z.infer<typeof outcomeSource>;

/** The kind of record. Agents are briefed with records of kind `lesson`. */
export const reflectionKind = z.enum(['lesson', 'self_reflection', 'decision', 'observation', 'note']);

/** Review state (E-03). Only `draft` and `accepted` reach agents. */
export const reflectionState = z.enum(['draft', 'accepted', 'rejected', 'superseded', 'archived', 'quarantined']);
/** See {@link reflectionState}. */
export type ReflectionState = z.infer<typeof reflectionState>;

/** The nine categories of the Reflexion memory schema (S3-20). */
export const failureCategory = z.enum([
  'hallucination',
  'inefficient_planning',
  'incorrect_assumption',
  'incomplete_implementation',
  'edge_case_miss',
  'integration_error',
  'configuration_error',
  'logic_error',
  'other',
]);
/** See {@link failureCategory}. */
export type FailureCategory = z.infer<typeof failureCategory>;

/** Any JSON object: fields that an importer did not understand, kept for a lossless re-export. */
export const extra = z.record(z.string(), z.json());

/** The schema of a field that holds texts, by its shape; a list has its limits in the table. */
type TextSchema<Shape> = Shape extends 'list'
  ? z.ZodArray<z.ZodString>
  : Shape extends 'optional text'
    ? z.ZodNullable<z.ZodString>
    : z.ZodString;

function textSchema({ shape, most }: { shape: string; most?: { bytes: number; entries: number } }): z.ZodType {
  if (most) return z.array(label(most.bytes)).max(most.entries);
  return shape === 'text' ? text() : text().nullable();
}

const described = (schema: z.ZodType, meaning?: string) => (meaning === undefined ? schema : schema.describe(meaning));

/** Schemas of the fields that hold no texts. */
const otherSchemas = {
  attemptNumber: z.int().min(0).max(1_000_000),
  outcome,
  failureCategory: failureCategory.nullable(),
  confidence: z.number().min(0).max(1).nullable(),
  kind: reflectionKind,
};

type Content = {
  [Name in LessonFieldName]: Name extends keyof typeof otherSchemas
    ? (typeof otherSchemas)[Name]
    : TextSchema<(typeof LESSON_FIELDS)[Name]['shape']>;
};

/** The part of a lesson that its author writes. Every field but the required ones of `reflection.store` has a default. */
export const reflectionContent = Object.fromEntries(
  Object.entries<{ shape: string; most?: { bytes: number; entries: number }; meaning?: string }>(LESSON_FIELDS).map(
    ([name, field]) => [
      name,
      described((otherSchemas as Record<string, z.ZodType>)[name] ?? textSchema(field), field.meaning),
    ],
  ),
) as Content;

/** A stored lesson, complete. */
export const reflection = z.object({
  id: reflectionId,
  /** Id in the system it came from; unique within a project. */
  nativeId: z.string().nullable(),
  /** Position in the order of all writes; rows written later have a larger one. */
  seq: z.int(),
  projectId,
  projectName: z.string(),
  sessionId: sessionId.nullable(),
  sessionNativeId: z.string().nullable(),
  ...reflectionContent,
  outcomeSource,
  /** The source's own word for the outcome, when it was not one of ours. */
  outcomeNative: z.string().nullable(),
  /** The outcome recorded first, once a correction has replaced it (E-07). */
  originalOutcome: outcome.nullable(),
  state: reflectionState,
  pinned: z.boolean(),
  /** Agent that made the attempt. */
  agent: z.string().nullable(),
  author,
  sourceId: sourceId.nullable(),
  /** Place inside the source, such as `line 12`. */
  sourcePointer: z.string().nullable(),
  /** When the lesson was made: an import keeps the original time. */
  createdAt: instant,
  /** When the described event happened, if known separately from `createdAt`. */
  observedAt: instant.nullable(),
  timeQuality,
  updatedAt: instant,
  /** Changes with every write; pass it as `expectedRevision` to detect a concurrent change. */
  revision: z.int(),
  extra,
  deletedAt: instant.nullable(),
});
/** See {@link reflection}. */
export type Reflection = z.infer<typeof reflection>;
