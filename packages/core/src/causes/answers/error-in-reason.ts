// Finds the error that led to a decision, when the reason names it and goes on to what was done about it.

/** Phrases for something that was tried and failed. */
const WENT_WRONG =
  /\b(?:returned|answered|gave|got|threw|raised|hit|failed|timed out|crashed|refused|denied|did not work|didn['’]t work)\b/iu;
/** Named errors. Without one, "returned" and "gave" mean nothing. Numbers such as 450 rows or 420 ms are not HTTP statuses. */
const BY_NAME =
  /\b(?:[45]\d\d\b(?!\s?(?:%|m?s\b|[kmg]b\b|[a-z]{2,20}[a-rtv-z]s\b))|errors?|exception|timeout|timed out|failed|crashed|refused|denied|did not work|didn['’]t work)\b/iu;
/** Phrases for doing something else afterwards. */
const WENT_ON =
  /\b(?:fell back|falling back|fallback|instead|switched to|worked around|so (?:we|i) (?:used|took|went))\b/iu;
/** Verbs for errors that the author made on purpose: "we raised an error", "threw an error instead of null". */
const MADE = '(?:returned|answered|gave|threw|raised|refused|denied)';
const ERROR = '(?:errors?|exceptions?|failures?|timeouts?|crash(?:es|ing)?|[45]\\d\\d)';
/** Parts of a sentence in which nothing failed: what a session improved, and what did not happen. */
const NOT_WRONG = [
  new RegExp(`\\b(?:we|i)\\s(?:\\w+ly\\s|now\\s)?${MADE}\\b`, 'iu'),
  new RegExp(`^\\W{0,3}(?:now\\s)?${MADE}\\b(?!\\sby\\b).{0,200}\\binstead of\\b`, 'iu'),
  // In "an error instead of another", or "instead of doing", the first part is the intended one.
  new RegExp(`\\binstead of\\s(?:[a-z]{2,20}ing\\b|(?:[\\w-]{1,30}\\s){0,3}(?:ones?|${ERROR})\\b)`, 'iu'),
  new RegExp(
    `\\b(?:better|clearer|cleaner|earlier|fewer|less|more|nicer|richer|safer|simpler|stricter|no)\\s(?:[\\w-]{1,30}\\s){0,2}${ERROR}\\b`,
    'iu',
  ),
  /(?<!\beven )\bif\b|\b(?:unless|would|could|might|never|no longer)\b/iu,
];
const PARTS_OF_SENTENCE = /[,;()–—]|:\s|\s-\s|\b(?:because|since|which|but|then|so|and)\b/iu;
/** Maximum characters of a reason that are read. */
const MAX_READ = 2000;
const SENTENCES = /(?<=[.!?])\s+/u;

/** Whether a sentence names something that failed, and not only how errors were handled. */
function saysWentWrong(sentence: string): boolean {
  const parts = sentence.split(PARTS_OF_SENTENCE).filter((part) => !NOT_WRONG.some((pattern) => pattern.test(part)));
  const left = parts.join(', ');
  return WENT_WRONG.test(left) && BY_NAME.test(left);
}

/** The sentence of a reason that says what failed, if the reason goes on to what was done about it. */
export function errorIn(reason: string): string | null {
  const read = reason.slice(0, MAX_READ).toWellFormed();
  if (!WENT_ON.test(read)) return null;
  return read.split(SENTENCES).find(saysWentWrong) ?? null;
}
