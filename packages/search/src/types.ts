import type { LessonFilterName, Ranker, Verdict } from '@twicewise/contract';
import type { Nearness } from './fusion.ts';

/** What the index knows of a lesson. Everything but `title` and `body` serves filters, order and priors. */
export interface LessonDocument {
  /** Position in the one order of truth. */
  seq: number;
  id: string;
  projectId: string;
  sessionId: string | null;
  kind: string;
  outcome: string;
  state: string;
  failureCategory: string | null;
  agent: string | null;
  /** 0 to 1; null when not stated. A lesson without it passes no `minConfidence`. */
  confidence: number | null;
  pinned: boolean;
  /** The majority verdict of those who used it; null without a majority. */
  standing: Verdict | null;
  /** ISO instant. */
  createdAt: string;
  tags: readonly string[];
  entityIds: readonly string[];
  /** Counts five times as much as the body. */
  title: string;
  /** What lists and facets tell apart besides; missing from what is only searched for. */
  listed?: ListedFields;
  /** Sections in an order of the caller's: explanations name them by position. Words of two sections are never near. */
  body: readonly string[];
}

/** What lists and facets ask of a lesson and search does not. */
export interface ListedFields {
  /** The review state as recorded, also of a lesson in the bin. */
  state: string;
  isDeleted: boolean;
  /** `person`, `agent`, or `importer:NAME`. */
  source: string;
  /** Number of the operation that last changed it. */
  revision: number;
}

/** Every member that is given must hold; lists mean any of, but `tags` means all of. An empty list lets nothing pass. */
export interface DocumentFilter {
  projectIds?: readonly string[];
  sessionIds?: readonly string[];
  outcomes?: readonly string[];
  states?: readonly string[];
  kinds?: readonly string[];
  failureCategories?: readonly string[];
  agents?: readonly string[];
  tags?: readonly string[];
  entityId?: string;
  minConfidence?: number;
  /** ISO instants of `createdAt`, both inclusive. */
  since?: string;
  until?: string;
  pinned?: boolean;
  /** Review states as recorded, whatever is in the bin. */
  ownStates?: readonly string[];
  inBin?: boolean;
  sources?: readonly string[];
  /** See `confidenceBand` of the contract. */
  bands?: readonly string[];
  /** Months of `createdAt` in UTC, as `2026-03`. */
  months?: readonly string[];
}

/** What each filter of a list of lessons is called in a {@link DocumentFilter}. The index has no texts: `text` is the store's. */
export const FILTER_MEMBERS = {
  projectId: 'projectIds',
  sessionId: 'sessionIds',
  outcome: 'outcomes',
  tags: 'tags',
  // As recorded: a lesson in the bin keeps its state, while `states` tells what may be searched for.
  state: 'ownStates',
  kind: 'kinds',
  failureCategory: 'failureCategories',
  minConfidence: 'minConfidence',
  confidence: 'bands',
  agent: 'agents',
  source: 'sources',
  entityId: 'entityId',
  since: 'since',
  until: 'until',
  month: 'months',
  pinned: 'pinned',
  deleted: 'inBin',
} as const satisfies Record<Exclude<LessonFilterName, 'text'>, keyof DocumentFilter>;

/** How to answer a search. */
export interface SearchOptions {
  /** At most so many hits. */
  limit: number;
  accept?: DocumentFilter;
  /**
   * Hits below are left out and counted; 0 to 1, by default {@link RELEVANCE_THRESHOLD}. With 0 every lesson that
   * passes the filter is ranked, those that share nothing last and newest first.
   */
  minRelevance?: number;
  /** The last word may be unfinished, as while typing. */
  prefix?: boolean;
  /** Adds `why` to each hit. */
  explain?: boolean;
  /** Maximum number of uncertain lessons to return when no lesson is relevant to the query. */
  maybe?: number;
  /** The session of the caller: its lessons move up among what is relevant. */
  sessionId?: string;
  /** Lessons that vectors find near, which then take part; without it words alone decide. */
  nearness?: Nearness;
}

/** How a query word came to match. */
export type MatchKind = 'exact' | 'prefix' | 'synonym' | 'similar';

/** One word of the query found in a lesson. */
export interface TermMatch {
  /** The word of the query, folded. */
  word: string;
  via: MatchKind;
  /** The stem that matched, and the lesson's words behind it (folded, at most five). */
  term: string;
  words: string[];
  /** Where, and how often. `section` is the position in `body`, null for the title. */
  fields: { field: 'title' | 'body'; section: number | null; count: number }[];
  /** Its part of the score. */
  contribution: number;
}

/** Two neighbours in the query that are near each other in the lesson. */
export interface ProximityMatch {
  words: [string, string];
  /** 1 when side by side, stop words left out. */
  distance: number;
  contribution: number;
}

/** Why a lesson is where it is: the contributions add up to the score before `session` and `priors`. */
export interface Explanation {
  terms: TermMatch[];
  proximity: ProximityMatch[];
  /** Words of the query that the lesson lacks. */
  missing: string[];
  /** Added for the caller's own session. */
  session: number;
  /** Added for nearness of its vector; null when that has no part in it. */
  vector: number | null;
  /** Factors on the score, such as `pinned` 1.1. */
  priors: { name: string; factor: number }[];
}

/** One lesson found. */
export interface SearchHit {
  id: string;
  seq: number;
  /** Orders hits of one query; not comparable between queries. */
  score: number;
  /** 0 to 1, comparable between queries; see relevance.ts. */
  relevance: number;
  /** Which rankings found it; `lexical` also for what was only asked for by a relevance of 0. */
  rankers: Ranker[];
  why?: Explanation;
}

/** What was found, what was left out, and what it took. */
export interface SearchResult {
  hits: SearchHit[];
  /** Not relevant enough to be a hit, but worth a line; see {@link SearchOptions.maybe}. */
  maybe: SearchHit[];
  /** Matching lessons that pass the filter and are not among the hits. */
  omitted: { belowThreshold: number; beyondLimit: number };
  query: {
    /** Stems that were looked for, in the order of the query. */
    terms: string[];
    /** The query was longer than {@link MAX_QUERY_LENGTH} or had more than {@link MAX_QUERY_TERMS} terms. */
    cut: boolean;
    /** Words that no lesson holds, as typed (folded). */
    unknown: string[];
  };
  /** Work done, so that tests bound it without a clock. */
  work: { terms: number; postings: number; tokens: number };
}
