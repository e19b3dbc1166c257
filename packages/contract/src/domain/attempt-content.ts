import * as z from 'zod';
import { MAX_OUTPUT_BYTES } from '../facts/setting-ranges.ts';
import { failureCategory } from './reflection.ts';
import { label, text } from './text.ts';
import { instant } from './time.ts';

// What an attempt holds besides its columns (docs/adr/0039). Null means that nobody said or measured it, which is not 0.

/** Maximum of one output as it is given, in UTF-16 units. Only head and tail are kept. */
const MAX_GIVEN_OUTPUT = 16_777_216;
/** Version of the schema below, written into each record. */
export const ATTEMPT_CONTENT_VERSION = 1;

/** Known types of actions; unknown types are kept as they are (X9). */
export const KNOWN_ACTION_TYPES = [
  'code_modification',
  'file_creation',
  'file_deletion',
  'test_execution',
  'command_execution',
  'api_call',
  'other',
] as const;
/** Known kinds of checks; unknown kinds are kept as they are (X9). */
export const KNOWN_CHECK_KINDS = [
  'tests',
  'unit_tests',
  'integration_tests',
  'type_check',
  'lint',
  'compilation',
  'commit_hook',
  'project_check',
  'heuristic',
  'external_api',
  'manual_review',
  'combined',
] as const;

/** An output of which head and tail are kept: errors stand at its end as often as at its beginning. */
export const cutOutput = z.object({
  head: text(MAX_OUTPUT_BYTES),
  tail: text(MAX_OUTPUT_BYTES).describe('Empty when the head is all that is kept'),
  bytes: z.int().min(0).describe('Size of the whole output in UTF-8'),
});
/** See {@link cutOutput}. */
export type CutOutput = z.infer<typeof cutOutput>;

/** An output as it is given: whole, or cut already. Control characters are allowed in it, and replaced when it is kept. */
const givenOutput = z.union([
  z
    .string()
    .max(MAX_GIVEN_OUTPUT)
    .describe('Whole; of it are kept head and tail, as much as the setting attempts.outputBytes says'),
  z.strictObject(cutOutput.shape),
]);

/**
 * How the two forms of the content differ: as a caller gives it, unknown fields are errors and most fields may be left out; as it
 * is stored, all fields are there, and those of a newer version pass.
 */
interface Form<Output extends z.ZodType> {
  object: typeof z.object;
  or: <T extends z.ZodType>(schema: T, missing: z.output<T>) => z.ZodDefault<T>;
  output: Output;
}

const GIVEN: Form<typeof givenOutput> = {
  object: z.strictObject as unknown as typeof z.object,
  or: (schema, missing) => schema.default(missing as never) as z.ZodDefault<typeof schema>,
  output: givenOutput,
};
const STORED: Form<typeof cutOutput> = {
  object: z.object,
  or: (schema) => schema as unknown as z.ZodDefault<typeof schema>,
  output: cutOutput,
};

const count = z.int().min(0);
const word = label(256);
const path = label(4096);
const milliseconds = z.number().min(0).describe('Milliseconds');

/** S3-06 to S3-11. */
function actorOf<O extends z.ZodType>({ object, or }: Form<O>) {
  const action = object({
    type: label(64).describe(`${KNOWN_ACTION_TYPES.join(', ')}, or another word`),
    description: or(text(), ''),
    filePath: or(path.nullable(), null),
    additions: or(count.nullable(), null),
    deletions: or(count.nullable(), null),
    diff: or(text().nullable(), null),
    command: or(text().nullable(), null),
    at: or(instant.nullable(), null),
  });
  return object({
    actions: or(z.array(action).max(2000), []),
    rationale: or(text().nullable(), null),
    variant: or(word.nullable(), null).describe('How the actor works, such as CoT or ReAct'),
    filesModified: or(z.array(path).max(2000), []),
    totalChanges: or(object({ filesChanged: count, linesAdded: count, linesDeleted: count }).nullable(), null),
  });
}

/** How a check ended. */
export const checkVerdict = z.enum(['pass', 'fail', 'error', 'skip', 'unknown']);
/** See {@link checkVerdict}. */
export type CheckVerdict = z.infer<typeof checkVerdict>;

/** S3-12 to S3-14 and S3-17, for each check. */
function checkOf<O extends z.ZodType>({ object, or, output }: Form<O>) {
  const number = () => or(count.nullable(), null);
  const counts = object({
    passed: number(),
    failed: number(),
    skipped: number(),
    total: number(),
    lintErrors: number(),
    lintWarnings: number(),
    typeErrors: number(),
    coverage: or(z.number().min(0).max(100).nullable(), null).describe('Percent'),
  });
  return object({
    command: or(text().nullable(), null),
    tool: or(word.nullable(), null),
    kind: label(64).describe(`${KNOWN_CHECK_KINDS.join(', ')}, or another word`),
    verdict: checkVerdict.describe('error: it could not run'),
    exitCode: or(z.int().nullable(), null),
    counts: or(counts.nullable(), null),
    output: or(output.nullable(), null).describe('What it wrote: both streams, or the first'),
    errorOutput: or(output.nullable(), null).describe('The second stream, where the two are apart'),
    ms: or(milliseconds.nullable(), null),
  });
}

