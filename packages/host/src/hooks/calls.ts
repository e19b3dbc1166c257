import { tellingLines } from '@twicewise/checks';
import { PRODUCT, shorten, withoutReminders } from '@twicewise/contract';
import { hidesFailure } from '@twicewise/ingest/host-side';
import type { HookCall } from './format.ts';

// Code shared by the hooks of all programs: what they ask the memory when a session starts, with a prompt, and after a failed
// call. A format only extracts the words from its program's input.

/** Longest part of a prompt that is searched for, in UTF-16 units. Megabytes of pasted logs add nothing. */
const MAX_PROMPT = 20_000;
/** Longest part of a failed call, and of its error, that is searched for, in UTF-16 units. */
const MAX_CALL = 400;
const MAX_ERROR = 600;
/** Part of an error that is looked at, and lines taken from it. */
const MAX_LOOKED = 65_536;
const TELLING_LINES = 4;

/** A person refused the call, or the harness gave up on it because of another one. */
const CALLED_OFF = /user doesn't want to proceed|Sibling tool call errored/;
/** What the harness says about its own rules; this is no knowledge about a project. */
const HARNESS_ERROR =
  /<tool_use_error>|^(?:Error: )?(?:File (?:does not exist|has not been read yet)|String to replace not found)/;

/** A call that failed, as its program reports it. */
export interface FailedCall {
  /** Name of the tool in that program. */
  tool: string;
  /** What the tool was given. */
  input: unknown;
  /** What came back. */
  error: string;
}

/** A command that was run, as its program reports it. */
export interface CommandRun {
  tool: string;
  input: { command: string };
  /** What it printed. */
  output: string;
  /** Null if the program does not report it. */
  exitCode: number | null;
}

/** What a call was about: its command or file, else its short texts. */
function callText(input: unknown): string {
  if (input === null || typeof input !== 'object') return '';
  const { command, file_path: path } = input as { command?: unknown; file_path?: unknown };
  if (typeof command === 'string') return shorten(command, MAX_CALL);
  if (typeof path === 'string') return shorten(path, MAX_CALL);
  const texts = Object.values(input).filter((value) => typeof value === 'string' && value.length < 200);
  return shorten(texts.join(' '), MAX_CALL);
}

/** The lines of an error that say what went wrong. The rules of drafts choose the same lines. */
function errorText(error: string): string {
  const looked = withoutReminders(shorten(error, MAX_LOOKED));
  return shorten(tellingLines(looked, TELLING_LINES).join('\n'), MAX_ERROR);
}

/**
 * Matches a tool of ours, in all forms in which programs name tools of servers: `mcp__twicewise__x`, `mcp_twicewise_x`,
 * `twicewise-x`; of our plugin `mcp__plugin_twicewise_twicewise__x`.
 */
const OWN_TOOL = new RegExp(`^(?:mcp__?)?(?:plugin_${PRODUCT.command}_)?${PRODUCT.mcpKey}[_-]`);

/** Asks what to tell at the start of a session, or after its context was cut. */
export function callAtStart(occasion: 'session_start' | 'context_cut'): HookCall {
  return { name: 'memory.remind', input: { occasion } };
}

/**
 * The same for a start that is known from another event only. Nothing is told if the session was told its start before, by any
 * host.
 */
export function callAtFirst(): HookCall {
  return { name: 'memory.remind', input: { occasion: 'session_start', onlyFirst: true } };
}

/** Records that a context was cut, for programs where an answer at that moment would be lost or do harm. */
export function callToNoteCut(): HookCall {
  return { name: 'memory.remind', input: { occasion: 'context_cut', delivery: 'later' } };
}

/** Asks what to tell about a recorded cut, at an event whose answer reaches the model. */
export function callAfterCut(): HookCall {
  return { name: 'memory.remind', input: { occasion: 'context_cut', delivery: 'if_waiting' } };
}

/** Asks, at the end of a turn, whether the agent should be reminded to store what it learned. */
export function callAtTurnEnd(): HookCall {
  return { name: 'memory.remind', input: { occasion: 'turn_end' } };
}

/** Asks, after a failure, whether the agent goes round in circles. `refused` is the call, if its program refused it. */
export function callIfStuck(refused = ''): HookCall {
  return { name: 'memory.remind', input: { occasion: 'stuck', text: refused } };
}

/** Asks what to tell about a prompt; null if the prompt contains no words of a task. */
export function callForPrompt(typed: string): HookCall | null {
  // A slash command is not part of the task; the text after it may be.
  const text = shorten(
    withoutReminders(typed)
      .trimStart()
      .replace(/^\/\S+/, ''),
    MAX_PROMPT,
  ).trim();
  return text === '' ? null : { name: 'memory.remind', input: { occasion: 'prompt', text } };
}

/**
 * Asks what to tell about a failure; null if it says nothing about the project. A call that the harness refuses says nothing of it
 * either, but an agent whose calls are refused again and again goes round in circles.
 */
export function callForFailure({ tool, input, error }: FailedCall): HookCall | null {
  if (OWN_TOOL.test(tool) || CALLED_OFF.test(error)) return null;
  if (HARNESS_ERROR.test(error)) {
    // What an edit was to replace follows the first line, and differs each time.
    const said = (error.split('\n', 1)[0] ?? '').replace(/<\/?tool_use_error>/g, '');
    return callIfStuck(shorten(`${tool} ${callText(input)}: ${said}`, MAX_ERROR));
  }
  const text = `${callText(input)}\n${errorText(error)}`.trim();
  return text === '' ? null : { name: 'memory.remind', input: { occasion: 'tool_failure', text } };
}

/** Asks what to tell about a command that failed, even if its exit code does not say so; null for any other command. */
export function callForOutput({ tool, input, output, exitCode }: CommandRun): HookCall | null {
  const failed = exitCode !== null && exitCode !== 0;
  const looked = withoutReminders(output.length > MAX_LOOKED ? output.slice(-MAX_LOOKED) : output);
  if (!failed && !hidesFailure(input.command, looked, exitCode !== null)) return null;
  return callForFailure({ tool, input, error: looked });
}
