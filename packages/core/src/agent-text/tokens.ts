/**
 * Prose and code have 3 to 5 characters per token. A line that exceeds its budget by this factor is rejected uncounted, because
 * counting it would be slow.
 */
export const MAX_CHARACTERS_PER_TOKEN = 16;

/** Counts the tokens of a text. Never throws. */
export type CountTokens = (text: string) => number;

/** Runs of one class of characters. The four classes do not overlap, so matching is linear. */
const RUNS = /[\p{L}\p{M}]+|\p{N}+|\s+|[^\s\p{L}\p{M}\p{N}]+/gu;
/**
 * Longest run counted in one piece, in UTF-16 units. The encoder takes quadratic time per run: 20,000 equal letters took half a
 * second, 65,000 exclamation marks 3.6 s. A longer run is cut, which adds at most one token per cut.
 */
const MAX_RUN = 256;

function sliced(run: string): string[] {
  return Array.from({ length: Math.ceil(run.length / MAX_RUN) }, (_, at) =>
    run.slice(at * MAX_RUN, (at + 1) * MAX_RUN).toWellFormed(),
  );
}

/** Splits a text into pieces that are fast to count. */
export function boundedPieces(text: string): string[] {
  if (text.length <= MAX_RUN) return [text];
  const pieces: string[] = [];
  let start = 0;
  for (const { 0: run, index } of text.matchAll(RUNS)) {
    if (run.length <= MAX_RUN) continue;
    if (index > start) pieces.push(text.slice(start, index));
    pieces.push(...sliced(run));
    start = index + run.length;
  }
  if (start < text.length) pieces.push(text.slice(start));
  return pieces;
}

/** Counts `<|endoftext|>` in a lesson as ordinary text, not as a command to the encoder or an error. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/** What a cache keeps. */
interface Remembered {
  /** Most texts per generation. */
  most: number;
  /** The longest text, in UTF-16 units. */
  longest: number;
  /** Whether the texts are parts of others, see {@link own}. */
  areParts?: boolean;
}
/** As many lines as the lessons in the briefs of some projects have. */
const LINES: Remembered = { most: 500, longest: 4000 };
/** As many words as the lessons of some projects use. */
const WORDS: Remembered = { most: 20_000, longest: 64, areParts: true };

/** From this length on, V8 keeps a part of a text as a reference to the whole. */
const REFERENCE = 13;
/** A part of a text that does not keep the whole alive. */
const own = (part: string): string => (part.length < REFERENCE ? part : JSON.parse(JSON.stringify(part)));

/**
 * Wraps a counter with a cache, because briefs show the same lessons again and again. The cache has two generations: when the
 * younger is full the older is dropped, so entries in use stay.
 */
export function remembering(count: CountTokens, { most, longest, areParts = false }: Remembered = LINES): CountTokens {
  let younger = new Map<string, number>();
  let older = new Map<string, number>();
  return (text) => {
    if (text.length > longest) return count(text);
    const known = younger.get(text);
    if (known !== undefined) return known;
    const tokens = older.get(text) ?? count(text);
    if (younger.size >= most) [older, younger] = [younger, new Map()];
    younger.set(areParts ? own(text) : text, tokens);
    return tokens;
  };
}

/** The first and the last character of ASCII that is seen. */
const VISIBLE = { first: 0x21, last: 0x7e };

/**
 * Counts a text by its words, each with the space before it, so that `count` may remember them: a memory uses few words, and
 * encoding took most of the time of a brief. It counts as the whole text does, because cl100k_base has no token that begins with a
 * visible character and goes on over a space.
 */
export function byWords(count: CountTokens): CountTokens {
  return (text) => {
    let tokens = 0;
    let start = 0;
    for (let at = text.indexOf(' ', 1); at > 0; at = text.indexOf(' ', at + 1)) {
      const before = text.charCodeAt(at - 1);
      if (before < VISIBLE.first || before > VISIBLE.last) continue;
      tokens += count(text.slice(start, at));
      start = at;
    }
    return tokens + count(text.slice(start));
  };
}

async function load(): Promise<CountTokens> {
  const { countTokens } = await import('gpt-tokenizer/encoding/cl100k_base');
  const countPieces: CountTokens = (text) =>
    boundedPieces(text).reduce((sum, piece) => sum + countTokens(piece, AS_TEXT), 0);
  return remembering(byWords(remembering(countPieces, WORDS)));
}

let loading: Promise<CountTokens> | null = null;

/**
 * Loads a real tokenizer (cl100k_base) on first use and keeps it. Its table costs about 0.1 s and 8 MB of heap, which a host
 * without briefs need not pay. No vendor's counts fit every agent; over five sets of real lessons this one was within 1 % of
 * o200k_base, which costs twice as much to load.
 */
export function loadTokenCounter(): Promise<CountTokens> {
  loading ??= load().catch((error: unknown) => {
    // Allows a retry after a failed load.
    loading = null;
    throw error;
  });
  return loading;
}
