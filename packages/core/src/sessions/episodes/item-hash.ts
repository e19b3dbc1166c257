import { canonicalJson, type EpisodeDecision, type EpisodeEvent } from '@twicewise/contract';
import { shortHash } from '@twicewise/ingest';

/** What an item says, whatever it is called and wherever it was found: by this it is known again. */
export function itemHash({ id: _id, origin: _origin, ...said }: EpisodeDecision | EpisodeEvent): string {
  return shortHash(canonicalJson(said));
}

/** Items with the hash of what was found, so that a later correction shows. A pointer is kept where there is one. */
export function markItems<T extends EpisodeDecision | EpisodeEvent>(items: readonly T[]): T[] {
  return items.map((item) => ({ ...item, origin: { pointer: item.origin?.pointer ?? '', hash: itemHash(item) } }));
}
