import { isLooking, sameCommand } from '../command.ts';
import type { Call, Result } from '../steps.ts';
import { tellingLines } from '../telling-lines.ts';

/** Tools that only look at something: that one of them found nothing is not an error of the project. */
const LOOKING =
  /^(?:Read|Glob|Grep|LS|WebFetch|WebSearch|NotebookRead|TaskOutput|BashOutput|ToolSearch|ListMcpResourcesTool|ReadMcpResourceTool|read_file|read_many_files|list_directory|glob|grep|grep_search|search_file_content|web_fetch|web_search|google_web_search)$/;
/** Most lines kept of what an error told. */
const MAX_LINES = 3;

/** True for a call that failed by itself: not because a person or the program around the agent refused it. */
export function hasFailed({ failed, rejection, isHarness }: Result): boolean {
  return failed && rejection === null && !isHarness;
}

/** An error of a tool. */
export interface ToolError {
  /** What ran: a command, or the name of a tool. */
  name: string;
  /** Lines that tell what went wrong, the most telling first. */
  told: string[];
  /** Equal for errors that say the same; numbers in them move. */
  signature: string;
}

/** Lines of an output that tell in words what went wrong, the most telling first. */
export function toldIn(text: string): string[] {
  return tellingLines(text, MAX_LINES).filter((line) => /\p{L}{3}/u.test(line));
}

/**
 * The error that a call ended in, if it is evidence of something: it failed, ran more than a look at things, and told in words
 * what went wrong. `text` is what it told, without secrets.
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
