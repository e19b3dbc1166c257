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
  /** Which of the conversations in one transcript: an agent's own, or that of a helper it started. */
  chain: string;
}

/** A person's own words, without what the program around the agent put there. */
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
  /** A command for a shell. */
  command: string | null;
  edit: Edit | null;
  /** What it is about, where its input says so, such as the heading of a plan. */
  about: string;
}

/** What came of a call. */
export interface Result extends At {
  kind: 'result';
  id: string;
  failed: boolean;
  text: string;
  /** A person did not allow the call; with their words, '' where they gave none. */
  rejection: string | null;
  /** The program around the agent refused the call by its own rules, which says nothing about the project. */
  isHarness: boolean;
}

/** A person decided in a dialogue of the program: approved a plan, or answered a question of the agent. */
export interface Decided extends At {
  kind: 'decided';
  about: 'plan' | 'question';
  /** The question; '' for a plan. */
  context: string;
  /** What there was to choose from; none for a plan. */
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
  /** Said where a turn begins: whether a person began it, who reads along, or a script. */
  isAttended?: boolean;
}

/** Reads the lines of one transcript in their order; keeps what it needs to know of those before. */
export interface TranscriptReader {
  /** One JSON value of a line. Never throws: what is not known is left out and counted. Nothing is bounded yet. */
  read(record: unknown, line: number): Reading;
  /** The transcript is at its end: what was kept back until more was known. Where there is none, nothing ever is. */
  end?(): Reading;
  /**
   * Set where the program shows its person what an agent is asked at the end of a turn, as something that was blocked; then it
   * also tells whether somebody reads along, see {@link Reading}.
   */
  readonly showsAsking?: true;
  /** Versions of the program whose transcripts are known. */
  readonly versions: RegExp;
  /** Types of records that were not known, with how often. */
  readonly unknown: ReadonlyMap<string, number>;
}
