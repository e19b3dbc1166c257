// What went wrong before a decision, where its reason names it and goes on to what was done then.

/** That something was tried and went wrong, in a sentence of a reason. */
const WENT_WRONG =
  /\b(?:returned|answered|gave|got|threw|raised|hit|failed|timed out|crashed|refused|denied|did not work|didn['’]t work)\b/iu;
/** What went wrong by name: without it "returned" and "gave" say nothing. 450 rows or 420 ms are no status. */
const BY_NAME =
  /\b(?:[45]\d\d\b(?!\s?(?:%|m?s\b|[kmg]b\b|[a-z]{2,20}[a-rtv-z]s\b))|errors?|exception|timeout|timed out|failed|crashed|refused|denied|did not work|didn['’]t work)\b/iu;
/** That something else was done then. */
const WENT_ON =
  /\b(?:fell back|falling back|fallback|instead|switched to|worked around|so (?:we|i) (?:used|took|went))\b/iu;
/** What somebody made, and did not run into, when a person did it: "we raised an error", "threw an error instead of null". */
const MADE = '(?:returned|answered|gave|threw|raised|refused|denied)';
const ERROR = '(?:errors?|exceptions?|failures?|timeouts?|crash(?:es|ing)?|[45]\\d\\d)';
/** Parts of a sentence in which nothing went wrong: what a session did or made better, and what did not happen. */
const NOT_WRONG = [
  new RegExp(`\\b(?:we|i)\\s(?:\\w+ly\\s|now\\s)?${MADE}\\b`, 'iu'),
  new RegExp(`^\\W{0,3}(?:now\\s)?${MADE}\\b(?!\\sby\\b).{0,200}\\binstead of\\b`, 'iu'),
  // Of two errors, or an error and something done, the first is what it was meant to be.
  new RegExp(`\\binstead of\\s(?:[a-z]{2,20}ing\\b|(?:[\\w-]{1,30}\\s){0,3}(?:ones?|${ERROR})\\b)`, 'iu'),
  new RegExp(
    `\\b(?:better|clearer|cleaner|earlier|fewer|less|more|nicer|richer|safer|simpler|stricter|no)\\s(?:[\\w-]{1,30}\\s){0,2}${ERROR}\\b`,
    'iu',
  ),
  /(?<!\beven )\bif\b|\b(?:unless|would|could|might|never|no longer)\b/iu,
];
const PARTS_OF_SENTENCE = /[,;()–—]|:\s|\s-\s|\b(?:because|since|which|but|then|so|and)\b/iu;
/** Characters of a reason that are read. */
const MAX_READ = 2000;
const SENTENCES = /(?<=[.!?])\s+/u;

/** Whether something is said to have gone wrong, by name, and not only what was done about errors. */
function saysWentWrong(sentence: string): boolean {
  const parts = sentence.split(PARTS_OF_SENTENCE).filter((part) => !NOT_WRONG.some((pattern) => pattern.test(part)));
  const left = parts.join(', ');
  return WENT_WRONG.test(left) && BY_NAME.test(left);
}

/** The sentence of a reason that says what went wrong, if the reason goes on to what was done then. */
export function errorIn(reason: string): string | null {
  const read = reason.slice(0, MAX_READ).toWellFormed();
  if (!WENT_ON.test(read)) return null;
  return read.split(SENTENCES).find(saysWentWrong) ?? null;
}
