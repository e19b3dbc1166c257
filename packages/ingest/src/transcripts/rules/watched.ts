import { tellingLines } from '@twicewise/checks';
import type { Edit } from '../steps.ts';

// A command that failed is watched until it passes. It may fail in one way, be fixed, and then fail in another. Each way is a
// failure mode of its own, with the changes made while it lasted.

/** Maximum number of failures and changes kept per failure mode, and of modes per command. */
const MAX_FAILURES = 6;
const MAX_CHANGES = 12;
const MAX_MODES = 6;
/** Number of informative lines kept of a failure, and of lines used to recognise it. */
const LINES_PER_FAILURE = 3;
const LINES_TO_KNOW = 60;

/** Something that may have fixed a failure. */
export type Change = { edit: Edit } | { command: string };

/** One way in which a command failed, and what was done about it. */
export interface FailureMode {
  /** For each run that failed in this way: its line in the transcript, and its informative lines. */
  failures: { line: number; told: string[] }[];
  changes: Change[];
  /** What the agent said before its last change, usually the reason. */
  why: string;
  /** What identifies the failure: its informative lines without numbers, which change. */
  marks: Set<string>;
  /** The first run without this failure: its call, line and time. Null while the failure lasts. */
  end: { id: string; line: number; at: string | null } | null;
}

/** A command that fails, with its failure modes in their order. */
export interface Watched {
  command: string;
  modes: FailureMode[];
}

/** A run of a command: when, where, and what it printed. */
export interface Run {
  id: string;
  line: number;
  at: string | null;
  text: string;
}

function begin(marks: Set<string>): FailureMode {
  return { failures: [], changes: [], why: '', marks, end: null };
}

/**
 * The mode that a failure belongs to. If an earlier failure returns, the modes after it were only detours and end with it.
 */
function modeOf(watched: Watched, marks: Set<string>, run: Run): FailureMode {
  const { modes } = watched;
  const last = modes.at(-1);
  const at = modes.findLastIndex((mode) => [...marks].some((mark) => mode.marks.has(mark)));
  const known = modes[at];
  if (known) {
    for (const later of modes.splice(at + 1)) known.changes.push(...later.changes);
    known.end = null;
    return known;
  }
  // Without a change nothing was fixed, so it is the same failure with another message.
  if (last && last.changes.length === 0) return last;
  if (last) last.end = { id: run.id, line: run.line, at: run.at };
  const fresh = begin(marks);
  modes.push(fresh);
  if (modes.length > MAX_MODES) modes.shift();
  return fresh;
}

/** Records a run that failed. Its text must be free of secrets. */
export function noteFailure(watched: Watched, run: Run): void {
  const lines = tellingLines(run.text, LINES_TO_KNOW);
  const marks = new Set(lines.map((line) => line.replace(/\d+/g, '0')));
  const mode = modeOf(watched, marks, run);
  for (const mark of marks) if (mode.marks.size < 2 * LINES_TO_KNOW) mode.marks.add(mark);
  if (mode.failures.length < MAX_FAILURES) {
    mode.failures.push({ line: run.line, told: lines.slice(0, LINES_PER_FAILURE) });
  }
}

/** Records a change, and what the agent said before it. */
export function noteChange({ modes }: Watched, change: Change, said: string): void {
  const mode = modes.at(-1);
  if (!mode) return;
  mode.changes.push(change);
  if (mode.changes.length > MAX_CHANGES) mode.changes.shift();
  if (said !== '') mode.why = said;
}
