/** Words that can be stemmed. Others stay unchanged, because the rules are for English words in a–z. */
const STEMMABLE = /^[a-z]{3,40}$/;

/** A suffix and its replacement. In a list of rules, the longest of several suffixes with the same ending comes first. */
type Rule = readonly [suffix: string, replacement: string];

const STEP_2: readonly Rule[] = [
  ['ational', 'ate'],
  ['ization', 'ize'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['entli', 'ent'],
  ['ousli', 'ous'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['ator', 'ate'],
  ['eli', 'e'],
];

const STEP_3: readonly Rule[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
];

const STEP_4: readonly string[] = [
  'ement',
  'ance',
  'ence',
  'able',
  'ible',
  'ment',
  'ant',
  'ent',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
  'ion',
  'al',
  'er',
  'ic',
  'ou',
];

function isConsonant(word: string, at: number): boolean {
  const letter = word[at];
  if (letter === 'y') return at === 0 || !isConsonant(word, at - 1);
  return letter !== 'a' && letter !== 'e' && letter !== 'i' && letter !== 'o' && letter !== 'u';
}

/** Porter's m: the number of times that a vowel is followed by a consonant in the first `end` letters. */
function measure(word: string, end: number): number {
  let count = 0;
  let afterVowel = false;
  for (let at = 0; at < end; at++) {
    const consonant = isConsonant(word, at);
    if (consonant && afterVowel) count++;
    afterVowel = !consonant;
  }
  return count;
}

function hasVowel(word: string, end: number): boolean {
  for (let at = 0; at < end; at++) if (!isConsonant(word, at)) return true;
  return false;
}

function endsDouble(word: string): boolean {
  const last = word.length - 1;
  return last > 0 && word[last] === word[last - 1] && isConsonant(word, last);
}

/** True if the word ends in consonant, vowel, consonant, and the last is not w, x or y: a short syllable such as `hop`. */
function endsShort(word: string, end = word.length): boolean {
  if (end < 3) return false;
  const shape = isConsonant(word, end - 1) && !isConsonant(word, end - 2) && isConsonant(word, end - 3);
  return shape && !'wxy'.includes(word[end - 1] as string);
}

function plural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** Restores the e, or removes a doubled letter, after -ed or -ing was removed. */
function mended(stem: string): string {
  if (stem.endsWith('at') || stem.endsWith('bl') || stem.endsWith('iz')) return `${stem}e`;
  if (endsDouble(stem) && !'lsz'.includes(stem.at(-1) as string)) return stem.slice(0, -1);
  return measure(stem, stem.length) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

function pastOrProgressive(word: string): string {
  if (word.endsWith('eed')) return measure(word, word.length - 3) > 0 ? word.slice(0, -1) : word;
  for (const suffix of ['ed', 'ing']) {
    const end = word.length - suffix.length;
    if (word.endsWith(suffix)) return hasVowel(word, end) ? mended(word.slice(0, end)) : word;
  }
  return word;
}

function finalY(word: string): string {
  return word.endsWith('y') && hasVowel(word, word.length - 1) ? `${word.slice(0, -1)}i` : word;
}

/** Tries only the longest suffix that the word has, even if its condition is not met. */
function replaceSuffix(word: string, rules: readonly Rule[]): string {
  for (const [suffix, replacement] of rules) {
    if (!word.endsWith(suffix)) continue;
    const end = word.length - suffix.length;
    return measure(word, end) > 0 ? word.slice(0, end) + replacement : word;
  }
  return word;
}

function dropSuffix(word: string): string {
  for (const suffix of STEP_4) {
    if (!word.endsWith(suffix)) continue;
    const end = word.length - suffix.length;
    const allowed = suffix !== 'ion' || 'st'.includes(word[end - 1] ?? ' ');
    return allowed && measure(word, end) > 1 ? word.slice(0, end) : word;
  }
  return word;
}

function finalE(word: string): string {
  if (!word.endsWith('e')) return word;
  const end = word.length - 1;
  const m = measure(word, end);
  return m > 1 || (m === 1 && !endsShort(word, end)) ? word.slice(0, end) : word;
}

function finalDoubleL(word: string): string {
  return word.endsWith('ll') && measure(word, word.length - 1) > 1 ? word.slice(0, -1) : word;
}

/**
 * Words, without -s, -ed and -ing, that Porter's rules give the stem of an unrelated word that reports of software have as often.
 * Each stands before the stem that it gets instead; after it, the word that it would be taken for.
 */
const KEPT_APART: ReadonlyMap<string, string> = new Map([
  ['authorization', 'authoriz'], // author
  ['authorize', 'authoriz'],
  ['container', 'container'], // contain
  ['conversation', 'conversat'], // conversion
  ['customer', 'customer'], // custom
  ['experiment', 'experiment'], // experience
  ['expression', 'expression'], // express
  ['general', 'general'], // generate
  ['generalli', 'general'],
  ['generic', 'generic'], // generate
  ['identical', 'identical'], // identity
  ['importance', 'important'], // import
  ['important', 'important'],
  ['international', 'internation'], // internal
  ['locale', 'locale'], // local
  ['performance', 'performance'], // perform
  ['positive', 'positive'], // position
  ['prioriti', 'prioriti'], // prior
  ['prioritize', 'prioriti'],
  ['production', 'production'], // product
  ['provider', 'provider'], // provide
  ['responsibiliti', 'responsible'], // response
  ['responsible', 'responsible'],
  ['responsive', 'responsive'],
]);

/**
 * The Porter stem of a lower-case word: `authenticated` and `authentication` both become `authent`. Words that are not 3 to 40
 * letters a–z are returned unchanged.
 *
 * Source: M. F. Porter, An algorithm for suffix stripping, Program 14(3), 1980, as published, but for {@link KEPT_APART}.
 */
export function porterStem(word: string): string {
  if (!STEMMABLE.test(word)) return word;
  const inflected = finalY(pastOrProgressive(plural(word)));
  const apart = KEPT_APART.get(inflected);
  if (apart !== undefined) return apart;
  const derived = dropSuffix(replaceSuffix(replaceSuffix(inflected, STEP_2), STEP_3));
  return finalDoubleL(finalE(derived));
}
