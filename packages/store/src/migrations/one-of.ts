/**
 * A check that a column holds one of these words. Not `IN (…)`: from three words on SQLite fills a table with them each
 * time the statement runs, which took a third of the time of storing a lesson.
 */
export function oneOf(column: string, words: string): string {
  return `(${words
    .split(' ')
    .map((word) => `${column} = '${word}'`)
    .join(' OR ')})`;
}
