import { tellingLines } from '@twicewise/checks';
import type { Edit } from './steps.ts';

// A command that failed is watched until it passes. It may fail in one way, be fixed, and then fail in another. Each way is an
// episode of its own, with the changes made while it lasted.

/** Maximum number of failures and changes kept per episode, and of episodes per command. */
const MAX_FAILURES = 6;
const MAX_CHANGES = 12;
const MAX_EPISODES = 6;
/** Number of informative lines kept of a failure, and of lines used to recognise it. */
const LINES_PER_FAILURE = 3;
const LINES_TO_KNOW = 60;

/** Something that may have fixed a failure. */
export type Change = { edit: Edit } | { command: string };

/** One way in which a command failed, and what was done about it. */
export interface Episode {
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

/** A command that fails, with its episodes in their order. */
export interface Watched {
  command: string;
  episodes: Episode[];
}

/** A run of a command: when, where, and what it printed. */
export interface Run {
  id: string;
  line: number;
  at: string | null;
  text: string;
}

function begin(marks: Set<string>): Episode {
  return { failures: [], changes: [], why: '', marks, end: null };
}

/**
 * The episode that a failure belongs to. If an earlier failure returns, the episodes after it were only detours and end with it.
 */
function episodeOf(watched: Watched, marks: Set<string>, run: Run): Episode {
  const { episodes } = watched;
  const last = episodes.at(-1);
  const at = episodes.findLastIndex((episode) => [...marks].some((mark) => episode.marks.has(mark)));
  const known = episodes[at];
  if (known) {
    for (const later of episodes.splice(at + 1)) known.changes.push(...later.changes);
    known.end = null;
    return known;
  }
  // Without a change nothing was fixed, so it is the same failure with another message.
  if (last && last.changes.length === 0) return last;
  if (last) last.end = { id: run.id, line: run.line, at: run.at };
  const fresh = begin(marks);
  episodes.push(fresh);
  if (episodes.length > MAX_EPISODES) episodes.shift();
  return fresh;
}

/** Records a run that failed. Its text must be free of secrets. */
export function noteFailure(watched: Watched, run: Run): void {
  const lines = tellingLines(run.text, LINES_TO_KNOW);
  const marks = new Set(lines.map((line) => line.replace(/\d+/g, '0')));
  const episode = episodeOf(watched, marks, run);
  for (const mark of marks) if (episode.marks.size < 2 * LINES_TO_KNOW) episode.marks.add(mark);
  if (episode.failures.length < MAX_FAILURES) {
    episode.failures.push({ line: run.line, told: lines.slice(0, LINES_PER_FAILURE) });
  }
}

/** Records a change, and what the agent said before it. */
export function noteChange({ episodes }: Watched, change: Change, said: string): void {
  const episode = episodes.at(-1);
  if (!episode) return;
  episode.changes.push(change);
  if (episode.changes.length > MAX_CHANGES) episode.changes.shift();
  if (said !== '') episode.why = said;
}
