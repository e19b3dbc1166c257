import { likePatterns } from '../sql/like-patterns.ts';

// The texts of a turn that stand in its row and in no chunk, as SQL over the table `turn t`.

/** A cell of JSON, or an empty one when it is damaged. */
const sound = (column: string, empty: string) => `iif(json_valid(t.${column}), t.${column}, '${empty}')`;
/** The content of a turn, and its summaries. */
export const CONTENT = sound('content', '{}');
export const SUMMARIES = sound('summaries', '[]');
/** The last summary of a turn as JSON; null while nobody wrote one. */
export const LAST_SUMMARY = `${SUMMARIES} -> '$[#-1]'`;

/** Texts below a path, but for fields whose words only we write. */
const texts = (json: string, path: string, ours: string) =>
  `EXISTS (SELECT 1 FROM json_tree(${json}, '${path}') WHERE atom IS NOT NULL AND type = 'text'${ours && ` AND key NOT IN (${ours})`}
    AND value LIKE ? ESCAPE '\\')`;

const IN_SUMMARY = "'id', 'source', 'at'";
const IN_CALLS = texts(CONTENT, '$.calls', "'outcome'");

/** A condition on what a row says, and its values. */
type Condition = [sql: string, values: string[]];

function anyWith(word: string, conditions: readonly string[]): Condition {
  const [pattern = ''] = likePatterns(word);
  return [conditions.join(' OR '), conditions.map(() => pattern)];
}

/** Whether a turn has a word in any summary, in its thoughts, or in what its calls were given. */
export const saidInRow = (word: string): Condition =>
  anyWith(word, [texts(SUMMARIES, '$', IN_SUMMARY), IN_CALLS, texts(CONTENT, '$.rounds', '')]);

/** Whether a turn has a word in its last summary, or in what its calls were given. */
export const saidLast = (word: string): Condition => anyWith(word, [texts(SUMMARIES, '$[#-1]', IN_SUMMARY), IN_CALLS]);

/** What stands for the task of a turn where the bin is shown: its last summary, else its number. */
export const TASK = `substr(coalesce(${LAST_SUMMARY} ->> '$.text', 'Turn ' || t.number), 1, 300)`;
