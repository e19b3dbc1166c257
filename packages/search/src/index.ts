export { isStopWord } from './analyzer.ts';
export type { DocumentTable, LabelColumn, LabelField } from './document-table.ts';
export { type Opposition, oppositionsOf } from './duplicates/opposition.ts';
export { type Profile, profileOf, triedIn } from './duplicates/profile.ts';
export { type Resemblance, resemblanceOf, SHOWN, SURE } from './duplicates/resemblance.ts';
export { countFacets, facetCandidates } from './facet-counts.ts';
export { type Nearness, relevanceByNearness, VECTOR_WEIGHT, vectorShares, vectorWeight } from './fusion.ts';
export { type AskedTerm, askedTerms, termsOf } from './index-terms.ts';
export { type Grouping, inOrder, type Ordered, type Place, passing } from './lesson-order.ts';
export { LessonIndex } from './lexical-index.ts';
export { standingOf } from './priors.ts';
export { NEAR_RELEVANCE, RELEVANCE_THRESHOLD } from './relevance.ts';
export { asksNothing, namesNothing } from './small-talk.ts';
export { keyWords, shareOfWords, statementKey } from './statement-key.ts';
export {
  type DocumentFilter,
  type Explanation,
  FILTER_MEMBERS,
  type LessonDocument,
  type SearchHit,
  type SearchOptions,
  type SearchResult,
} from './types.ts';
