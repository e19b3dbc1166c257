import type { Episode, OutputOf } from '@twicewise/contract';
import { keyWords } from '@twicewise/search';
import type { RelevantEpisode } from '../../sessions/episodes/relevant.ts';
import { nodeIdOf } from '../identity.ts';
import { errorIn } from './error-in-reason.ts';

/** Something that was tried and did not work. */
export type DeadEnd = OutputOf<'causal.deadEnds'>['items'][number];

// Finds failures that were not recorded as such: a session that failed or was blocked, and an error given as the reason of a
// decision ("the endpoint returned 401, fell back to the command line").

/** Words in sources for a session that achieved nothing. */
const GOT_NOWHERE = /\b(?:block|fail|abandon|abort|cancel)/iu;
/** The same words in a negation: "no blockers", "0 failed". */
const DENIED = /\b(?:no|not|without|zero|0)\s(?:block|fail|abandon|abort|cancel)/giu;

function gotNowhere({ outcome, outcomeSource, outcomeNative }: Episode): boolean {
  if (outcome === 'failure') return outcomeSource !== 'defaulted';
  return outcome !== 'success' && outcomeNative !== null && GOT_NOWHERE.test(outcomeNative.replace(DENIED, ''));
}

/** Weight of a whole session: it says less about a task than a single attempt. */
const SESSION_SHARE = 0.5;

const nobody = { worksElsewhere: 0, isDraft: false, lessonId: null };

function ofSession({ episode, relevance }: RelevantEpisode): DeadEnd[] {
  if (!gotNowhere(episode) || episode.task === '') return [];
  const error = episode.events.findLast(({ type }) => type === 'error');
  const { id: episodeId, task: tried, occurredAt: at } = episode;
  return [
    {
      ...nobody,
      tried,
      disprovedBy: error?.content ?? null,
      instead: null,
      episodeId,
      itemId: error?.id ?? null,
      nodeId: error ? nodeIdOf(error.type, error.content) : null,
      at,
      relevance: SESSION_SHARE * relevance,
    },
  ];
}

/** Maximum number of reasons shown per session. */
const MOST_OF_SESSION = 2;

/** A session has decisions on many topics; only those that mention the task count. */
function ofReasons({ episode, relevance }: RelevantEpisode, words: ReadonlySet<string>): DeadEnd[] {
  const all = episode.decisions.flatMap(({ id: itemId, chosen, rationale, at }) => {
    const tried = rationale === null ? null : errorIn(rationale);
    if (tried === null) return [];
    const said = new Set(keyWords(`${chosen} ${tried}`).map(({ stem }) => stem));
    const shared = [...words].filter((word) => said.has(word)).length;
    if (shared === 0) return [];
    const when = at ?? episode.occurredAt;
    const known = { tried, disprovedBy: null, instead: chosen, nodeId: nodeIdOf('decision', chosen) };
    const found = { ...nobody, ...known, episodeId: episode.id, itemId, at: when };
    return [{ ...found, relevance: (relevance * shared) / words.size }];
  });
  return all.toSorted((a, b) => b.relevance - a.relevance).slice(0, MOST_OF_SESSION);
}

/**
 * Dead ends of sessions related to a task. `named` are failed decisions that are shown already; their sessions are left out,
 * because the decision says more.
 */
export function deadEndsOfSessions(
  task: string,
  found: readonly RelevantEpisode[],
  named: readonly { episodeId: string; itemId: string }[],
): DeadEnd[] {
  const sessions = new Set(named.map(({ episodeId }) => episodeId));
  const words = new Set(keyWords(task).map(({ stem }) => stem));
  const items = new Set(named.map(({ episodeId, itemId }) => `${episodeId} ${itemId}`));
  return [
    ...found.filter(({ episode }) => !sessions.has(episode.id)).flatMap(ofSession),
    ...found
      .flatMap((one) => ofReasons(one, words))
      .filter(({ episodeId, itemId }) => !items.has(`${episodeId} ${itemId}`)),
  ];
}
