import { canonicalJson, type EpisodeDecision, type EpisodeEvent } from '@twicewise/contract';
import { shortHash } from '@twicewise/ingest';

/** Hash of an item's content, without its id and origin, by which it is recognised again. */
export function itemHash({ id: _id, origin: _origin, ...said }: EpisodeDecision | EpisodeEvent): string {
  return shortHash(canonicalJson(said));
}

/**
 * Adds to each item the hash of its extracted content, so that later corrections can be detected. An existing pointer is kept.
 */
export function markItems<T extends EpisodeDecision | EpisodeEvent>(items: readonly T[]): T[] {
  return items.map((item) => ({ ...item, origin: { pointer: item.origin?.pointer ?? '', hash: itemHash(item) } }));
}
