import type { EpisodeContent } from '@twicewise/contract';

/** A session log as it was read from a file. */
export interface LogFile {
  /** Bare file name. It may contain the session and date. */
  name: string;
  text: string;
}

/** What the log says of the session itself. Null means unknown. */
export interface ExtractedSession {
  /** Name of the session, unique within its project: the bare file name without its extension. */
  nativeId: string;
  goal: string | null;
  branch: string | null;
  /** ISO, UTC. */
  startedAt: string | null;
  endedAt: string | null;
}

/** What a log yields. The same text gives the same result at any time and on any machine (R7). */
export interface Extracted {
  session: ExtractedSession;
  content: EpisodeContent;
  /** Descriptions of what could not be taken from the file. */
  notes: string[];
}

/** A log that yields no episode, and the reason in words for people. */
export interface Unreadable {
  problem: string;
}

/** Version of the rules in this folder (R17). Increase it with every change of their results. */
export const EXTRACTION_RULES = 3;
