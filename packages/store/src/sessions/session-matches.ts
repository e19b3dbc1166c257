import { MAX_MATCH } from '@twicewise/contract';
import { all, type ReadableDb } from '../sql/database.ts';
import { likePatterns, phrasePattern } from '../sql/like-patterns.ts';
import { HAPPENED, textCells } from './episodes.ts';

// How well sessions answer the words of a search (`sessionMatch` of the contract).

/** SQL for a condition on a text, which is given as an SQL expression. */
type Condition = (text: string) => string;

/** A place where the words of a search may stand, with the match it gives. */
interface Place {
  match: number;
  /** SQL for: one text of the place meets the condition. */
  having: (condition: Condition) => string;
}

const cellsOf = (match: number, ...columns: string[]): Place => ({
  match,
  having: (condition) => columns.map((column) => textCells(column, condition('cell.value'))).join(' OR '),
});

const IN_TASK = MAX_MATCH - 1;
const OF_EPISODE: readonly Place[] = [
  { match: IN_TASK, having: (condition) => condition('e.task') },
  cellsOf(4, 'lessons', 'decisions'),
  cellsOf(2, 'events'),
];
const OF_ATTEMPT: readonly Place[] = [{ match: IN_TASK, having: (condition) => condition('a.task') }];

/** SQL for the match of a row, by the first place that has all words, and the values that it names. */
function scoring(places: readonly Place[], text: string) {
  const patterns = likePatterns(text);
  const like =
    (name: string): Condition =>
    (of) =>
      `${of} LIKE :${name} ESCAPE '\\'`;
  const words: Condition = (of) => patterns.map((_, index) => like(`word${index}`)(of)).join(' AND ');
  const whens = places.map(({ match, having }) => `WHEN ${having(words)} THEN ${match} + (${having(like('phrase'))})`);
  const values = Object.fromEntries(patterns.map((pattern, index) => [`word${index}`, pattern]));
  return { sql: `CASE ${whens.join(' ')} ELSE 0 END`, values: { ...values, phrase: phrasePattern(text) } };
}

/** An episode's place in a list, and how well it answers the words. */
export interface RankedEpisode {
  seq: number;
  at: string;
  match: number;
}

/** These episodes, which have all words of a search, with how well they answer it. Reads their texts. */
export function rankEpisodes(db: ReadableDb, seqs: readonly number[], text: string): RankedEpisode[] {
  const { sql, values } = scoring(OF_EPISODE, text);
  const select = `SELECT e.seq, ${HAPPENED} AS at, ${sql} AS match FROM episode e WHERE e.seq IN (SELECT value FROM json_each(:seqs))`;
  return all<RankedEpisode>(db, select, { ...values, seqs: JSON.stringify(seqs) });
}

/** The match of a session of which one attempt or turn has all words, somewhere. */
export const TOGETHER = 2;

/** How well a session answers a search, and the `seq` of its latest attempt that has all words; null where only a turn has them. */
export interface AttemptMatch {
  match: number;
  attempt: number | null;
}

/** The sessions of these attempts, which have all words of a search, with how well the best attempt of each answers it. */
export function rankAttemptSessions(db: ReadableDb, seqs: readonly number[], text: string): Map<string, AttemptMatch> {
  const { sql, values } = scoring(OF_ATTEMPT, text);
  const select = `SELECT a.session_id AS id, max(max(${TOGETHER}, ${sql})) AS match, max(a.seq) AS attempt FROM attempt a
    WHERE a.seq IN (SELECT value FROM json_each(:seqs)) AND a.session_id IS NOT NULL GROUP BY a.session_id`;
  const rows = all<AttemptMatch & { id: string }>(db, select, { ...values, seqs: JSON.stringify(seqs) });
  return new Map(rows.map(({ id, ...found }) => [id, found]));
}
