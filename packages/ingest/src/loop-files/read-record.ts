import {
  describeIssues,
  type EpisodeContent,
  type GivenAttemptContent,
  givenAttemptContent,
  type LoopRecord,
  loopRecord,
  type Outcome,
  parseGiven,
} from '@twicewise/contract';
import { badFile } from '../episodes/fit.ts';
import type { Fields } from '../session-logs/json/tree.ts';
import { cut } from '../session-logs/texts.ts';
import { toSnakeKeys } from './loop-keys.ts';

/** Version of the rules in this folder. Increase it whenever they give different results. */
export const LOOP_RULES = 1;

/** Key under which the original file is kept with its attempt. */
export const LOOP_RECORD = 'loopRecord';

/** An attempt as the file of a loop tells it. */
export interface LoopAttempt {
  /** Number of the iteration, as the file counts. */
  iteration: number;
  /** Its name in the loop: its number, with another behind it where a file has the number twice. */
  key: string;
  task: string;
  outcome: Outcome;
  outcomeSource: 'measured' | 'reported' | 'defaulted';
  outcomeNative: string | null;
  strategy: string | null;
  /** ISO, UTC. */
  startedAt: string | null;
  endedAt: string | null;
  content: GivenAttemptContent;
  /** Its file as it stands there: what the memory has no field for is in it (E-05). Null where it has no file of its own. */
  original: EpisodeContent['extra'] | null;
}

/** One iteration of a Reflexion loop, from a file of its own. */
export interface LoopRecordFile extends LoopAttempt {
  loopId: string;
}

const utc = (time: string) => new Date(time).toISOString();
/** A number as the memory has it: null where the file has none, or one below zero. */
const notNegative = (value = -1) => (value < 0 ? null : value);

/** Checks that somebody's judgement stands for, not a program's. */
const JUDGED = new Set<string>(['manual_review', 'heuristic']);

function countsOf({ metrics }: LoopRecord['evaluator_output']) {
  if (metrics === undefined) return null;
  return {
    passed: notNegative(metrics.tests_passed),
    failed: notNegative(metrics.tests_failed),
    total: notNegative(metrics.tests_total),
    lintErrors: notNegative(metrics.lint_errors),
    lintWarnings: notNegative(metrics.lint_warnings),
    typeErrors: notNegative(metrics.type_errors),
    coverage: metrics.coverage_percentage ?? null,
  };
}

/** The checks of an iteration. Counts of the whole stand with its only check, else with one more for all of them. */
function checksOf({ results = [], verification_type: kind, passed, ...evaluated }: LoopRecord['evaluator_output']) {
  const counts = countsOf({ passed, verification_type: kind, ...evaluated });
  const checks = results.map(({ tool, status, exit_code, stdout, stderr, duration_ms }) => ({
    kind,
    tool,
    verdict: status,
    exitCode: exit_code,
    output: stdout ?? null,
    errorOutput: stderr ?? null,
    ms: notNegative(duration_ms),
    counts: results.length === 1 ? counts : null,
  }));
  if (results.length === 1 || (counts === null && results.length > 0)) return checks;
  return [...checks, { kind, verdict: passed ? ('pass' as const) : ('fail' as const), counts }];
}

function actorOf({ actions, rationale, files_modified, total_changes: total }: LoopRecord['actor_output']) {
  return {
    rationale,
    filesModified: files_modified,
    totalChanges: total && {
      filesChanged: Math.max(0, total.files_changed ?? 0),
      linesAdded: Math.max(0, total.lines_added ?? 0),
      linesDeleted: Math.max(0, total.lines_deleted ?? 0),
    },
    actions: actions.map(({ type, description, file_path, changes, command, timestamp }) => ({
      type,
      description,
      filePath: file_path,
      additions: changes?.additions,
      deletions: changes?.deletions,
      diff: changes?.diff === undefined ? undefined : cut(changes.diff),
      command,
      at: timestamp,
    })),
  };
}

function reflectionOf(said: LoopRecord['self_reflection']) {
  const { credit_assignment: credit } = said;
  return {
    text: said.reflection_text,
    rootCause: credit?.root_cause,
    category: credit?.failure_category,
    failingActions: credit?.failing_action_indices?.filter((index) => index >= 0),
    causalReasoning: said.causal_reasoning,
    insights: said.actionable_insights,
    lessons: said.lessons_learned,
    confidence: said.confidence,
    related: said.related_reflections?.map(String),
  };
}

function contentOf(record: LoopRecord): GivenAttemptContent {
  const { actor_output: actor, evaluator_output: evaluated, self_reflection: said, notes } = record;
  const parsed = parseGiven(givenAttemptContent, {
    actor: actorOf(actor),
    checks: checksOf(evaluated),
    errors: evaluated.errors?.map(({ stack_trace, line, column, ...error }) => ({
      type: error.type,
      message: error.message,
      file: error.file,
      severity: error.severity,
      rule: error.rule,
      line: notNegative(line),
      column: notNegative(column),
      stackTrace: stack_trace,
    })),
    reward: evaluated.reward_signal,
    reflection: reflectionOf(said),
    notes,
  });
  if (!parsed.success) throw badFile(describeIssues(parsed.error));
  return parsed.data;
}

/** When the first action was done, unless that is after the end. */
function startOf({ actor_output: { actions }, timestamp }: LoopRecord): string | null {
  const times = actions.flatMap((action) => action.timestamp ?? []).map(utc);
  return times.sort().find((time) => time <= utc(timestamp)) ?? null;
}

/** True for a file that means to be the record of an iteration, whether or not it is a good one. */
export function isLoopRecord(file: Fields): boolean {
  const keys = toSnakeKeys(file) as Fields;
  return 'actor_output' in keys || 'evaluator_output' in keys || 'self_reflection' in keys;
}

/**
 * Reads the record of one iteration, in either spelling of its keys. Throws `bad_file` that names every fault against the
 * published schema (S3-65).
 */
export function readLoopRecord(file: Fields): LoopRecordFile {
  const parsed = parseGiven(loopRecord, toSnakeKeys(file));
  if (!parsed.success) throw badFile(describeIssues(parsed.error));
  const record = parsed.data;
  const { passed, results = [], verification_type: kind } = record.evaluator_output;
  return {
    loopId: record.loop_id,
    iteration: record.iteration,
    key: String(record.iteration),
    task: record.task_description ?? record.loop_id,
    outcome: passed ? 'success' : 'failure',
    outcomeSource: results.length > 0 && !JUDGED.has(kind) ? 'measured' : 'reported',
    outcomeNative: null,
    strategy: record.actor_output.strategy ?? null,
    startedAt: startOf(record),
    endedAt: utc(record.timestamp),
    content: contentOf(record),
    original: file as EpisodeContent['extra'],
  };
}
