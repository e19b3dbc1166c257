import { MAX_TEXT_BYTES, shorten, utf8Bytes, withLineFeeds } from '@twicewise/contract';

// The content of a log cannot be trusted. Every text that an episode keeps of it passes through here: it becomes bounded and
// well-formed, without control characters, so that the contract's schemas accept it. Expressions have no nested repetition, so
// they are linear.

/** Maximum length of a text that is examined, in UTF-16 units. Nothing longer fits a field, even at one byte per unit. */
const MAX_UNITS = MAX_TEXT_BYTES + 1;

/** Terminal colours. Whole escape sequences are removed, not only their first character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one.
const COLOURS = /\u001b\[[0-9;]{0,20}m/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what the contract's texts refuse.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Cuts a text to `maxBytes` of UTF-8, with an ellipsis where something is missing. */
export function cut(value: string, maxBytes: number = MAX_TEXT_BYTES): string {
  if (value.length * 3 <= maxBytes || utf8Bytes(value) <= maxBytes) return value;
  let length = Math.min(value.length, maxBytes);
  let head = shorten(value, length);
  // Each round cuts in proportion, so a few rounds are enough.
  for (let bytes = utf8Bytes(head) + 3; bytes > maxBytes; bytes = utf8Bytes(head) + 3) {
    length = Math.max(0, Math.min(length - 1, Math.floor((length * maxBytes) / bytes)));
    head = shorten(value, length);
  }
  return `${head.replace(/\uFFFD$/, '').trimEnd()}…`;
}

/** Makes a text fit for an episode. */
export function clean(value: string, maxBytes: number = MAX_TEXT_BYTES): string {
  const bounded = value.length > 2 * MAX_UNITS ? value.slice(0, 2 * MAX_UNITS) : value;
  const plain = withLineFeeds(bounded.replace(COLOURS, '')).replace(CONTROL, '').toWellFormed();
  return cut(plain.trim(), maxBytes);
}

/** Removes Markdown marks around a text: bold, code, quotes. */
export function withoutMarks(value: string): string {
  const text = value.replace(/\*\*|__|`/g, '');
  let [from, to] = [0, text.length];
  // A loop, because an expression for the end of a text would examine every run of spaces in it.
  while (from < to && /[>\s*_]/.test(text[from] as string)) from++;
  while (to > from && /[\s*_]/.test(text[to - 1] as string)) to--;
  return text.slice(from, to);
}

/** Removes the bold marks of a Markdown text, which only stress words. */
export function withoutBold(value: string): string {
  return value.replace(/\*\*([^*\n]{1,500})\*\*/g, '$1');
}

/** What two texts must share to be the same: their letters and digits (R11). */
export function sameText(value: string): string {
  return value
    .slice(0, 4000)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const PLACEHOLDER =
  /^(?:none(?: yet| needed| required| identified| recorded)?|n\/?a|not applicable|tbd|tba|todo|pending|null|undefined|nothing|empty|unknown|yes|no|true|false|x|\.{3}|…)$/;
const EMPTY_PROMISE =
  /^(?:to be (?:documented|filled|determined|added|completed|written)|(?:pending|fill in|added?) (?:at |by )?session end|no new (?:skills?|learnings?|lessons?|patterns?|insights?)\b|none\s?[-–—(:,.]|n\/a\s?[-–—(:,.]|no (?:significant |new |major )?(?:decisions?|learnings?|lessons?)\b|no (?:action|decision)s? (?:required|needed)$)/;

/** Punctuation at the end, at most 200 characters. Without a limit, every such run within a text would be tried to its end. */
const ENDS = /(?<![\s.!:;])[\s.!:;]{1,200}$/;

/** True for the content of a field that nobody filled in. */
export function isPlaceholder(value: string): boolean {
  const text = withoutMarks(value.slice(0, 200))
    .toLowerCase()
    .replace(/^[-–—•\s]{1,200}/, '')
    .replace(ENDS, '');
  if (!/[\p{L}\p{N}]/u.test(text) || PLACEHOLDER.test(text) || EMPTY_PROMISE.test(text)) return true;
  return value.length < 200 && /^\[[^\]]{0,180}\]$/.test(value.trim());
}

/** True for a piece of JSON that got into a list of sentences (R11). */
export function isFragment(value: string): boolean {
  const text = value.trim();
  return /^[\]}{[,]/.test(text) ? /["}\]]/.test(text) : /^"[\w $-]{1,80}"\s?:/.test(text);
}

/** The sentences and lines of a text. */
export function logSentences(value: string): string[] {
  return value
    .split(/\n|(?<=[.;!?])\s|(?<=[。！？])/)
    .map((sentence) => shorten(sentence.trim(), 4000))
    .filter((sentence) => sentence !== '');
}

/** The first line of a text, cut to the length of a title. */
export function headline(value: string): string {
  return (value.split('\n', 1)[0] ?? '').trim();
}
