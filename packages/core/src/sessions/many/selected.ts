import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MAX_AT_ONCE, type OutputOf, type ParsedInputOf } from '@twicewise/contract';
import { type EpisodeFacts, episodeFacts, episodeSeqsOf } from '@twicewise/store';
import type { Services } from '../../runtime/services.ts';
import { matchingEpisodes } from '../episodes/list-episodes.ts';

/** Episodes that a person chose, and what to do to each. */
export type Asked = Pick<ParsedInputOf<'episode.changeMany'>, 'selection' | 'change'>;

/** Episodes read before yielding. */
const PER_TURN = 256;
const EXAMPLES = 5;

/** The fields to write; null when the episode is so already. */
export function fieldsOf({ kind }: Asked['change'], { isDeleted }: EpisodeFacts, at: string) {
  if ((kind === 'delete') === isDeleted) return null;
  return { deletedAt: kind === 'delete' ? at : null };
}

/** `seq` of the selected episodes, ascending. */
export async function selectedEpisodes({ selection }: Pick<Asked, 'selection'>, services: Services): Promise<number[]> {
  return 'ids' in selection
    ? episodeSeqsOf(services.db(), selection.ids)
    : matchingEpisodes(selection.filters, services);
}

/** What a change would do to episodes, and a digest of these as they are. */
export function effectOn({ selection, change }: Asked, episodes: readonly EpisodeFacts[]) {
  const asked = 'ids' in selection ? new Set(selection.ids).size : 0;
  const hash = createHash('sha256').update(JSON.stringify([change, asked]));
  for (const { seq, revision } of episodes) hash.update(`${seq}:${revision};`);
  const changing = episodes.filter((episode) => fieldsOf(change, episode, '') !== null);
  const preview: OutputOf<'episode.previewMany'> = {
    matches: episodes.length,
    changes: changing.length,
    already: episodes.length - changing.length,
    missing: 'ids' in selection ? asked - episodes.length : 0,
    examples: changing
      .slice(-EXAMPLES)
      .map(({ id, task }) => ({ id, task }))
      .toReversed(),
    asJob: episodes.length > MAX_AT_ONCE,
    digest: hash.digest('base64url'),
  };
  // An episode that is changed after the preview has a higher revision.
  const newest = episodes.reduce((most, { revision }) => Math.max(most, revision), 0);
  return { preview, newest };
}

/** A change that was looked at before it is made. */
export interface PreparedChange extends Asked {
  seqs: number[];
  preview: OutputOf<'episode.previewMany'>;
  newest: number;
}

/** Examines every selected episode; yields to other work in between. */
export async function prepareChange(asked: Asked, services: Services): Promise<PreparedChange> {
  const seqs = await selectedEpisodes(asked, services);
  const episodes: EpisodeFacts[] = [];
  for (let from = 0; from < seqs.length; from += PER_TURN) {
    episodes.push(...episodeFacts(services.db(), seqs.slice(from, from + PER_TURN)));
    await nextTurn();
  }
  return { ...asked, seqs, ...effectOn(asked, episodes) };
}
