import type { Counts } from '@twicewise/checks';

/**
 * What a check is. A line of commands may do several; the first of this order names it. `commit_hook` is a commit that the hooks
 * of the repository examine; `project` one that only the project names as its check.
 */
export type CheckKind = 'tests' | 'lint' | 'build' | 'commit_hook' | 'project';

/** How a run of a check ended, as its output or its exit code shows. `unclear`: neither shows it. */
export type CheckVerdict = 'passed' | 'failed' | 'unclear';

/** One run of a check: a command that tests, builds or examines the project. */
export interface CheckRun {
  kind: CheckKind;
  /** As it was typed, without secrets, shortened. */
  command: string;
  verdict: CheckVerdict;
  /** Null where the output has no summary. */
  counts: Counts | null;
  /** What went wrong, in the words of the output: the most informative lines first, empty when nothing did. */
  told: string[];
  /** Line of the result in the transcript, from 1. */
  line: number;
  at: string | null;
}

/** A file that an attempt changed. */
export interface ChangedFile {
  path: string;
  /** Lines that came and lines that went, over all edits of the attempt. */
  added: number;
  removed: number;
}

/**
 * An edit without its text: hashes of what stood there before and after, '' for nothing. They show when an edit is taken back and
 * when it is made again. Hashed after secrets were replaced, so that they say nothing of them.
 */
export interface EditTrace {
  path: string;
  before: string;
  after: string;
}

/** A call that failed in the same way several times while nothing had changed. */
export interface RepeatedCall {
  /** The command, else the tool and what it was about; without secrets, shortened. */
  call: string;
  times: number;
}

/** Measured, or unknown; never taken from anybody's words. */
export type AttemptOutcome = 'success' | 'failure' | 'unknown';

/**
 * An attempt as a transcript shows it: the edits since the last check, and the checks that follow before the next edit. A check
 * before the first edit is a baseline and no attempt.
 */
export interface TranscriptAttempt {
  /** From 1, in the order of the transcript. */
  ordinal: number;
  /**
   * Identifies it within its session, also in another copy or part of the transcript, and by other rules: when it began, with a
   * number where several began at once.
   */
  key: string;
  /** What the person had asked for last, not counting words such as "go on"; '' where nobody had. */
  request: string;
  /** What the agent set out to do: its words before the first edit, else that edit. One line. */
  strategy: string;
  files: ChangedFile[];
  /** In the order in which they were made; the latest of many. */
  edits: EditTrace[];
  checks: CheckRun[];
  repeats: RepeatedCall[];
  /** See `outcomeOf`. */
  outcome: AttemptOutcome;
  /** Lines of the first edit and of the last check, or of the last edit where nothing was checked. */
  firstLine: number;
  lastLine: number;
  startedAt: string | null;
  endedAt: string | null;
  /** Tokens used since the attempt before; null where the transcript says nothing of them. */
  tokens: number | null;
}
