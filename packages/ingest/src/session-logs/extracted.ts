import type { EpisodeContent } from '@twicewise/contract';

/** A session log as it was read from a file. */
export interface LogFile {
  /** Bare file name; session and date may stand in it. */
  name: string;
  text: string;
}

/** What the log says of the session itself. Null is unknown. */
export interface ExtractedSession {
  /** Name of the session, unique within its project: the bare file name without its extension. */
  nativeId: string;
  goal: string | null;
  branch: string | null;
  /** ISO, UTC. */
  startedAt: string | null;
  endedAt: string | null;
}

/** What a log gives: the same for the same text, whenever and wherever it is read (R7). */
export interface Extracted {
  session: ExtractedSession;
  content: EpisodeContent;
  /** What of the file could not be taken, in words. */
  notes: string[];
}

/** A log that gives none, and why, in words for people. */
export interface Unreadable {
  problem: string;
}

/** Version of the rules in this folder (R17). It rises with every change of what they answer. */
export const EXTRACTION_RULES = 3;
