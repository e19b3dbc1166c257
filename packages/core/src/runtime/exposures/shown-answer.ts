import type { AgentCall } from '@twicewise/store';

/** What an agent asked and was shown, as a handler knows it; who asked is the caller's business. */
export type ShownAnswer = Pick<AgentCall, 'operation' | 'task' | 'lessons'> &
  Partial<Pick<AgentCall, 'tokens' | 'trigger' | 'projectId' | 'tookMs' | 'episodeIds' | 'forkedFrom'>>;

/**
 * Records the exposures of one answer, which does not wait for that. Returns their ids, one per lesson shown; null where
 * nothing is recorded.
 */
export type RecordExposures = (asked: ShownAnswer) => readonly string[] | null;
