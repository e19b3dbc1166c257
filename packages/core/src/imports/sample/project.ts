import type { ImportedLesson } from '@twicewise/ingest';

/** An invented lesson in compact form. */
export interface SampleLesson {
  /** Number of its id, never reused, so that loading the sample again adds nothing. */
  n: number;
  task: string;
  attempt?: number;
  outcome: ImportedLesson['outcome'];
  /** How the outcome is known; by default reported. */
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
  /** The rule that found it in a transcript. */
  rule?: 'fail_then_pass' | 'rejection';
  /** Hours after the session began. */
  after?: number;
}

/** An invented session. */
export interface SampleSession {
  id: string;
  agent: string;
  /** When it began, in hours before loading. */
  hoursAgo: number;
  lessons: SampleLesson[];
}

/** An invented project. */
export interface SampleProject {
  id: string;
  sessions: SampleSession[];
}
