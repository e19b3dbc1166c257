import {
  type Attempt,
  type CutOutput,
  KNOWN_ACTION_TYPES,
  LOOP_ERROR_TYPES,
  LOOP_VERIFICATIONS,
  type LoopRecord,
} from '@twicewise/contract';
import { LOOP_RECORD } from './read-record.ts';

type Content = Attempt['content'];
type Json = Attempt['extra'][string];

/** Reflections that a loop keeps in its context unless it says otherwise (S3-26). */
const OMEGA = 3;

/** What the file says of the loop around the attempt. */
export interface LoopPlace {
  /** Name of the session. */
  session: string;
  /** The number of the attempt in its session, which no other one there has. */
  iteration: number;
  /** Attempts of the session up to this one that have a reflection. */
  reflections: number;
}

/** A file of a loop, and where it belongs. */
export interface RenderedRecord {
  folder: string;
  name: string;
  file: { [key: string]: Json };
  /** Parts of the attempt that the format cannot hold. */
  notCarried: string[];
}

/** Name of a loop, as the published schema allows it. */
export function loopIdOf(session: string): string {
  const plain = session
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 200);
  return plain.startsWith('ralph-') ? plain : `ralph-${plain || 'session'}`;
}

/** An output as one text; where its middle was left out, the text says how much. */
function wholeOf(output: CutOutput | null): string | undefined {
  if (output === null) return undefined;
  const { head, tail, bytes } = output;
  return tail === '' ? head : `${head}\n… of ${bytes} bytes, the middle is left out …\n${tail}`;
}

const known = <T extends string>(words: readonly T[], word: string | null, other: T): T =>
  words.find((one) => one === word) ?? other;
const given = <T>(value: T | null): T | undefined => value ?? undefined;

function actorOf({ actor }: Content, strategy: string | null) {
  const total = actor?.totalChanges;
  return {
    actions: (actor?.actions ?? []).map((action) => ({
      type: known(KNOWN_ACTION_TYPES, action.type, 'other'),
      description: action.description,
      file_path: given(action.filePath),
      changes:
        action.additions === null && action.deletions === null && action.diff === null
          ? undefined
          : { additions: given(action.additions), deletions: given(action.deletions), diff: given(action.diff) },
      command: given(action.command),
      timestamp: given(action.at),
    })),
    rationale: actor?.rationale ?? '',
    strategy: given(strategy),
    files_modified: actor?.filesModified ?? [],
    total_changes: total
      ? { files_changed: total.filesChanged, lines_added: total.linesAdded, lines_deleted: total.linesDeleted }
      : undefined,
  };
}

const VERIFICATIONS: Readonly<Record<string, (typeof LOOP_VERIFICATIONS)[number]>> = { tests: 'unit_tests' };

/** The kind of the checks, `combined` where there are several kinds. */
function verificationOf({ checks }: Content): (typeof LOOP_VERIFICATIONS)[number] {
  const kinds = new Set(checks.map(({ kind }) => VERIFICATIONS[kind] ?? known(LOOP_VERIFICATIONS, kind, 'heuristic')));
  const [kind = 'manual_review', ...others] = kinds;
  return others.length > 0 ? 'combined' : kind;
}

function metricsOf({ checks }: Content) {
  const counts = checks.findLast((check) => check.counts !== null)?.counts;
  if (!counts) return undefined;
  return {
    tests_passed: given(counts.passed),
    tests_failed: given(counts.failed),
    tests_total: given(counts.total),
    coverage_percentage: given(counts.coverage),
    lint_errors: given(counts.lintErrors),
    lint_warnings: given(counts.lintWarnings),
    type_errors: given(counts.typeErrors),
  };
}

const SEVERITIES = ['error', 'warning', 'info'] as const;

