import type { EpisodeContent } from '@twicewise/contract';

/** An episode in which nothing happened. */
export const EMPTY_EPISODE: EpisodeContent & { extra: Record<string, unknown> } = {
  task: 'Release the shop',
  outcome: 'success',
  outcomeSource: 'reported',
  outcomeNative: null,
  occurredAt: null,
  timeQuality: 'unknown',
  decisions: [],
  events: [],
  links: [],
  metrics: {},
  lessons: [],
  memoryRefs: [],
  extra: {},
};
