import type { Episode, EpisodePart } from '@twicewise/contract';
import type { PartKey } from '../../runtime/parts.ts';

/** The data of an episode that lists need. */
export interface ListedEpisode {
  seq: number;
  projectId: string;
  sessionId: string;
  outcome: Episode['outcome'];
  outcomeSource: Episode['outcomeSource'];
  author: string;
  has: readonly EpisodePart[];
  /** When it happened, as far as known. Lists are ordered by this. */
  at: string;
  isDeleted: boolean;
}

/** What an episode holds itself; attempts are records of their own. */
type OwnPart = Exclude<EpisodePart, 'attempts'>;

const PARTS = {
  decisions: ({ decisions }) => decisions.length > 0,
  errors: ({ events }) => events.some(({ type }) => type === 'error'),
  tests: ({ events }) => events.some(({ type }) => type === 'test'),
  commits: ({ events }) => events.some(({ type }) => type === 'commit'),
  // Order in time is no cause.
  links: ({ links }) => links.some(({ relation }) => relation !== 'precedes'),
  lessons: ({ lessons }) => lessons.length > 0,
} as const satisfies Record<OwnPart, (episode: Episode) => boolean>;
const PART_NAMES = Object.keys(PARTS) as OwnPart[];

/** Extracts the list data from an episode. */
export function listedEpisode(episode: Episode): ListedEpisode {
  const { seq, projectId, sessionId, outcome, outcomeSource, author, occurredAt, createdAt, deletedAt } = episode;
  return {
    seq,
    projectId,
    sessionId,
    outcome,
    outcomeSource,
    author: author.kind === 'person' ? author.kind : `${author.kind}:${author.name}`,
    has: PART_NAMES.filter((part) => PARTS[part](episode)),
    at: occurredAt ?? createdAt,
    isDeleted: deletedAt !== null,
  };
}

/** Filter of a list of episodes, with references resolved to ids. Text is filtered elsewhere. */
export interface EpisodeTest {
  inBin: boolean;
  projectIds?: readonly string[] | undefined;
  sessionIds?: readonly string[] | undefined;
  outcomes?: readonly string[] | undefined;
  outcomeSources?: readonly string[] | undefined;
  has?: readonly EpisodePart[] | undefined;
  authors?: readonly string[] | undefined;
  months?: readonly string[] | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/** True when the episode passes the whole filter. */
export function passes(episode: ListedEpisode, filter: EpisodeTest): boolean {
  const among = (wanted: readonly string[] | undefined, value: string) => !wanted || wanted.includes(value);
  return (
    episode.isDeleted === filter.inBin &&
    among(filter.projectIds, episode.projectId) &&
    among(filter.sessionIds, episode.sessionId) &&
    among(filter.outcomes, episode.outcome) &&
    among(filter.outcomeSources, episode.outcomeSource) &&
    among(filter.authors, episode.author) &&
    among(filter.months, monthOf(episode)) &&
    (filter.has ?? []).every((part) => episode.has.includes(part)) &&
    (filter.since === undefined || episode.at >= filter.since) &&
    (filter.until === undefined || episode.at < filter.until)
  );
}

/** The month in which it happened, in UTC. */
export function monthOf({ at }: ListedEpisode): string {
  return at.slice(0, 7);
}

/**
 * The list data of every episode, in memory. A row in the file holds a whole episode, so counting there would read all of them.
 */
export class EpisodeTable {
  readonly #listed = new Map<string, ListedEpisode>();

  /** Adds or replaces an episode. */
  put(id: string, episode: ListedEpisode): void {
    this.#listed.set(id, episode);
  }

  remove(id: string): void {
    this.#listed.delete(id);
  }

  /** All episodes, in no particular order. */
  all(): Iterable<ListedEpisode> {
    return this.#listed.values();
  }
}

/** The episodes of a table, each with whether its session has attempts. */
export function* withAttempts(
  table: EpisodeTable,
  hasAttempts: (sessionId: string) => boolean,
): Iterable<ListedEpisode> {
  for (const one of table.all()) yield hasAttempts(one.sessionId) ? { ...one, has: [...one.has, 'attempts'] } : one;
}

/**
 * Returns the data of all episodes once it contains everything committed. It is part of the index of causes, which reads every
 * episode anyway, and of that of attempts; `createCore` connects them.
 */
export const EPISODE_TABLE: PartKey<() => Promise<Iterable<ListedEpisode>>> = { name: 'the table of episodes' };