function evaluatorOf(content: Content, outcome: Attempt['outcome']) {
  return {
    passed: outcome === 'success',
    verification_type: verificationOf(content),
    results: content.checks.flatMap(({ tool, command, kind, verdict, exitCode, output, errorOutput, ms }) =>
      // The format has no word for a check of which nobody knows how it ended.
      verdict === 'unknown'
        ? []
        : [
            {
              tool: tool ?? command ?? kind,
              status: verdict,
              exit_code: given(exitCode),
              stdout: wholeOf(output),
              stderr: wholeOf(errorOutput),
              duration_ms: ms === null ? undefined : Math.round(ms),
            },
          ],
    ),
    errors: content.errors.map(({ type, message, file, line, column, stackTrace, severity, rule }) => ({
      type: known(LOOP_ERROR_TYPES, type, 'other'),
      message,
      file: given(file),
      line: given(line),
      column: given(column),
      stack_trace: wholeOf(stackTrace),
      severity: SEVERITIES.find((one) => one === severity),
      rule: given(rule),
    })),
    reward_signal: given(content.reward),
    metrics: metricsOf(content),
  };
}

function reflectionOf({ reflection: said }: Content) {
  if (said === null) return { reflection_text: '' };
  return {
    reflection_text: said.text,
    credit_assignment: {
      failing_action_indices: said.failingActions,
      root_cause: given(said.rootCause),
      failure_category: given(said.category),
    },
    causal_reasoning: given(said.causalReasoning),
    actionable_insights: said.insights,
    lessons_learned: said.lessons,
    confidence: given(said.confidence),
  };
}

function render(attempt: Attempt, { session, iteration, reflections }: LoopPlace): object {
  const { content, task, outcome, strategy, endedAt, createdAt } = attempt;
  return {
    loop_id: loopIdOf(session),
    iteration,
    timestamp: endedAt ?? createdAt,
    task_description: task,
    actor_output: actorOf(content, strategy),
    evaluator_output: evaluatorOf(content, outcome),
    self_reflection: reflectionOf(content),
    memory_metadata: {
      omega_capacity: OMEGA,
      current_memory_size: Math.min(OMEGA, reflections),
      window_policy: 'fifo',
      total_reflections_generated: reflections,
    },
    notes: given(content.notes),
  } satisfies LoopRecord;
}

/** Names the parts of an attempt that a record of the published schema has no place for. */
function notCarried({ content, outcome }: Attempt): string[] {
  const lost: [is: boolean, what: string][] = [
    [outcome === 'unknown' || outcome === 'partial', `that its outcome is ${outcome}: the format has passed or not`],
    [content.calls.length > 0, 'calls of tools'],
    [content.checks.some(({ verdict }) => verdict === 'unknown'), 'checks of which it is not known how they ended'],
    [content.feedback.length > 0, 'feedback of people'],
    [content.synthesis !== null || content.progress !== null || content.mode !== null, 'mode, progress and synthesis'],
    [content.cost !== null, 'cost'],
    [content.edits.length + content.repeats.length > 0, 'what rules measured of edits and repeated calls'],
  ];
  return lost.filter(([is]) => is).map(([, what]) => what);
}

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * An attempt as the record of an iteration: the file it came from, unchanged but for secrets, the middle of long outputs, and a
 * number that another attempt has; or one that the published schema accepts. Files are called after their iteration, so that both
 * numbers agree (B3-12).
 */
export function renderLoopRecord(attempt: Attempt, place: LoopPlace): RenderedRecord {
  const { iteration } = place;
  const original = attempt.extra[LOOP_RECORD];
  // Through JSON, so that fields without a value are left out.
  const file: RenderedRecord['file'] = isObject(original)
    ? { ...original, iteration }
    : JSON.parse(JSON.stringify(render(attempt, place)));
  const { ordinalNative } = attempt;
  const isRenumbered = ordinalNative !== null && ordinalNative !== iteration;
  return {
    folder: loopIdOf(place.session),
    name: `${String(iteration).padStart(3, '0')}.json`,
    file,
    notCarried: [
      ...(isObject(original) ? [] : notCarried(attempt)),
      ...(isRenumbered ? [`its number ${ordinalNative}, which another attempt of its session has`] : []),
    ],
  };
}