/** S3-15. */
function errorOf<O extends z.ZodType>({ object, or, output }: Form<O>) {
  return object({
    signature: or(label(1024).nullable(), null).describe(
      'What stays the same when the error comes again; left out: its first line that does more than count, without numbers',
    ),
    type: or(label(64).nullable(), null),
    message: text(),
    file: or(path.nullable(), null),
    line: or(count.nullable(), null),
    column: or(count.nullable(), null),
    rule: or(word.nullable(), null).describe('Rule of a linter'),
    severity: or(word.nullable(), null),
    stackTrace: or(output.nullable(), null),
  });
}

/** S3-19 to S3-25. */
function reflectionOf<O extends z.ZodType>({ object, or }: Form<O>) {
  return object({
    text: or(text(), ''),
    rootCause: or(text().nullable(), null),
    causalReasoning: or(text().nullable(), null),
    category: or(failureCategory.nullable(), null),
    failingActions: or(z.array(count).max(2000), []).describe('Places among the actions, from 0'),
    insights: or(z.array(text()).max(100), []),
    lessons: or(z.array(text()).max(100), []).describe('In words; `lessonIds` names those that are stored'),
    confidence: or(z.number().min(0).max(1).nullable(), null),
    related: or(z.array(label(512)).max(200), []).describe('Other reflections, as the source names them'),
  });
}

/** What was made of an attempt, as it is stored and answered. */
export const attemptReflection = reflectionOf(STORED);
/** See {@link attemptReflection}. */
export type AttemptReflection = z.infer<typeof attemptReflection>;

/** S4-04 to S4-14. */
function callOf<O extends z.ZodType>({ object, or, output }: Form<O>) {
  return object({
    tool: word,
    params: or(z.record(z.string(), z.json()), {}),
    output: or(output.nullable(), null),
    outcome: z
      .enum(['success', 'failure', 'timeout', 'error', 'unknown'])
      .describe(
        'success: it did what was asked; failure: it ran, and did not; timeout: it was cut off; error: it could not run',
      ),
    ms: or(milliseconds.nullable(), null),
    tokens: or(count.nullable(), null),
    rationale: or(text().nullable(), null).describe('Why this tool'),
    insights: or(text().nullable(), null),
    learning: or(text().nullable(), null),
    relevance: or(z.enum(['high', 'medium', 'low']).nullable(), null).describe('To the goal'),
    nextActions: or(z.array(text()).max(100), []),
  });
}

/** B4-04: who said it, when, and of what. */
function feedbackOf<O extends z.ZodType>({ object, or }: Form<O>) {
  return object({
    text: text(),
    by: or(word.nullable(), null),
    at: or(instant.nullable(), null),
    about: or(text().nullable(), null),
  });
}

function costOf<O extends z.ZodType>({ object, or }: Form<O>) {
  return object({
    tokens: or(count.nullable(), null),
    ms: or(milliseconds.nullable(), null),
    amount: or(z.number().min(0).nullable(), null),
    currency: or(
      z
        .string()
        .regex(/^[A-Z]{3}$/)
        .nullable(),
      null,
    ).describe('ISO 4217, such as EUR'),
  });
}

function contentOf<O extends z.ZodType>(form: Form<O>) {
  const { or } = form;
  return {
    actor: or(actorOf(form).nullable(), null).describe('What was done'),
    checks: or(z.array(checkOf(form)).max(500), []).describe('In the order in which they ran'),
    errors: or(z.array(errorOf(form)).max(2000), []),
    reward: or(z.number().min(0).max(1).nullable(), null).describe('0 to 1; null when nothing was measured'),
    reflection: or(reflectionOf(form).nullable(), null).describe('What its author made of it; may be missing'),
    calls: or(z.array(callOf(form)).max(5000), []),
    mode: or(z.enum(['fast', 'deep']).nullable(), null),
    synthesis: or(text().nullable(), null),
    progress: or(z.enum(['advancing', 'stuck', 'regressing']).nullable(), null).describe('As its author judges it'),
    feedback: or(z.array(feedbackOf(form)).max(100), []).describe('What a person said of it'),
    cost: or(costOf(form).nullable(), null),
    notes: or(text().nullable(), null),
  };
}

/** What only rules measure, and no caller gives. Content of before, which a bundle may carry, has none of it. */
const measuredContent = {
  edits: z
    .array(z.object({ path, before: z.string().max(64), after: z.string().max(64) }))
    .max(2000)
    .default([])
    .describe('Edits in their order, each with a hash of the text before and after it; empty for no text'),
  repeats: z
    .array(z.object({ call: text(1024), times: count }))
    .max(500)
    .default([])
    .describe('Calls that failed in the same way this often while nothing had changed'),
};

/** The content of an attempt as a caller gives it. */
export const givenAttemptContent = z.strictObject(contentOf(GIVEN));
/** See {@link givenAttemptContent}. */
export type GivenAttemptContent = z.output<typeof givenAttemptContent>;

/** The content of an attempt as it is stored and answered. */
export const attemptContent = z.object({
  schemaVersion: z.int().min(1).describe('Version of this schema that wrote it'),
  taskSignature: text(1024).nullable().describe('What its author says identifies the task; null: its text does'),
  ...contentOf(STORED),
  ...measuredContent,
});
/** See {@link attemptContent}. */
export type AttemptContent = z.infer<typeof attemptContent>;

/** Content that says nothing. */
export function blankAttemptContent(): AttemptContent {
  return {
    schemaVersion: ATTEMPT_CONTENT_VERSION,
    taskSignature: null,
    actor: null,
    checks: [],
    errors: [],
    reward: null,
    reflection: null,
    calls: [],
    mode: null,
    synthesis: null,
    progress: null,
    feedback: [],
    cost: null,
    notes: null,
    edits: [],
    repeats: [],
  };
}
