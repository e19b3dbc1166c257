/** A piece of text; marked when it is one of the search words. */
export interface MarkedRun {
  text: string;
  marked: boolean;
}

/** What the index treats as one name: letters, digits, `_` and `-`, including combining accents. */
const NAME = /[\p{L}\p{N}\p{M}_-]+/gu;
const ACCENTS = /\p{M}+/gu;
const ONLY_ACCENT = /^\p{M}$/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** A name with more parts is a hash or a path; its parts are not words. */
const MAX_PARTS = 8;
/** The index cuts longer names. */
const MAX_LENGTH = 64;

/** Most texts match this; folding them changes the case alone, and costs a tenth. */
const ASCII = /^[\n -~]*$/;

/** A word as the index knows it: `Fiancée` → `fiancee`. */
export function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase();
}

const JOINTS = /[_-]/g;

/** False when a text certainly has none of the words. Most texts have none, and splitting them costs a hundred times more. */
function mayHold(text: string, words: ReadonlySet<string>): boolean {
  if (words.size === 0) return false;
  const plain = folded(text).replaceAll(JOINTS, '');
  return [...words].some((word) => plain.includes(word));
}

type Kind = 'separator' | 'digit' | 'upper' | 'lower';

function kindOf(character: string): Kind {
  const plain = character.normalize('NFKD').charAt(0);
  if (plain === '_' || plain === '-') return 'separator';
  if (plain >= '0' && plain <= '9') return 'digit';
  return plain === plain.toLowerCase() ? 'lower' : 'upper';
}

function isBoundary(before: Kind, here: Kind, after: Kind | undefined): boolean {
  if (before === here) return here === 'upper' && after === 'lower';
  return !(before === 'upper' && here === 'lower');
}

/** Most names match this; they consist of one part. */
const PLAIN = /^[a-z]+$/;

/** Splits a name where the index does: `getUserId` → `get`, `User`, `Id`; joined, the parts give the name again. */
function partsOf(name: string): { text: string; kind: Kind }[] {
  if (PLAIN.test(name)) return [{ text: name, kind: 'lower' }];
  const characters = [...name].reduce<string[]>((sum, character) => {
    // A combining accent belongs to its letter.
    const last = sum.length - 1;
    if (last >= 0 && ONLY_ACCENT.test(character)) sum[last] += character;
    else sum.push(character);
    return sum;
  }, []);
  const kinds = characters.map(kindOf);
  const parts: { text: string; kind: Kind }[] = [];
  characters.forEach((character, at) => {
    const [before, here, after] = [kinds[at - 1], kinds[at] ?? 'lower', kinds[at + 1]];
    const part = parts.at(-1);
    if (part && before && !isBoundary(before, here, after)) part.text += character;
    else parts.push({ text: character, kind: here });
  });
  return parts;
}

/** Scripts without spaces are indexed as overlapping pairs; each pair that matches is marked. */
function markPairs(name: string, words: ReadonlySet<string>): MarkedRun[] {
  const characters = [...name];
  const marked = characters.map(() => false);
  characters.forEach((character, at) => {
    const next = characters[at + 1];
    if (next === undefined || !words.has(folded(character + next))) return;
    marked[at] = true;
    marked[at + 1] = true;
  });
  return characters.map((text, at) => ({ text, marked: marked[at] ?? false }));
}

function markName(name: string, words: ReadonlySet<string>): MarkedRun[] {
  if (words.has(folded(name).slice(0, MAX_LENGTH).replaceAll(JOINTS, ''))) return [{ text: name, marked: true }];
  if (name.length > MAX_LENGTH) return [{ text: name, marked: false }];
  if (UNSPACED.test(name)) return markPairs(name, words);
  const parts = partsOf(name);
  const named = parts.filter(({ kind }) => kind !== 'separator');
  if (named.length < 2 || named.length > MAX_PARTS) return [{ text: name, marked: false }];
  return parts.map(({ text, kind }) => ({ text, marked: kind !== 'separator' && words.has(folded(text)) }));
}

/** Joins neighbours that are both marked or both unmarked. */
function joined(runs: readonly MarkedRun[]): MarkedRun[] {
  const all: MarkedRun[] = [];
  for (const { text, marked } of runs) {
    const last = all.at(-1);
    if (last?.marked === marked) last.text += text;
    else if (text !== '') all.push({ text, marked });
  }
  return all;
}

/**
 * Splits text into marked and unmarked pieces; joined, they give the text again. Words are folded as in `why.terms[].words`, so
 * letter case and accents do not matter. Only whole words match; a part of a longer word matches only where the index splits it
 * too, as in `loginTimeout`.
 */
export function markedRuns(text: string, words: ReadonlySet<string>): MarkedRun[] {
  if (!mayHold(text, words)) return text === '' ? [] : [{ text, marked: false }];
  const runs: MarkedRun[] = [];
  let end = 0;
  for (const match of text.matchAll(NAME)) {
    runs.push({ text: text.slice(end, match.index), marked: false }, ...markName(match[0], words));
    end = match.index + match[0].length;
  }
  runs.push({ text: text.slice(end), marked: false });
  return joined(runs);
}

/** The search words in a text, folded, and where the first one begins and ends; -1 when there is none. */
export function matchesIn(
  text: string,
  words: ReadonlySet<string>,
): { found: Set<string>; first: number; end: number } {
  let [first, end] = [-1, -1];
  let at = 0;
  const found = new Set<string>();
  for (const { text: piece, marked } of markedRuns(text, words)) {
    if (marked) {
      if (first < 0) [first, end] = [at, at + piece.length];
      for (const form of formsOf(piece)) if (words.has(form)) found.add(form);
    }
    at += piece.length;
  }
  return { found, first, end };
}

/** The words of a text as in the index: whole names and their parts. */
export function formsOf(text: string): string[] {
  return (text.match(NAME) ?? []).flatMap((name) => [
    folded(name).replaceAll(JOINTS, ''),
    ...partsOf(name.slice(0, MAX_LENGTH)).map((part) => folded(part.text)),
  ]);
}
