import type { Memory } from '../memory.ts';
import type { Message, Model } from '../model/model.ts';
import type { Problem } from '../problems.ts';

/** How long a model may think before it acts (S2-34 to S2-38). */
export interface ThinkingLimits {
  /** False: it acts at once (S2-34). Default true. */
  readonly enabled?: boolean;
  /** Most rounds of thinking in a turn, 1 to 50 (S2-35). Default 5. */
  readonly maxThinkingRounds?: number;
  /** Most tokens of all rounds of a turn, input and output together (S2-36). Default 10,000. */
  readonly thinkingTokenBudget?: number;
  /** False: earlier turns cannot be recalled (S2-37). Default true. */
  readonly enableRecall?: boolean;
  /** Most earlier turns that one turn is reminded of, 0 to 20 (S2-38). Default 3. */
  readonly maxRecallContexts?: number;
}

/** {@link ThinkingLimits} with everything said. */
export type Limits = Required<ThinkingLimits>;

const DEFAULTS: Limits = {
  enabled: true,
  maxThinkingRounds: 5,
  thinkingTokenBudget: 10_000,
  enableRecall: true,
  maxRecallContexts: 3,
};
const MAX_ROUNDS = 50;
const MAX_CONTEXTS = 20;

/** Limits for tasks of three kinds, the larger of the recommended ones (S2-39). */
export const THINKING_PRESETS = {
  simple: { maxThinkingRounds: 3, thinkingTokenBudget: 5000 },
  complex: { maxThinkingRounds: 7, thinkingTokenBudget: 15_000 },
  research: { maxThinkingRounds: 10, thinkingTokenBudget: 20_000 },
} as const satisfies Record<string, ThinkingLimits>;
/** A kind of task. */
export type ThinkingPreset = keyof typeof THINKING_PRESETS;

const SEARCHING = /\b(?:why|investigate|research|compare|find out|analy[sz]e|explain|explore|diagnose|root cause)\b/i;
/** A task of at most this many characters and one sentence is simple unless it asks for a search. */
const SHORT = 120;

/** The kind of a task by its words, so that thinking is as deep as the task needs (S2-57). */
export function presetFor(task: string): ThinkingPreset {
  if (SEARCHING.test(task)) return 'research';
  return task.length <= SHORT && !/[.!?\n]./s.test(task.trim()) ? 'simple' : 'complex';
}

function within(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new RangeError(`${name} must be a whole number from ${least} to ${most}.`);
}

/** The limits with their defaults. Throws RangeError for one outside of its range. */
export function limitsOf(given: ThinkingLimits = {}): Limits {
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  const limits: Limits = { ...DEFAULTS, ...Object.fromEntries(said) };
  within('maxThinkingRounds', limits.maxThinkingRounds, 1, MAX_ROUNDS);
  within('maxRecallContexts', limits.maxRecallContexts, 0, MAX_CONTEXTS);
  within('thinkingTokenBudget', limits.thinkingTokenBudget, 1, Number.MAX_SAFE_INTEGER);
  return limits;
}

/** What a {@link ReflectiveThinking} works with. */
export interface ThinkingOptions extends ThinkingLimits {
  readonly model: Model;
  readonly memory: Memory;
  /** The run whose turns are kept and recalled. */
  readonly sessionId: string;
  readonly projectId?: string;
  /** Called when the memory or the model failed beside the run. */
  readonly onProblem?: (problem: Problem) => void;
}

/** What the model thinks about. */
export interface ToThink {
  readonly task: string;
  /** Instructions that the model has in its action, too. */
  readonly system?: string;
  /** What the surroundings are like now: files, state, output. */
  readonly context: string;
  readonly history?: readonly Message[];
  readonly signal?: AbortSignal;
}
