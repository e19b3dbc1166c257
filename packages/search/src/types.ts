import type { LessonFilterName, Ranker, Verdict } from '@twicewise/contract';
import type { Nearness } from './fusion.ts';

/** What the index knows about a lesson. Everything but `title` and `body` is for filters, orders and priors. */
export interface LessonDocument {
  /** Position in the order of storing. */
  seq: number;
  id: string;
  projectId: string;
  sessionId: string | null;
  kind: string;
  outcome: string;
  state: string;
  failureCategory: string | null;
  agent: string | null;
  /** 0 to 1; null if not stated. A lesson without it passes no `minConfidence`. */
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
  /** Values that only lists and facets need; missing from what is only searched. */
  listed?: ListedFields;
  /**
   * Sections in an order that the caller chooses: explanations name them by position. Words of two sections are never near each
   * other.
   */
  body: readonly string[];
}

/** What lists and facets need of a lesson, but search does not. */
export interface ListedFields {
  /** The review state as recorded, also of a lesson in the bin. */
  state: string;
  isDeleted: boolean;
  /** `person`, `agent`, or `importer:NAME`. */
  source: string;
  /** The file or transcript it was imported from; null for what was stored here. */
  sourceId: string | null;
  /** The rule that found it in a transcript; null for what an agent or a person wrote. */
  rule: string | null;
  /** Number of the operation that last changed it. */
  revision: number;
  /** When it was last changed, or deleted: the time that its row shows in a list by changes. */
  changedAt: string;
}

/**
 * A lesson passes if it meets every member given. A list means any of its values, except for `tags`, where it means all. An empty
 * list lets nothing pass.
 */
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
  /** ISO instants, compared with `createdAt`; both are inclusive. */
  since?: string;
  until?: string;
  pinned?: boolean;
  /** Recorded review states. They do not depend on whether the lesson is in the bin. */
  ownStates?: readonly string[];
  inBin?: boolean;
  sources?: readonly string[];
  sourceIds?: readonly string[];
  /** An empty text means that no rule found it. */
  rules?: readonly string[];
  /** See `confidenceBand` in the contract. */
  bands?: readonly string[];
  /** What most verdicts say; a lesson without a majority has none. */
  standings?: readonly string[];
  /** Months of `createdAt` in UTC, as `2026-03`. */
  months?: readonly string[];
}

/**
 * The member of {@link DocumentFilter} for each filter of a list of lessons. `text` is missing because the index has no texts;
 * the store evaluates it.
 */
export const FILTER_MEMBERS = {
  projectId: 'projectIds',
  sessionId: 'sessionIds',
  outcome: 'outcomes',
  tags: 'tags',
  // The recorded state: a lesson in the bin keeps its state, while `states` says what may be searched for.
  state: 'ownStates',
  kind: 'kinds',
  failureCategory: 'failureCategories',
  minConfidence: 'minConfidence',
  confidence: 'bands',
  feedback: 'standings',
  agent: 'agents',
  source: 'sources',
  sourceId: 'sourceIds',
  rule: 'rules',
  entityId: 'entityId',
  since: 'since',
  until: 'until',
  month: 'months',
  pinned: 'pinned',
  deleted: 'inBin',
} as const satisfies Record<Exclude<LessonFilterName, 'text'>, keyof DocumentFilter>;

/** Options of a search. */
export interface SearchOptions {
  /** Maximum number of hits. */
  limit: number;
  accept?: DocumentFilter;
  /**
   * Minimum relevance of a hit, 0 to 1, by default {@link RELEVANCE_THRESHOLD}; less relevant lessons are left out and counted.
   * With 0, every lesson that passes the filter is ranked; those without a matching word come last, newest first.
   */
  minRelevance?: number;
  /** The last word may be unfinished, as it is while somebody types. */
  prefix?: boolean;
  /** Adds `why` to each hit. */
  explain?: boolean;
  /** Maximum number of uncertain lessons to return when no lesson is relevant to the query. */
  maybe?: number;
  /** The session of the caller: its lessons rank higher among the relevant ones. */
  sessionId?: string;
  /** Lessons that are near the query by their vectors. Without it, only words decide. */
  nearness?: Nearness;
}

/** How a word of the query matched. */
export type MatchKind = 'exact' | 'prefix' | 'synonym' | 'similar';

/** One word of the query found in a lesson. */
export interface TermMatch {
  /** The word of the query, folded. */
  word: string;
  via: MatchKind;
  /** The stem that matched, and the words of the lesson with this stem (folded, at most five). */
  term: string;
  words: string[];
  /** Where it occurs, and how often. `section` is the position in `body`, or null for the title. */
  fields: { field: 'title' | 'body'; section: number | null; count: number }[];
  /** Its part of the score. */
  contribution: number;
}

/** Two words that follow each other in the query and are near each other in the lesson. */
export interface ProximityMatch {
  words: [string, string];
  /** 1 if they are adjacent, not counting stop words. */
  distance: number;
  contribution: number;
}

/** Why a lesson has its rank: the contributions add up to the score before `session`, `vector` and `priors`. */
export interface Explanation {
  terms: TermMatch[];
  proximity: ProximityMatch[];
  /** Words of the query that the lesson does not contain. */
  missing: string[];
  /** Added for a lesson of the caller's own session. */
  session: number;
  /** Added because its vector is near the query; null if vectors added nothing. */
  vector: number | null;
  /** Factors on the score, such as 1.1 for `pinned`. */
  priors: { name: string; factor: number }[];
}

/** One lesson found. */
export interface SearchHit {
  id: string;
  seq: number;
  /** Orders the hits of one query; not comparable between queries. */
  score: number;
  /** 0 to 1, comparable between queries; see relevance.ts. */
  relevance: number;
  /** The rankings that found it. `lexical` also stands for a lesson that is returned only because `minRelevance` is 0. */
  rankers: Ranker[];
  why?: Explanation;
}

/** What was found, what was left out, and how much work it took. */
export interface SearchResult {
  hits: SearchHit[];
  /** Lessons that are not relevant enough to be hits, but may be offered as uncertain; see {@link SearchOptions.maybe}. */
  maybe: SearchHit[];
  /** Number of matching lessons that pass the filter but are not among the hits. */
  omitted: { belowThreshold: number; beyondLimit: number };
  query: {
    /** Stems that were searched for, in the order of the query. */
    terms: string[];
    /** True if the query was longer than {@link MAX_QUERY_LENGTH} or had more than {@link MAX_QUERY_TERMS} terms. */
    cut: boolean;
    /** Words of the query that no lesson has, folded. */
    unknown: string[];
  };
  /** Amount of work, so that tests can limit it without a clock. */
  work: { terms: number; postings: number; tokens: number };
}
