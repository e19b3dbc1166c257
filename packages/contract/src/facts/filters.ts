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
