import { logSentences } from './texts.ts';

/** Hexadecimal strings that are English words. */
const WORDS = new Set(['defaced', 'effaced', 'acceded', 'facaded', 'decaded']);
const SHA = /^[0-9a-f]{7,40}$/;
const IN_PROSE = /(?<![\w./#@:-])[0-9a-f]{7,40}(?![\w-]|\.\w)/g;
const SAYS_COMMIT = /\b(?:commit(?:s|ted|ting)?|shas?|pushed|amended|squashed|cherry-picked|merged as|landed)\b/i;
/** Words before a commit that does not belong to the session: one that it started from or looked at. */
const FOREIGN =
  /\b(?:base(?: commit)?|baseline|main|start(?:ing|ed)?(?: commit)?(?: sha)?|from|at|against|parent|onto|since|merge-base|blob|tree|upstream|on top of|over|checkout|checked out|branched|orphan commit|sha256|vs|origin\/[\w/-]{1,40}|reviewed commit|(?:pr|current|remote|old|previous|live) head|(?:head|branch|run|source|target)(?= sha))\s{0,2}(?:commit\s)?(?:sha)?[`'"(:=|\s]{0,4}$/i;
/** Words after a commit that belongs to another branch. */
const OF_BRANCH = /^[`')\s]{0,3}\(?(?:on |the )?(?:main|master|base|upstream)\b/i;
/** Sentences about what others did. */
const OTHERS =
  /\b(?:review(?:ed|ing)?|verif(?:y|ied)|inspect(?:ed)?|introduced (?:in|by)|addressed in|caused by|regress\w*|bisect\w*|predat\w*|prior|previous(?:ly)?|earlier|already|starting|existing|upstream|claim(?:s|ed)|compared?|measured (?:at|on)|recover(?:ed|y))\b/i;

/** The commit id in a field meant for one, or null when it is none. In such a field, digits alone are an id. */
export function commitId(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim().toLowerCase();
  return SHA.test(text) ? text : null;
}

/** True when one id is a prefix of the other (R4). */
export function isSameCommit(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}

/** Number of digits that all spellings of one id share. */
const SHORTEST = 7;

/** Values by commit, found by any prefix of the id. */
export class CommitIndex<T> {
  private readonly known = new Map<string, { id: string; thing: T }[]>();

  add(id: string, thing: T): void {
    const key = id.slice(0, SHORTEST);
    const others = this.known.get(key);
    if (others) others.push({ id, thing });
    else this.known.set(key, [{ id, thing }]);
  }

  find(id: string): T | undefined {
    return this.known.get(id.slice(0, SHORTEST))?.find((one) => isSameCommit(one.id, id))?.thing;
  }
}

/** Commit ids in prose: lower case, with at least one letter (R4). */
function idsIn(sentence: string): { id: string; from: number; to: number }[] {
  return [...sentence.matchAll(IN_PROSE)]
    .filter(([id]) => /[a-f]/.test(id) && !WORDS.has(id))
    .map((match) => ({ id: match[0], from: match.index, to: match.index + match[0].length }));
}

/** Commits that a text says were made, with the sentence. `isList` is for texts that only list commits. */
export function commitsIn(text: string, isList = false): { id: string; sentence: string }[] {
  if (!/[0-9a-f]{7}/.test(text)) return [];
  return logSentences(text).flatMap((sentence) => {
    if (!isList && (!SAYS_COMMIT.test(sentence) || OTHERS.test(sentence))) return [];
    const first = isList ? -1 : sentence.search(SAYS_COMMIT);
    return idsIn(sentence)
      .filter(({ from }) => !FOREIGN.test(sentence.slice(Math.max(0, from - 60), from)))
      .filter(({ to }) => !OF_BRANCH.test(sentence.slice(to, to + 20)))
      .filter(({ from, to }) => from > first || /^[`')]?\s(?:commit|pushed)/i.test(sentence.slice(to)))
      .map(({ id }) => ({ id, sentence }));
  });
}
