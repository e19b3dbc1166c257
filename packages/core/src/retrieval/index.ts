export { isStopWord, runsOf } from './analyzer.ts';
export { countFacets, type FacetCounts, facetCandidates } from './facet-counts.ts';
export { inOrder, type Ordered, type Place, passing } from './lesson-order.ts';
export { LessonIndex } from './lexical-index.ts';
export { standingOf } from './priors.ts';
export { MAX_QUERY_LENGTH, MAX_QUERY_TERMS } from './query.ts';
export { RELEVANCE_THRESHOLD } from './relevance.ts';
export { asksNothing, namesNothing } from './small-talk.ts';
export { type KeyWord, keyWords, statementKey } from './statement-key.ts';
export type {
  DocumentFilter,
  Explanation,
  LessonDocument,
  MatchKind,
  ProximityMatch,
  SearchHit,
  SearchOptions,
  SearchResult,
  TermMatch,
} from './types.ts';
