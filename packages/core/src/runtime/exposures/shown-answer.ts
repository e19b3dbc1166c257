import type { AgentCall } from '@twicewise/store';

/** What an agent asked and was shown. The handler supplies this; the caller is added by the recorder. */
export type ShownAnswer = Pick<AgentCall, 'operation' | 'task' | 'lessons'> &
  Partial<Pick<AgentCall, 'tokens' | 'trigger' | 'projectId' | 'tookMs' | 'episodeIds' | 'forkedFrom' | 'told'>>;

/**
 * Records the exposures of one answer without delaying it. Returns one exposure id per lesson shown, or null when nothing is
 * recorded.
 */
export type RecordExposures = (asked: ShownAnswer) => readonly string[] | null;
