// The events of each program at which our hook is entered, taken from the programs themselves. The file of each format
// (`../hooks`) says what an event carries and which part of an answer reaches the model.

/** One event at which our hook is entered. */
export interface EnteredEvent {
  readonly event: string;
  /** Time limit for the hook, in seconds. */
  readonly seconds: number;
  /** Tools for which the hook runs, as the program's matcher; without it, all tools. */
  readonly matcher?: string;
}

/** At a start the hook may have to wait for a host; see the patience of `hook-entry.mjs`. */
const LONG = 10;
const AT_END = 5;

/** A program whose settings hold hooks as groups of handlers by event, as Claude Code's settings do. */
export interface NestedProgram {
  /** Kind of agent, as named in its format. */
  readonly agent: string;
  readonly events: readonly EnteredEvent[];
  /** Unit of a handler's `timeout`. */
  readonly timeoutIn: 'seconds' | 'milliseconds';
}

/** Claude Code: SDK types 0.3.329, seen in 2.1.330. */
export const CLAUDE_CODE: NestedProgram = {
  agent: 'claude-code',
  timeoutIn: 'seconds',
  events: [
    { event: 'SessionStart', seconds: LONG },
    { event: 'UserPromptSubmit', seconds: LONG },
    { event: 'PostToolUse', seconds: LONG, matcher: 'Bash' },
    { event: 'PostToolUseFailure', seconds: LONG },
    { event: 'Stop', seconds: AT_END },
    { event: 'PreCompact', seconds: AT_END },
    { event: 'SessionEnd', seconds: AT_END },
  ],
};

/** Codex 0.169.0. It allows 3 seconds at the end of a session, and warns when a hook asks for more. */
export const CODEX: NestedProgram = {
  agent: 'codex',
  timeoutIn: 'seconds',
  events: [
    { event: 'SessionStart', seconds: LONG },
    { event: 'UserPromptSubmit', seconds: LONG },
    { event: 'PostToolUse', seconds: LONG, matcher: 'Bash' },
    { event: 'Stop', seconds: AT_END },
    { event: 'PreCompact', seconds: AT_END },
    { event: 'SessionEnd', seconds: 3 },
  ],
};

/** Gemini CLI 0.61.0. */
export const GEMINI: NestedProgram = {
  agent: 'gemini',
  timeoutIn: 'milliseconds',
  events: [
    { event: 'SessionStart', seconds: LONG },
    { event: 'BeforeAgent', seconds: LONG },
    { event: 'AfterTool', seconds: LONG, matcher: 'run_shell_command' },
    { event: 'AfterAgent', seconds: AT_END },
    { event: 'SessionEnd', seconds: AT_END },
  ],
};

/** Qwen Code 0.24.4. It counts in seconds, but reads 1000 and more as milliseconds, as earlier versions did. */
export const QWEN: NestedProgram = {
  agent: 'qwen',
  timeoutIn: 'milliseconds',
  events: [
    { event: 'SessionStart', seconds: LONG },
    { event: 'UserPromptSubmit', seconds: LONG },
    { event: 'PostToolUse', seconds: LONG, matcher: 'run_shell_command' },
    { event: 'PostToolUseFailure', seconds: LONG },
    { event: 'Stop', seconds: AT_END },
    { event: 'SessionEnd', seconds: AT_END },
  ],
};

/** A program whose hooks are lists of handlers by event. */
export type FlatProgram = Pick<NestedProgram, 'agent' | 'events'>;

/** Copilot CLI 1.0.102; `twicewise.json` in its folder of hooks. */
export const COPILOT: FlatProgram = {
  agent: 'copilot',
  events: [
    { event: 'sessionStart', seconds: LONG },
    { event: 'userPromptSubmitted', seconds: LONG },
    { event: 'postToolUse', seconds: LONG, matcher: 'bash|powershell' },
    { event: 'postToolUseFailure', seconds: LONG },
    { event: 'sessionEnd', seconds: AT_END },
  ],
};

/** Cursor, according to cursor.com/docs/hooks. */
export const CURSOR: FlatProgram = {
  agent: 'cursor',
  events: [
    { event: 'sessionStart', seconds: LONG },
    { event: 'postToolUse', seconds: LONG, matcher: 'Shell' },
    { event: 'sessionEnd', seconds: AT_END },
  ],
};

/** Droid (Factory), according to docs.factory.ai/reference/hooks-reference. */
export const DROID: NestedProgram = {
  agent: 'droid',
  timeoutIn: 'seconds',
  events: [
    { event: 'SessionStart', seconds: LONG },
    { event: 'UserPromptSubmit', seconds: LONG },
    { event: 'SessionEnd', seconds: AT_END },
  ],
};

/** All programs whose settings hold our hooks as command lines. Cline and opencode use files of ours instead. */
export const HOOK_PROGRAMS: readonly FlatProgram[] = [
  ...[CLAUDE_CODE, CODEX, GEMINI, QWEN],
  ...[COPILOT, CURSOR, DROID],
];
