import type { EpisodeContent } from '@twicewise/contract';

/** What a file said of an episode when it was read last, kept beside it until the next time. */
export interface LastReading {
  fields: Pick<EpisodeContent, 'task' | 'occurredAt' | 'timeQuality' | 'metrics' | 'extra'>;
  outcome: Pick<EpisodeContent, 'outcome' | 'outcomeSource' | 'outcomeNative'>;
  lessons: string[];
  memoryRefs: EpisodeContent['memoryRefs'];
  /** Hashes of its decisions and events. */
  items: string[];
  /** Links as the episode has them: with the ids that its items have here. */
  links: EpisodeContent['links'];
}

/** See {@link LastReading}. */
export function lastReading(content: EpisodeContent): LastReading {
  const { task, occurredAt, timeQuality, metrics, extra, outcome, outcomeSource, outcomeNative } = content;
  return {
    fields: { task, occurredAt, timeQuality, metrics, extra },
    outcome: { outcome, outcomeSource, outcomeNative },
    lessons: content.lessons,
    memoryRefs: content.memoryRefs,
    items: [...content.decisions, ...content.events].map(({ origin }) => origin?.hash ?? ''),
    links: content.links,
  };
}
