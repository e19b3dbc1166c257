/** True for what a filter by source takes: `person`, `agent`, or `importer:` with the name of the importer. */
export function isLessonSource(value: string): boolean {
  return /^(person|agent|importer:.+)$/.test(value);
}

/** True for what a filter by author takes: `person`, or `agent:` or `importer:` with its name. */
export function isEpisodeAuthor(value: string): boolean {
  return /^(person|agent:.+|importer:.+)$/.test(value);
}

/** True for a month such as 2026-03. */
export function isMonth(value: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(value);
}

/** Most lessons that a selection may name one by one. */
export const MAX_SELECTED_IDS = 1000;
/** A selection of more is changed by a job, in steps; so many are one write. */
export const MAX_AT_ONCE = 500;

/** Fewest known outcomes from which a success rate is drawn: below, the interval says next to nothing. */
export const FEWEST_OUTCOMES = 5;

/** Longest name of a rule, in bytes. */
export const MAX_RULE_BYTES = 256;

/** Most values of one filter, which are alternatives. */
export const MAX_FILTER_VALUES = 50;
/** Most tags that one filter asks for: all of them must hold. */
export const MAX_FILTER_TAGS = 20;

/**
 * The facets of lessons, each with the filters of `reflection.list` that narrow by it. The first takes a value of the facet
 * as it is named; each facet is counted without its own filters. Whatever else must know which filter belongs to which
 * facet (the search index, links and chips of the interface) reads it here.
 */
export const FACET_FILTERS = {
  project: ['projectId'],
  session: ['sessionId'],
  outcome: ['outcome'],
  tag: ['tags'],
  failureCategory: ['failureCategory'],
  state: ['state'],
  kind: ['kind'],
  agent: ['agent'],
  source: ['source'],
  rule: ['rule'],
  confidence: ['confidence', 'minConfidence'],
  feedback: ['feedback'],
  created: ['month', 'since', 'until'],
} as const;

/** Maximum of lessons that a search without words counts beyond its limit, so that it need not read all that pass its filters. */
export const MAX_COUNTED_BEYOND = 100;

/** True when there may be more beyond the limit of a search than are counted. */
export function isBeyondCounted(found: {
  query: { terms: readonly string[] };
  omitted: { beyondLimit: number };
}): boolean {
  return found.query.terms.length === 0 && found.omitted.beyondLimit >= MAX_COUNTED_BEYOND;
}
