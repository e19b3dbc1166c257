import type { WorkingSummary } from '@twicewise/contract';

/** An invented decision or event. `minutes` are counted from the beginning of its session. */
interface SampleItem {
  id: string;
  minutes: number;
}

export interface SampleDecision extends SampleItem {
  type: string;
  context: string;
  options: string[];
  chosen: string;
  rationale: string;
  outcome: 'success' | 'partial' | 'failure';
}

export interface SampleEvent extends SampleItem {
  type: 'error' | 'test' | 'commit' | 'milestone';
  content: string;
}

/** An invented record of a session. */
export interface SampleEpisode {
  /** The session, which the lessons of the sample name. */
  sessionId: string;
  branch: string;
  task: string;
  outcome: 'success' | 'partial' | 'failure';
  decisions: SampleDecision[];
  events: SampleEvent[];
  /** Pairs of ids: the first caused the second. */
  causes: [from: string, to: string][];
  /** Versions of where it stood, the oldest first. */
  summaries: Pick<WorkingSummary, 'progress' | 'known' | 'next'>[];
}
