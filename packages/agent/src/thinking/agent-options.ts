import type { Memory } from '../memory.ts';
import type { Tool } from '../model/model.ts';
import type { Problem, Unsaved } from '../problems.ts';
import { MAX_TIMER_MS } from '../timers.ts';
import type { ThinkingLimits, ThinkingPreset } from './options.ts';

/** A tool with the way to carry it out. */
export interface AgentTool extends Tool {
  /** Answers what the model is told. What it rejects with is told, too, and counts as a mistake. */
  readonly run: (
    input: Readonly<Record<string, unknown>>,
    options: { signal: AbortSignal },
  ) => Promise<string> | string;
}

/** Where an agent works. */
export interface Workspace {
  /** What it is like now: files, state, output. Asked for at each turn. */
  readonly context: () => Promise<string> | string;
  /** What the agent can do there. */
  readonly tools?: readonly AgentTool[];
}

/** How an agent works (S2-33 to S2-39). */
export interface ReflectiveAgentConfig {
  /** Most milliseconds of one request to the model. Default 40,000. */
  readonly apiRequestTimeout?: number;
  /** How often a request that failed is made again, 0 to 20. Default 3. */
  readonly maxRetryAttempts?: number;
  /** Mistakes in a row that end the run: an unknown tool, an empty reply, a tool that fails. Default 3. */
  readonly consecutiveMistakeLimit?: number;
  /** Most turns of a run, 1 to 1,000. Default 50. */
  readonly maxTurns?: number;
  /** Most tokens of the conversation that a turn is given; older messages are left out, their turns stay recallable. Default 20,000. */
  readonly historyTokens?: number;
  /** Limits of thinking, or the kind of task; `auto` goes by the words of the task. Default: the limits' own defaults. */
  readonly reflectiveThinking?: ThinkingLimits | ThinkingPreset | 'auto';
  /** Default: that of this machine, which is connected to with the first run. */
  readonly memory?: Memory;
  /** Id of an earlier run, to go on with it. Default: a new one. */
  readonly sessionId?: string;
  readonly projectId?: string;
  /** Called when the memory could not be read, for each thing that it did not store, and when the model failed beside the run. */
  readonly onProblem?: (problem: Problem) => void;
  readonly signal?: AbortSignal;
}

/** How a run ended: the model answered; as many turns as allowed; too many mistakes; the model could not be asked; aborted. */
export type AgentStatus = 'completed' | 'turns' | 'mistakes' | 'error' | 'aborted';

/** What a run came to. */
export interface AgentResult {
  readonly status: AgentStatus;
  /** The model's last words; empty where it had none. */
  readonly answer: string;
  /** Turns that were made. */
  readonly turns: number;
  readonly sessionId: string;
  /** With status `error`: why the model could not be asked. */
  readonly error: Error | null;
  /** What is not stored. */
  readonly unsaved: readonly Unsaved[];
  /** Stores what waits for the memory; true if nothing waits any more. */
  flush(): Promise<boolean>;
}

/** The options of a run with a default. */
export type AgentLimits = Required<
  Pick<
    ReflectiveAgentConfig,
    'apiRequestTimeout' | 'maxRetryAttempts' | 'consecutiveMistakeLimit' | 'maxTurns' | 'historyTokens'
  >
>;

/** The default and the range of each of {@link AgentLimits}. */
const RANGES: Readonly<Record<keyof AgentLimits, readonly [byDefault: number, least: number, most: number]>> = {
  apiRequestTimeout: [40_000, 1, MAX_TIMER_MS],
  maxRetryAttempts: [3, 0, 20],
  consecutiveMistakeLimit: [3, 1, 100],
  maxTurns: [50, 1, 1000],
  historyTokens: [20_000, 100, 10_000_000],
};

/** The limits with their defaults. Throws RangeError for one outside of its range. */
export function agentLimitsOf(config: ReflectiveAgentConfig): AgentLimits {
  const limit = (name: keyof AgentLimits): number => {
    const [byDefault, least, most] = RANGES[name];
    const value = config[name] ?? byDefault;
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new RangeError(`${name} must be a whole number from ${least} to ${most}.`);
  };
  return {
    apiRequestTimeout: limit('apiRequestTimeout'),
    maxRetryAttempts: limit('maxRetryAttempts'),
    consecutiveMistakeLimit: limit('consecutiveMistakeLimit'),
    maxTurns: limit('maxTurns'),
    historyTokens: limit('historyTokens'),
  };
}
