import type { ImportedLesson } from '@twicewise/ingest';

/** A made-up lesson, as short as it can be written down. */
export interface SampleLesson {
  /** Number of its id, never reused: loading the sample again must add nothing. */
  n: number;
  task: string;
  attempt?: number;
  outcome: ImportedLesson['outcome'];
  /** How the outcome is known; reported when left out. */
  known?: ImportedLesson['outcomeSource'];
  worked?: string[];
  failed?: string[];
  next?: string;
  text?: string;
  cause?: string;
  chain?: string;
  category?: ImportedLesson['failureCategory'];
  confidence?: number;
  tags: string[];
  about?: string[];
  kind?: ImportedLesson['kind'];
  state?: ImportedLesson['state'];
  pinned?: boolean;
  /** Hours after the session began. */
  after?: number;
}

/** A made-up run of an agent. */
export interface SampleSession {
  id: string;
  agent: string;
  /** When it began, in hours before the sample is loaded. */
  hoursAgo: number;
  lessons: SampleLesson[];
}

/** A made-up project. */
export interface SampleProject {
  id: string;
  sessions: SampleSession[];
}
