import type { EpisodeContent, EpisodeDecision, EpisodeEvent } from '@twicewise/contract';
import { canonicalJson, shortHash } from '../bundles/canonical.ts';

/** What an item says, whatever it is called and wherever it was found: by this it is known again. */
export function itemHash({ id: _id, origin: _origin, ...said }: EpisodeDecision | EpisodeEvent): string {
  return shortHash(canonicalJson(said));
}

/** Items with the hash of what was found, so that a later correction shows. A pointer is kept where there is one. */
export function marked<T extends EpisodeDecision | EpisodeEvent>(items: readonly T[]): T[] {
  return items.map((item) => ({ ...item, origin: { pointer: item.origin?.pointer ?? '', hash: itemHash(item) } }));
}

/** What an extraction said of an episode, kept beside it until the next one. */
export interface Extracted {
  fields: Pick<EpisodeContent, 'task' | 'occurredAt' | 'timeQuality' | 'metrics' | 'extra'>;
  outcome: Pick<EpisodeContent, 'outcome' | 'outcomeSource' | 'outcomeNative'>;
  lessons: string[];
  memoryRefs: EpisodeContent['memoryRefs'];
  /** Hashes of its decisions and events. */
  items: string[];
  /** Links as the episode has them: with the ids that its items have here. */
  links: EpisodeContent['links'];
}

/** See {@link Extracted}. */
export function extractedFrom(content: EpisodeContent): Extracted {
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
