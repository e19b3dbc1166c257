import type { AgentCall } from '@twicewise/store';

/** What an agent asked and was shown, as a handler knows it; who asked is the caller's business. */
export type Asked = Pick<AgentCall, 'operation' | 'task' | 'lessons'> &
  Partial<Pick<AgentCall, 'tokens' | 'trigger' | 'projectId' | 'tookMs' | 'episodeIds' | 'forkedFrom'>>;

/**
 * Accounts for one answer, which does not wait for it. Answers the ids of the exposures, one per lesson shown; null where
 * there is no account.
 */
export type Account = (asked: Asked) => readonly string[] | null;
