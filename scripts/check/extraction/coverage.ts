import type { Episode } from '@twicewise/contract';
import { exactly, type Verdict } from '../verdicts.ts';
import { type Episodes, episodeOf, type Log } from './reading.ts';
import { type SourceItem, sourceItems } from './source-items.ts';

/** Minimum share of the structured decisions and learnings that the episodes must contain. */
const AIM = 0.95;

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The texts of an episode in which an item of a kind must be. */
function placesOf(kind: SourceItem['kind'], { decisions, lessons }: Episode): string[] {
  const texts = kind === 'learning' ? lessons : decisions.flatMap(({ chosen, context }) => [chosen, context]);
  return texts.map(plain);
}

/** True if the episode contains one of the item's texts, alone or as part of a longer one. */
function isThere(item: SourceItem, episode: Episode | undefined): boolean {
  if (!episode) return false;
  const places = placesOf(item.kind, episode);
  return item.texts.map(plain).some((text) => text !== '' && places.some((place) => place.includes(text)));
}

/** Marks that redaction puts in place of a secret, home folder or address; such a text cannot be found in an episode. */
const REDACTED = /\[REDACTED|⟦|\[home\]|\[email/i;

function shareOf(items: readonly { item: SourceItem; path: string }[], episodes: Episodes) {
  const missing = items.filter(({ item, path }) => !isThere(item, episodeOf(episodes, path)));
  return { missing, share: items.length === 0 ? 1 : 1 - missing.length / items.length };
}

/** Compares the decisions and learnings that logs state as data with their episodes. */
export function coverage(logs: readonly Log[], episodes: Episodes): { verdicts: Verdict[]; notes: string[] } {
  const items = logs
    .filter(({ path }) => path.endsWith('.json'))
    .flatMap(({ path, text }) => sourceItems(JSON.parse(text)).map((item) => ({ item, path })));
  const verdicts = (['decision', 'learning'] as const).map((kind): Verdict => {
    const own = items.filter(({ item }) => item.kind === kind);
    const { missing, share } = shareOf(own, episodes);
    return {
      id: kind,
      what: `structured ${kind}s that are in the episodes (aim ${AIM})`,
      found: `${own.length - missing.length} of ${own.length}, ${share.toFixed(3)}`,
      state: exactly(share >= AIM),
    };
  });
  const stripped = new Map([...episodes].map(([path, episode]) => [path, { ...episode, decisions: [], lessons: [] }]));
  const control = shareOf(items, stripped);
  const isMarked = [...episodes.values()].filter((episode) => REDACTED.test(JSON.stringify(episode.decisions))).length;
  return {
    verdicts: [
      ...verdicts,
      {
        id: 'control',
        what: 'negative control: episodes without decisions and lessons',
        found: `${items.length - control.missing.length} of ${items.length} found`,
        state: exactly(control.missing.length === items.length),
      },
    ],
    notes: [
      ...shareOf(items, episodes).missing.map(({ item, path }) => `missing: ${path} ${item.pointer}`),
      `${isMarked} episodes have marks of redaction in their decisions.`,
    ],
  };
}
