import { tellingLines } from '@twicewise/checks';
import { isLooking, sameCommand } from '../command.ts';
import type { Call, Result } from '../steps.ts';

/** Tools that only look at something. If one of them finds nothing, that is no error of the project. */
const LOOKING =
  /^(?:Read|Glob|Grep|LS|WebFetch|WebSearch|NotebookRead|TaskOutput|BashOutput|ToolSearch|ListMcpResourcesTool|ReadMcpResourceTool|read_file|read_many_files|list_directory|glob|grep|grep_search|search_file_content|web_fetch|web_search|google_web_search)$/;
/** Maximum number of lines kept of an error. */
const MAX_LINES = 3;

/** True for a call that failed by itself, not because a person or the agent's program refused it. */
export function hasFailed({ failed, rejection, isHarness }: Result): boolean {
  return failed && rejection === null && !isHarness;
}

/** An error of a tool. */
export interface ToolError {
  /** What ran: a command, or the name of a tool. */
  name: string;
  /** Lines that say what went wrong, the most informative first. */
  told: string[];
  /** Equal for errors with the same text, except for numbers. */
  signature: string;
}

/** Lines of an output that say in words what went wrong, the most informative first. */
export function toldIn(text: string): string[] {
  return tellingLines(text, MAX_LINES).filter((line) => /\p{L}{3}/u.test(line));
}

/**
 * The error of a call, if it is evidence of something: the call failed, did more than look at something, and said in words what
 * went wrong. `text` is its output without secrets.
 */
export function errorOf(call: Call, result: Result, text: string): ToolError | null {
  const { command, tool } = call;
  if (!hasFailed(result) || (command === null ? LOOKING.test(tool) : isLooking(command))) return null;
  const told = toldIn(text);
  const [first] = told;
  if (first === undefined) return null;
  const name = command === null ? tool : sameCommand(command);
  return { name, told, signature: `${name}\n${first.replace(/\d+/g, '0')}` };
}
