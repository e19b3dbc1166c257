import type { TodoNews } from './summary/todo-news.ts';

/** What an edit changed: parts of the file before and after, or the whole new file. */
export interface Edit {
  path: string;
  before: string;
  after: string;
}

interface At {
  /** Line of the transcript, from 1: the evidence. */
  line: number;
  /** ISO instant; null where the transcript has none. */
  at: string | null;
  /** The conversation within the transcript: the agent's own, or that of a subagent. */
  chain: string;
}

/** A person's own words, without text that the agent's program added. */
export interface Prompt extends At {
  kind: 'prompt';
  text: string;
}

/** Words of the agent. */
export interface Said extends At {
  kind: 'said';
  text: string;
}

/** The agent uses a tool. */
export interface Call extends At {
  kind: 'call';
  id: string;
  tool: string;
  /** Hash of all that it was given. */
  args: string;
  /** A command for a shell. */
  command: string | null;
  edit: Edit | null;
  /** What it is about, where its input says so, such as the heading of a plan. */
  about: string;
  /** What it does to the agent's list of todos; absent for tools that keep none. */
  todos?: TodoNews;
}

/** The result of a call. */
export interface Result extends At {
  kind: 'result';
  id: string;
  failed: boolean;
  text: string;
  /** A person refused the call: their words, or '' without any. Null when nobody refused it. */
  rejection: string | null;
  /** The agent's program refused the call by its own rules, which says nothing about the project. */
  isHarness: boolean;
}

/** A person decided in a dialogue of the program: approved a plan, or answered a question of the agent. */
export interface Decided extends At {
  kind: 'decided';
  about: 'plan' | 'question';
  /** The question; '' for a plan. */
  context: string;
  /** The options to choose from; empty for a plan. */
  options: string[];
  /** The answer, or the plan as it was approved. */
  chosen: string;
  /** Words of the person on why; null where they wrote none. */
  rationale: string | null;
}

/** One thing that happened in an agent's session, whichever program ran it. */
export type Step = Prompt | Said | Call | Result | Decided;

/** What a transcript says of its session; null where it says nothing. */
export interface SessionFacts {
  nativeId: string | null;
  agent: string;
  /** Version of the program that wrote it. */
  version: string | null;
  cwd: string | null;
  branch: string | null;
  title: string | null;
  startedAt: string | null;
  endedAt: string | null;
}

/** A part of a transcript: steps, and facts that replace what was known before. */
export interface Reading {
  steps: Step[];
  facts: Partial<SessionFacts>;
  /** Tokens that the model read anew and wrote, if the program says so; see `tokens.ts`. */
  tokens?: number;
  /** Set where a turn begins: true if a person started it and reads along, false for a script. */
  isAttended?: boolean;
}

/** Reads the lines of one transcript in order, and remembers what it needs of earlier lines. */
export interface TranscriptReader {
  /** Reads one JSON value of a line. Never throws: unknown content is left out and counted. The result is not bounded yet. */
  read(record: unknown, line: number): Reading;
  /** Call at the end of the transcript. Returns what was held back. Missing in readers that never hold anything back. */
  end?(): Reading;
  /**
   * Set where the program shows its person a nudge at the end of a turn as something that was blocked. Such a reader also reports
   * whether somebody reads along, see {@link Reading}.
   */
  readonly showsAsking?: true;
  /** Versions of the program whose transcripts are known to be readable. */
  readonly versions: RegExp;
  /** Unknown record types, with their counts. */
  readonly unknown: ReadonlyMap<string, number>;
}
