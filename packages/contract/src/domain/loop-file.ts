import * as z from 'zod';
import { KNOWN_ACTION_TYPES } from './attempt-content.ts';
import { parseGiven } from './parse-given.ts';
import { failureCategory } from './reflection.ts';

// The file that S3 publishes a JSON Schema of: one iteration of a Reflexion loop (S3-01 to S3-34). Its names are those of that schema.

const words = z.string();
const count = z.int().min(0);
const time = z.iso.datetime({ offset: true });
const fraction = z.number().min(0).max(1);

/** How a loop was checked, as its files name it (S3-13). */
export const LOOP_VERIFICATIONS = [
  'unit_tests',
  'integration_tests',
  'type_check',
  'lint',
  'compilation',
  'heuristic',
  'external_api',
  'manual_review',
  'combined',
] as const;
/** How a single check of a loop ended, as its files name it (S3-14). */
export const LOOP_CHECK_STATES = ['pass', 'fail', 'error', 'skip'] as const;
/** Types of errors in the files of loops (S3-15). */
export const LOOP_ERROR_TYPES = [
  'syntax_error',
  'type_error',
  'test_failure',
  'lint_error',
  'runtime_error',
  'logic_error',
  'timeout',
  'other',
] as const;

const action = z.looseObject({
  type: z.enum(KNOWN_ACTION_TYPES),
  description: words,
  file_path: words.optional(),
  changes: z.looseObject({ additions: z.int(), deletions: z.int(), diff: words }).partial().optional(),
  command: words.optional(),
  timestamp: time.optional(),
});

const actorOutput = z.looseObject({
  actions: z.array(action),
  rationale: words,
  strategy: words.optional(),
  files_modified: z.array(words).optional(),
  total_changes: z
    .looseObject({ files_changed: z.int(), lines_added: z.int(), lines_deleted: z.int() })
    .partial()
    .optional(),
});

const evaluatorOutput = z.looseObject({
  passed: z.boolean(),
  verification_type: z.enum(LOOP_VERIFICATIONS),
  results: z
    .array(
      z.looseObject({
        tool: words,
        status: z.enum(LOOP_CHECK_STATES),
        exit_code: z.int().optional(),
        stdout: words.optional(),
        stderr: words.optional(),
        duration_ms: z.int().optional(),
      }),
    )
    .optional(),
  errors: z
    .array(
      z.looseObject({
        type: z.enum(LOOP_ERROR_TYPES),
        message: words,
        file: words.optional(),
        line: z.int().optional(),
        column: z.int().optional(),
        stack_trace: words.optional(),
        severity: z.enum(['error', 'warning', 'info']).optional(),
        rule: words.optional(),
      }),
    )
    .optional(),
  reward_signal: fraction.optional(),
  metrics: z
    .looseObject({
      tests_passed: z.int(),
      tests_failed: z.int(),
      tests_total: z.int(),
      coverage_percentage: z.number().min(0).max(100),
      lint_errors: z.int(),
      lint_warnings: z.int(),
      type_errors: z.int(),
    })
    .partial()
    .optional(),
});

const selfReflection = z.looseObject({
  reflection_text: words,
  credit_assignment: z
    .looseObject({ failing_action_indices: z.array(z.int()), root_cause: words, failure_category: failureCategory })
    .partial()
    .optional(),
  causal_reasoning: words.optional(),
  actionable_insights: z.array(words).optional(),
  lessons_learned: z.array(words).optional(),
  confidence: fraction.optional(),
  related_reflections: z.array(z.int()).optional(),
});

const memoryMetadata = z.looseObject({
  omega_capacity: z.int().min(1).max(10),
  current_memory_size: count,
  reflections_in_context: z.array(z.int()).optional(),
  window_policy: z.enum(['fifo', 'recency', 'relevance_weighted']).optional(),
  total_reflections_generated: count.optional(),
});

/** One iteration of a Reflexion loop as the published schema has it. Other fields are allowed, as they are there. */
export const loopRecord = z.looseObject({
  loop_id: words.regex(/^ralph-[a-z0-9-]+$/, { message: 'must begin with ralph- and have only a–z, 0–9 and hyphens' }),
  iteration: count,
  timestamp: time,
  task_description: words.optional(),
  actor_output: actorOutput,
  evaluator_output: evaluatorOutput,
  self_reflection: selfReflection,
  memory_metadata: memoryMetadata,
  context_injected: z.boolean().optional(),
  previous_reflections_used: z.array(z.int()).optional(),
  performance_delta: z
    .looseObject({ reward_change: z.number(), error_count_change: z.int(), is_improvement: z.boolean() })
    .partial()
    .optional(),
  notes: words.optional(),
});
/** See {@link loopRecord}. */
export type LoopRecord = z.infer<typeof loopRecord>;

/** Where a file is not as its schema says, and how. */
export interface FileProblem {
  /** JSON Pointer of the field, such as `/evaluator_output/passed`; empty for the whole file. */
  at: string;
  reason: string;
}

const pointer = (path: readonly PropertyKey[]) =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Checks a file against a schema. Returns every problem, in the order of the schema; none for a file that is as it should be. */
export function problemsOf(schema: z.ZodType, value: unknown): FileProblem[] {
  const parsed = parseGiven(schema, value);
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => ({ at: pointer(path), reason: message }));
}
